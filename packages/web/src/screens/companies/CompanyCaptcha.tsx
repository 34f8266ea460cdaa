import { partOnDemand } from '../../parts/part-on-demand.tsx';
import { usePortal } from '../../platform/portal-context.ts';

const CaptchaWidget = partOnDemand(() => import('./CaptchaWidget.tsx'), 'CaptchaWidget');

/** A proof of work, if the brand enables it; otherwise none of its code loads (COMP-04). */
export function CompanyCaptcha() {
  const { brand } = usePortal();
  if (brand.captcha !== true) return null;
  return <CaptchaWidget />;
}
