import Table from 'cli-table3';
import { type Output, oneLine, type Style } from './output.ts';

export interface TableColumn {
  readonly label: string;
  readonly align?: 'right';
  /** May be shortened on a narrow terminal; a cut amount or number would mislead. */
  readonly gives?: boolean;
}

export interface TableCell {
  readonly text: string;
  readonly style?: Style | undefined;
}

export interface TableContent {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly (string | TableCell)[])[];
}

const GAP = 2;
const NARROWEST = 10;

const BORDERLESS = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left'],
    ...['bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((part) => [part, '']),
);

const toCell = (cell: string | TableCell): TableCell =>
  typeof cell === 'string' ? { text: oneLine(cell) } : { ...cell, text: oneLine(cell.text) };

/**
 * Rows as text: a table fitted to the terminal, or lines of cells with tabs between them in a pipe. What
 * a narrow terminal has no room for is left out at the right, and said.
 */
export function tableText(output: Output, { columns, rows }: TableContent): string {
  const cells = rows.map((row) => row.map(toCell));
  if (!output.terminal) {
    const lines = [
      columns.map(({ label }) => label),
      ...cells.map((row) => row.map((c) => c.text)),
    ];
    return lines.map((line) => line.join('\t')).join('\n');
  }
  const widths = fit(columns, cells, output.width);
  const hidden = columns.slice(widths.length).map(({ label }) => label);
  if (hidden.length > 0) {
    output.note(`No room for ${hidden.join(', ')}: widen the terminal, or choose with --columns.`);
  }
  const shown = columns.slice(0, widths.length);
  const table = new Table({
    head: shown.map(({ label }) => output.paint('bold', label)),
    colWidths: widths,
    colAligns: shown.map(({ align }) => align ?? 'left'),
    chars: { ...BORDERLESS, middle: ' '.repeat(GAP) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const row of cells) {
    table.push(row.slice(0, widths.length).map((cell) => output.paint(cell.style, cell.text)));
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Widths that fit: text columns give way, the widest first; then columns at the right are dropped. */
function fit(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  room: number,
): number[] {
  const natural = columns.map(({ label }, index) =>
    Math.max(label.length, ...rows.map((row) => row[index]?.text.length ?? 0)),
  );
  for (let count = columns.length; count > 1; count -= 1) {
    const widths = shrink(natural.slice(0, count), columns, room - GAP * (count - 1));
    if (widths) return widths;
  }
  return natural.slice(0, 1).map((width) => Math.min(width, room));
}

function shrink(
  natural: readonly number[],
  columns: readonly TableColumn[],
  room: number,
): number[] | undefined {
  const widths = [...natural];
  let over = widths.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    const giving = widths.map((width, index) => (columns[index]?.gives ? width : 0));
    const widest = giving.indexOf(Math.max(...giving));
    const width = giving[widest] ?? 0;
    if (width <= NARROWEST) return undefined;
    widths[widest] = width - 1;
    over -= 1;
  }
  return widths;
}
