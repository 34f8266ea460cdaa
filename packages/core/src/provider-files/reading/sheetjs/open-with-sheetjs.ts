import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from 'xlsx';
import type { CellValue, FileKind, SheetRow, Workbook } from '../../types.ts';
import { errorFault, NO_RESULT, NOT_A_NUMBER } from '../faults.ts';
import { BATCH, MAX_GRID, type Reading, withSignal } from '../reading.ts';
import { damaged, encrypted, tooManyRows, webPage } from '../refusals.ts';
import type { SheetDamage } from '../sheet-damage.ts';
import { decodeText } from '../text/decode-text.ts';
import { type OnlyCells, onlyCells } from './only-cells.ts';

/** Only values, as stored: `cellDates` would shift days, and `cellText` doubles the time. */
const OPTIONS: ParsingOptions = {
  dense: true,
  cellText: false,
  cellHTML: false,
  cellNF: false,
  cellDates: false,
  sheetStubs: true,
};

function cellValue(cell: CellObject | undefined, text: OnlyCells['text']): CellValue {
  if (cell === undefined) return undefined;
  if (cell.t === 'e') return errorFault(Number(cell.v));
  const { v } = cell;
  if (v === undefined || v === null) {
    return cell.f === undefined ? undefined : NO_RESULT;
  }
  if (typeof v === 'number') return Number.isFinite(v) ? v : NOT_A_NUMBER;
  if (typeof v === 'boolean') return v;
  return v === '' ? undefined : text(String(v));
}

function rowOf(
  row: number,
  stored: readonly (CellObject | undefined)[],
  text: OnlyCells['text'],
): SheetRow | undefined {
  const cells: CellValue[] = [];
  for (let column = 0; column < stored.length; column += 1) {
    const value = cellValue(stored[column], text);
    if (value === undefined) continue;
    while (cells.length < column) cells.push(undefined);
    cells.push(value);
  }
  return cells.length === 0 ? undefined : { row, cells };
}

const asRead: OnlyCells['text'] = (read) => read;

async function* sheetRows(
  reading: Reading,
  sheet: WorkSheet,
  name: string,
  text: OnlyCells['text'],
): AsyncGenerator<readonly SheetRow[], void> {
  const data: readonly (CellObject[] | undefined)[] = sheet['!data'] ?? [];
  const outside = () => damaged(reading, `sheet "${name}" has cells outside of any sheet`);
  if (data.length > MAX_GRID.rows) throw outside();
  let batch: SheetRow[] = [];
  let count = 0;
  for (const [index, stored] of data.entries()) {
    if (stored === undefined) continue;
    if (stored.length > MAX_GRID.columns) throw outside();
    const row = rowOf(index + 1, stored, text);
    if (row === undefined) continue;
    count += 1;
    if (count > reading.limits.maxRows) throw tooManyRows(reading, name);
    batch.push(row);
    if (batch.length < BATCH.rows) continue;
    reading.signal?.throwIfAborted();
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * SheetJS returns 0 for a formula without a value. Reading without formulas leaves such a cell blank; this
 * second reading is made only if a formula is 0.
 */
function clearMadeUpZeros(book: WorkBook, readPlain: () => WorkBook): void {
  let plain: WorkBook | undefined;
  for (const name of book.SheetNames) {
    book.Sheets[name]?.['!data']?.forEach((row: readonly CellObject[], rowIndex: number) => {
      row.forEach((cell, column) => {
        if (cell.f === undefined || cell.v !== 0) return;
        plain ??= readPlain();
        if (plain.Sheets[name]?.['!data']?.[rowIndex]?.[column]?.v === undefined) delete cell.v;
      });
    });
  }
}

/**
 * SheetJS compares each cell with all merged cells, and starts again after each that spans rows. A sheet of a
 * hundred thousand cells with a thousand headings across it stays far below these numbers of comparisons.
 */
const MAX_COMPARISONS = { merged: 1e8, spanningRows: 1e10 } as const;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function isOvermerged(html: string): boolean {
  const rows = count(html, /rowspan/gi);
  const merged = rows + count(html, /colspan/gi);
  if (merged === 0) return false;
  const cells = count(html, /<\/t[dh]>/gi);
  return (
    cells * merged > MAX_COMPARISONS.merged || cells * rows ** 2 > MAX_COMPARISONS.spanningRows
  );
}

/** Returns only the table, so that text around it can't be mistaken for another file type. */
async function htmlTables(reading: Reading): Promise<string> {
  const html = await decodeText(reading.file.blob);
  const table = html.search(/<table[\s>]/i);
  if (table < 0 || /<input[^<>]+type\s*=\s*["']?password/i.test(html)) throw webPage(reading);
  if (isOvermerged(html)) throw damaged(reading, 'its table has more merged cells than data');
  return `<html>${html.slice(table)}`;
}

type SheetJsKind = Extract<FileKind, 'xlsx' | 'xls' | 'html' | 'spreadsheetml'>;

async function source(reading: Reading, kind: SheetJsKind, stream: Uint8Array | undefined) {
  if (kind === 'html') {
    // Raw, because a card number in a table would lose its leading zeros as a number.
    return { data: await htmlTables(reading), options: { type: 'string', raw: true } } as const;
  }
  if (kind === 'spreadsheetml') {
    return { data: await decodeText(reading.file.blob), options: { type: 'string' } } as const;
  }
  if (stream !== undefined) {
    // Only .xlsx can contain formulas without values.
    const only = { type: 'buffer', cellFormula: false, sheetStubs: false } as const;
    const { bytes, text } = onlyCells(stream);
    const orDamaged: OnlyCells['text'] = (read) => {
      try {
        return text(read);
      } catch (cause) {
        throw damaged(reading, (cause as SheetDamage).message, { cause });
      }
    };
    return { data: bytes, options: only, text: orDamaged };
  }
  const data = new Uint8Array(await reading.file.blob.arrayBuffer());
  return { data, options: { type: 'array' } } as const;
}

/** SheetJS leaves out a sheet that it can't read, such as one whose texts are missing. */
function whyNone(
  book: WorkBook & { readonly Strings?: readonly unknown[] },
  kind: SheetJsKind,
): string {
  const [first] = book.SheetNames;
  if (first === undefined) return 'it has no sheet';
  return kind === 'xlsx' && (book.Strings ?? []).length === 0
    ? `the texts of its cells are missing, so sheet "${first}" can't be read`
    : `sheet "${first}" breaks off or is altered`;
}

/**
 * Reads a whole workbook with SheetJS, for types and variants that our own readers can't stream. The caller
 * has checked that the uncompressed file is within the limits. For an .xls it passes the workbook's stream,
 * because SheetJS never stops on a circular container.
 */
export async function openWithSheetJs(
  reading: Reading,
  kind: SheetJsKind,
  stream?: Uint8Array,
): Promise<Workbook> {
  const { data, options, text = asRead } = await source(reading, kind, stream);
  const { read } = await import('xlsx');
  reading.signal?.throwIfAborted();
  let book: WorkBook;
  try {
    book = read(data, { ...OPTIONS, ...options });
    if (kind === 'xlsx') {
      clearMadeUpZeros(book, () => read(data, { ...OPTIONS, ...options, cellFormula: false }));
    }
  } catch (cause) {
    if (cause instanceof Error && /password|encrypt/i.test(cause.message)) throw encrypted(reading);
    throw damaged(reading, 'it breaks off or is altered', { cause });
  }
  reading.signal?.throwIfAborted();
  const sheets = book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    // SheetJS omits a sheet of an .xls that is cut off.
    if (sheet === undefined && kind === 'xls') throw damaged(reading, `sheet "${name}" breaks off`);
    if (sheet === undefined || (sheet['!type'] ?? 'sheet') !== 'sheet') return [];
    return [
      { name: text(name), sheet, hidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0 },
    ];
  });
  if (sheets.length === 0) throw damaged(reading, whyNone(book, kind));
  return {
    kind,
    date1904: book.Workbook?.WBProps?.date1904 === true,
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    rows(index, signal) {
      const found = sheets[index];
      if (found === undefined) throw new RangeError(`There is no sheet ${index}.`);
      return sheetRows(withSignal(reading, signal), found.sheet, found.name, text);
    },
  };
}
