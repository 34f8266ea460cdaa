import { lazy, Suspense } from 'react';
import { usePortal } from '../../platform/portal-context.ts';

const CaptchaWidget = lazy(async () => ({
  default: (await import('./CaptchaWidget.tsx')).CaptchaWidget,
}));

/** A proof of work, where the brand turns it on; elsewhere nothing of it is fetched (COMP-04). */
export function CompanyCaptcha() {
  const { brand } = usePortal();
  if (brand.captcha !== true) return null;
  return (
    <Suspense>
      <CaptchaWidget />
    </Suspense>
  );
}
