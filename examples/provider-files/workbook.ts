import { type CellObject, read, utils, write } from 'xlsx';

/** A cell as the generators write it; a number with a format is how real dates are stored. */
export type Cell = string | number | undefined | CellObject;

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

export interface GeneratedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface WorkbookOptions {
  /** SheetJS writes .xls in quadratic time: keep those to a few hundred rows. */
  readonly type?: 'xlsx' | 'biff8' | 'biff5' | 'html' | 'txt' | 'xlml' | 'csv';
  readonly date1904?: boolean;
}

/** Writes sheets as a workbook's bytes. */
export function workbookBytes(
  sheets: readonly Sheet[],
  { type = 'xlsx', date1904 = false }: WorkbookOptions = {},
): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  book.Workbook = { WBProps: { date1904 } };
  for (const { name, rows } of sheets) {
    const cells = rows.map((row) => row.map((cell) => cell ?? null));
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells, { dense: true }), name);
  }
  // The format of 1997 introduced the table of shared texts.
  const bookSST = type !== 'biff5';
  const written = write(book, { type: 'array', bookType: type, compression: true, bookSST });
  return new Uint8Array(written as ArrayBuffer);
}

/** By name: writing a workbook takes up to a second, and the same file is asked for again and again. */
const written = new Map<string, Uint8Array<ArrayBuffer>>();

/** An example that is the same whenever it has that name, written when its bytes are first read; each reader gets a copy. */
export function example<Rest extends { readonly name: string }>(
  rest: Rest,
  write: () => Uint8Array<ArrayBuffer>,
): Rest & GeneratedFile {
  return {
    ...rest,
    get bytes() {
      const bytes = written.get(rest.name) ?? write();
      written.set(rest.name, bytes);
      return bytes.slice();
    },
  };
}

/** Opens a workbook, sets some cells of its first sheet ('Z3') and saves it, as a person who corrects one would. */
export function mendWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  cells: Readonly<Record<string, string | number>>,
): Uint8Array<ArrayBuffer> {
  const book = read(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) throw new Error('The workbook has no sheet.');
  for (const [at, value] of Object.entries(cells))
    utils.sheet_add_aoa(sheet, [[value]], { origin: at });
  const written = write(book, { type: 'array', bookType: 'xlsx', compression: true });
  return new Uint8Array(written as ArrayBuffer);
}

const DAY = 86_400_000;

/** Serial of a day, YYYY-MM-DD, with a time, HH:mm or HH:mm:ss, in the 1900 date system. */
export function serialOf(day: string, time = '00:00:00'): number {
  const clock = time.length === 5 ? `${time}:00` : time;
  return Date.parse(`${day}T${clock}Z`) / DAY + 25_569;
}

/** A real spreadsheet date. */
export function realDate(day: string, time?: string): CellObject {
  const z = time === undefined ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
  return { t: 'n', v: serialOf(day, time), z };
}

/** The day that many days after another, YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
