import { Decimal } from '../../format/decimal.ts';
import { ABSENT } from '../fields.ts';
import type { RuleId } from '../rules.ts';
import type { CellValue } from '../types.ts';
import { plainText } from './text.ts';

/** What was odd about the last number read; null if nothing was. */
export interface NumberNote {
  rule: RuleId | null;
}

/** Larger scaled numbers are refused, so that products of batches stay exact. */
const LARGEST = 1e12;
const POWERS = [1, 10, 100, 1000, 10_000, 100_000] as const;
/** The binary error of a stored decimal stays far below a thousandth of its last digit. */
const NOISE = 1e-3;

/**
 * Reads a cell as an integer number of `10 ** -scale`. Returns NaN for an empty cell (notes no rule) and
 * for a cell that isn't a number (notes a rule).
 */
export function readScaled(cell: CellValue, scale: number, note: NumberNote): number {
  note.rule = null;
  let value = ABSENT;
  if (typeof cell === 'number') value = scaleNumber(cell, scale, note);
  else if (typeof cell === 'string') value = scaleText(cell, scale, note);
  else if (cell !== undefined) note.rule = typeof cell === 'object' ? 'TXN-CELL' : 'TXN-NUMBER';
  if (value > LARGEST || value < -LARGEST) {
    note.rule = 'TXN-RANGE';
    return ABSENT;
  }
  return value;
}

function scaleNumber(cell: number, scale: number, note: NumberNote): number {
  const scaled = cell * (POWERS[scale] ?? 1);
  const whole = Math.round(scaled);
  const off = scaled - whole;
  if (off < NOISE && off > -NOISE) return whole + 0;
  if (!Number.isFinite(cell)) {
    note.rule = 'TXN-NUMBER';
    return ABSENT;
  }
  note.rule = 'TXN-PLACES';
  return Number(Decimal.from(cell).round(scale).coefficient);
}

function scaleText(text: string, scale: number, note: NumberNote): number {
  const plain = scalePlain(text, scale);
  return Number.isNaN(plain) ? scaleWritten(text, scale, note) : plain;
}

/** The common case, without allocations: '12.40', '-3', '$494.560 '. Returns NaN for everything else. */
function scalePlain(text: string, scale: number): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === BLANK) end -= 1;
  const negative = text.charCodeAt(0) === MINUS;
  let at = negative ? 1 : 0;
  if (text.charCodeAt(at) === DOLLAR) at += 1;
  if (end - at > LONGEST) return ABSENT;
  let value = 0;
  let digits = 0;
  let places = -1;
  for (; at < end; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) {
      digits += 1;
      if (places < scale) {
        value = value * 10 + digit;
        if (places >= 0) places += 1;
      } else if (digit !== 0) return ABSENT;
    } else if (digit === POINT - ZERO && places < 0) places = 0;
    else return ABSENT;
  }
  if (digits === 0) return ABSENT;
  const scaled = value * (POWERS[scale - Math.max(places, 0)] ?? 1);
  return negative && scaled !== 0 ? -scaled : scaled;
}

const BLANK = 32;
const DOLLAR = 36;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
/** Longer text may exceed what a binary number represents exactly. */
const LONGEST = 13;
/** Far more than any figure with its blanks; exact arithmetic with thousands of digits takes long. */
const MAX_WRITTEN_LENGTH = 1000;

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/;
const COMMA = /^(\d+|\d{1,3}(\.\d{3})+)?,\d+$/;
const BLANK_GROUPS = /^\d{1,3}( \d{3})+(\.\d*)?$/;

function scaleWritten(text: string, scale: number, note: NumberNote): number {
  if (text.length > MAX_WRITTEN_LENGTH) {
    note.rule = text.trim() === '' ? null : 'TXN-NUMBER';
    return ABSENT;
  }
  const trimmed = plainText(text.replace(/[\s\u00A0\u202F\u2007]+/g, ' '));
  if (trimmed === '') return ABSENT;
  const { body, signs, trailing } = takeSigns(trimmed);
  if (body === '' && signs === 1 && trailing) return 0;
  const digits = plainDigits(body, scale);
  if (signs > 1 || digits === 'comma' || digits === undefined) {
    note.rule = digits === 'comma' ? 'TXN-DECIMAL-COMMA' : 'TXN-NUMBER';
    return ABSENT;
  }
  const exact = Decimal.from(digits);
  const rounded = exact.round(scale);
  if (!rounded.equals(exact)) note.rule = 'TXN-PLACES';
  if (trailing) note.rule = 'TXN-TRAILING-MINUS';
  const value = Number(rounded.coefficient);
  return signs === 1 && value !== 0 ? -value : value;
}

/**
 * Removes currency signs and everything that marks a number as negative: '(1.25)', '-$1.25', '1.25-', '1.25
 * CR'.
 */
function takeSigns(text: string): { body: string; signs: number; trailing: boolean } {
  let body = text;
  let signs = 0;
  const inBrackets = /^(\$ ?)?\((.*)\)$/.exec(body);
  if (inBrackets) {
    body = inBrackets[2] ?? '';
    signs += 1;
  }
  body = body.replace(/^([+-]?) ?(?:CA|US|C)?\$ ?/, '$1').trim();
  const behind = /^(.*?) ?(?:-|CR)$/i.exec(body);
  if (behind) {
    body = behind[1] ?? '';
    signs += 1;
  }
  if (/^[-+]/.test(body)) {
    if (body.startsWith('-')) signs += 1;
    body = body.slice(1).trim();
  }
  return { body, signs, trailing: behind !== null };
}

/**
 * Returns the remaining decimal text, or 'comma' if it has a decimal comma or might have one: '1,345' may
 * be a price of 1.345 or a thousand.
 */
function plainDigits(body: string, scale: number): string | 'comma' | undefined {
  if (GROUPED.test(body)) {
    const ambiguous = scale > 2 && !body.includes('.') && body.split(',').length === 2;
    return ambiguous ? 'comma' : body.replaceAll(',', '');
  }
  if (COMMA.test(body.replaceAll(' ', ''))) return 'comma';
  if (BLANK_GROUPS.test(body)) return body.replaceAll(' ', '');
  if (/^(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(body)) return body;
  return undefined;
}

/**
 * Returns the decimal text of a scaled number with at least `places` digits after the point: (1345, 4, 2)
 * is '0.1345'.
 */
export function scaledText(value: number, scale: number, places: number): string {
  const negative = value < 0;
  const digits = String(negative ? -value : value).padStart(scale + 1, '0');
  let end = digits.length;
  const least = end - (scale - Math.min(places, scale));
  while (end > least && digits.charCodeAt(end - 1) === 48) end -= 1;
  const point = digits.length - scale;
  const fraction = end > point ? `.${digits.slice(point, end)}` : '';
  return `${negative ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}
