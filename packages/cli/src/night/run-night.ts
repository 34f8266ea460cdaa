/**
 * A night: one run over an inbox, from the claim on the folder to the exit code. This folder takes
 * files from an inbox, archives them and reports. The import of one file belongs in `imports/`, its
 * check in `preflight/`, the record of what was sent in `journal/`.
 */
import { resolve } from 'node:path';
import type { Client } from '@forecourt/core';
import { CommandError, interrupted, isCommandError } from '../command-error.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { writeShared } from '../files/safe-file.ts';
import { exitOfAll } from '../imports/import-document.ts';
import type { ImportRun } from '../imports/import-file.ts';
import { inTurn } from '../imports/import-files.ts';
import { createImportProgress } from '../imports/import-progress.ts';
import { claim, InUseError } from '../journal/claim.ts';
import { aroundOf, DISK_ADVICE, isFullDisk, toCommandError, whyOf } from '../output/failures.ts';
import { count } from '../output/progress.ts';
import type { Work } from '../work.ts';
import { archiveFile } from './archive-file.ts';
import { pastDeadline } from './deadline.ts';
import { lookAtDeliveries } from './deliveries.ts';
import { withAlarm } from './early-end.ts';
import { importInboxFile, leftOut, passedOver, type Taken } from './import-inbox-file.ts';
import { type Arrival, lookInto, slashed } from './inbox.ts';
import { metricsText } from './metrics.ts';
import type { Night, NightReport } from './night.types.ts';
import { nightPage } from './night-page.ts';
import { type NightRecord, openNightRecord } from './night-report.ts';
import { nightText } from './night-text.ts';
import { hasWarnings, noonBefore } from './night-totals.ts';
import { runHook } from './on-finish.ts';
import { settleOpen, withUnreported } from './settle-open.ts';
import { stillRejected } from './still-rejected.ts';

type Common = Omit<ImportRun, 'signal' | 'onProgress'>;

/** After this many failures in a row the service counts as down, and the remaining files aren't tried. */
const FAILURES_IN_A_ROW = 3;

/** Imports the files of an inbox in order, archives each, and reports on the night. */
export async function runNight(
  work: Work,
  prepare: () => Promise<Common>,
  night: Night,
): Promise<number> {
  const held = await claim(night.inbox.dir, '.forecourt').catch((error: unknown) =>
    notClaimed(error),
  );
  if (isCommandError(held)) return takeAll(work, () => Promise.reject(held), night, held);
  try {
    return await takeAll(work, prepare, night);
  } finally {
    held.release();
  }
}

/** Why the inbox couldn't be claimed. A run that only lacks space takes no file, and reports them all as left. */
function notClaimed(error: unknown): CommandError {
  if (error instanceof InUseError) {
    throw new CommandError(EXIT.outcomeUnknown, error.code, `${error.message} (--inbox)`);
  }
  if (!isFullDisk(error)) throw error;
  const message = `Nothing was imported. ${whyOf(error)}`;
  return new CommandError(EXIT.unexpected, 'not_started', message, { detail: DISK_ADVICE });
}

async function takeAll(
  work: Work,
  prepare: () => Promise<Common>,
  night: Night,
  unclaimed?: CommandError,
): Promise<number> {
  const { inbox, concurrency, deadline, report } = night;
  const { signal } = work;
  const around = aroundOf(work.settings);
  const { ready, growing, passed } = await lookInto(inbox, signal);
  const prepared = await prepare().catch((error: unknown) => {
    const failure = toCommandError(error, signal, around);
    // A night is reported even when the service is down; a usage error ends the run at once.
    if (isCommandError(failure) && failure.exitCode !== EXIT.usage) return failure;
    throw failure;
  });
  const book = openNightRecord(work, {
    ...{ inbox, deadline, copy: report, dryRun: work.options.dryRun === true },
  });
  const otherService = otherServiceText(work, book);
  if (otherService !== undefined) work.output.warn(`forecourt: ${otherService}`);
  const bytes = ready.reduce((sum, arrival) => sum + arrival.bytes, 0);
  const progress = createImportProgress(work, { files: ready.length, bytes }, true);
  const watch = watchOver(signal, deadline, isCommandError(prepared) ? prepared : undefined);
  book.addAll([...growing.map(stillWritten), ...passed.map(passedOver)]);
  const journal =
    isCommandError(prepared) || prepared.journal === undefined
      ? undefined
      : withUnreported(work, prepared.journal, { inbox, earlier: book.earlier });
  const notStarted: Taken[] = [];
  const archive = archiveOf(inbox, book, work.options.dryRun === true);
  await inTurn(ready, concurrency, async (arrival) => {
    const reason = watch.mayStart();
    if (reason || isCommandError(prepared)) {
      const left = leftOut(arrival, reason ?? interrupted());
      watch.ended(left);
      notStarted.push(left);
      return;
    }
    const run: ImportRun = {
      ...prepared,
      journal,
      ask: undefined,
      signal,
      onProgress: (_, phase, rows) => progress.step(arrival.name, phase, rows),
      onAwaited: () => progress.awaits(arrival.name),
    };
    const taken = await importInboxFile(run, arrival, {
      inbox,
      ...{ around, crashes: work.runtime.crashes },
      onDone: (blob, how) => progress.ended({ name: arrival.name, blob }, how),
    });
    watch.ended(taken);
    await archive.add(taken);
  }).finally(() => progress.end());
  await archive.end();
  book.addAll(notStarted);
  const client = isCommandError(prepared) ? undefined : prepared.client;
  return endOf(work, night, book, {
    watch,
    failed: unclaimed ?? (await addSettled(work, client, inbox, book)),
  });
}

/** Each address has a journal of its own: what a run for another one sent counts as new. */
function otherServiceText(
  { settings }: Work,
  { formerService }: Pick<NightRecord, 'formerService'>,
): string | undefined {
  if (formerService === undefined) return undefined;
  return `The run before this one over this inbox was for ${formerService}, this one is for ${settings.baseUrl.value}: files that were sent there count as new.`;
}

/**
 * Archives files, each once the report on disk has it: a run killed in between still has it. Those that end while the report
 * isn't due wait in the inbox, where the next run finds them if this one is killed.
 */
function archiveOf(inbox: Night['inbox'], book: NightRecord, dryRun: boolean) {
  let waiting: Taken[] = [];
  const archive = async () => {
    const recorded = dryRun ? [] : waiting;
    waiting = [];
    if (recorded.length === 0) return;
    for (const taken of recorded) book.add(taken.arrival.name, await archiveFile(inbox, taken));
    book.saveIfDue();
  };
  return {
    async add(taken: Taken) {
      book.add(taken.arrival.name, taken.file);
      waiting.push(taken);
      if (book.saveIfDue()) await archive();
    },
    async end() {
      if (waiting.length === 0) return;
      book.save();
      await archive();
    },
  };
}

/** Adds what became of files that earlier runs sent. Returns the error if that could not be found out: the night goes on. */
async function addSettled(
  work: Work,
  client: Client | undefined,
  inbox: Night['inbox'],
  book: NightRecord,
): Promise<CommandError | undefined> {
  if (work.options.dryRun === true) return undefined;
  try {
    const sent = { inbox, files: book.files(), earlier: book.earlier };
    for await (const [key, file] of settleOpen(work, client, sent)) {
      book.add(key, file);
      book.saveIfDue();
    }
    return undefined;
  } catch (error) {
    const message = `What became of files that earlier runs sent could not be found out: ${whyOf(error)}`;
    return new CommandError(EXIT.unexpected, 'not_settled', message);
  }
}

/** Closes the report, prints the summary and returns the exit code. */
async function endOf(
  work: Work,
  night: Night,
  book: NightRecord,
  { failed, watch }: { readonly watch: Watch; readonly failed: CommandError | undefined },
): Promise<number> {
  const { output, signal, runtime } = work;
  const reported = book.reported();
  const codes = reported.map(({ exitCode }) => exitCode);
  const good = codes.filter((code) => code === EXIT.done).length;
  const warned = reported.filter(hasWarnings).length;
  const ended =
    codes.length === 0
      ? 'Nothing has arrived.'
      : `${good} of ${count(codes.length, ['file', 'files'])} without a fault.${warned > 0 ? ` ${count(warned, ['file has', 'files have'])} warnings.` : ''}`;
  const message = [ended, otherServiceText(work, book)]
    .filter((part) => part !== undefined)
    .join(' ');
  const crashes = runtime.crashes?.late ?? [];
  const look = lookFor(work, night, book);
  const deliveries = look?.deliveries ?? null;
  const isShort = deliveries !== null && deliveries.missing.length + deliveries.short.length > 0;
  const exitWith = (more: readonly CommandError[]) =>
    exitOfAll([
      ...codes,
      // A person has to look: exit code 6 unless something worse happened.
      ...(isShort ? [EXIT.partlyDone] : []),
      ...more.map(({ exitCode }) => exitCode),
    ]);
  const interrupted = signal.aborted;
  const closed = book.close({
    ...{ exitCode: exitWith(crashes), message, deliveries, interrupted },
    stillRejected: stillRejected(night.inbox),
  });
  const page = book.page(nightPage(closed));
  // A crash outside of any file, or a report that isn't on disk, also needs a look.
  const troubles = [...crashes, ...[failed, book.trouble].filter((one) => one !== undefined)];
  const forgotten = look && written('The list of deliveries', () => look.save());
  if (forgotten) troubles.push(forgotten);
  const unwritten = writeMetrics(night, closed, { exitCode: exitWith(troubles), book });
  if (unwritten) troubles.push(unwritten);
  const exitCode = exitWith(troubles);
  const last = exitCode === closed.exitCode ? closed : troubled(closed, exitCode, troubles);
  if (last !== closed) {
    book.amend(last);
    book.page(nightPage(last));
  }
  const { path } = book;
  const hooked =
    night.hook && (await runHook(night.hook, runtime.env, { report: path, page, exitCode }));
  const report: NightReport = {
    ...last,
    ...(hooked && { onFinish: hooked }),
    reportedAt: new Date().toISOString(),
  };
  output.result({ document: report, text: () => nightText(output, report, path) });
  // Only now: the next run reports the files of a run that is killed before this.
  book.amend(report);
  for (const trouble of troubles) output.warn(`forecourt: ${trouble.message}`);
  if (hooked?.ok === false) output.warn(`forecourt: ${hooked.message}`);
  if (exitCode === EXIT.done || exitCode === EXIT.partlyDone) return exitCode;
  const deciding = [...watch.failures(), ...troubles].find(
    (failure) => failure.exitCode === exitCode,
  );
  const error = new CommandError(exitCode, deciding?.code ?? 'check_failed', message, {
    detail:
      troubles.find((trouble) => trouble === deciding)?.message ?? deciding?.particulars.detail,
    reported: output.terminal,
  });
  throw withAlarm(error);
}

/** The report of a run that ended worse than its files did: it is no success for the next one either. */
const troubled = (
  report: NightReport,
  exitCode: ExitCode,
  troubles: readonly CommandError[],
): NightReport => ({
  ...report,
  ok: exitCode === EXIT.done,
  exitCode,
  message: [report.message, ...troubles.map(({ message }) => message)].join(' '),
});

function writeMetrics(
  { metrics }: Night,
  report: NightReport,
  { book, exitCode }: { readonly book: NightRecord; readonly exitCode: ExitCode },
): CommandError | undefined {
  if (metrics === undefined) return undefined;
  return written('The metrics file', () =>
    writeShared(resolve(metrics), metricsText(report, exitCode, book.lastSuccess)),
  );
}

/** The error of a file that couldn't be written; the night continues without it. */
function written(what: string, write: () => void): CommandError | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    const message = `${what} could not be written: ${whyOf(error)}`;
    return new CommandError(EXIT.unexpected, 'not_written', message);
  }
}

/** In a dry run no delivery arrives, so none is missed. */
function lookFor({ options, settings }: Work, { calendar, inbox }: Night, book: NightRecord) {
  if (calendar === undefined || options.dryRun === true) return undefined;
  const now = new Date();
  return lookAtDeliveries(settings, {
    about: { inbox: inbox.dir, service: settings.baseUrl.value },
    ...{ calendar, now, files: book.lately(), present: book.files(), since: noonBefore(now) },
  });
}

/** A file still being written is no fault: the next run imports it. */
function stillWritten(arrival: Arrival): Taken {
  const message = `${slashed(arrival.name)} is still being written; the next run takes it.`;
  return leftOut(arrival, new CommandError(EXIT.done, 'still_written', message));
}

type Watch = ReturnType<typeof watchOver>;

/** Why the remaining files aren't started; nothing of them was sent. */
const down = (error: CommandError | undefined): CommandError | undefined =>
  error?.exitCode === EXIT.outcomeUnknown
    ? new CommandError(
        EXIT.serviceFailed,
        'not_started',
        `Not started: the service answered nothing for ${FAILURES_IN_A_ROW} files in a row.`,
      )
    : error;

/** Decides whether another file may start. */
function watchOver(
  signal: AbortSignal,
  deadline: Date | undefined,
  before: CommandError | undefined,
) {
  let halt = before;
  let inARow = 0;
  const failures: CommandError[] = [];
  return {
    failures: (): readonly CommandError[] => failures,
    mayStart: () => (signal.aborted ? interrupted() : (halt ?? pastDeadline(deadline))),
    ended({ end: { error } }: Taken) {
      if (error) failures.push(error);
      const { exitCode } = error ?? {};
      if (exitCode === EXIT.notSignedIn || exitCode === EXIT.noPermission) halt ??= error;
      // An unreachable service leaves outcomes open; a claim held by another run says nothing about
      // the service.
      const isSilent = exitCode === EXIT.outcomeUnknown && error?.code === 'outcome_unknown';
      inARow = exitCode === EXIT.serviceFailed || isSilent ? inARow + 1 : 0;
      if (inARow >= FAILURES_IN_A_ROW) halt ??= down(error);
    },
  };
}
