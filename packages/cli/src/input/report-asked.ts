import {
  type Client,
  columnsIn,
  REPORT_KINDS,
  type ReportAsked,
  reportDraft,
  reportIssues,
} from '@forecourt/core';
import { usageError } from '../command-error.ts';
import type { Work } from '../work.ts';
import { askedPeriod, plainPeriod } from './days.ts';

const names = REPORT_KINDS.map(({ name }) => name).join(', ');

const FLAGS: Readonly<Record<string, string>> = { by: '--by', columns: '--columns' };

/** Reads which report is meant. Throws a usage error that names what is wrong (REP-02). */
export async function readReport(
  work: Work,
  client: Client,
  lastFlag: '--to' | '--until',
): Promise<ReportAsked> {
  const { args, options } = work;
  const type = String(args[0] ?? '').toLowerCase();
  if (REPORT_KINDS.every(({ name }) => name !== type)) {
    throw usageError(`There is no report '${String(args[0] ?? '')}'.`, `One of: ${names}.`);
  }
  const columns = columnsIn(String(options.columns ?? ''));
  const last = lastFlag === '--to' ? options.to : options.until;
  const period = askedPeriod({ on: options.on, from: options.from, last, lastFlag });
  const asked: ReportAsked = {
    report_type: type,
    ...(await plainPeriod(work, client, period)),
    by: options.by === undefined ? undefined : String(options.by).toLowerCase(),
    columns: columns.length === 0 ? undefined : columns,
  };
  for (const [field, [issue]] of Object.entries(reportIssues(reportDraft(asked)))) {
    if (issue) throw usageError(`${FLAGS[field] ?? field}: ${issue.message}.`);
  }
  return asked;
}
