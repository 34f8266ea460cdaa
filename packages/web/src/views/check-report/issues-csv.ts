import { type CheckIssue, type CheckReport, csvCell } from '@forecourt/core';

const COLUMNS = [
  'severity',
  'file',
  'sheet',
  'row',
  'cell',
  'column',
  'rule',
  'value',
  'expected',
  'message',
  'requires',
  'fix',
] as const satisfies readonly (keyof CheckIssue)[];

/** Formats a report's issues as CSV (RFC 4180), with a byte order mark so that Excel reads it as UTF-8. */
export function issuesCsv({ issues }: Pick<CheckReport, 'issues'>): Blob {
  const lines = issues.map((issue) => COLUMNS.map((column) => csvCell(issue[column])).join(','));
  return new Blob([`\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  });
}
