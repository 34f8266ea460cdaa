import type { Random } from '../random.ts';
import type { Cell, Sheet } from '../workbook.ts';
import type { GoodFile } from './good-file.ts';
import { cellAt, columnOf, eachSheet, editTable, type Kind } from './variant.ts';

/** Headers in other spellings. */
export const HEADERS: readonly Kind[] = [
  ['headers in capitals', (text: string) => text.toUpperCase()],
  ['headers in small letters', (text: string) => text.toLowerCase()],
  ['headers with blanks for underscores', (text: string) => text.replaceAll('_', ' ')],
  ['headers with line breaks', (text: string) => text.replaceAll(' ', '\n').replaceAll('_', '\n')],
  ['headers between blanks', (text: string) => `  ${text}\u00A0 `],
  ['headers with points', (text: string) => `${text}.`],
  ['headers with a byte order mark', (text: string) => `\uFEFF${text}`],
  ['headers with colons', (text: string) => `${text}:`],
].map(([name, respell]) => ({
  name: name as string,
  make: (good: GoodFile) => ({
    sheets: editTable(good, (cells, isHeader) =>
      isHeader ? cells.map((cell) => (respell as (text: string) => string)(String(cell))) : cells,
    ),
  }),
}));

/** Columns in another order; labels of sums stay in the first. */
function reordered(good: GoodFile, order: readonly number[]): Sheet[] {
  return editTable(good, (cells) =>
    cells.length > 2 ? order.map((column) => cells[column]) : cells,
  );
}

function shuffled(good: GoodFile, random: Random): number[] {
  const order = good.headers.map((_, column) => column);
  for (let at = order.length - 1; at > 1; at -= 1) {
    const other = random.between(1, at);
    [order[at], order[other]] = [order[other] ?? at, order[at] ?? other];
  }
  return order;
}

/** A column behind the last. */
function behind(good: GoodFile, header: string, cell: (cells: readonly Cell[]) => Cell): Sheet[] {
  const isSale = new Set(good.rows.map(({ sheet, row }) => good.sheets[sheet]?.rows[row]));
  return editTable(good, (cells, isHeader) => {
    if (!isHeader && !isSale.has(cells)) return cells;
    const full = Array.from({ length: good.headers.length }, (_, column) => cells[column]);
    return [...full, isHeader ? header : cell(cells)];
  });
}

const headerCell = (good: GoodFile, column: number, rule: string) =>
  good.sheets.map((_, sheet) => `${cellAt(good, { sheet, row: good.headerRow }, column)} ${rule}`);

const without = (good: GoodFile, column: number) =>
  reordered(
    good,
    good.headers.map((_, at) => at).filter((at) => at !== column),
  );

/** Columns moved, added, doubled and left out. */
/** A file without a column that its provider's layout can't do without is refused whole. */
const neededColumn = (name: string, field: 'amount' | 'card'): Kind => ({
  name,
  make: (good) => ({
    sheets: without(good, columnOf(good, field)),
    refused: {
      code: 'missing_columns',
      says: `has no column '${good.headers[columnOf(good, field)]}'`,
    },
  }),
});

export const COLUMNS: readonly Kind[] = [
  {
    name: 'columns in another order',
    make: (good, random) => ({ sheets: reordered(good, shuffled(good, random)) }),
  },
  {
    name: 'columns the other way round',
    make: (good) => ({
      sheets: reordered(good, [
        0,
        ...good.headers
          .map((_, column) => column)
          .slice(1)
          .reverse(),
      ]),
    }),
  },
  {
    name: 'a column more',
    make: (good) => ({
      sheets: behind(good, 'Loyalty points', () => 12),
      warnings: headerCell(good, good.headers.length, 'FILE-EXTRA-COLUMN'),
    }),
  },
  {
    name: 'a column without a header',
    make: (good) => ({ sheets: behind(good, '', () => 'ok') }),
  },
  {
    name: 'a second amount of one name',
    make: (good) => ({
      sheets: behind(good, good.headers[columnOf(good, 'amount')] ?? '', () => 1),
      warnings: headerCell(good, good.headers.length, 'FILE-COLUMN-TWICE'),
    }),
  },
  {
    name: 'a second date of one name',
    make: (good) => ({
      sheets: behind(good, good.headers[columnOf(good, 'date')] ?? '', () => '2026-11-01'),
      warnings: headerCell(good, good.headers.length, 'FILE-COLUMN-TWICE'),
    }),
  },
  {
    name: 'the drivers left out',
    make: (good) => ({ sheets: without(good, columnOf(good, 'driver')), butFor: ['driver'] }),
  },
  neededColumn('the amounts left out', 'amount'),
  neededColumn('the cards left out', 'card'),
  {
    name: 'the header left out',
    make: (good) => ({
      sheets: eachSheet(good, (rows) => rows.filter((_, row) => row !== good.headerRow)),
      refused: { code: 'header_not_found', says: `has no header row of ${good.provider}` },
    }),
  },
  {
    name: 'a header and no rows',
    make: (good) => ({
      sheets: eachSheet(good, (rows) => rows.slice(0, good.headerRow + 1)),
      refused: { code: 'no_rows', says: 'has a header but no transactions (0 rows)' },
    }),
  },
];
