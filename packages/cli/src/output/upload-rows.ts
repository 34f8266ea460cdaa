import type { RefusedRow } from '@forecourt/core';
import type { ReportedIssue } from '../command-error.ts';
import { type Output, oneLine } from './output.ts';
import { tableText } from './table.ts';

const SHOWN_ROWS = 50;

/** The rows of a file that the service refused, as shown with `--json`. */
export const refusedRowIssues = (
  file: string,
  rejected: readonly RefusedRow[],
): readonly ReportedIssue[] =>
  rejected.map(({ column, message, row, value }) => ({
    file,
    sheet: null,
    row: row ?? null,
    column: column || null,
    value: value || null,
    rule: 'refused_by_service',
    message,
  }));

/** The same as a table, with the number of rows left out; empty when none was refused. */
export function refusedRowsText(
  output: Output,
  rejected: readonly RefusedRow[],
): readonly string[] {
  if (rejected.length === 0) return [];
  const table = tableText(output, {
    columns: [
      { label: 'Row', align: 'right' },
      { label: 'Column' },
      { label: 'Value', gives: true },
      { label: 'Refused because', gives: true },
    ],
    rows: rejected
      .slice(0, SHOWN_ROWS)
      .map(({ column, message, row, value }) => [
        String(row ?? ''),
        oneLine(column),
        oneLine(value),
        oneLine(message),
      ]),
  });
  const more = rejected.length - SHOWN_ROWS;
  return more > 0 ? [table, `… and ${more} more; use --json to see all.`] : [table];
}
