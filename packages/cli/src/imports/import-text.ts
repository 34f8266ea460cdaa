import {
  becameText,
  type CheckReport,
  Decimal,
  formatDay,
  formatMoney,
  formatValue,
  type ImportRecord,
  isNothingNew,
  partsOf,
} from '@forecourt/core';
import { formatIssue } from '@forecourt/core/provider-files';
import type { CommandError } from '../command-error.ts';
import { type Output, oneLine } from '../output/output.ts';
import { count } from '../output/progress.ts';
import { tableText } from '../output/table.ts';
import { preflightLines } from '../preflight/format-preflight.ts';
import { taxesText } from '../preflight/format-taxes.ts';
import type { FileResult } from './import-document.ts';
import type { FileEnd } from './import-file.ts';
import { withoutCompanyText } from './refused-rows.ts';

const SHOWN_ROWS = 20;
const SHOWN_WARNINGS = 10;

const isNothingNewIn = ({ output }: FileResult): boolean =>
  output?.record !== undefined && isNothingNew(output.record);

/** One file of a run for people: its findings line by line, and its result. */
export function fileText(output: Output, result: FileResult): string {
  const { path, report, error, exitCode } = result;
  const good = exitCode === 0;
  const nothingNew = result.output?.sent === true && isNothingNewIn(result);
  const mark = nothingNew
    ? output.paint('yellow', '–')
    : output.paint(good ? 'green' : 'red', good ? '✓' : '✗');
  const sign = output.terminal ? `${mark} ` : '';
  const lines = [`${sign}${output.paint('bold', oneLine(path))}`];
  if (report) {
    lines.push(...issueLines(output, report), summary(report), ...totals(report));
    lines.push(...ignoredLines(report), ...taxLines(report));
  }
  if (result.output && result.output.reason !== 'dry_run') lines.push(...importLines(result));
  if (error) lines.push(...errorLines(output, error));
  if (result.preflight) lines.push(...preflightLines(result.preflight));
  const { withoutCompany } = result;
  if (withoutCompany) {
    lines.push(`${output.paint('yellow', 'warning')} ${withoutCompanyText(withoutCompany)}`);
  }
  lines.push(...refusedLines(output, result));
  return lines
    .map((line, index) => (index === 0 ? line : `  ${line.replaceAll('\n', '\n  ')}`))
    .join('\n');
}

/** The result of one file in one line. */
export function endText({ output, error, report }: FileEnd): string {
  if (error) return error.particulars.detail ?? error.message;
  const { record, sent, reason } = output ?? {};
  if (reason === 'dry_run') return report ? summary(report) : '';
  const before = sent ? (output?.lost ? 'sent again: ' : '') : 'imported before: ';
  return `${before}${record ? countsText(record) : ''}${record?.unverified ? ' (not verified)' : ''}`;
}

const countsText = ({ imported, duplicates, exceptions, rejected }: ImportRecord): string =>
  [
    `${count(imported, ['row', 'rows'])} imported`,
    count(duplicates, ['duplicate', 'duplicates']),
    `${count(rejected, ['row', 'rows'])} rejected`,
    ...(exceptions ? [count(exceptions, ['exception', 'exceptions'])] : []),
  ].join(' · ');

const errorLines = (output: Output, { message, particulars }: CommandError): string[] => [
  output.paint('red', oneLine(message)),
  ...(particulars.detail?.split('\n').map(oneLine) ?? []),
];

/** Errors one by one, and of the warnings of a rule, which may be one for each row, the first ones. */
function shownIssues(issues: CheckReport['issues']): CheckReport['issues'] {
  const warned = new Map<string, number>();
  return issues.filter(({ rule, severity }) => {
    if (severity === 'error') return true;
    const nth = (warned.get(rule) ?? 0) + 1;
    warned.set(rule, nth);
    return nth <= SHOWN_WARNINGS;
  });
}

function issueLines(output: Output, { issues, errors, warnings }: CheckReport): string[] {
  const shown = shownIssues(issues);
  const lines = shown.map((issue) => {
    const text = oneLine(formatIssue(issue));
    return issue.severity === 'error' ? text : `${output.paint('yellow', 'warning')} ${text}`;
  });
  const shownErrors = shown.filter(({ severity }) => severity === 'error').length;
  const moreErrors = errors - shownErrors;
  const moreWarnings = warnings - (shown.length - shownErrors);
  const more = [
    ...(moreErrors > 0 ? [count(moreErrors, ['error', 'errors'])] : []),
    ...(moreWarnings > 0 ? [count(moreWarnings, ['warning', 'warnings'])] : []),
  ];
  return more.length > 0 ? [...lines, `… and ${more.join(' and ')} more`] : lines;
}

function summary({ rows, acceptedRows, errors, warnings, days }: CheckReport): string {
  const span = days && days.from !== days.to ? ` to ${formatDay(days.to)}` : '';
  return [
    `${count(rows, ['row', 'rows'])}, ${count(acceptedRows, ['accepted', 'accepted'])}`,
    count(errors, ['error', 'errors']),
    count(warnings, ['warning', 'warnings']),
    ...(days ? [`${formatDay(days.from)}${span}`] : []),
  ].join(' · ');
}

const totals = ({ totals: all }: CheckReport): string[] =>
  all.map(({ currency, lines, quantity, amount }) => {
    const volume = formatValue('volume', Decimal.from(quantity));
    const money = formatMoney(Decimal.from(amount), currency);
    return `${count(lines, ['line', 'lines'])} · quantity ${volume} · ${money}`;
  });

const SHOWN_IGNORED = 10;

/** 'Rows ignored: 21 (Account fee)'. */
function ignoredLines({ issues }: CheckReport): string[] {
  const rows = issues.filter(({ rule }) => rule === 'FILE-ROW-IGNORED');
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, SHOWN_IGNORED)
    .map(({ row, value }) => oneLine(value === null ? `${row}` : `${row} (${value})`));
  const more = rows.length - SHOWN_IGNORED;
  return [`Rows ignored: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

/**
 * Which tax tables applied, which guards were accepted, and how to continue when only guards hold
 * the file back.
 */
function taxLines({ accepted, guards, taxTables }: CheckReport): string[] {
  return [
    ...(taxTables.length > 0 ? [`Taxes: ${taxesText(taxTables)}.`] : []),
    ...(accepted.length > 0 ? [`Accepted by you: ${accepted.join(', ')}.`] : []),
    ...(guards.length > 0
      ? [`If all of this is right: ${guards.map(({ rule }) => `--accept ${rule}`).join(' ')}`]
      : []),
  ];
}

function importLines({ output }: FileResult): string[] {
  const { message = '', record, result, sent } = output ?? {};
  if (!sent) return [message, 'Use --force to send it anyway.'];
  const counts = record ? countsText(record) : '';
  const entered = record ? enteredLines(record) : [];
  const location = result?.location ?? record?.result;
  const saved = location ?? 'could not be received whole. Run the same command again to fetch it.';
  return [message, counts, ...entered, `Result: ${saved}`];
}

/** What the file's lines became, what their sums consist of, and where both can be seen (TXN-19). */
function enteredLines(record: ImportRecord): string[] {
  const became = becameText(record);
  if (became === undefined) return [];
  const sums = (record.totals ?? []).map((total) =>
    partsOf(total).map(({ amount, label }) => `${label} ${amount}`),
  );
  const own = `--filter import_id:${record.id}`;
  return [
    became,
    ...sums.map((parts) => parts.join(' · ')),
    `Purchases: forecourt transactions list ${own}`,
    ...(record.exceptions
      ? [`Open exceptions: forecourt exceptions list ${own} --filter state:Open`]
      : []),
  ];
}

function refusedLines(output: Output, { refused }: FileResult): string[] {
  if (refused.length === 0) return [];
  const table = tableText(output, {
    columns: [
      { label: 'Row', align: 'right' },
      { label: 'Refused because', gives: true },
    ],
    rows: refused.slice(0, SHOWN_ROWS).map(({ row, message }) => [String(row), message]),
  });
  const more = refused.length - SHOWN_ROWS;
  return more > 0 ? [table, `… and ${count(more, ['row', 'rows'])} more`] : [table];
}
