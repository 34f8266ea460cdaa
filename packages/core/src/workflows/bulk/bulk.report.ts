import { csvCell } from '../../format/csv.ts';
import { isLeft, toTry } from './bulk.outcome.ts';
import type { BulkReport, ReportRow } from './bulk.types.ts';

/** What a report is about: '3 invoices saved'. */
export interface ReportWords {
  /** Singular and plural: 'invoice', 'invoices'. */
  readonly noun: readonly [singular: string, plural: string];
  /** Completes '3 cards …': 'put on hold'. */
  readonly done: string;
  /** Completes '1 was …', if nothing was left to do for it: 'settled already'. Default: 'so already'. */
  readonly already?: string;
}

/** '1 card', '3 cards'. */
export const counted = (count: number, [singular, plural]: ReportWords['noun']): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** '2 cards put on hold, 1 was so already, 3 not done.' */
function summaryOf(
  { already: before = 'so already', done: verb, noun }: ReportWords,
  { already, done, left }: Pick<BulkReport, 'already' | 'done' | 'left'>,
): string {
  const parts = [
    `${counted(done.length, noun)} ${verb}`,
    ...(already.length > 0
      ? [`${already.length} ${already.length === 1 ? 'was' : 'were'} ${before}`]
      : []),
    ...(left.length > 0 ? [`${left.length} not done`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** 'Try the 3 that failed', or 'Try the 5 that are left' when some had no turn. */
function againLabel(rows: readonly ReportRow[]): string {
  const { length } = rows;
  if (length === 0) return '';
  const failed = rows.every(({ outcome }) => outcome?.state !== 'waiting');
  if (length === 1) return failed ? 'Try the one that failed' : 'Try the one that is left';
  return `Try the ${length} that ${failed ? 'failed' : 'are left'}`;
}

/** Sums up what was done for rows and what not. */
export function reportOf<Row extends ReportRow>(
  rows: readonly Row[],
  words: ReportWords,
): BulkReport<Row> {
  const of = (wanted: string) => rows.filter(({ outcome }) => outcome?.state === wanted);
  const groups = { done: of('done'), already: of('already'), left: rows.filter(isLeft) };
  const again = rows.filter(toTry);
  return {
    ...groups,
    total: rows.length,
    toTry: again,
    undo: groups.done.flatMap(({ undo }) => undo ?? []),
    againLabel: againLabel(again),
    summary: summaryOf(words, groups),
  };
}

/**
 * Why a row was left or needed nothing, in sentences; '' for one that was done.
 *
 * @param row a row of the report
 * @returns the sentences
 */
export const reasonText = ({ outcome }: ReportRow): string =>
  outcome && 'message' in outcome
    ? [outcome.message, 'detail' in outcome ? outcome.detail : undefined].filter(Boolean).join(' ')
    : '';

/**
 * Formats a report as CSV (RFC 4180): `id,name,outcome,reason`, a line for each row, first those that were
 * left. Outcomes: 'failed', 'unknown', 'waiting', 'already', 'done'. Begins with a byte order mark, so that
 * Excel reads it as UTF-8.
 *
 * @param report the report of a run's view
 * @returns the file's text
 */
export function bulkReportCsv({ already, done, left }: BulkReport): string {
  const lines = [...left, ...already, ...done].map((row) =>
    [row.id, row.label ?? '', row.outcome?.state, reasonText(row)].map(csvCell).join(','),
  );
  return `\uFEFF${['id,name,outcome,reason', ...lines].join('\r\n')}\r\n`;
}
