import { formatDay, formatInstant } from './dates.ts';
import { Decimal } from './decimal.ts';

/** What stands where nothing is (LIST-06). */
export const EMPTY = '-';

// By hand: to set up Intl.NumberFormat takes longer than a command's whole work.
const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** '-1234.5' with 2 digits → '-1,234.50'; exact at any size. */
export function groupThousands(value: Decimal, digits: number): string {
  const [whole = '0', fraction] = value.abs().toFixed(digits).split('.');
  const sign = value.round(digits).isNegative ? '-' : '';
  return `${sign}${grouped(whole)}${fraction ? `.${fraction}` : ''}`;
}

/** '1,234.50 CAD'. */
export function formatMoney(value: Decimal, currency?: string): string {
  const text = groupThousands(value, 2);
  return currency ? `${text} ${currency}` : text;
}

/** Digits in groups of four: '7076 8500 0000 0012'; masked numbers too. */
export const groupCard = (number: string): string =>
  number.length > 8 ? (number.match(/.{1,4}/g) ?? [number]).join(' ') : number;

/** Only the last four digits: '•••• 0012'. For logs, errors and traces. */
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

const formatDays = (map: object): string =>
  DAYS.filter(([key]) => (map as Record<string, unknown>)[key] === true)
    .map(([, label]) => label)
    .join(', ') || EMPTY;

function formatDecimal(kind: string, value: Decimal): string {
  if (kind === 'price') return groupThousands(value, 4);
  if (kind === 'integer') return groupThousands(value, 0);
  return groupThousands(value, 2);
}

/**
 * A value as text, by its kind ('money', 'instant', …: `ValueKind`): the one way that portal, command
 * line and documents show values. Empty becomes '-'. Units (currencies) are not part of the text.
 */
export function formatValue(kind: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return EMPTY;
  if (value instanceof Decimal) return formatDecimal(kind, value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (kind === 'instant') return formatInstant(String(value));
  if (kind === 'day') return formatDay(String(value));
  if (kind === 'card') return groupCard(String(value));
  if (kind === 'days' && typeof value === 'object') return formatDays(value);
  if (kind === 'integer' && typeof value === 'number') return grouped(value.toFixed(0));
  return String(value);
}

export type Tone = 'good' | 'bad' | 'warn' | 'neutral';

const TONES: Readonly<Record<string, Tone>> = {
  open: 'good',
  active: 'good',
  closed: 'bad',
  inactive: 'bad',
  nsf: 'warn',
  hold: 'warn',
};

/** Colour of a status badge: green, red, amber or neutral (CARD-11). */
export const badgeTone = (status: string): Tone => TONES[status.trim().toLowerCase()] ?? 'neutral';
