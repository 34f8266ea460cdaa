import type { CheckIssue, CheckReport } from '@forecourt/core';
import { redact } from '../redact.ts';
import type { Fault, Faults, Ignored, Warnings } from './night.types.ts';
import type { RowOutcomes } from './row-outcomes.ts';

/** A night's report shows where to start; the report of one file has all findings. */
const FIRST = 5;

const text = (value: string | null): string | null => value && redact(value);

const toFault = (issue: CheckIssue): Fault => ({
  sheet: text(issue.sheet),
  row: issue.row,
  cell: issue.cell,
  column: text(issue.column),
  value: text(issue.value),
  rule: issue.rule,
  expected: text(issue.expected),
  message: redact(issue.message),
});

/** What keeps a file or some of its rows out: errors of the check, then rows that the service refused. */
export function faultsOf(
  report: CheckReport | undefined,
  rows: RowOutcomes | undefined,
  rejected = 0,
): Faults {
  const errors = (report?.issues ?? []).filter(({ severity }) => severity === 'error');
  const first = errors.slice(0, FIRST).map(toFault);
  first.push(...(rows?.refused ?? []).slice(0, FIRST - first.length));
  return { first, more: (report?.errors ?? 0) + rejected - first.length };
}

/**
 * What the check warned of and let pass: a file pasted twice or cut off is entered, and somebody
 * has to know.
 */
export function warningsOf(report: CheckReport | undefined): Warnings {
  const all = (report?.issues ?? []).filter(({ severity }) => severity === 'warning');
  const byRule = Map.groupBy(all, ({ rule }) => rule);
  // Otherwise a sheet pasted twice would be lost among its rows.
  const whole = all.filter(({ row }) => row === null);
  const inOrder = [...whole, ...all.filter(({ row }) => row !== null)];
  return {
    total: report?.warnings ?? 0,
    first: inOrder.slice(0, FIRST).map(toFault),
    rules: Object.fromEntries([...byRule].map(([rule, issues]) => [rule, issues.length])),
  };
}

const UNREAD_COLUMNS: readonly string[] = ['FILE-EXTRA-COLUMN', 'FILE-COLUMN-TWICE'];
const UNREAD_ROWS: readonly string[] = ['FILE-ROW-IGNORED'];
const UNREAD_SHEETS: readonly string[] = ['FILE-SHEET', 'FILE-HIDDEN-SHEET'];

/** What the check reported as not read. */
export function ignoredOf(report: CheckReport | undefined): Ignored {
  const of = (rules: readonly string[]) =>
    (report?.issues ?? []).filter(({ rule }) => rules.includes(rule));
  return {
    columns: of(UNREAD_COLUMNS).map(({ sheet, column, cell }) =>
      redact(`${sheet}!${column ?? cell}`),
    ),
    rows: of(UNREAD_ROWS).map(({ row, sheet, value }) =>
      redact(`${sheet}!${row}${value === null ? '' : ` (${value})`}`),
    ),
    sheets: of(UNREAD_SHEETS).map(({ sheet }) => redact(sheet ?? '')),
  };
}
