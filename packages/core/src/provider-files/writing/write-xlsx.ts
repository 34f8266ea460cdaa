import type { CellObject, WorkBook, WorkSheet } from 'xlsx';
import type { CellValue } from '../types.ts';

/** A row as it is to stand in a sheet; numbers may have a spreadsheet's number format. */
export interface WrittenRow {
  /** One-based. */
  readonly row: number;
  readonly cells: readonly CellValue[];
  readonly formats?: readonly (string | undefined)[];
}

export interface WrittenSheet {
  readonly name: string;
  readonly hidden?: boolean;
  /** By ascending row. */
  readonly rows: readonly WrittenRow[];
}

const ERROR_CODES: Readonly<Record<string, number>> = {
  '#NULL!': 0,
  '#DIV/0!': 7,
  '#VALUE!': 15,
  '#REF!': 23,
  '#NAME?': 29,
  '#NUM!': 36,
  '#N/A': 42,
};

/** What a spreadsheet takes in one cell. */
const LONGEST_TEXT = 32_767;

/** Texts stay texts and nothing becomes a formula, so that a spreadsheet executes no cell. */
function toCell(value: CellValue, format: string | undefined): CellObject | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return { t: 's', v: value.slice(0, LONGEST_TEXT) };
  if (typeof value === 'boolean') return { t: 'b', v: value };
  if (typeof value === 'number') {
    return { t: 'n', v: value, ...(format !== undefined && { z: format }) };
  }
  const code = ERROR_CODES[value.fault];
  return code === undefined ? undefined : { t: 'e', v: code };
}

function toSheet(rows: readonly WrittenRow[], reference: (width: number) => string): WorkSheet {
  // The writer takes no sheet with rows left out.
  const data = Array.from({ length: rows.at(-1)?.row ?? 0 }, (): CellObject[] => []);
  let width = 1;
  for (const { row, cells, formats } of rows) {
    const line: CellObject[] = [];
    cells.forEach((value, column) => {
      const cell = toCell(value, formats?.[column]);
      if (cell) line[column] = cell;
    });
    data[row - 1] = line;
    width = Math.max(width, cells.length);
  }
  return { '!data': data, '!ref': reference(width) };
}

/** Writes sheets as an .xlsx workbook; the same sheets give the same bytes. */
export async function writeXlsx(
  sheets: readonly WrittenSheet[],
  { date1904 = false }: { readonly date1904?: boolean } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { utils, write } = await import('xlsx');
  const book: WorkBook = utils.book_new();
  for (const { name, rows } of sheets) {
    const last = Math.max(1, ...rows.slice(-1).map(({ row }) => row));
    const reference = (width: number) =>
      utils.encode_range({ s: { r: 0, c: 0 }, e: { r: last - 1, c: width - 1 } });
    utils.book_append_sheet(book, toSheet(rows, reference), name);
  }
  book.Workbook = {
    WBProps: { date1904 },
    Sheets: sheets.map(({ name, hidden }) => ({ name, Hidden: hidden ? 1 : 0 })),
  };
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true, bookSST: true });
  return new Uint8Array(bytes as ArrayBuffer);
}
