/**
 * Readers of single cells: text, numbers, dates, card numbers. Each returns a value and the rule that the
 * cell violates, if any; whatever depends on other cells belongs to the checks.
 */

import type { CellValue } from '../types.ts';

/** Normalises a header for comparison: lower-case letters and digits, without accents. */
export function normalizeHeader(cell: CellValue): string {
  if (typeof cell !== 'string') return typeof cell === 'number' ? String(cell) : '';
  return cell
    .replace(/^(\uFEFF|\u00EF\u00BB\u00BF)/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** Returns a cell as text: numbers as their shortest decimal text, faults as the spreadsheet shows them. */
export function cellText(cell: CellValue): string {
  if (typeof cell === 'string') return cell.trim();
  if (cell === undefined) return '';
  return typeof cell === 'object' ? cell.fault : String(cell);
}

/** Removes surrounding blanks, and the apostrophe that marks a number as text in a spreadsheet. */
export function plainText(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith("'") ? trimmed.slice(1).trimStart() : trimmed;
}

/** Returns a station number as text; restores the leading zeros of one stored as a number. */
export function siteText(cell: CellValue, digits: number): string {
  return typeof cell === 'number' ? String(cell).padStart(digits, '0') : cellText(cell);
}

export function isBlank(cell: CellValue): boolean {
  return cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** Returns the letters of a zero-based column: 0 → A, 26 → AA. */
export function columnLetters(column: number): string {
  const rest = column % 26;
  const letter = String.fromCharCode(65 + rest);
  return column < 26 ? letter : columnLetters((column - rest) / 26 - 1) + letter;
}

/** Returns the zero-based column of letters: A → 0, AA → 26. */
export function columnIndex(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Masks card numbers, and any number as long, except for the last four digits. */
export function maskCards(text: string): string {
  return text.replace(/\d(?:[ -]?\d){7,}/g, (run) => {
    const digits = run.replace(/\D/g, '');
    return digits.length < 12 ? run : `${'*'.repeat(digits.length - 4)}${digits.slice(-4)}`;
  });
}
