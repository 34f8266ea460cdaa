import Papa from 'papaparse';
import type { CellValue, SheetRow, Workbook } from '../../types.ts';
import { type Reading, withSignal } from '../reading.ts';
import { damaged, tooManyRows, tooWide } from '../refusals.ts';
import { type Dialect, detectDialect } from './delimiter.ts';
import { TextDecoding } from './text-decoding.ts';

/** Sheet name used for a text file. */
const SHEET = 'Sheet1';
const BATCH_ROWS = 256;
const SAMPLE_CHARACTERS = 64 * 1024;
/** A longer record means an unclosed quotation mark. */
const MAX_RECORD = 1024 * 1024;

/** Number of columns in an Excel worksheet: a wider row isn't a table. */
const MAX_CELLS = 16_384;

interface Parsed {
  readonly data: string[][];
  readonly errors: readonly { readonly code: string; readonly row?: number }[];
  readonly meta: { readonly cursor: number };
}

/** Requests the next chunk early, so that it is read while the current one is parsed. */
function readAhead(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const next = reader.read();
  // Avoids an unhandled rejection if nobody awaits it any more.
  next.catch(() => undefined);
  return next;
}

async function* textChunks(reading: Reading): AsyncGenerator<{ text: string; last: boolean }> {
  const decoding = new TextDecoding();
  const reader = reading.file.blob.stream().getReader();
  let ahead = readAhead(reader);
  try {
    for (;;) {
      reading.signal?.throwIfAborted();
      const { done, value } = await ahead;
      if (!done) ahead = readAhead(reader);
      yield { text: decoding.decode(value ?? new Uint8Array(0), done), last: done };
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

function toCells(record: string[]): CellValue[] {
  const cells: CellValue[] = record;
  for (let index = 0; index < cells.length; index += 1) {
    if (cells[index] === '') cells[index] = undefined;
  }
  while (cells.length > 0 && cells[cells.length - 1] === undefined) cells.pop();
  return cells;
}

/** Parses the text received so far; only complete records until the last chunk has arrived. */
class CsvRows {
  readonly #reading: Reading;
  #dialect: Dialect | undefined;
  #rest = '';
  #row = 0;
  #count = 0;
  #atStart = true;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  take(more: string, last: boolean): readonly SheetRow[] {
    const text = this.#rest + more;
    this.#rest = text;
    if (this.#dialect === undefined && text.length < SAMPLE_CHARACTERS && !last) return [];
    this.#dialect ??= detectDialect(text.slice(0, SAMPLE_CHARACTERS)) ?? {
      delimiter: ',',
      newline: '\n',
      named: false,
    };
    const { delimiter, newline } = this.#dialect;
    const parsed: Parsed = new Papa.Parser({ delimiter, newline }).parse(text, 0, !last);
    this.#rest = last ? '' : text.slice(parsed.meta.cursor);
    const rows = this.#rows(parsed);
    const unclosed = parsed.errors.some(({ code }) => code === 'MissingQuotes');
    if (!unclosed && this.#rest.length > MAX_RECORD && !this.#rest.includes('"')) {
      throw tooWide(this.#reading, this.#row + 1);
    }
    if (unclosed || this.#rest.length > MAX_RECORD) {
      const row = this.#row + (unclosed ? 0 : 1);
      throw damaged(this.#reading, `a quotation mark in row ${row} is never closed`);
    }
    return rows;
  }

  #rows({ data, errors }: Parsed): SheetRow[] {
    const rows: SheetRow[] = [];
    const invalid = new Set(errors.map(({ code, row }) => (code === 'InvalidQuotes' ? row : -1)));
    for (const [index, record] of data.entries()) {
      // Like Excel, doesn't count the line that names the delimiter.
      if (this.#atStart && this.#dialect?.named) {
        this.#atStart = false;
        continue;
      }
      this.#atStart = false;
      this.#row += 1;
      if (record.length > MAX_CELLS) throw tooWide(this.#reading, this.#row);
      // A quotation mark inside a cell is text, unless it joined the next line to the cell.
      if (invalid.has(index) && record.some((cell) => cell.includes('\n'))) {
        throw damaged(this.#reading, `the quotation marks in row ${this.#row} do not match`);
      }
      const end = record.length - 1;
      // Records are split at line feeds, so that files with mixed line ends can be read.
      if (record[end]?.endsWith('\r')) record[end] = record[end].slice(0, -1);
      if (this.#row === 1 && record[0]) record[0] = record[0].replace(/^(?:\uFEFF|ï»¿)+/, '');
      const cells = toCells(record);
      if (cells.length === 0) continue;
      this.#count += 1;
      if (this.#count > this.#reading.limits.maxRows) throw tooManyRows(this.#reading, SHEET);
      rows.push({ row: this.#row, cells });
    }
    return rows;
  }
}

async function* csvRows(reading: Reading): AsyncGenerator<readonly SheetRow[], void> {
  const rows = new CsvRows(reading);
  for await (const { text, last } of textChunks(reading)) {
    const ready = rows.take(text, last);
    for (let at = 0; at < ready.length; at += BATCH_ROWS) {
      reading.signal?.throwIfAborted();
      yield ready.slice(at, at + BATCH_ROWS);
    }
  }
}

/** Opens delimited text: one sheet, every value an unchanged string, blank rows counted like in Excel. */
export function openCsv(reading: Reading): Workbook {
  return {
    kind: 'csv',
    date1904: false,
    sheets: [{ name: SHEET, hidden: false }],
    rows(sheet, signal) {
      if (sheet !== 0) throw new RangeError(`There is no sheet ${sheet}.`);
      return csvRows(withSignal(reading, signal));
    },
  };
}
