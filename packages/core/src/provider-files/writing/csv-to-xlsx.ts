import { csvRows, unguarded } from '../../format/csv-rows.ts';
import { streamXlsx } from './stream-xlsx.ts';

/** Numbers that a spreadsheet holds exactly; excludes card numbers, ids and codes with leading zeros. */
const FIGURE = /^-?(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$/;

const cellOf = (value: string): string | number => (FIGURE.test(value) ? Number(value) : value);

async function* cells(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<readonly (string | number)[]> {
  let isHeader = true;
  for await (const rows of csvRows(body)) {
    for (const row of rows) {
      yield isHeader ? row : row.map((value) => cellOf(unguarded(value)));
      isHeader = false;
    }
  }
}

/**
 * Converts the service's CSV export to an .xlsx workbook as it streams. Texts stay texts: no cell becomes a
 * formula, so they lose the apostrophe with which a CSV file is guarded.
 *
 * @param body the CSV file's bytes, UTF-8
 * @param name the sheet's name
 * @returns the workbook's bytes as they are made
 * @throws a RangeError beyond 4 GB, and an error if the CSV file ends inside a quoted field
 */
export const csvToXlsx = (
  body: ReadableStream<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> => streamXlsx(name, cells(body));
