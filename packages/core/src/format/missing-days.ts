import { parseRelativeDays } from './relative-days.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Year, month and day of '2026-02-30', '30/02/26', '30-02-2026' or '30.02.26', with or without a time behind. */
function partsOf(text: string): readonly [year: number, month: number, day: number] | undefined {
  const match =
    /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[/.-](\d{1,2})[/.-]((?:20)?\d{2}))(?![\d/.-])/.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [, y, m, d, day, month, year = ''] = match;
  if (y !== undefined) return [Number(y), Number(m), Number(d)];
  return [Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day)];
}

/**
 * Returns what is wrong with a text that looks like a day but isn't one, for example 'there is no 30
 * February 2026: the month has 28 days', or like relative days with an unsupported number; undefined for any
 * other text (LIST-15).
 *
 * @param text what was typed
 */
export function missingDay(text: string): string | undefined {
  if (/^(?:last|next)[\s_-]\d+[\s_-]days$/i.test(text.trim()) && !parseRelativeDays(text)) {
    return 'the number of days is from 1 to 9999';
  }
  const parts = partsOf(text);
  if (!parts) return undefined;
  const [year, month, day] = parts;
  const name = MONTHS[month - 1];
  if (name === undefined) return `there is no month ${month}`;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day >= 1 && day <= days) return undefined;
  return `there is no ${day} ${name} ${year}: the month has ${days} days`;
}
