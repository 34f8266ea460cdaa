import { createRequire } from 'node:module';
import type Table from 'cli-table3';
import type { TableConstructorOptions } from 'cli-table3';
import { type Output, oneLine, type Style } from './output.ts';

export interface TableColumn {
  readonly label: string;
  readonly align?: 'right';
  /** May be shortened on a narrow terminal; a cut amount or number would mislead. */
  readonly gives?: boolean;
  /** Dropped last when space is short: the columns that lists are read for. */
  readonly stays?: boolean;
}

export interface TableCell {
  readonly text: string;
  readonly style?: Style | undefined;
}

export interface TableContent {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly (string | TableCell)[])[];
}

/** Loaded when a table is drawn: its ten files take a twentieth of a command that prints JSON. */
const newTable = (options: TableConstructorOptions): Table.Table =>
  new (createRequire(import.meta.url)('cli-table3') as typeof Table)(options);

const GAP = 2;
const NARROWEST = 8;

const BORDERLESS = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left'],
    ...['bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((part) => [part, '']),
);

const toCell = (cell: string | TableCell): TableCell =>
  typeof cell === 'string' ? { text: oneLine(cell) } : { ...cell, text: oneLine(cell.text) };

/**
 * Formats rows: as a table fitted to the terminal, or tab-separated lines in a pipe. Reports the
 * columns that a narrow terminal has no room for.
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
  const fitted = fit(columns, cells, output.width);
  const hidden = columns.filter((_, index) => !fitted.some((column) => column.index === index));
  if (hidden.length > 0) {
    const labels = hidden.map(({ label }) => label).join(', ');
    output.note(`No room for ${labels}: widen the terminal, or use --json.`);
  }
  const shown = <T>(items: readonly T[]): T[] => fitted.map(({ index }) => items[index] as T);
  const table = newTable({
    head: fitted.map(({ index, width }) => {
      const { label = '' } = columns[index] ?? {};
      const text = label.length > width ? label.replaceAll(' ', '\n') : label;
      return text
        .split('\n')
        .map((line) => output.paint('bold', line))
        .join('\n');
    }),
    colWidths: fitted.map(({ width }) => width),
    colAligns: shown(columns).map(({ align }) => align ?? 'left'),
    chars: { ...BORDERLESS, middle: ' '.repeat(GAP) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const row of cells) {
    table.push(shown(row).map(({ style, text }) => output.paint(style, text)));
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A visible column and its width. */
interface FittedColumn {
  readonly index: number;
  readonly width: number;
}

const longest = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => text.length));

/**
 * Fits columns to the width: shortens text columns, widest first, and wraps labels of several
 * words; then drops columns from the right, those with `stays` last.
 */
function fit(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  room: number,
): FittedColumn[] {
  const widthOf = ({ label }: TableColumn, index: number, labels: readonly string[] = [label]) =>
    Math.max(longest(labels), longest(rows.map((row) => row[index]?.text ?? '')));
  const whole = columns.map((column, index) => ({ index, width: widthOf(column, index) }));
  if (widthOfAll(whole) <= room) return whole;
  let fitted: FittedColumn[] = columns.map((column, index) => ({
    index,
    width: widthOf(column, index, column.label.split(' ')),
  }));
  for (;;) {
    const shrunk = shrink(fitted, columns, room);
    if (shrunk) return shrunk;
    const leaving = nextToLeave(fitted, columns);
    if (leaving === undefined) return cutTo(fitted, room);
    fitted = fitted.filter(({ index }) => index !== leaving);
  }
}

const widthOfAll = (fitted: readonly FittedColumn[]): number =>
  fitted.reduce((sum, { width }) => sum + width + GAP, -GAP);

/** Keeps at least one column, however narrow the terminal. */
const cutTo = (fitted: readonly FittedColumn[], room: number): FittedColumn[] =>
  fitted.map(({ index, width }) => ({ index, width: Math.min(width, room) }));

function nextToLeave(fitted: readonly FittedColumn[], columns: readonly TableColumn[]) {
  const others = fitted.slice(1).reverse();
  return (others.find(({ index }) => columns[index]?.stays !== true) ?? others[0])?.index;
}

function shrink(
  fitted: readonly FittedColumn[],
  columns: readonly TableColumn[],
  room: number,
): FittedColumn[] | undefined {
  const widths = fitted.map(({ width }) => width);
  for (let over = widthOfAll(fitted) - room; over > 0; over -= 1) {
    const giving = fitted.map(({ index }, at) => (columns[index]?.gives ? (widths[at] ?? 0) : 0));
    const widest = giving.indexOf(Math.max(...giving));
    const width = giving[widest] ?? 0;
    if (width <= NARROWEST) return undefined;
    widths[widest] = width - 1;
  }
  return fitted.map(({ index }, at) => ({ index, width: widths[at] ?? 0 }));
}
