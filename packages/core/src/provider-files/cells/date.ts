import type { RuleId } from '../rules.ts';
import type { CellValue } from '../types.ts';
import { plainText } from './text.ts';

/** A calendar day with an optional time, or the rule it violates. */
export interface Day {
  readonly rule: RuleId | null;
  /** YYYY-MM-DD; '' if a rule is violated. */
  readonly iso: string;
  /** Days since 1970-01-01. */
  readonly epochDay: number;
  /** HH:mm; '' if the cell holds only a day. */
  readonly time: string;
}

export type DayFormat = (text: string) => Day | undefined;

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const PARTS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMMM: '(?<month>[a-z]{3,9})\\.?',
  MMM: '(?<month>[a-z]{3})\\.?',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  Do: '(?<day>\\d{1,2})(?:st|nd|rd|th)?',
  HH: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})(?:\\.\\d+)?',
};

/** Returns a parser for one date format: `dayFormat('DD-MMM-YY')('05-Nov-26')`. */
export function dayFormat(format: string): DayFormat {
  const pattern = new RegExp(`^${patternOf(format)}$`, 'i');
  return (text) => matchedDay(pattern.exec(text)?.groups);
}

/**
 * Returns all days in a text that match a format, in order: `findDays('9/4/2026 - 9/7/2026',
 * 'MM/DD/YYYY')`.
 */
export function findDays(text: string, format: string): Day[] {
  const pattern = new RegExp(`(?<![a-z0-9])${patternOf(format)}(?!\\d)`, 'gi');
  return [...text.matchAll(pattern)]
    .map(({ groups }) => matchedDay(groups))
    .filter((day) => day !== undefined);
}

/** How people write days, whatever the layout's format is. */
const ANY_LAYOUT = ['YYYY-MM-DD', 'DD/MM/YYYY'];

/**
 * Returns the days that a text could mean in one of the formats, if it is written like a day that doesn't exist: '31/02/2026'
 * in 'DD/MM/YYYY' → '1 to 28 February 2026: there is no 31 February'. Undefined for any other text.
 */
export function insteadOf(text: string, formats: readonly string[]): string | undefined {
  for (const format of [...formats, ...ANY_LAYOUT]) {
    const groups = new RegExp(`^${patternOf(format)}(?![\\d/.-])`, 'i').exec(text)?.groups;
    const month = groups ? monthOf(groups.month) : 0;
    const name = MONTHS[month - 1];
    if (!groups || name === undefined) continue;
    const year = fullYear(groups.year);
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const capital = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const day = Number(groups.day);
    if (day < 1 || day > days) {
      return `1 to ${days} ${capital} ${year}: there is no ${day} ${capital}`;
    }
  }
  return undefined;
}

const fullYear = (text: string | undefined): number => {
  const year = Number(text);
  return year < 100 ? 2000 + year : year;
};

const monthOf = (text = ''): number =>
  /\d/.test(text)
    ? Number(text)
    : MONTHS.findIndex((name) => name.startsWith(text.toLowerCase())) + 1;

function patternOf(format: string): string {
  const spaced = /[^A-Za-z]/.test(format);
  return format.replace(/YYYY|YY|MMMM|MMM|MM|DD|Do|HH|mm|ss|[^A-Za-z0-9 ]/g, (part) => {
    const pattern = PARTS[part];
    if (pattern === undefined) return `\\${part}`;
    return spaced ? pattern : pattern.replace('{1,2}', '{2}');
  });
}

function matchedDay(groups: Readonly<Record<string, string>> | undefined): Day | undefined {
  if (!groups) return undefined;
  const time = groups.hour === undefined ? '' : clock(Number(groups.hour), Number(groups.minute));
  if (time === undefined) return undefined;
  return calendarDay(fullYear(groups.year), monthOf(groups.month), Number(groups.day), time);
}

const ISO_START = /^\d{4}-\d{2}-\d{2}/;
/** What other programs write for a real spreadsheet date; no provider's format gives it another meaning. */
const ISO_FORMATS = ['YYYY-MM-DD', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss'].flatMap((format) => [
  dayFormat(format),
  dayFormat(format.replace(' ', 'T')),
]);

const NAMED_START = /^(?:\d{1,2}[ -])?[a-z]{3}/i;
/** Unambiguous in any layout: the month by name, and a year of four digits. */
const NAMED_FORMATS = ['DD-MMM-YYYY', 'DD MMMM YYYY', 'MMMM Do, YYYY', 'MMMM Do YYYY'].map(
  dayFormat,
);
/** A time after the day, as added by other programs when they save the file. */
const TIME_BEHIND = /^(.*\S) +(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?)$/i;

/**
 * Reads a cell as a day: a real spreadsheet date in either date system, or text in one of the formats, in
 * ISO 8601, or with the month's name. A time may follow.
 */
export function readDay(cell: CellValue, formats: readonly DayFormat[], date1904: boolean): Day {
  if (typeof cell === 'number') {
    return serialDay(cell, date1904) ?? textDay(String(cell), formats);
  }
  return typeof cell === 'string' ? textDay(plainText(cell), formats) : broken('TXN-DATE');
}

function textDay(text: string, formats: readonly DayFormat[]): Day {
  if (/^[0\s/:.-]+$/.test(text)) return broken('TXN-DATE-EMPTY');
  return bareDay(text, formats) ?? dayAndTime(text, formats) ?? broken('TXN-DATE');
}

function bareDay(text: string, formats: readonly DayFormat[]): Day | undefined {
  const clear = ISO_START.test(text) ? ISO_FORMATS : NAMED_START.test(text) ? NAMED_FORMATS : [];
  for (const format of [...formats, ...clear]) {
    const day = format(text);
    if (day) return day;
  }
  return undefined;
}

function dayAndTime(text: string, formats: readonly DayFormat[]): Day | undefined {
  const [, before = '', behind] = TIME_BEHIND.exec(text) ?? [];
  const time = readTime(behind);
  if (time === undefined) return undefined;
  const day = bareDay(before, formats);
  return day?.time === '' ? { ...day, time } : undefined;
}

const NUMERIC = /^(\s*'?)(\d{1,2})([/.-])(\d{1,2})\3(?=\d{4}(?!\d))/;

/** Swaps day and month in a numeric date that ends in the year: '05/11/2026' for '11/05/2026'. */
export function changedOver(text: string): string | undefined {
  return NUMERIC.test(text) ? text.replace(NUMERIC, '$1$4$3$2$3') : undefined;
}

/** 1970-01-01 as a serial number in the 1900 and the 1904 date system. */
const EPOCH_SERIAL = { 1900: 25_569, 1904: 24_107 } as const;
const FIRST_DAY = Date.UTC(2000, 0, 1) / 86_400_000;
const LAST_DAY = Date.UTC(2099, 11, 31) / 86_400_000;

function serialDay(serial: number, date1904: boolean): Day | undefined {
  // Excel's times are binary fractions: half a second keeps 23:59:59.9999 on its day.
  const whole = Math.floor(serial + 0.5 / 86_400);
  const epochDay = whole - (date1904 ? EPOCH_SERIAL[1904] : EPOCH_SERIAL[1900]);
  if (!(epochDay >= FIRST_DAY && epochDay <= LAST_DAY)) return undefined;
  const time = serial === whole ? '' : fractionTime(Math.max(serial - whole, 0));
  return { rule: null, iso: isoDay(epochDay), epochDay, time };
}

/**
 * Cached, because days repeat in every row, and formatting is the most expensive part of reading a date.
 */
const written = new Map<number, string>();

/** Returns YYYY-MM-DD for a number of days since 1970-01-01. */
export function isoDay(epochDay: number): string {
  const known = written.get(epochDay);
  if (known !== undefined) return known;
  if (written.size >= 4096) written.clear();
  const iso = new Date(epochDay * 86_400_000).toISOString().slice(0, 10);
  written.set(epochDay, iso);
  return iso;
}

/** Returns the number of days since 1970-01-01 for YYYY-MM-DD. */
export function epochDayOf(iso: string): number {
  return Date.parse(`${iso}T00:00:00Z`) / 86_400_000;
}

function calendarDay(year: number, month: number, day: number, time: string): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000;
  if (!exists) return undefined;
  const epochDay = date.getTime() / 86_400_000;
  return { rule: null, iso: isoDay(epochDay), epochDay, time };
}

function broken(rule: RuleId): Day {
  return { rule, iso: '', epochDay: Number.NaN, time: '' };
}

/**
 * Reads a cell as a time, HH:mm: text 'H:mm', 'H:mm:ss' or 'HHmm', a fraction of a day, or a number without
 * its leading zeros.
 */
export function readTime(cell: CellValue): string | undefined {
  if (typeof cell === 'number') {
    if (cell > 0 && cell < 1) return fractionTime(cell);
    return Number.isInteger(cell) && cell >= 0 ? digitsTime(String(cell)) : undefined;
  }
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  const written = /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?$/i.exec(text);
  if (!written) return /^\d{1,6}$/.test(text) ? digitsTime(text) : undefined;
  const hour = Number(written[1]);
  const half = written[3]?.toLowerCase();
  if (half === undefined) return clock(hour, Number(written[2]));
  return hour > 12 ? undefined : clock((hour % 12) + (half === 'p' ? 12 : 0), Number(written[2]));
}

/** 45 is 00:45 and 93015 is 09:30, because a numeric column drops leading zeros. */
function digitsTime(digits: string): string | undefined {
  const padded = digits.length > 4 ? digits.padStart(6, '0') : digits.padStart(4, '0');
  return clock(Number(padded.slice(0, 2)), Number(padded.slice(2, 4)));
}

function fractionTime(fraction: number): string {
  const minutes = Math.floor(fraction * 1440 + 1 / 120) % 1440;
  return clock(Math.floor(minutes / 60), minutes % 60) ?? '';
}

function clock(hour: number, minute: number): string | undefined {
  if (hour > 23 || minute > 59) return undefined;
  return `${hour < 10 ? '0' : ''}${hour}:${minute < 10 ? '0' : ''}${minute}`;
}
