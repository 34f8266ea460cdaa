import { normalizeHeader } from '../cells/text.ts';
import { MARK_HEADER } from '../own-columns.ts';
import { type ProviderFileReading, readProviderFile } from '../read-provider-file.ts';
import { openWorkbook } from '../reading/index.ts';
import type { CheckedRow, CheckIssue, CheckOptions, CheckReport, ProviderFile } from '../types.ts';
import { numberFormats } from '../writing/number-formats.ts';
import { writeXlsx } from '../writing/write-xlsx.ts';
import { LineNumbers, rowKey } from './line-numbers.ts';
import { notesSheet, type RowNotes, readRowNotes } from './row-notes.ts';
import { type RefusedRow, splitSheets } from './split-sheets.ts';

/** Options of `splitProviderFile`. */
export interface SplitOptions extends CheckOptions {
  /** SHA-256 of the file's content in hex. */
  readonly sha256: string;
}

/** A provider's file divided for sending it without its refused rows (TXN-13). */
export interface SplitFile {
  /** Report on the whole file. */
  readonly report: CheckReport;
  /**
   * The accepted rows in the provider's layout, at their original positions; the file itself if no row was
   * refused. Undefined if nothing can be sent: no row was accepted, or the whole file is wrong.
   */
  readonly accepted: ProviderFile | undefined;
  /** The refused rows in the provider's layout, each with its reason, to be corrected and sent later. */
  readonly refused: ProviderFile | undefined;
  /** Form fields to send along with `accepted`, so that its rows count as in the original file. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/**
 * Returns a reason as written to the reject file: 'AMT: TXN-QTY amount is not quantity × price (362.36,
 * expected 362.00). Compare …'.
 */
function reasonText({ column, expected, fix, message, rule, value }: CheckIssue): string {
  const found = [value ?? '', expected === null ? '' : `expected ${expected}`].filter(Boolean);
  const where = column === null ? '' : `${column}: `;
  return `${where}${rule} ${message}${found.length > 0 ? ` (${found.join(', ')})` : ''}. ${fix}`;
}

const isError = ({ severity }: CheckIssue): boolean => severity === 'error';

interface Reading {
  readonly report: CheckReport;
  readonly sums: ProviderFileReading['sums'];
  readonly numbers: LineNumbers;
  readonly refused: ReadonlyMap<string, RefusedRow>;
  /** An error concerns the whole file. */
  readonly wrongFile: boolean;
}

/** Finds the cell with a row's mark in the current sheet. */
function markReader(reading: ProviderFileReading): (row: CheckedRow) => string {
  let sheet = '';
  let column = -1;
  return (row) => {
    if (row.sheet !== sheet) {
      sheet = row.sheet;
      const { headers = [] } = reading.report.sheets.at(-1) ?? {};
      column = headers.map(normalizeHeader).indexOf(normalizeHeader(MARK_HEADER));
    }
    return column < 0 ? '' : (row.cells[column] ?? '');
  };
}

async function readRows(
  file: ProviderFile,
  options: SplitOptions,
  notes: RowNotes | undefined,
): Promise<Reading> {
  const reading = readProviderFile(file, options);
  const markOf = markReader(reading);
  const numbers = new LineNumbers(notes);
  const refused = new Map<string, RefusedRow>();
  let rowErrors = 0;
  for await (const batch of reading) {
    for (const row of batch) {
      const mark = notes ? markOf(row) : '';
      numbers.add(row, mark);
      const errors = row.issues.filter(isError);
      rowErrors += errors.length;
      if (errors.length === 0) continue;
      const key = rowKey(row);
      const own = notes?.rows.has(mark) ? mark : `${options.sha256.slice(0, 8)}:${key}`;
      const reason = errors.map(reasonText).join(' ');
      refused.set(key, { sheet: row.sheet, row: row.row, reason, mark: own });
    }
  }
  const { report, sums } = reading;
  return { report, sums, numbers, refused, wrongFile: report.errors > rowErrors };
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '');

/**
 * Divides a provider's transaction file into a file of its accepted rows and one of its refused rows, both
 * .xlsx in the provider's layout with matching sums (TXN-13). Recognises a corrected file of refused rows
 * by its notes, so that its rows count as in the file they come from. Throws like `readProviderFile`.
 *
 * @param file the file's name and content
 * @param options those of `readProviderFile`
 * @returns both files, each absent if it would have no rows
 */
export async function splitProviderFile(
  file: ProviderFile,
  options: SplitOptions,
): Promise<SplitFile> {
  const notes = await readRowNotes(file, options);
  const reading = await readRows(file, options, notes);
  const { numbers, refused, report, wrongFile } = reading;
  const original = notes?.original ?? options.sha256;
  const occurrences = numbers.fields();
  const fields = [
    ...(notes || refused.size > 0 ? [['original', original] as const] : []),
    ...occurrences,
  ];
  const nothing = { report, accepted: undefined, refused: undefined, fields: [] };
  if (wrongFile || report.acceptedRows === 0) return nothing;
  if (refused.size === 0) return { report, accepted: file, refused: undefined, fields };
  const workbook = await openWorkbook(file, options);
  const formats = await numberFormats(file, workbook);
  const sheets = await splitSheets(workbook, { ...reading, formats }, options);
  const { date1904 } = workbook;
  const rows = [...refused].map(([key, { mark }]) => ({ mark, lines: numbers.ofRefused(key) }));
  const taken = [...sheets.refused, notesSheet(original, numbers, rows)];
  const stem = stemOf(file.name);
  return {
    report,
    accepted: { name: `${stem}.xlsx`, blob: await writeXlsx(sheets.kept, { date1904 }) },
    refused: { name: `${stem}.rejected.xlsx`, blob: await writeXlsx(taken, { date1904 }) },
    fields,
  };
}
