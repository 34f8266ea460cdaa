import { cellText, columnIndex, columnLetters, maskCards } from '../cells/text.ts';
import { ProviderFileError } from '../provider-file-error.ts';
import { openWorkbook } from '../reading/index.ts';
import type { CellValue, CheckReport, OpenOptions, ProviderFile } from '../types.ts';
import type { CopyKind } from './annotate-file.ts';
import { numberFormats } from './number-formats.ts';
import { withCell } from './with-cell.ts';
import { writeCsv } from './write-csv.ts';
import { type WrittenRow, type WrittenSheet, writeXlsx } from './write-xlsx.ts';

/** A cell to correct in a checked file. */
export interface Correction {
  /** Undefined means the first sheet that was checked. */
  readonly sheet?: string | undefined;
  /** Spreadsheet reference below the header: 'F214'. */
  readonly cell: string;
  /** The new value as text; '' empties the cell. A day in a column of real dates is YYYY-MM-DD. */
  readonly to: string;
  /** Why; required for a cell of a row with totals that the provider states. At most 500 characters. */
  readonly reason?: string | undefined;
}

/** A correction as made, for the record. Card numbers are masked except for their last four digits. */
export interface MadeCorrection {
  readonly sheet: string;
  /** The sheet's row, from 1, as spreadsheets count. */
  readonly row: number;
  /** The column's header text; 'Total' in a row of totals, whose cells may have a meaning of their own. */
  readonly column: string;
  readonly cell: string;
  /** The value before; '' for an empty cell. */
  readonly from: string;
  readonly to: string;
  /** Why, if a reason was given. */
  readonly reason?: string | undefined;
}

/** A corrected copy of a file; the file itself stays as it is. */
export interface CorrectedFile {
  readonly file: ProviderFile;
  /** The copy's format: text stays text, everything else becomes an .xlsx workbook. */
  readonly kind: CopyKind;
  readonly corrections: readonly MadeCorrection[];
}

/** Most corrections of one file; beyond that, the file itself is wrong. */
export const MAX_CORRECTIONS = 1_000;
const LONGEST = 500;

interface Target {
  readonly row: number;
  readonly column: number;
  readonly cell: string;
  readonly to: string;
  readonly reason: string;
}

const refusal = (file: ProviderFile, message: string): ProviderFileError =>
  new ProviderFileError('bad_correction', message, { file: file.name });

/** Returns the corrections by sheet. Throws `bad_correction` for a cell that isn't below a header. */
function targetsOf(
  file: ProviderFile,
  corrections: readonly Correction[],
  sheets: CheckReport['sheets'],
): Map<string, Map<number, Target[]>> {
  if (corrections.length > MAX_CORRECTIONS) {
    throw refusal(file, `At most ${MAX_CORRECTIONS} cells of a file can be corrected.`);
  }
  const bySheet = new Map<string, Map<number, Target[]>>();
  for (const { cell, reason: given = '', sheet, to } of corrections) {
    const [, letters = '', digits = ''] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(cell) ?? [];
    if (letters === '') throw refusal(file, `${cell} is not a cell; write it as Z4.`);
    if (to.length > LONGEST) throw refusal(file, `${cell}: a value has at most 500 characters.`);
    const found = sheets.find(({ name }) => sheet === undefined || name === sheet);
    if (!found) throw refusal(file, `No checked sheet is called ${sheet}.`);
    const [row, column] = [Number(digits), columnIndex(letters)];
    if (row <= found.headerRow || column >= found.headers.length) {
      throw refusal(file, `${cell} is not in a row and column below the header of ${found.name}.`);
    }
    const reason = given.trim();
    if (reason.length > LONGEST)
      throw refusal(file, `${cell}: a reason has at most 500 characters.`);
    if (reason === '' && found.totalRows.includes(row)) {
      throw refusal(
        file,
        `${cell} is in a total that the provider states: correct the rows it adds up, or give the reason why the total is wrong.`,
      );
    }
    const rows = bySheet.get(found.name) ?? new Map<number, Target[]>();
    const others = (rows.get(row) ?? []).filter((target) => target.column !== column);
    rows.set(row, [...others, { row, column, cell, to: to.trim(), reason }]);
    bySheet.set(found.name, rows);
  }
  return bySheet;
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const isDateFormat = (format: string | undefined): boolean =>
  format !== undefined && /[dy]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]/g, ''));

/** 1970-01-01 as a serial number. */
const EPOCH_SERIAL = { 1900: 25_569, 1904: 24_107 } as const;

/** How the other cells of a column are stored. */
interface ColumnKind {
  readonly numbers: boolean;
  readonly format: string | undefined;
}

function kindOf(rows: readonly WrittenRow[], column: number, headerRow: number): ColumnKind {
  const cells = rows.filter(({ row }) => row > headerRow);
  const numbers = cells.filter(({ cells: all }) => typeof all[column] === 'number');
  const texts = cells.filter(({ cells: all }) => typeof all[column] === 'string');
  return {
    numbers: numbers.length > 0 && numbers.length >= texts.length,
    format: numbers.map(({ formats }) => formats?.[column]).find((format) => format !== undefined),
  };
}

/** Stores a value like the rest of its column, so that a card number never becomes a number. */
function storedValue(to: string, { format, numbers }: ColumnKind, date1904: boolean): CellValue {
  if (to === '') return undefined;
  const day = isDateFormat(format) && numbers ? DAY.exec(to) : null;
  if (day) {
    const midnight = Date.parse(`${to}T00:00:00Z`);
    if (!Number.isNaN(midnight)) {
      return midnight / 86_400_000 + (date1904 ? EPOCH_SERIAL[1904] : EPOCH_SERIAL[1900]);
    }
  }
  return numbers && NUMBER.test(to) ? Number(to) : to;
}

/** A cell as text; a real date as YYYY-MM-DD, because its serial number says nothing to anybody. */
function shownValue(value: CellValue, format: string | undefined, date1904: boolean): string {
  if (typeof value !== 'number' || !isDateFormat(format)) return cellText(value);
  const days = value - (date1904 ? EPOCH_SERIAL[1904] : EPOCH_SERIAL[1900]);
  const moment = new Date(Math.round(days * 86_400) * 1000);
  if (Number.isNaN(moment.getTime())) return cellText(value);
  const text = moment.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
}

interface Sheet {
  readonly name: string;
  readonly headerRow: number;
  readonly headers: readonly string[];
  readonly totalRows: readonly number[];
  readonly date1904: boolean;
}

/** Applies a sheet's corrections and notes each of them. Throws `bad_correction` for a row that isn't there. */
function corrected(
  file: ProviderFile,
  rows: readonly WrittenRow[],
  targets: ReadonlyMap<number, readonly Target[]>,
  { date1904, headerRow, headers, name, totalRows }: Sheet,
): { readonly rows: readonly WrittenRow[]; readonly made: readonly MadeCorrection[] } {
  const present = new Set(rows.map(({ row }) => row));
  const missing = [...targets.keys()].find((row) => !present.has(row));
  if (missing !== undefined) throw refusal(file, `${name} has no row ${missing} to correct.`);
  const made: MadeCorrection[] = [];
  const kinds = new Map<number, ColumnKind>();
  const kindOfColumn = (column: number): ColumnKind => {
    const kind = kinds.get(column) ?? kindOf(rows, column, headerRow);
    kinds.set(column, kind);
    return kind;
  };
  const copy = rows.map((line) => {
    let cells = line.cells;
    const formats = [...(line.formats ?? [])];
    for (const { cell, column, reason, to } of targets.get(line.row) ?? []) {
      const kind = kindOfColumn(column);
      const value = storedValue(to, kind, date1904);
      const from = shownValue(cells[column], formats[column] ?? kind.format, date1904);
      const header = headers[column] || columnLetters(column);
      const title = totalRows.includes(line.row) ? 'Total' : header;
      const at = { sheet: name, row: line.row, column: title };
      const why = reason === '' ? {} : { reason: maskCards(reason) };
      made.push({ ...at, cell, from: maskCards(from), to: maskCards(to), ...why });
      cells = withCell(cells, column, value);
      formats[column] = typeof value === 'number' ? kind.format : undefined;
    }
    return { ...line, cells, formats };
  });
  return { rows: copy, made };
}

/**
 * Returns a copy of a checked file with some cells corrected, everything else unchanged: .csv for text, else
 * .xlsx, named `….corrected.xlsx`. Formulas are replaced by their values. Equal corrections give equal bytes,
 * so that the copy counts as one file however often it is made (TXN-13). Throws a ProviderFileError
 * `bad_correction` for a cell that isn't below the header of a checked sheet, or is in a row of the provider's own totals
 * and has no reason (TXN-12), and like `openWorkbook`.
 *
 * @param file the file's name and content
 * @param corrections each cell with its new value
 * @param options the sheets of the check's report, and limits of reading
 */
export async function correctFile(
  file: ProviderFile,
  corrections: readonly Correction[],
  { sheets, ...options }: OpenOptions & Pick<CheckReport, 'sheets'>,
): Promise<CorrectedFile> {
  const targets = targetsOf(file, corrections, sheets);
  const workbook = await openWorkbook(file, options);
  const formats = await numberFormats(file, workbook);
  const { date1904, kind } = workbook;
  const written: WrittenSheet[] = [];
  const made: MadeCorrection[] = [];
  for (const [index, { hidden, name }] of workbook.sheets.entries()) {
    const rows: WrittenRow[] = [];
    for await (const batch of workbook.rows(index, options.signal)) {
      for (const { cells, row } of batch) rows.push({ row, cells, formats: formats(name, row) });
    }
    const own = targets.get(name);
    const sheet = sheets.find((checked) => checked.name === name);
    const done =
      own && sheet ? corrected(file, rows, own, { ...sheet, date1904 }) : { rows, made: [] };
    written.push({ name, hidden, rows: done.rows });
    made.push(...done.made);
  }
  const stem = file.name.replace(/(?:\.corrected)?\.[^.]*$/, '');
  const copy = kind === 'csv' ? 'csv' : 'xlsx';
  const blob =
    copy === 'csv'
      ? new Blob([writeCsv(written[0]?.rows ?? [])])
      : await writeXlsx(written, { date1904 });
  return { file: { name: `${stem}.corrected.${copy}`, blob }, kind: copy, corrections: made };
}
