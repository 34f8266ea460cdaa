/**
 * Formats and parses values: money, dates, card numbers, pages, CSV cells. Everything here is a pure
 * function of its arguments; nothing knows a resource, a call or a screen.
 */

export { cardDigits } from './card-number.ts';
export { csvCell } from './csv.ts';
export { csvRows, namesOf, unguarded } from './csv-rows.ts';
export {
  formatDay,
  formatInstant,
  isDay,
  isInstant,
  localToday,
  parseWireDay,
  parseWireInstant,
  toWireDay,
} from './dates.ts';
export { Decimal } from './decimal.ts';
export { isEmail } from './email.ts';
export { freeFileName, safeFileName } from './file-names.ts';
export { missingDay } from './missing-days.ts';
export {
  DEFAULT_PAGE_SIZE,
  knownPageSize,
  MAX_PAGE_SIZE,
  PAGE_SIZES,
  pagerText,
  pageSizes,
} from './paging.ts';
export {
  type DayRange,
  parseRelativeDays,
  RELATIVE_DAYS,
  relativeDays,
  relativeDaysText,
} from './relative-days.ts';
export {
  badgeTone,
  EMPTY,
  formatMoney,
  formatValue,
  groupCard,
  groupThousands,
  maskCard,
  parseTyped,
  type Tone,
} from './values.ts';
