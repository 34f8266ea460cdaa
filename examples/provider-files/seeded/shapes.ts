import type { Random } from '../random.ts';
import type { Cell, Sheet, WorkbookOptions } from '../workbook.ts';
import type { BaseFile } from './base-files.ts';

type Change = (base: BaseFile, random: Random) => readonly Sheet[];

const mapRows = (
  base: BaseFile,
  change: (cells: readonly Cell[], index: number) => readonly Cell[],
): readonly Sheet[] => base.sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map(change) }));

/** Records that frame the details, and banners, have cells of their own. */
const isTabular = ({ headerRow, provider, sheets }: BaseFile) => {
  const lengths = sheets.map(({ rows }) => rows.length);
  return (index: number) =>
    index >= headerRow && !(provider === 'ESSO' && lengths.includes(index + 1));
};

/** Columns in another order; labels of total rows stay in the first. */
const moved: Change = (base, random) => {
  const width = base.sheets[0]?.rows[base.headerRow]?.length ?? 0;
  const order = Array.from({ length: width }, (_, column) => column);
  for (let at = width - 1; at > 1; at -= 1) {
    const other = random.between(1, at);
    [order[at], order[other]] = [order[other] ?? at, order[at] ?? other];
  }
  const tabular = isTabular(base);
  return mapRows(base, (cells, index) =>
    tabular(index) && cells.length > 2 ? order.map((column) => cells[column]) : cells,
  );
};

/** Headers in capitals, with stray blanks and points. */
const respelled: Change = (base, random) =>
  mapRows(base, (cells, index) =>
    index === base.headerRow
      ? cells.map((cell) => {
          const text = String(cell ?? '');
          return random.chance(0.5) ? ` ${text.toUpperCase()} ` : `${text}. `;
        })
      : cells,
  );

/** Blank rows between the rows; the group below the header keeps together with its banner. */
const spaced: Change = (base, random) =>
  base.sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.flatMap((cells, index) =>
      index > base.headerRow && random.chance(0.15) ? [[], cells] : [cells],
    ),
  }));

/** Money as text, with dollar signs, thousands and a blank at the end. */
const dollars: Change = (base, random) => {
  const column = base.columnOf(base.content === 'rates' ? 'none' : 'amount');
  const tabular = isTabular(base);
  return mapRows(base, (cells, index) => {
    const cell = cells[column];
    if (!tabular(index) || typeof cell !== 'number' || random.chance(0.4)) return cells;
    const text = Math.abs(cell).toLocaleString('en', { minimumFractionDigits: 2 });
    return cells.with(column, `${cell < 0 ? '-' : ''}$${text} `);
  });
};

/** Text above the table, as in reports. */
const titled: Change = (base) =>
  base.provider === 'ESSO' || base.provider === 'Suncore'
    ? base.sheets
    : base.sheets.map((sheet) => ({
        ...sheet,
        rows: [
          ...sheet.rows.slice(0, base.headerRow),
          ['Report of the day'],
          [],
          ...sheet.rows.slice(base.headerRow),
        ],
      }));

/** Codes in small letters. */
const small: Change = (base) => {
  const columns = ['province', 'productCode', 'product'].map(base.columnOf);
  const tabular = isTabular(base);
  return mapRows(base, (cells, index) =>
    tabular(index) && index !== base.headerRow
      ? cells.map((cell, column) =>
          columns.includes(column) && typeof cell === 'string' && !/^-+$/.test(cell)
            ? cell.toLowerCase()
            : cell,
        )
      : cells,
  );
};

/** Odd but valid shapes: first those that depend on columns, then those that move columns, then rows. */
const SHAPES: readonly Change[] = [dollars, small, respelled, moved, spaced, titled];

/** A valid file of an unusual shape, in a file format that can hold its cells. */
export function unusualFile(
  base: BaseFile,
  random: Random,
): {
  readonly sheets: readonly Sheet[];
  readonly options: WorkbookOptions;
  readonly extension: string;
} {
  const chosen = SHAPES.filter(() => random.chance(0.4));
  const sheets = chosen.reduce(
    (made, change) => change({ ...base, sheets: made }, random),
    base.sheets,
  );
  const dated = sheets.some(({ rows }) => rows.flat().some((cell) => typeof cell === 'object'));
  const kinds =
    dated || base.content === 'rates' || sheets.length > 1
      ? ['xlsx', 'biff8']
      : ['xlsx', 'biff8', 'csv', 'xlml', 'html'];
  const type = random.pick(kinds) as NonNullable<WorkbookOptions['type']>;
  return { sheets, options: { type }, extension: type === 'xlsx' ? 'xlsx' : 'xls' };
}
