import type { CheckIssue, CheckReport } from '@forecourt/core';

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
] as const satisfies readonly (keyof CheckIssue)[];

/** Quoted where needed; what a spreadsheet would take for a formula is kept text. */
function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The issues of a report as CSV (RFC 4180), with a byte order mark so that Excel reads it as UTF-8. */
export function issuesCsv({ issues }: CheckReport): Blob {
  const lines = issues.map((issue) => COLUMNS.map((column) => csvCell(issue[column])).join(','));
  return new Blob([`\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  });
}
