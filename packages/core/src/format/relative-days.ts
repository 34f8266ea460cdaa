/** Days named in relation to today: 'last month' (LIST-15). A week begins on Monday. */

/** First and last day, YYYY-MM-DD, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Year, month from 0, and day. A month or day outside its range continues in the months around it. */
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** Months from this one to the first, and the number of months. */
const months = (year: number, first: number, count: number): DayRange => ({
  from: dayOf(year, first, 1),
  to: dayOf(year, first + count, 0),
});

type Parts = readonly [year: number, month: number, day: number];

const days = ([year, month, day]: Parts, first: number, last: number): DayRange => ({
  from: dayOf(year, month, day + first),
  to: dayOf(year, month, day + last),
});

/** Days since Monday. */
const weekday = (parts: Parts): number => (new Date(Date.UTC(...parts)).getUTCDay() + 6) % 7;

const quarter = (month: number): number => month - (month % 3);

const NAMED: Readonly<Record<string, (today: Parts) => DayRange>> = {
  today: (today) => days(today, 0, 0),
  yesterday: (today) => days(today, -1, -1),
  tomorrow: (today) => days(today, 1, 1),
  'this-week': (today) => days(today, -weekday(today), 6 - weekday(today)),
  'last-week': (today) => days(today, -weekday(today) - 7, -weekday(today) - 1),
  'this-month': ([year, month]) => months(year, month, 1),
  'last-month': ([year, month]) => months(year, month - 1, 1),
  'next-month': ([year, month]) => months(year, month + 1, 1),
  'this-quarter': ([year, month]) => months(year, quarter(month), 3),
  'last-quarter': ([year, month]) => months(year, quarter(month) - 3, 3),
  'this-year': ([year]) => months(year, 0, 12),
  'last-year': ([year]) => months(year - 1, 0, 12),
};

/** last-30-days is today and the 29 days before it; next-30-days is today and the 29 days after it. */
const COUNTED = /^(last|next)-([1-9]\d{0,3})-days$/;

/** The relative days that filters offer, in that order: `key` as written, `value` as shown. */
export const RELATIVE_DAYS = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
  'next-7-days',
  'next-30-days',
].map((key) => ({ key, value: relativeDaysText(key) }));

/**
 * Returns how relative days are shown: 'Last month' for 'last-month'.
 *
 * @param key a choice: 'last-month'
 */
export function relativeDaysText(key: string): string {
  const text = key.replaceAll('-', ' ');
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

/**
 * Returns relative days in their written form, for 'last-month', 'Last month' or 'LAST_MONTH'; undefined
 * for other text. Any number from 1 to 9999 may stand in 'last 7 days' and 'next 7 days'.
 *
 * @param text what was typed
 */
export function parseRelativeDays(text: string): string | undefined {
  const key = text.trim().toLowerCase().replaceAll(/\s+|_/g, '-');
  return Object.hasOwn(NAMED, key) || COUNTED.test(key) ? key : undefined;
}

/**
 * Returns the days that a text names in relation to `today`, YYYY-MM-DD: 'last month' on 2026-03-31 is
 * 2026-02-01 to 2026-02-28. Returns undefined for other text (LIST-15).
 *
 * @param text a choice: 'last-month', 'last 7 days'
 * @param today the service's day, YYYY-MM-DD
 */
export function relativeDays(text: string, today: string): DayRange | undefined {
  const key = parseRelativeDays(text);
  if (key === undefined) return undefined;
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const parts: Parts = [year, month - 1, day];
  const [, direction, count] = COUNTED.exec(key) ?? [];
  if (direction === 'last') return days(parts, 1 - Number(count), 0);
  if (direction === 'next') return days(parts, 0, Number(count) - 1);
  return NAMED[key]?.(parts);
}
