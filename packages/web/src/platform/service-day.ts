import { serviceClock } from './portal-client.ts';

/** The current day by the service's clock, YYYY-MM-DD: it decides what is overdue. */
export function serviceDay(): string {
  const now = new Date(Date.now() + serviceClock.ahead);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
