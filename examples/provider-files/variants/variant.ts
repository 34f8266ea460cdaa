import type { ProviderFileErrorCode } from '@forecourt/core/provider-files';
import type { Random } from '../random.ts';
import type { Cell, GeneratedFile, Sheet } from '../workbook.ts';
import {
  described,
  FIELDS,
  type Field,
  type GoodFile,
  type Place,
  type Provider,
  type Purchase,
} from './good-file.ts';

/** What a careful clerk expects of a file. */
export type Expected =
  | { readonly answer: 'refused'; readonly code: ProviderFileErrorCode; readonly says: string }
  | {
      readonly answer: 'checked';
      /** All that is entered. */
      readonly purchases: readonly Purchase[];
      /** 'Transactions!Z3 TXN-QTY'; the row's number in place of a cell, '-' where no row is meant. */
      readonly errors: readonly string[];
      readonly warnings: readonly string[];
    };

/** A good file with one thing changed, and the answer that is right. */
export interface Variant extends GeneratedFile {
  readonly kind: string;
  readonly provider: Provider;
  readonly expected: Expected;
  /** The good file of the same purchases; each line entered must be one of its lines in every field … */
  readonly like?: readonly Sheet[];
  /** … but these. */
  readonly butFor: readonly string[];
}

/** What a kind makes of a good file. What is left out stays as it is in the good file. */
export interface Made {
  readonly sheets?: readonly Sheet[];
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly extension?: string;
  /** Indices of the rows that stay out. */
  readonly out?: readonly number[];
  readonly purchases?: readonly Purchase[];
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
  readonly refused?: { readonly code: ProviderFileErrorCode; readonly says: string };
  /** The purchases are others than the good file's, so that its lines are no measure. */
  readonly unlike?: boolean;
  readonly butFor?: readonly string[];
}

export interface Kind {
  readonly name: string;
  /** Default: all five. */
  readonly of?: readonly Provider[];
  /** Last business day of the good file; default 2026-11-18, two days before the check. */
  readonly day?: string;
  /** The good file is one sheet. */
  readonly single?: boolean;
  readonly make: (good: GoodFile, random: Random) => Made;
}

type Edit = (cells: readonly Cell[], index: number) => readonly Cell[];

/** Edits the rows of each sheet. */
export const eachSheet = (
  good: GoodFile,
  edit: (rows: Sheet['rows'], at: number) => Sheet['rows'],
) => good.sheets.map((sheet, at) => ({ ...sheet, rows: edit(sheet.rows, at) }));

/** The transactions' rows edited, by their order in the file. */
export function editRows(good: GoodFile, edit: Edit): Sheet[] {
  return good.sheets.map((sheet, at) => ({
    ...sheet,
    rows: sheet.rows.map((cells, row) => {
      const index = good.rows.findIndex((place) => place.sheet === at && place.row === row);
      return index < 0 ? cells : edit(cells, index);
    }),
  }));
}

/** Edits all rows from the header on, except for the trailer record, whose cells differ. */
export function editTable(
  good: GoodFile,
  edit: (cells: readonly Cell[], isHeader: boolean) => readonly Cell[],
): Sheet[] {
  return good.sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((cells, row) =>
      row < good.headerRow || cells[0] === 'TRL' || cells.length === 0
        ? cells
        : edit(cells, row === good.headerRow),
    ),
  }));
}

export function columnOf(good: GoodFile, field: Field): number {
  const headers: Readonly<Record<string, string>> = FIELDS[good.provider];
  return good.headers.indexOf(headers[field] ?? '');
}

/** A field's cells changed in all rows, or in those of the given indices. */
export function setField(
  good: GoodFile,
  field: Field,
  change: (cell: Cell, cells: readonly Cell[]) => Cell,
  only?: readonly number[],
): Sheet[] {
  const column = columnOf(good, field);
  return editRows(good, (cells, index) =>
    column < 0 || (only && !only.includes(index))
      ? cells
      : cells.with(column, change(cells[column], cells)),
  );
}

export function withSheets(good: GoodFile, sheets: readonly Sheet[]): GoodFile {
  return { ...good, sheets };
}

/** The file with its rows changed into other purchases, its sums unchanged. */
export function otherwise(good: GoodFile, sheets: readonly Sheet[]): GoodFile {
  return described(good.provider, sheets);
}

const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26);

/** 'Transactions!Z3' of zero-based column and row. */
export function cellAt(good: GoodFile, { sheet, row }: Place, column: number): string {
  return `${good.sheets[sheet]?.name}!${letters(column)}${row + 1}`;
}

/** A field's cell in each row, or in those of the given indices. */
export function cellsOf(good: GoodFile, field: Field, only?: readonly number[]): string[] {
  return good.rows.flatMap((place, index) =>
    only && !only.includes(index) ? [] : [cellAt(good, place, columnOf(good, field))],
  );
}

/** Every row, each for the same reason. */
export function all(good: GoodFile, field: Field, rule: string): string[] {
  return cellsOf(good, field).map((cell) => `${cell} ${rule}`);
}

export const everyRow = ({ rows }: GoodFile) => rows.map((_, index) => index);
