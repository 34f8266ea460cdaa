import { cellText } from '../cells/text.ts';
import type { CellValue } from '../types.ts';
import type { WrittenRow } from './write-xlsx.ts';

const FORMULA = /^[=+\-@\t\r]/;
/** Figures alone, with nothing in them to execute: '-12.50', '-$1,234.00', '-'. */
const FIGURES = /^[+-]?\$?[\d., ]*$/;

/** One field: what a spreadsheet would take for a formula gets an apostrophe in front. */
function field(value: CellValue): string {
  const text = typeof value === 'string' ? value : cellText(value);
  const safe = FORMULA.test(text) && !FIGURES.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes rows as comma-separated text in UTF-8, with empty lines where rows are missing. */
export function writeCsv(rows: readonly WrittenRow[]): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (const { row, cells } of rows) {
    while (lines.length < row - 1) lines.push('');
    lines.push(Array.from(cells, field).join(','));
  }
  // The mark tells spreadsheets that this is UTF-8.
  return new TextEncoder().encode(`\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`);
}
