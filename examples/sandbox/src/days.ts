import { localToday } from '@forecourt/core';

const HOUR = 3_600_000;
const DAY = 86_400_000;

/** The last day that is written with four digits of a year, by which days are compared as text. */
const LAST_DAY = '9999-12-31';

/** The day that many days after (or before) another; never after 9999-12-31. */
export function addDays(day: string, count: number): string {
  const added = new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString();
  return added.startsWith('+') ? LAST_DAY : added.slice(0, 10);
}

/** 0 is Sunday. */
export const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);

/** First day of the month that many months after (or before) the day's own. */
export function monthStart(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The instant, as ISO text, at which the day after `day` begins in that zone; UTC without one. */
export function endOfDay(day: string, timeZone: string | undefined): string {
  if (day === LAST_DAY) return `${LAST_DAY}T23:59:59.999Z`;
  const midnight = Date.parse(`${day}T00:00:00Z`) + DAY;
  // No zone is further from UTC than 14 hours.
  let [before, after] = [midnight - 15 * HOUR, midnight + 15 * HOUR];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localToday(new Date(middle), timeZone) > day) after = middle;
    else before = middle;
  }
  return new Date(after).toISOString();
}
