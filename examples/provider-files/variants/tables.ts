import type { Random } from '../random.ts';
import type { Cell, Sheet } from '../workbook.ts';
import type { GoodFile, Provider } from './good-file.ts';
import { resum } from './numbers.ts';
import {
  cellAt,
  cellsOf,
  columnOf,
  editRows,
  editTable,
  everyRow,
  type Kind,
  otherwise,
  setField,
} from './variant.ts';

const SUMMED: readonly Provider[] = ['ESSO', 'Suncore', 'Pipeline'];

const eachSheet = (good: GoodFile, edit: (rows: Sheet['rows'], at: number) => Sheet['rows']) =>
  good.sheets.map((sheet, at) => ({ ...sheet, rows: edit(sheet.rows, at) }));

const above = (name: string, lines: readonly (readonly Cell[])[]): Kind => ({
  name,
  make: (good) => ({ sheets: eachSheet(good, (rows) => [...lines, ...rows]) }),
});

const below = (name: string, lines: readonly (readonly Cell[])[]): Kind => ({
  name,
  make: (good) => ({ sheets: eachSheet(good, (rows) => [...rows, ...lines]) }),
});

const TITLE: readonly (readonly Cell[])[] = [
  ['Northern Haulage Inc.'],
  ['Fuel purchases, prepared for accounting'],
  ['Printed 2026-11-19 08:00 by J. Roy', undefined, 'Page 1 of 1'],
  [],
];

/** Around the rows: nothing of it is a purchase, and no purchase is taken for it. */
const AROUND: readonly Kind[] = [
  above('a title block above', TITLE),
  above('many lines above', [
    ...TITLE,
    ...Array.from({ length: 24 }, () => ['Terms and conditions apply']),
  ]),
  above('blank rows above', [[], [], []]),
  above('parameters above', [
    ['From:', '2026-11-01', 'To:', '2026-11-30'],
    ['Cards:', 301, 'Status:', 'Posted'],
    [],
  ]),
  below('a footnote below', [[], ['* Prices as posted. Questions: 1-800-555-0199']]),
  below('rows of blanks below', [['', ' ', ''], ['\u00A0'], ['', '', '', ' ']]),
  {
    name: 'blank rows between',
    make: (good) => ({
      sheets: eachSheet(good, (rows) =>
        rows.flatMap((cells, row) => (row > good.headerRow ? [[], cells] : [cells])),
      ),
    }),
  },
  {
    name: 'a ruled line below the header',
    make: (good) => ({
      sheets: eachSheet(good, (rows) => [
        ...rows.slice(0, good.headerRow + 1),
        good.headers.map(() => '-----'),
        ...rows.slice(good.headerRow + 1),
      ]),
    }),
  },
  {
    name: 'the header again amid the rows',
    make: (good) => ({
      sheets: eachSheet(good, (rows) => {
        const middle = good.headerRow + 4;
        return [...rows.slice(0, middle), [...good.headers], ...rows.slice(middle)];
      }),
    }),
  },
  {
    name: 'an empty column before the first',
    make: (good) => ({
      sheets: eachSheet(good, (rows) =>
        rows.map((cells) => (cells.length === 0 ? cells : [undefined, ...cells])),
      ),
    }),
  },
  {
    name: 'empty columns behind the last',
    make: (good) => ({
      sheets: editTable(good, (cells) => [
        ...Array.from({ length: good.headers.length }, (_, column) => cells[column]),
        '',
        ' ',
        '\u00A0',
      ]),
    }),
  },
  {
    name: 'a hand-written remark beside a row',
    make: (good) => ({
      sheets: editRows(good, (cells, index) =>
        index === 2
          ? [
              ...Array.from({ length: good.headers.length + 1 }, (_, column) => cells[column]),
              'checked, JR',
            ]
          : cells,
      ),
    }),
  },
];

const HEADERS: readonly Kind[] = [
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

const COLUMNS: readonly Kind[] = [
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
  {
    name: 'the amounts left out',
    make: (good) => ({
      sheets: without(good, columnOf(good, 'amount')),
      refused: {
        code: 'missing_columns',
        says: `has no column '${good.headers[columnOf(good, 'amount')]}'`,
      },
    }),
  },
  {
    name: 'the cards left out',
    make: (good) => ({
      sheets: without(good, columnOf(good, 'card')),
      refused: {
        code: 'missing_columns',
        says: `has no column '${good.headers[columnOf(good, 'card')]}'`,
      },
    }),
  },
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

const isSum = (good: GoodFile, cells: readonly Cell[]) =>
  cells[0] === 'TRL' ||
  cells[0] === 'TOTAL' ||
  cells[0] === 'Grand Total' ||
  (good.provider === 'Pipeline' && cells.length > 4 && cells[0] === undefined);
const isLast = (cells: readonly Cell[]) =>
  cells[0] === 'TRL' || cells[0] === 'TOTAL' || cells[0] === 'Grand Total';

/** The cell of the file's own sum. */
const sumCell = (good: GoodFile, of: 'count' | 'quantity' | 'amount', sheet = 0) => {
  const row = (good.sheets[sheet]?.rows ?? []).findIndex(isLast);
  const column =
    good.provider === 'ESSO'
      ? { count: 1, quantity: 2, amount: 3 }[of]
      : columnOf(good, of === 'count' ? 'amount' : of);
  return cellAt(good, { sheet, row }, column);
};

const SUMS: readonly Kind[] = [
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

const REPEATS: readonly Kind[] = [
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

const FULL_CARDS: readonly Provider[] = ['ESSO', 'Suncore', 'Pipeline'];
const card = (name: string, change: (text: string) => Cell, of?: readonly Provider[]): Kind => ({
  name,
  ...(of && { of }),
  make: (good) => ({
    sheets: setField(good, 'card', (cell) => change(String(cell))),
  }),
});
const noCard = (
  name: string,
  change: (text: string) => Cell,
  rule: string,
  of?: readonly Provider[],
): Kind => ({
  name,
  ...(of && { of }),
  make: (good) => ({
    sheets: setField(good, 'card', (cell) => change(String(cell))),
    out: everyRow(good),
    errors: cellsOf(good, 'card').map((at) => `${at} ${rule}`),
  }),
});

const CARDS: readonly Kind[] = [
  card('cards in groups of four', (text) => text.replace(/(\d{4})(?=\d)/g, '$1 '), FULL_CARDS),
  card('cards with hyphens', (text) => text.replace(/(\d{4})(?=\d)/g, '$1-'), FULL_CARDS),
  card('cards between blanks', (text) => ` ${text}\u00A0`),
  card('cards behind an apostrophe', (text) => `'${text}`),
  noCard('cards as numbers', (text) => Number(text), 'TXN-CARD-NUMBER', FULL_CARDS),
  noCard('cards as numbers of four digits', (text) => Number(text.slice(-4)), 'TXN-CARD-LENGTH', [
    'Comdata',
    'TAPetro',
  ]),
  noCard('cards in scientific form', () => '7.07685E+15', 'TXN-CARD-SCIENTIFIC'),
  noCard(
    'cards without their first digits',
    (text) => text.slice(4),
    'TXN-CARD-LENGTH',
    FULL_CARDS,
  ),
  noCard('cards in words', () => 'CASH SALE', 'TXN-CARD'),
  noCard('cards masked whole', () => '****************', 'TXN-CARD'),
];

const PRODUCTS: readonly Provider[] = ['ESSO', 'Suncore', 'Pipeline', 'TAPetro'];

const CELLS: readonly Kind[] = [
  {
    name: 'texts with blanks behind',
    make: (good) => ({
      sheets: editRows(good, (cells) =>
        cells.map((cell) => (typeof cell === 'string' && cell !== '' ? `${cell}  ` : cell)),
      ),
    }),
  },
  {
    name: 'texts between blanks that do not break',
    make: (good) => ({
      sheets: editRows(good, (cells) =>
        cells.map((cell) =>
          typeof cell === 'string' && cell !== '' ? `\u00A0${cell}\u00A0` : cell,
        ),
      ),
    }),
  },
  {
    name: 'an unknown product',
    of: PRODUCTS,
    make: (good) => ({
      sheets: setField(good, 'product', () => 'KERO', [1]),
      out: [1],
      errors: cellsOf(good, 'product', [1]).map((at) => `${at} TXN-PRODUCT`),
    }),
  },
  {
    name: 'an unknown province',
    make: (good) => ({
      sheets: setField(good, 'province', () => 'XX', [1]),
      out: [1],
      errors: cellsOf(good, 'province', [1]).map((at) => `${at} TXN-PROVINCE`),
    }),
  },
  {
    name: 'codes in small letters',
    make: (good) => {
      const provinces = setField(good, 'province', (cell) => String(cell).toLowerCase());
      return {
        sheets: setField({ ...good, sheets: provinces }, 'product', (cell) =>
          String(cell ?? '').toLowerCase(),
        ),
        butFor: ['productCode', 'productDescription'],
        unlike: true,
        purchases: good.purchases.flat().map((line) => {
          const [number, day, product = '', ...rest] = line.split(' ');
          const small = good.provider === 'Comdata' && product.length > 1;
          return [number, day, small ? product : product.toLowerCase(), ...rest].join(' ');
        }),
      };
    },
  },
  {
    name: 'a row in euros',
    of: ['Comdata', 'Pipeline', 'TAPetro'],
    make: (good) => ({
      sheets: setField(good, 'currency', () => 'EUR', [1]),
      out: [1],
      errors: cellsOf(good, 'currency', [1]).map((at) => `${at} TXN-CURRENCY`),
    }),
  },
];

export const TABLES: readonly Kind[] = [
  ...AROUND,
  ...HEADERS,
  ...COLUMNS,
  ...SUMS,
  ...REPEATS,
  ...CARDS,
  ...CELLS,
];
