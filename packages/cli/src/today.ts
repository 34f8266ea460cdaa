import type { Runtime } from './runtime.ts';
import { serviceNow } from './service-clock.ts';

/** The current day in this computer's time zone, by the service's clock where it is known. */
export const today = (runtime: Runtime): string => {
  const now = serviceNow(runtime);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};
