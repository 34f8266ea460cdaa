import { formatDay, formatInstant } from './dates.ts';
import { Decimal } from './decimal.ts';
import { countryName, provinceName } from './place-names.ts';

/** Shown in place of an empty value (LIST-06). */
export const EMPTY = '-';

// By hand: creating an Intl.NumberFormat takes longer than everything else a command does.
const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Formats a whole number: '1,204'. */
export const formatCount = (count: number): string => grouped(count.toFixed(0));

/** Formats '-1234.5' with 2 digits as '-1,234.50'; exact at any size. */
export function groupThousands(value: Decimal, digits: number): string {
  const [whole = '0', fraction] = value.abs().toFixed(digits).split('.');
  const sign = value.round(digits).isNegative ? '-' : '';
  return `${sign}${grouped(whole)}${fraction ? `.${fraction}` : ''}`;
}

/** Commas between thousands and nowhere else, as `groupThousands` writes them. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * Returns the number that a person typed, plain or as it is shown (LIST-14): '1093.72' and ' 1,093.72 ' are
 * equal. Returns undefined for anything else: a comma belongs between thousands only, so '10,93' is never
 * read as 1093, and nobody types 1e2 for 100.
 *
 * @param text what was typed
 */
export function parseTyped(text: string): Decimal | undefined {
  const typed = text.trim();
  if (/e/i.test(typed)) return undefined;
  return Decimal.parse(GROUPED.test(typed) ? typed.replaceAll(',', '') : typed);
}

/**
 * Formats an amount: '1,234.50 CAD', or '1,234.50' without a currency.
 *
 * @param value an amount, rounded to two places
 * @param currency its ISO 4217 code
 * @returns the amount with commas between thousands
 */
export function formatMoney(value: Decimal, currency?: string): string {
  const text = groupThousands(value, 2);
  return currency ? `${text} ${currency}` : text;
}

/**
 * Splits digits into groups of four: '7076 8500 0000 0012'. Also accepts masked numbers.
 *
 * @param number a card number, whole or masked
 * @returns the number with blanks between its groups
 */
export const groupCard = (number: string): string =>
  number.length > 8 ? (number.match(/.{1,4}/g) ?? [number]).join(' ') : number;

/**
 * Returns only the last four digits, '•••• 0012', for logs, errors and traces.
 *
 * @param number a card number, in any of its forms
 */
export const maskCard = (number: string): string => `•••• ${number.slice(-4)}`;

const DAYS: readonly (readonly [string, string])[] = [
  ['monday', 'Mon'],
  ['tuesday', 'Tue'],
  ['wednesday', 'Wed'],
  ['thursday', 'Thu'],
  ['friday', 'Fri'],
  ['saturday', 'Sat'],
  ['sunday', 'Sun'],
  ['na', 'N/A'],
];

/** A map of days, or the name of one of them. */
function formatDays(days: unknown): string {
  if (typeof days !== 'object') return new Map(DAYS).get(String(days)) ?? String(days);
  return (
    DAYS.filter(([key]) => (days as Record<string, unknown>)[key] === true)
      .map(([, label]) => label)
      .join(', ') || EMPTY
  );
}

function formatDecimal(kind: string, value: Decimal): string {
  if (kind === 'price') return groupThousands(value, 4);
  if (kind === 'integer') return groupThousands(value, 0);
  return groupThousands(value, 2);
}

/**
 * Formats a value by its kind ('money', 'instant', …: `ValueKind`). Portal, command line and documents all
 * use it. Empty values become '-'. Units (currencies) aren't part of the text.
 *
 * @param kind the column's or field's kind
 * @param value the value, as loaded
 * @returns the text
 */
export function formatValue(kind: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return EMPTY;
  if (value instanceof Decimal) return formatDecimal(kind, value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (kind === 'instant') return formatInstant(String(value));
  if (kind === 'day') return formatDay(String(value));
  if (kind === 'card') return groupCard(String(value));
  if (kind === 'province') return provinceName(String(value));
  if (kind === 'country') return countryName(String(value));
  if (kind === 'days') return formatDays(value);
  if (kind === 'integer' && typeof value === 'number') return formatCount(value);
  return String(value);
}

/**
 * What a state means for the reader: `good` (green), `bad` (red), `warn` (amber), `info` (blue: in progress),
 * `neutral` (grey) or `muted` (no longer counts).
 */
export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'neutral' | 'muted';

const TONES: Readonly<Record<string, Tone>> = {
  open: 'good',
  active: 'good',
  closed: 'bad',
  inactive: 'bad',
  nsf: 'warn',
  hold: 'warn',
};

/**
 * Returns the tone of a card's status: green, red, amber or neutral (CARD-11). Columns with `states` of their
 * own have theirs: `stateOf`.
 *
 * @param status the card's status as the service stores it: 'HOLD'
 */
export const badgeTone = (status: string): Tone => TONES[status.trim().toLowerCase()] ?? 'neutral';
