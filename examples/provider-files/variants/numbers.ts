import type { Cell } from '../workbook.ts';
import type { GoodFile, Provider } from './good-file.ts';
import {
  cellAt,
  cellsOf,
  columnOf,
  editRows,
  type Kind,
  otherwise,
  setField,
  withSheets,
} from './variant.ts';

/** Digits of a cell that holds a number, also where the provider writes it as text. */
function numberOf(cell: Cell): number | undefined {
  if (typeof cell === 'number') return cell;
  const digits = typeof cell === 'string' ? cell.replace(/[$ ]/g, '') : '';
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

const grouped = (value: number, mark = ',') =>
  Math.abs(value)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, mark);
const signed = (value: number, text: string) => `${value < 0 ? '-' : ''}${text}`;

/** Quantity, price and amount written anew; the price keeps its places. */
function rewritten(
  good: GoodFile,
  money: (value: number) => Cell,
  price: (text: string) => Cell = (text) => text,
) {
  const change = (write: (value: number) => Cell) => (cell: Cell) => {
    const value = numberOf(cell);
    return value === undefined ? cell : write(value);
  };
  const amounts = setField(good, 'amount', change(money));
  const quantities = setField(withSheets(good, amounts), 'quantity', change(money));
  return setField(
    withSheets(good, quantities),
    'price',
    change((value) => price(value.toFixed(good.provider === 'Comdata' ? 3 : 4))),
  );
}

const text = (
  name: string,
  money: (value: number) => Cell,
  price?: (digits: string) => Cell,
): Kind => ({ name, make: (good) => ({ sheets: rewritten(good, money, price) }) });

/** One row's cell of a field spoiled: that row stays out. */
const spoiled = (
  name: string,
  field: 'amount' | 'quantity',
  change: (cell: Cell) => Cell,
  rule: string,
  of?: readonly Provider[],
): Kind => ({
  name,
  ...(of && { of }),
  make: (good) => ({
    sheets: setField(good, field, change, [3]),
    out: [3],
    errors: cellsOf(good, field, [3]).map((at) => `${at} ${rule}`),
  }),
});

const NARROW: readonly Provider[] = ['ESSO', 'Suncore', 'Pipeline', 'TAPetro'];

/** Fields that become negative when a purchase is reversed. */
const TAKEN_BACK: Readonly<Record<string, readonly string[]>> = {
  ESSO: ['QTY', 'GST_AMT', 'HST_AMT', 'QST_AMT', 'DISCOUNT', 'AMT'],
  Suncore: ['Litres', 'GST', 'HST', 'QST', 'Total'],
  Pipeline: ['Qty', 'Pre Tax Amt', 'HST', 'GST', 'QST', 'Disc Amt', 'Final Amt'],
  TAPetro: ['Qty', 'Discount', 'Amt'],
};

/** Turns the last row into a reversal of the first, in one of several notations, and includes it in sums. */
function reversed(good: GoodFile, write: (value: number) => Cell) {
  const headers = TAKEN_BACK[good.provider] ?? [];
  const columns = headers.map((header) => good.headers.indexOf(header));
  const last = good.rows.length - 1;
  const { sheet = 0, row = 0 } = good.rows[0] ?? {};
  const first = good.sheets[sheet]?.rows[row] ?? [];
  const negative = (cell: Cell, column: number, how: (value: number) => Cell) =>
    columns.includes(column) && typeof cell === 'number' && cell !== 0 ? how(-cell) : cell;
  const rowOf = (how: (value: number) => Cell) =>
    first.map((cell, column) => negative(cell, column, how));
  const plain = editRows(good, (cells, index) =>
    index === last ? rowOf((value) => value) : cells,
  );
  const described = otherwise(good, plain);
  const summed = resum(described);
  return {
    good: described,
    place: good.rows[last] ?? { sheet: 0, row: 0 },
    columns: columns.filter((column) => typeof first[column] === 'number' && first[column] !== 0),
    sheets: editRows(withSheets(described, summed), (cells, index) =>
      index === last ? rowOf(write) : cells,
    ),
  };
}

/** The file's own sums set to those of its rows. */
export function resum(good: GoodFile) {
  const sum = (rows: readonly (readonly Cell[])[], header: 'quantity' | 'amount') => {
    const column = columnOf(good, header);
    return rows.reduce((total, row) => total + Math.round(Number(row[column] ?? 0) * 100), 0) / 100;
  };
  return good.sheets.map((sheet, at) => {
    const isSale = (row: number) =>
      good.rows.some((place) => place.sheet === at && place.row === row);
    const sales = sheet.rows.filter((_, row) => isSale(row));
    let group: (readonly Cell[])[] = [];
    const rows = sheet.rows.map((cells, row) => {
      if (isSale(row)) group.push(cells);
      if (row <= good.headerRow || isSale(row) || cells.length < 4) return cells;
      if (cells[0] === 'TRL')
        return ['TRL', sales.length, sum(sales, 'quantity'), sum(sales, 'amount')];
      if (typeof cells[columnOf(good, 'amount')] !== 'number') return cells;
      const of = cells[0] === undefined ? group : sales;
      group = [];
      return cells
        .with(columnOf(good, 'quantity'), sum(of, 'quantity'))
        .with(columnOf(good, 'amount'), sum(of, 'amount'));
    });
    return { ...sheet, rows };
  });
}

const takenBack = (name: string, write: (value: number) => Cell, rule?: string): Kind => ({
  name,
  of: NARROW,
  make: (whole) => {
    const { good, sheets, place, columns } = reversed(whole, write);
    return {
      sheets,
      unlike: true,
      purchases: good.purchases.flat(),
      warnings:
        rule === undefined ? [] : columns.map((column) => `${cellAt(good, place, column)} ${rule}`),
    };
  },
});

/** Cells of nothing written in another way. */
const nothing = (name: string, write: () => Cell): Kind => ({
  name,
  make: (good) => ({
    sheets: editRows(good, (cells) =>
      cells.map((cell, column) => {
        const untaxed = /^(PST|QST|GST|HST|Fees|Discount|Disc Amt|MISC|PST_AMT|QST_AMT|DISCOUNT)$/;
        const empty = cell === 0 || cell === '$0.00';
        return empty && untaxed.test(good.headers[column] ?? '') ? write() : cell;
      }),
    ),
  }),
});

export const NUMBERS: readonly Kind[] = [
  text('numbers as text', (value) => value.toFixed(2)),
  text('numbers as text with thousands separators', (value) => signed(value, grouped(value))),
  text(
    'numbers as text with a dollar sign',
    (value) => signed(value, `$${grouped(value)}`),
    (digits) => `$${digits}`,
  ),
  text(
    'amounts as text with CA$ and US$',
    (value) => `${value < 0 ? '-' : ''}CA$${grouped(value)}`,
  ),
  text(
    'numbers as text with blanks behind',
    (value) => `${value.toFixed(2)}   `,
    (digits) => `${digits}  `,
  ),
  text(
    'numbers as text between blanks that do not break',
    (value) => `\u00A0${signed(value, grouped(value, '\u00A0'))}\u00A0`,
    (digits) => `${digits}\u00A0`,
  ),
  text('numbers as text with narrow blanks for thousands', (value) =>
    signed(value, grouped(value, '\u202F')),
  ),
  text(
    'numbers as text behind an apostrophe',
    (value) => `'${value.toFixed(2)}`,
    (digits) => `'${digits}`,
  ),
  text(
    'numbers in cells formatted as text',
    (value) => ({ t: 's', v: value.toFixed(2), z: '@' }),
    (digits) => ({ t: 's', v: digits, z: '@' }),
  ),
  text('numbers with a plus sign', (value) => `${value < 0 ? '' : '+'}${value.toFixed(2)}`),
  text('numbers with zeros behind', (value) => `${value.toFixed(2)}00`),
  text('numbers with binary noise', (value) => (value * 3) / 3 + (value > 0 ? 1e-13 * value : 0)),
  takenBack('a reversal', (value) => value),
  takenBack('a reversal as text', (value) => value.toFixed(2)),
  takenBack('a reversal in parentheses', (value) => `(${(-value).toFixed(2)})`),
  takenBack('a reversal in parentheses with a dollar sign', (value) => `($${grouped(value)})`),
  takenBack(
    'a reversal with the minus behind',
    (value) => `${(-value).toFixed(2)}-`,
    'TXN-TRAILING-MINUS',
  ),
  takenBack('a reversal marked CR', (value) => `${(-value).toFixed(2)} CR`, 'TXN-TRAILING-MINUS'),
  nothing('nothing as a dash', () => '-'),
  nothing('nothing as $-', () => '$-'),
  nothing('nothing as an empty cell', () => undefined),
  nothing('nothing as text', () => '0.00'),
  spoiled(
    'an amount with a decimal comma',
    'amount',
    (cell) => (numberOf(cell) ?? 0).toFixed(2).replace('.', ','),
    'TXN-DECIMAL-COMMA',
  ),
  spoiled(
    'an amount as the Germans write it',
    'amount',
    (cell) => `1.${String(Math.round(numberOf(cell) ?? 0) % 1000).padStart(3, '0')},50`,
    'TXN-DECIMAL-COMMA',
  ),
  spoiled('a quantity that may be thousands', 'quantity', () => '412,500', 'TXN-DECIMAL-COMMA'),
  spoiled('an amount in words', 'amount', () => 'n/a', 'TXN-NUMBER'),
  spoiled('an amount of two numbers', 'amount', () => '12.50 / 13.00', 'TXN-NUMBER'),
  spoiled('an amount left out', 'amount', () => undefined, 'TXN-REQUIRED'),
  spoiled('an amount of hashes', 'amount', () => '#####', 'TXN-NUMBER'),
  spoiled('an amount that is an error', 'amount', () => ({ t: 'e', v: 23 }), 'TXN-CELL'),
  {
    name: 'a quantity against its amount',
    of: ['ESSO', 'Suncore', 'Pipeline', 'TAPetro'],
    make: (good) => {
      const column = columnOf(good, 'amount');
      const sale = good.rows.findIndex(
        ({ sheet, row }) => Number(good.sheets[sheet]?.rows[row]?.[columnOf(good, 'quantity')]) > 0,
      );
      const sheets = setField(good, 'amount', (cell) => -Number(cell), [sale]);
      const changed = otherwise(good, sheets);
      return {
        sheets: resum(changed),
        out: [sale],
        errors: [`${cellAt(good, good.rows[sale] ?? { sheet: 0, row: 0 }, column)} TXN-SIGN`],
      };
    },
  },
];
