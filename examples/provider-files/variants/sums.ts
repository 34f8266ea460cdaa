import type { Cell } from '../workbook.ts';
import type { GoodFile, Provider } from './good-file.ts';
import { cellAt, columnOf, eachSheet, type Kind, otherwise } from './variant.ts';

const SUMMED: readonly Provider[] = ['ESSO', 'Suncore', 'Pipeline'];

const isSum = (good: GoodFile, cells: readonly Cell[]) =>
  cells[0] === 'TRL' ||
  cells[0] === 'TOTAL' ||
  cells[0] === 'Grand Total' ||
  (good.provider === 'Pipeline' && cells.length > 4 && cells[0] === undefined);
const isLast = (cells: readonly Cell[]) =>
  cells[0] === 'TRL' || cells[0] === 'TOTAL' || cells[0] === 'Grand Total';

/** The cell of the file's own sum. */
export const sumCell = (good: GoodFile, of: 'count' | 'quantity' | 'amount', sheet = 0) => {
  const row = (good.sheets[sheet]?.rows ?? []).findIndex(isLast);
  const column =
    good.provider === 'ESSO'
      ? { count: 1, quantity: 2, amount: 3 }[of]
      : columnOf(good, of === 'count' ? 'amount' : of);
  return cellAt(good, { sheet, row }, column);
};

/** Rows of sums that are gone, doubled or wrong, and records that are gone. */
export const SUMS: readonly Kind[] = [
  {
    name: 'the sums left out',
    of: SUMMED,
    make: (good) => ({
      sheets: eachSheet(good, (rows) => rows.filter((cells) => !isLast(cells))),
      ...(good.provider === 'ESSO'
        ? { errors: ['Transactions!- FILE-TRAILER'] }
        : { warnings: good.sheets.map(({ name }) => `${name}!- FILE-TOTAL-ROW`) }),
    }),
  },
  {
    name: 'the sums of the last sheet left out',
    of: ['Suncore'],
    make: (good) => ({
      sheets: eachSheet(good, (rows, at) => (at === 0 ? rows : rows.filter((one) => !isLast(one)))),
      warnings: [`${good.sheets.at(-1)?.name}!- FILE-TOTAL-ROW`],
    }),
  },
  {
    name: 'the sums twice',
    of: SUMMED,
    make: (good) => ({
      sheets: eachSheet(good, (rows) => [...rows, rows.find(isLast) ?? []]),
    }),
  },
  {
    name: 'sums with a dollar sign',
    of: SUMMED,
    make: (good) => ({
      sheets: eachSheet(good, (rows) =>
        rows.map((cells) => {
          const at = cells[0] === 'TRL' ? 3 : columnOf(good, 'amount');
          return isSum(good, cells)
            ? cells.with(
                at,
                `$${Number(cells[at]).toLocaleString('en', { minimumFractionDigits: 2 })} `,
              )
            : cells;
        }),
      ),
    }),
  },
  {
    name: 'a sum of 100 dollars more',
    of: SUMMED,
    make: (good) => ({
      sheets: good.sheets.map((sheet, at) => ({
        ...sheet,
        rows: sheet.rows.map((cells) => {
          const column = cells[0] === 'TRL' ? 3 : columnOf(good, 'amount');
          return at === 0 && isLast(cells)
            ? cells.with(column, Math.round((Number(cells[column]) + 100) * 100) / 100)
            : cells;
        }),
      })),
      errors: [`${sumCell(good, 'amount')} FILE-TOTAL`],
    }),
  },
  {
    name: 'a row lost and the sums kept',
    of: SUMMED,
    make: (good) => {
      const { sheet = 0, row = 0 } = good.rows[0] ?? {};
      // A group of one row leaves its subtotal behind.
      const sheets = good.sheets.map((one, at) => ({
        ...one,
        rows: one.rows.filter(
          (cells, index) =>
            !(at === sheet && index === row) &&
            !(good.provider === 'Pipeline' && isSum(good, cells) && !isLast(cells)),
        ),
      }));
      const lost = otherwise(good, sheets);
      return {
        sheets,
        out: [0],
        errors: [
          ...(good.provider === 'ESSO' ? [`${sumCell(lost, 'count')} FILE-COUNT`] : []),
          `${sumCell(lost, 'quantity')} FILE-QUANTITY`,
          `${sumCell(lost, 'amount')} FILE-TOTAL`,
        ],
      };
    },
  },
  {
    name: 'the subtotals left out',
    of: ['Pipeline'],
    make: (good) => ({
      sheets: eachSheet(good, (rows) =>
        rows.filter((cells) => !isSum(good, cells) || isLast(cells)),
      ),
    }),
  },
  {
    name: 'the header record left out',
    of: ['ESSO'],
    make: (good) => ({
      sheets: eachSheet(good, (rows) => rows.slice(1)),
      warnings: ['Transactions!- FILE-HEADER-RECORD'],
      butFor: ['account', 'invoiceNumber'],
    }),
  },
];
