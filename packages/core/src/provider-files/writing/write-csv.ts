import { cellText } from '../cells/text.ts';
import type { CellValue } from '../types.ts';
import type { WrittenRow } from './write-xlsx.ts';

const FORMULA = /^[=+\-@\t\r]/;
/** Only figures, without anything to execute: '-12.50', '-$1,234.00', '-'. */
const FIGURES = /^[+-]?\$?[\d., ]*$/;

/** Returns one field; text that a spreadsheet would evaluate as a formula gets a leading apostrophe. */
function field(value: CellValue): string {
  const text = typeof value === 'string' ? value : cellText(value);
  const safe = FORMULA.test(text) && !FIGURES.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes rows as comma-separated UTF-8 text, with empty lines for missing rows. */
export function writeCsv(rows: readonly WrittenRow[]): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (const { row, cells } of rows) {
    while (lines.length < row - 1) lines.push('');
    lines.push(Array.from(cells, field).join(','));
  }
  // The byte order mark makes spreadsheets read the file as UTF-8.
  return new TextEncoder().encode(`\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`);
}
