import { normalizeHeader } from '../cells/text.ts';
import { REASON_HEADER } from '../own-columns.ts';
import { openWorkbook } from '../reading/index.ts';
import type { CheckIssue, CheckReport, OpenOptions, ProviderFile } from '../types.ts';
import { type NumberFormats, numberFormats } from './number-formats.ts';
import { withCell } from './with-cell.ts';
import { writeCsv } from './write-csv.ts';
import { type WrittenRow, type WrittenSheet, writeXlsx } from './write-xlsx.ts';

/** What a check found, in transactions or rates. */
export type Findings = Pick<CheckReport, 'issues' | 'sheets'>;

/**
 * Returns an issue as written in its row: 'Z4 TXN-QTY amount is not quantity × price (12.40, expected
 * 12.04). Compare …'.
 */
function reasonText({ cell, expected, fix, message, rule, severity, value }: CheckIssue): string {
  const found = [value ?? '', expected === null ? '' : `expected ${expected}`].filter(Boolean);
  const where = [severity === 'warning' ? 'warning:' : '', cell ?? '', rule].filter(Boolean);
  return `${where.join(' ')} ${message}${found.length > 0 ? ` (${found.join(', ')})` : ''}. ${fix}`;
}

const reasonsOf = (issues: readonly CheckIssue[]): string => issues.map(reasonText).join(' ');

/** Returns a sheet with a column of reasons; issues of the whole file are in its header. */
function annotated(
  rows: readonly WrittenRow[],
  sheet: Findings['sheets'][number] | undefined,
  issues: readonly CheckIssue[],
): readonly WrittenRow[] {
  const byRow = Map.groupBy(issues, ({ row }) => row);
  const former = (sheet?.headers ?? [])
    .map(normalizeHeader)
    .indexOf(normalizeHeader(REASON_HEADER));
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const column = former < 0 ? width : former;
  const ofAll = reasonsOf(byRow.get(null) ?? []);
  const header = ofAll === '' ? REASON_HEADER : `${REASON_HEADER}; the whole file: ${ofAll}`;
  const headerRow = sheet?.headerRow ?? rows[0]?.row;
  return rows.map((line) => {
    const own = reasonsOf(byRow.get(line.row) ?? []);
    const reason = line.row === headerRow ? [header, own].filter(Boolean).join('; ') : own;
    if (reason === '' && former < 0) return line;
    return { ...line, cells: withCell(line.cells, column, reason === '' ? undefined : reason) };
  });
}

async function copiedRows(
  rows: AsyncIterable<readonly WrittenRow[]>,
  formatsOf: (row: number) => ReturnType<NumberFormats>,
): Promise<WrittenRow[]> {
  const copy: WrittenRow[] = [];
  for await (const batch of rows) {
    for (const { row, cells } of batch) copy.push({ row, cells, formats: formatsOf(row) });
  }
  return copy;
}

/** The format of a copy: a workbook, or comma-separated text if the original was text. */
export type CopyKind = 'xlsx' | 'csv';

/**
 * Returns a copy of a checked file with a column that states what is wrong in each row. Values are
 * unchanged; formulas are omitted, and nothing in it is executed. Throws like `openWorkbook`.
 *
 * @param file the file's name and content
 * @param findings the report of the check
 * @param options limits of reading, and the kind of the copy
 */
export async function annotateFile(
  file: ProviderFile,
  { issues, sheets }: Findings,
  { kind, ...options }: OpenOptions & { readonly kind?: CopyKind } = {},
): Promise<{ readonly kind: CopyKind; readonly blob: Blob }> {
  const workbook = await openWorkbook(file, options);
  const formats = await numberFormats(file, workbook);
  const known = new Set(workbook.sheets.map(({ name }) => name));
  const written: WrittenSheet[] = [];
  for (const [index, { name, hidden }] of workbook.sheets.entries()) {
    const rows = await copiedRows(workbook.rows(index, options.signal), (row) =>
      formats(name, row),
    );
    const own = issues.filter(
      ({ sheet }) => sheet === name || (index === 0 && (sheet === null || !known.has(sheet))),
    );
    const found = sheets.find((sheet) => sheet.name === name);
    written.push({ name, hidden, rows: annotated(rows, found, own) });
  }
  if ((kind ?? (workbook.kind === 'csv' ? 'csv' : 'xlsx')) === 'csv') {
    return { kind: 'csv', blob: new Blob([writeCsv(written[0]?.rows ?? [])]) };
  }
  return { kind: 'xlsx', blob: await writeXlsx(written, workbook) };
}
