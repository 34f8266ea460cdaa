import { basename, dirname } from 'node:path';

const DATED =
  /(?<!\d)(?:(?:19|20)\d\d([-_.]?)\d\d\1\d\d|\d\d([-_.]?)\d\d\2(?:19|20)\d\d|\d{6})(?:[-_T.]?\d{2}[-_.:]?\d{2}(?:[-_.:]?\d{2})?)?(?!\d)/g;
const COPY = / ?\(\d+\)(?=\.[^.]*$|$)/;

/**
 * The name without dates, times and copy numbers, which names of one delivery share. A number that
 * isn't a date (an account) stays.
 *
 * @example patternOf('ESSO/TXN_70768501_20261118.xls') // 'esso/txn_70768501_#.xls'
 */
export const patternOf = (name: string): string =>
  `${dirname(name)}/${basename(name).replace(COPY, '').replace(DATED, '#')}`.toLowerCase();

/** Names of the night before without a similar name now. */
export function missingFrom(now: readonly string[], before: readonly string[]): string[] {
  const received = new Set(now.map(patternOf));
  return before.filter((name) => !received.has(patternOf(name)));
}
