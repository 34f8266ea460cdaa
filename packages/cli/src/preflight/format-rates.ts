import { formatDay, formatInstant } from '@forecourt/core';
import { type CheckIssue, formatIssue, GUARDS } from '@forecourt/core/provider-files';
import { CommandError, type ReportedIssue } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { type Output, oneLine } from '../output/output.ts';
import { count } from '../output/progress.ts';
import type { CheckedRates } from './check-rates.ts';
import { taxesText } from './format-taxes.ts';

const isError = ({ severity }: CheckIssue): boolean => severity === 'error';

const reportedIssues = (path: string, issues: readonly CheckIssue[]): ReportedIssue[] =>
  issues
    .filter(isError)
    .map(({ cell, column, expected, fix, message, requires, row, rule, sheet, value }) => ({
      file: path,
      sheet,
      row,
      column,
      value,
      rule,
      message,
      cell,
      expected,
      requires,
      fix,
    }));

function daysText({ report: { effective } }: CheckedRates): string {
  if (!effective) return 'no days named';
  const { from, to } = effective;
  return from === to ? `for ${formatDay(from)}` : `for ${formatDay(from)} to ${formatDay(to)}`;
}

function formerText({ former }: CheckedRates): string {
  if (!former) return 'No former rates are known: changes and missing sites were not checked.';
  const when = former.at === undefined ? '' : `, uploaded ${formatInstant(former.at)}`;
  return `Compared with ${oneLine(former.file)}${when}: ${count(former.rates.length, ['price', 'prices'])}.`;
}

/** How to continue when only guards hold the rates back. */
function adviceText({ report }: CheckedRates): string[] {
  const rules = [...new Set(report.issues.filter(isError).map(({ rule }) => rule))];
  const onlyGuards = rules.length > 0 && rules.every((rule) => (GUARDS as string[]).includes(rule));
  const accept = rules.map((rule) => `--accept ${rule}`).join(' ');
  return onlyGuards ? [`If all of this is right: ${accept}`] : [];
}

/** The check of rates, for people. */
export function ratesText(output: Output, checked: CheckedRates): string[] {
  const { annotated, path, report } = checked;
  const mark = output.paint(report.ok ? 'green' : 'red', report.ok ? '✓' : '✗');
  const lines = report.issues.map((issue) => {
    const text = oneLine(formatIssue(issue));
    return isError(issue) ? text : `${output.paint('yellow', 'warning')} ${text}`;
  });
  const omitted = report.errors + report.warnings - report.issues.length;
  const summary = [
    `${count(report.rows, ['row', 'rows'])}, ${count(report.acceptedRows, ['accepted', 'accepted'])}`,
    count(report.sites, ['site', 'sites']),
    daysText(checked),
    count(report.errors, ['error', 'errors']),
    count(report.warnings, ['warning', 'warnings']),
  ].join(' · ');
  const all = [
    ...lines,
    ...(omitted > 0 ? [`… and ${count(omitted, ['issue', 'issues'])} more`] : []),
    summary,
    formerText(checked),
    `Taxes: ${taxesText(report.taxTables)}.`,
    ...(report.accepted.length > 0 ? [`Accepted by you: ${report.accepted.join(', ')}.`] : []),
    ...(annotated === undefined ? [] : [`Copy with reasons: ${annotated}`]),
    ...adviceText(checked),
  ];
  const sign = output.terminal ? `${mark} ` : '';
  return [`${sign}${output.paint('bold', oneLine(path))}`, ...all.map((line) => `  ${line}`)];
}

/** The same as shown with `--json`. */
export function ratesDocument({ annotated, former, path, provider, report }: CheckedRates) {
  return {
    file: path,
    provider,
    effective: report.effective,
    rows: report.rows,
    acceptedRows: report.acceptedRows,
    sites: report.sites,
    errors: report.errors,
    warnings: report.warnings,
    acceptedGuards: report.accepted,
    taxTables: report.taxTables,
    former: former ? { file: former.file, at: former.at, rates: former.rates.length } : null,
    annotated,
    issues: report.issues,
  };
}

/**
 * The error for rates that failed their check: lists each cell, and what to do if it is right after
 * all.
 */
export function checkFailed(output: Output, checked: CheckedRates, message: string): CommandError {
  const { path, report } = checked;
  return new CommandError(EXIT.inputRefused, 'check_failed', message, {
    issues: reportedIssues(path, report.issues),
    reported: output.terminal,
  });
}
