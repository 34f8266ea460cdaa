import type { BuiltInProvider, ProviderFileErrorCode } from '@forecourt/core/provider-files';
import type { Cell, Sheet } from '../workbook.ts';
import type { BaseFile } from './base-files.ts';

/** Something wrong with a file as a whole, at a cell or nowhere. */
export interface FileDefect {
  readonly rule: string;
  readonly of?: readonly BuiltInProvider[];
  /** The spoiled sheets, and the sheet, row (as a spreadsheet counts) and column of the cell. */
  readonly spoil: (base: BaseFile) => {
    readonly sheets: readonly Sheet[];
    readonly at?: { readonly sheet: string; readonly row: number; readonly column: number };
  };
}

/** A file that cannot be read as the provider's at all. */
export interface WholeDefect {
  readonly code: ProviderFileErrorCode;
  readonly spoil: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

/** One cell of the first sheet's row that `find` picks, set by `change`. */
const cellOf =
  (
    find: (rows: Sheet['rows'], base: BaseFile) => number,
    field: number | string,
    change: (cell: Cell) => Cell,
  ) =>
  (base: BaseFile) => {
    const [first, ...others] = base.sheets;
    if (!first) throw new Error('There is no sheet.');
    const row = find(first.rows, base);
    const column = typeof field === 'number' ? field : base.columnOf(field);
    const rows = first.rows.map((cells, index) =>
      index === row ? cells.with(column, change(cells[column])) : cells,
    );
    return {
      sheets: [{ ...first, rows }, ...others],
      at: { sheet: first.name, row: row + 1, column },
    };
  };

const last = (rows: Sheet['rows']) => rows.length - 1;
const subtotal = (rows: Sheet['rows'], base: BaseFile) =>
  rows.findIndex((cells, index) => index > base.headerRow && cells[0] === undefined);
const more = (by: number) => (cell: Cell) => Math.round((Number(cell) + by) * 1000) / 1000;

export const FILE_DEFECTS: readonly FileDefect[] = [
  { rule: 'FILE-COUNT', of: ['ESSO'], spoil: cellOf(last, 1, more(1)) },
  { rule: 'FILE-QUANTITY', of: ['ESSO'], spoil: cellOf(last, 2, more(7)) },
  { rule: 'FILE-TOTAL', of: ['ESSO'], spoil: cellOf(last, 3, more(100)) },
  { rule: 'FILE-TOTAL', of: ['Suncore', 'Pipeline'], spoil: cellOf(last, 'amount', more(100)) },
  { rule: 'FILE-QUANTITY', of: ['Suncore', 'Pipeline'], spoil: cellOf(last, 'quantity', more(7)) },
  { rule: 'FILE-TOTAL-CENT', of: ['ESSO'], spoil: cellOf(last, 3, more(0.01)) },
  { rule: 'FILE-SUBTOTAL', of: ['Pipeline'], spoil: cellOf(subtotal, 'amount', more(3)) },
  {
    rule: 'FILE-CURRENCY',
    of: ['ESSO'],
    spoil: cellOf(
      () => 0,
      4,
      () => 'USD',
    ),
  },
  {
    rule: 'FILE-DATE',
    of: ['ESSO'],
    spoil: cellOf(
      () => 0,
      3,
      () => '20261399',
    ),
  },
  {
    rule: 'FILE-TRAILER',
    of: ['ESSO'],
    spoil: ({ sheets }) => ({
      sheets: sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.slice(0, -1) })),
    }),
  },
  {
    rule: 'FILE-SHEET',
    spoil: ({ sheets }) => ({
      sheets: [...sheets, { name: 'Notes', rows: [['Prices as posted']] }],
    }),
  },
  {
    rule: 'FILE-EXTRA-COLUMN',
    spoil: ({ headerRow, sheets }) => {
      const [first, ...others] = sheets;
      if (!first) throw new Error('There is no sheet.');
      const width = first.rows[headerRow]?.length ?? 0;
      const rows = first.rows.map((cells, index) =>
        index === headerRow ? [...cells, 'LOYALTY'] : cells,
      );
      return {
        sheets: [{ ...first, rows }, ...others],
        at: { sheet: first.name, row: headerRow + 1, column: width },
      };
    },
  },
];

const text = (content: string) => () => new TextEncoder().encode(content);

export const WHOLE_DEFECTS: readonly WholeDefect[] = [
  { code: 'empty_file', spoil: () => new Uint8Array(0) },
  { code: 'damaged_file', spoil: (bytes) => bytes.slice(0, Math.floor(bytes.length * 0.6)) },
  {
    code: 'web_page',
    spoil: text('<!DOCTYPE html><html><body><form>Sign in</form></body></html>'),
  },
  { code: 'header_not_found', spoil: text('Dear customer,\nsee attached.\n') },
  { code: 'unsupported_kind', spoil: text('%PDF-1.7\n') },
];
