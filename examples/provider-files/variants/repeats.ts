import type { GoodFile } from './good-file.ts';
import { resum } from './numbers.ts';
import { sumCell } from './sums.ts';
import { editRows, type Kind, otherwise } from './variant.ts';

/** Copies of rows put behind them, the sums counting them or not. */
function pasted(good: GoodFile, indices: readonly number[], counted: boolean) {
  const sheets = good.sheets.map((sheet, at) => {
    const copies = indices.flatMap((index) => {
      const place = good.rows[index];
      return place?.sheet === at ? [sheet.rows[place.row] ?? []] : [];
    });
    const last = Math.max(
      ...good.rows.filter(({ sheet: one }) => one === at).map(({ row }) => row),
    );
    return {
      ...sheet,
      rows: [...sheet.rows.slice(0, last + 1), ...copies, ...sheet.rows.slice(last + 1)],
    };
  });
  const more = otherwise(good, sheets);
  const seen = new Set<unknown>();
  const twins = more.rows.flatMap(({ sheet, row }) => {
    const cells = sheets[sheet]?.rows[row];
    if (!seen.has(cells)) {
      seen.add(cells);
      return [];
    }
    return [`${sheets[sheet]?.name}!${row + 1} TXN-TWIN`];
  });
  return { more, twins, sheets: counted ? resum(more) : sheets };
}

/** Rows and sheets that repeat or change places. */
export const REPEATS: readonly Kind[] = [
  {
    name: 'a row twice',
    make: (good) => {
      const { more, sheets, twins } = pasted(good, [5], true);
      return { sheets, purchases: more.purchases.flat(), warnings: twins };
    },
  },
  {
    name: 'ten rows pasted twice',
    make: (good) => {
      const { more, sheets, twins } = pasted(good, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], true);
      return { sheets, purchases: more.purchases.flat(), warnings: twins };
    },
  },
  {
    name: 'ten rows pasted twice and the sums kept',
    of: ['ESSO', 'Suncore'],
    make: (good) => {
      const { more, sheets, twins } = pasted(good, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], false);
      return {
        sheets,
        purchases: more.purchases.flat(),
        warnings: twins,
        errors: sheets.flatMap((_, sheet) => [
          ...(good.provider === 'ESSO' ? [`${sumCell(more, 'count', sheet)} FILE-COUNT`] : []),
          `${sumCell(more, 'quantity', sheet)} FILE-QUANTITY`,
          `${sumCell(more, 'amount', sheet)} FILE-TOTAL`,
        ]),
      };
    },
  },
  {
    name: 'a sheet and its copy',
    single: true,
    make: (good) => {
      const [sheet = { name: '', rows: [] }] = good.sheets;
      const copy = `${sheet.name} (2)`;
      return {
        sheets: [sheet, { ...sheet, name: copy }],
        purchases: [...good.purchases.flat(), ...good.purchases.flat()],
        warnings: [
          `${copy}!- TXN-SHEET-TWICE`,
          ...good.rows.map(({ row }) => `${copy}!${row + 1} TXN-TWIN`),
        ],
      };
    },
  },
  {
    name: 'rows the other way round',
    of: ['ESSO', 'Comdata', 'TAPetro'],
    make: (good) => ({
      sheets: editRows(good, (_, index) => {
        const { sheet = 0, row = 0 } = good.rows[good.rows.length - 1 - index] ?? {};
        return good.sheets[sheet]?.rows[row] ?? [];
      }),
    }),
  },
  {
    name: 'sheets the other way round',
    of: ['Suncore'],
    make: (good) => ({ sheets: good.sheets.toReversed() }),
  },
  {
    name: 'two equal fills but for the invoice',
    make: (good) => {
      const column = { ESSO: 4, Suncore: 25, Comdata: 29, Pipeline: 0, TAPetro: 3 }[good.provider];
      const { more, sheets } = pasted(good, [2], true);
      const last = more.rows.findLastIndex(({ sheet }) => sheet === good.rows[2]?.sheet);
      const place = more.rows[last];
      const named = sheets.map((sheet, at) => ({
        ...sheet,
        rows: sheet.rows.map((cells, row) =>
          at === place?.sheet && row === place.row ? cells.with(column, '777001') : cells,
        ),
      }));
      return { sheets: named, purchases: more.purchases.flat(), unlike: true };
    },
  },
];
