import type { Layout } from '../layout.schema.ts';
import type { RuleId } from '../rules.ts';
import type { CellValue } from '../types.ts';
import { plainText } from './text.ts';

/** A card number as printed, without blanks, or the rule it violates. */
export interface Card {
  readonly rule: RuleId | null;
  readonly number: string;
}

/** From here on a stored number has lost digits: 2 ** 53 has sixteen. */
const LOSSY = 1e15;
const SCIENTIFIC = /^\d([.,]\d+)?e\+?\d+$/i;
const MASKED = /^[\dX*•.]*[X*•.]\d{4,}$/i;

/**
 * Reads a cell as a card number with one of the layout's lengths; a masked one needs its last four digits.
 */
export function readCard(cell: CellValue, card: Layout['card']): Card {
  if (typeof cell === 'number') {
    if (!Number.isInteger(cell) || cell < 0) return broken('TXN-CARD');
    return cell >= LOSSY ? broken('TXN-CARD-NUMBER') : digitsCard(String(cell), card);
  }
  if (typeof cell !== 'string') return broken('TXN-CARD');
  const text = plainText(cell).replace(/[\s\u00A0()-]/g, '');
  if (/^\d+$/.test(text)) return digitsCard(text, card);
  if (SCIENTIFIC.test(text)) return broken('TXN-CARD-SCIENTIFIC');
  if (card.masked && MASKED.test(text)) return { rule: null, number: text };
  return broken(/^[X*•.]+\d{1,3}$/i.test(text) ? 'TXN-CARD-LENGTH' : 'TXN-CARD');
}

function digitsCard(digits: string, card: Layout['card']): Card {
  return card.digits.includes(digits.length)
    ? { rule: null, number: digits }
    : broken('TXN-CARD-LENGTH');
}

function broken(rule: RuleId): Card {
  return { rule, number: '' };
}
