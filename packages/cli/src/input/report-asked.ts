import {
  type Client,
  columnsIn,
  isDay,
  parseRelativeDays,
  REPORT_KINDS,
  type ReportAsked,
  relativeDays,
  reportDraft,
  reportIssues,
} from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { learnServiceClock } from '../service-clock.ts';
import { today } from '../today.ts';
import type { Work } from '../work.ts';

const names = REPORT_KINDS.map(({ name }) => name).join(', ');

/** Options that say which days: the last one is `--to`, or `--until` where that is taken. */
interface DayOptions {
  readonly on?: unknown;
  readonly from?: unknown;
  readonly last?: unknown;
  readonly lastFlag: '--to' | '--until';
}

/** Reads the days; relative ones by the service's clock. */
async function readDays(
  { runtime, signal }: Work,
  client: Client,
  { from, last, lastFlag, on }: DayOptions,
): Promise<Pick<ReportAsked, 'from' | 'to'>> {
  if (on !== undefined && (from !== undefined || last !== undefined)) {
    throw usageError(`--on is both ends of the days: leave out --from and ${lastFlag}.`);
  }
  const asksClock = [on, from, last].some(
    (text) => text !== undefined && parseRelativeDays(String(text)) !== undefined,
  );
  if (asksClock) await learnServiceClock(client, runtime, signal);
  const daysOf = (flag: string, given: unknown) => {
    if (given === undefined) return undefined;
    const text = String(given);
    const range = isDay(text) ? { from: text, to: text } : relativeDays(text, today(runtime));
    if (range) return range;
    throw usageError(
      `${flag} '${text}' is no day of the calendar, YYYY-MM-DD, and no relative one, such as last-month.`,
    );
  };
  const both = daysOf('--on', on);
  return {
    from: both?.from ?? daysOf('--from', from)?.from,
    to: both?.to ?? daysOf(lastFlag, last)?.to,
  };
}

const FLAGS: Readonly<Record<string, string>> = { by: '--by', columns: '--columns' };

/** Reads which report is meant. Throws a usage error that names what is wrong (REP-02). */
export async function readReport(
  work: Work,
  client: Client,
  lastFlag: DayOptions['lastFlag'],
): Promise<ReportAsked> {
  const { args, options } = work;
  const type = String(args[0] ?? '').toLowerCase();
  if (REPORT_KINDS.every(({ name }) => name !== type)) {
    throw usageError(`There is no report '${String(args[0] ?? '')}'.`, `One of: ${names}.`);
  }
  const columns = columnsIn(String(options.columns ?? ''));
  const last = lastFlag === '--to' ? options.to : options.until;
  const asked: ReportAsked = {
    report_type: type,
    ...(await readDays(work, client, { on: options.on, from: options.from, last, lastFlag })),
    by: options.by === undefined ? undefined : String(options.by).toLowerCase(),
    columns: columns.length === 0 ? undefined : columns,
  };
  for (const [field, [issue]] of Object.entries(reportIssues(reportDraft(asked)))) {
    if (issue?.code === 'before_from') {
      throw usageError(`--from is after ${lastFlag}: there is no day between them.`);
    }
    if (issue) throw usageError(`${FLAGS[field] ?? field}: ${issue.message}.`);
  }
  return asked;
}
