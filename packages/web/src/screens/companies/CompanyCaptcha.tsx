import { lazy, Suspense } from 'react';
import { usePortal } from '../../platform/portal-context.ts';

const CaptchaWidget = lazy(async () => ({
  default: (await import('./CaptchaWidget.tsx')).CaptchaWidget,
}));

/** A proof of work, if the brand enables it; otherwise none of its code loads (COMP-04). */
export function CompanyCaptcha() {
  const { brand } = usePortal();
  if (brand.captcha !== true) return null;
  return (
    <Suspense>
      <CaptchaWidget />
    </Suspense>
  );
}
