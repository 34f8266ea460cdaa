import type { BuiltInProvider } from '@forecourt/core/provider-files';
import { addDays, type Cell, realDate } from '../workbook.ts';

/** Something wrong in one cell of a transaction. */
export interface CellDefect {
  readonly rule: string;
  readonly field: string;
  /** Providers whose files have it; default: all that have the column. */
  readonly of?: readonly BuiltInProvider[];
  /** Returns the faulty content; undefined if this cell can't have the fault. */
  readonly spoil: (cell: Cell, provider: BuiltInProvider, row: readonly Cell[]) => Cell | undefined;
  /** What the check says stood there; default: the text itself. */
  readonly value?: string;
}

const NARROW: readonly BuiltInProvider[] = ['ESSO', 'Suncore', 'Pipeline', 'TAPetro'];
const SPREADSHEET_ERROR: Cell = { t: 'e', v: 23 };

const to = (value: Cell) => () => value;
const number = (cell: Cell) => (typeof cell === 'number' && cell > 0 ? cell : undefined);
const times = (factor: number) => (cell: Cell) => {
  const value = number(cell);
  return value === undefined ? undefined : Math.round(value * factor * 1e4) / 1e4;
};
const plus = (more: number) => (cell: Cell) => {
  const value = number(cell);
  return value === undefined ? undefined : Math.round((value + more) * 1e4) / 1e4;
};

/** A day as the provider writes it. */
function written(provider: BuiltInProvider, day: string): Cell {
  if (provider === 'ESSO') return day.replaceAll('-', '');
  if (provider === 'Comdata') return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
  return provider === 'TAPetro' ? day : realDate(day);
}

const day = (days: number) => (_: Cell, provider: BuiltInProvider) =>
  written(provider, addDays('2026-11-20', days));

const CARDS: readonly CellDefect[] = [
  { rule: 'TXN-REQUIRED', field: 'cardNumber', spoil: to('') },
  { rule: 'TXN-CARD', field: 'cardNumber', spoil: to('CASH SALE') },
  {
    rule: 'TXN-CARD-NUMBER',
    field: 'cardNumber',
    spoil: to(7_076_850_000_001_234),
    value: '************1234',
  },
  { rule: 'TXN-CARD-SCIENTIFIC', field: 'cardNumber', spoil: to('7.07685E+15'), value: '…E+…' },
  { rule: 'TXN-CARD-LENGTH', field: 'cardNumber', spoil: to('70768500') },
  { rule: 'TXN-CELL', field: 'cardNumber', spoil: to(SPREADSHEET_ERROR), value: '#REF!' },
];

const DAYS: readonly CellDefect[] = [
  { rule: 'TXN-DATE', field: 'businessDate', spoil: to('31/25/03') },
  { rule: 'TXN-DATE-EMPTY', field: 'businessDate', spoil: to('00/00/00') },
  { rule: 'TXN-DATE-FUTURE', field: 'businessDate', spoil: day(3), value: '2026-11-23' },
  { rule: 'TXN-DATE-OLD', field: 'businessDate', spoil: day(-95), value: '2026-08-17' },
  { rule: 'TXN-TIME', field: 'time', spoil: to('25:61') },
];

const NUMBERS: readonly CellDefect[] = ['quantity', 'amount', 'rowTotal', 'tractorCost'].flatMap(
  (field) => [
    { rule: 'TXN-NUMBER', field, spoil: to('n/a') },
    { rule: 'TXN-DECIMAL-COMMA', field, spoil: to('412,5') },
    { rule: 'TXN-CELL', field, spoil: to(SPREADSHEET_ERROR), value: '#REF!' },
    { rule: 'TXN-RANGE', field, spoil: to('99999999999999'), value: '**********9999' },
  ],
);

const SUMS: readonly CellDefect[] = [
  { rule: 'TXN-REQUIRED', field: 'amount', spoil: to('') },
  { rule: 'TXN-REQUIRED', field: 'rowTotal', spoil: to('') },
  {
    rule: 'TXN-QTY',
    field: 'amount',
    of: NARROW,
    spoil: (cell, _, row) => (row.includes('CADV') ? undefined : plus(50)(cell)),
  },
  {
    rule: 'TXN-SIGN',
    field: 'amount',
    of: NARROW,
    spoil: (cell, _, row) => (row.includes('CADV') ? undefined : times(-1)(cell)),
  },
  { rule: 'TXN-ROW-TOTAL', field: 'rowTotal', spoil: to('$4,711.00 '), value: '4711.00' },
  { rule: 'TXN-TRAILING-MINUS', field: 'discount', spoil: to('1.9-') },
  { rule: 'TXN-TRAILING-MINUS', field: 'rebate', spoil: to('1.9-') },
  { rule: 'TXN-PLACES', field: 'amount', of: NARROW, spoil: plus(0.0025) },
  {
    rule: 'TXN-CENTS',
    field: 'billedPrice',
    of: ['Suncore', 'Pipeline', 'TAPetro'],
    spoil: times(100),
  },
  {
    rule: 'TXN-QTY-RANGE',
    field: 'quantity',
    of: ['ESSO', 'Suncore', 'Pipeline', 'TAPetro'],
    spoil: (cell, _, row) => (row.includes('CADV') ? undefined : times(200)(cell)),
  },
  { rule: 'TXN-RETAIL', field: 'retailPrice', of: ['Pipeline', 'TAPetro'], spoil: times(0.5) },
];

const CODES: readonly CellDefect[] = [
  { rule: 'TXN-PROVINCE', field: 'province', spoil: to('XX') },
  { rule: 'TXN-PRODUCT', field: 'productCode', spoil: to('KERO') },
  {
    rule: 'TXN-PRODUCT',
    field: 'product1Code',
    spoil: (_, __, row) => (row.includes('B') ? '?' : undefined),
  },
  { rule: 'TXN-CURRENCY', field: 'currency', spoil: to('EUR'), value: '' },
  { rule: 'TXN-UNIT', field: 'unit', spoil: to('BBL') },
  { rule: 'TXN-RECORD', field: 'recordType', spoil: to('DTX') },
  { rule: 'TXN-REQUIRED', field: 'province', spoil: to('') },
  { rule: 'TXN-REQUIRED', field: 'productCode', spoil: to('') },
];

const TAXES: readonly CellDefect[] = [
  { rule: 'TAX-HST', field: 'hst', of: ['ESSO', 'Suncore'], spoil: plus(1) },
  { rule: 'TAX-GST', field: 'gst', of: ['ESSO', 'Suncore'], spoil: plus(1) },
  { rule: 'TAX-QST', field: 'qst', of: ['ESSO', 'Suncore'], spoil: plus(1) },
  {
    rule: 'TAX-CBT',
    field: 'cbtRate',
    of: ['ESSO'],
    spoil: (_, __, row) =>
      row.includes('D1') &&
      !String(row[2]).startsWith('2025') &&
      !/^20260[1-9]/.test(String(row[2]))
        ? 0.2
        : undefined,
  },
  {
    rule: 'TAX-US',
    field: 'hst',
    of: ['Pipeline'],
    spoil: (_, __, row) => (row.includes('US') ? 5 : undefined),
  },
];

export const CELL_DEFECTS: readonly CellDefect[] = [
  ...CARDS,
  ...DAYS,
  ...NUMBERS,
  ...SUMS,
  ...CODES,
  ...TAXES,
];
