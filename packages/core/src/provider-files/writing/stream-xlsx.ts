import type { CellValue } from '../types.ts';
import { type StreamedPart, zipStream } from './stream-zip.ts';
import { Formats, frameParts, rowXml, SHEET_END, SHEET_START } from './write-xlsx.ts';

/** Row limit of a worksheet. */
const MAX_ROWS = 1_048_576;
/** Characters collected before they are compressed. */
const PIECE = 64_000;

/** A row's cells, in the order of the header. */
export type Cells = readonly CellValue[];

/** An iterator over rows with one row of lookahead. */
class Ahead {
  private next: IteratorResult<Cells> | undefined;
  private readonly rows: AsyncIterator<Cells>;

  constructor(rows: AsyncIterator<Cells>) {
    this.rows = rows;
  }

  async hasNext(): Promise<boolean> {
    this.next ??= await this.rows.next();
    return this.next.done !== true;
  }

  async take(): Promise<Cells> {
    await this.hasNext();
    const cells = this.next?.value as Cells;
    this.next = undefined;
    return cells;
  }
}

async function* sheetText(header: Cells, rows: Ahead, mostRows: number): AsyncGenerator<string> {
  const formats = new Formats();
  const letters: string[] = [];
  let piece = SHEET_START + rowXml({ row: 1, cells: header }, letters, formats);
  for (let row = 2; row <= mostRows && (await rows.hasNext()); row += 1) {
    piece += rowXml({ row, cells: await rows.take() }, letters, formats);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + SHEET_END;
}

async function* parts(
  name: string,
  rows: AsyncIterator<Cells>,
  mostRows: number,
): AsyncGenerator<StreamedPart> {
  const ahead = new Ahead(rows);
  try {
    yield* sheetParts(name, ahead, mostRows);
  } finally {
    await rows.return?.();
  }
}

async function* sheetParts(
  name: string,
  ahead: Ahead,
  mostRows: number,
): AsyncGenerator<StreamedPart> {
  const header = (await ahead.hasNext()) ? await ahead.take() : [];
  const sheets: { readonly name: string; readonly rows: readonly [] }[] = [];
  do {
    const number = sheets.length + 1;
    sheets.push({ name: number === 1 ? name : `${name} (${number})`, rows: [] });
    const text = sheetText(header, ahead, mostRows);
    yield { path: `xl/worksheets/sheet${number}.xml`, text };
  } while (await ahead.hasNext());
  yield* frameParts(sheets, false);
  yield { path: 'xl/styles.xml', text: [new Formats().xml] };
}

/**
 * Writes an .xlsx workbook as a stream that keeps only a few rows in memory. The first row is the header,
 * repeated on each additional sheet that the rows need. Texts remain texts: no cell becomes a formula.
 * Throws a RangeError beyond 4 GB.
 *
 * @param name the sheets' name
 * @param rows the cells of each row, the header first
 * @param mostRows rows a sheet, the header included
 * @returns the workbook's bytes as they are made
 */
export const streamXlsx = (
  name: string,
  rows: AsyncIterable<Cells>,
  mostRows: number = MAX_ROWS,
): AsyncGenerator<Uint8Array<ArrayBuffer>> =>
  zipStream(parts(name, rows[Symbol.asyncIterator](), mostRows));
