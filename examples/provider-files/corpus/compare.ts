import type { CellValue } from '@forecourt/core/provider-files';
import type { Compared } from './findings.ts';
import type { SheetJsSheet } from './read-by-sheetjs.ts';
import type { ReadSheet } from './read-ours.ts';

const EXAMPLES = 8;

/** A column's letters: 0 is A, 26 is AA. */
function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest === 0 ? '' : letters(rest - 1)}${String.fromCharCode(65 + (column % 26))}`;
}

/** A value with its type, so that 1 and '1' differ. */
const shown = (value: CellValue) => (value === undefined ? 'blank' : JSON.stringify(value));

const MAX_SHOWN = 120;
const clipped = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;

/** Compares two readings of one file, sheet by sheet and cell by cell. */
export function compare(ours: readonly ReadSheet[], theirs: readonly SheetJsSheet[]): Compared {
  let differing = 0;
  const examples: string[] = [];
  const differ = (where: string, a: string, b: string) => {
    differing += 1;
    if (examples.length < EXAMPLES)
      examples.push(`${where}: ours ${clipped(a)}, SheetJS ${clipped(b)}`);
  };
  const names = (sheets: readonly { readonly name: string }[]) =>
    sheets.map(({ name }) => name).join(' | ');
  if (names(ours) !== names(theirs)) differ('sheets', names(ours), names(theirs));
  for (const sheet of ours) {
    const other = theirs.find(({ name }) => name === sheet.name);
    if (other !== undefined) compareSheet(sheet, other, differ);
  }
  return { differing, examples };
}

function compareSheet(
  ours: ReadSheet,
  theirs: SheetJsSheet,
  differ: (where: string, a: string, b: string) => void,
): void {
  const rows = new Map(ours.rows.map(({ row, cells }) => [row, cells]));
  const last = Math.max(theirs.rows, ours.rows.at(-1)?.row ?? 0);
  for (let row = 1; row <= last; row += 1) {
    const [a, b] = [rows.get(row) ?? [], theirs.cells(row)];
    for (let column = 0; column < Math.max(a.length, b.length); column += 1) {
      const [mine, other] = [shown(a[column]), shown(b[column])];
      if (mine !== other) differ(`${ours.name}!${letters(column)}${row}`, mine, other);
    }
  }
}
