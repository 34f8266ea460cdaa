import { CommandError, interrupted, isCommandError } from '../command-error.ts';
import type { ImportRun } from '../drive/import-file.ts';
import { inTurn } from '../drive/import-files.ts';
import { EXIT } from '../exit-codes.ts';
import type { Work } from '../io/body.ts';
import { toCommandError } from '../io/failures.ts';
import { exitOfAll } from '../io/import-document.ts';
import { createImportProgress } from '../io/import-progress.ts';
import { count } from '../io/progress.ts';
import { claim, InUseError } from '../journal/claim.ts';
import { pastDeadline } from './deadline.ts';
import { type Arrival, lookInto, slashed } from './inbox.ts';
import type { Night } from './night.types.ts';
import { openNightBook } from './night-book.ts';
import { nightText } from './night-text.ts';
import { putAway } from './put-away.ts';
import { leftOut, type Taken, takeFile } from './take-file.ts';

type Common = Omit<ImportRun, 'signal' | 'onProgress'>;

/** A service that fails for this many files in a row is down: the others would only wait for it in vain. */
const FAILURES_IN_A_ROW = 3;

/** Takes the files of an inbox in order, puts each away, and reports on the night. */
export async function runNight(
  work: Work,
  prepare: () => Promise<Common>,
  night: Night,
): Promise<number> {
  const held = await claim(night.inbox.dir, '.forecourt').catch((error: unknown) => {
    if (!(error instanceof InUseError)) throw error;
    throw new CommandError(EXIT.outcomeUnknown, error.code, `${error.message} (--inbox)`);
  });
  try {
    return await takeAll(work, prepare, night);
  } finally {
    held.release();
  }
}

async function takeAll(
  work: Work,
  prepare: () => Promise<Common>,
  { inbox, concurrency, deadline, report }: Night,
): Promise<number> {
  const { output, signal } = work;
  const { ready, growing } = await lookInto(inbox, signal);
  const prepared = await prepare().catch((error: unknown) => {
    const failure = toCommandError(error, signal);
    // The night is reported also where the service is down; a wrong option ends the run at once.
    if (isCommandError(failure) && failure.exitCode !== EXIT.usage) return failure;
    throw failure;
  });
  const book = await openNightBook(work, { inbox, deadline, copy: report });
  const bytes = ready.reduce((sum, arrival) => sum + arrival.bytes, 0);
  const progress = createImportProgress(work, { files: ready.length, bytes }, true);
  const watch = watchOver(signal, deadline, isCommandError(prepared) ? prepared : undefined);
  for (const arrival of growing) book.add(stillWritten(arrival).file);
  await inTurn(ready, concurrency, async (arrival) => {
    const reason = watch.mayStart();
    if (reason || isCommandError(prepared)) {
      const left = leftOut(arrival, reason ?? interrupted());
      watch.ended(left);
      return book.add(left.file);
    }
    const run: ImportRun = {
      ...prepared,
      ask: undefined,
      signal,
      onProgress: (_, phase, rows) => progress.step(arrival.name, phase, rows),
    };
    const taken = await takeFile(run, arrival, (blob, how) =>
      progress.ended({ name: arrival.name, blob }, how),
    );
    watch.ended(taken);
    // Written down before it is moved: a run killed in between has not forgotten it.
    book.add(taken.file);
    if (!prepared.dryRun) book.add(await putAway(inbox, taken));
  }).finally(() => progress.end());
  const codes = book.files().map(({ exitCode }) => exitCode);
  const exitCode = exitOfAll(codes);
  const good = codes.filter((code) => code === EXIT.done).length;
  const files = count(codes.length, ['file', 'files']);
  const message =
    codes.length === 0 ? 'Nothing has arrived.' : `${good} of ${files} without a fault.`;
  const told = book.close(exitCode, message, signal.aborted);
  output.result({ document: told, text: () => nightText(output, told, book.path) });
  if (exitCode === EXIT.done || exitCode === EXIT.partlyDone) return exitCode;
  const deciding = watch.failures().find((failure) => failure.exitCode === exitCode);
  throw new CommandError(exitCode, deciding?.code ?? 'check_failed', message, {
    detail: deciding?.particulars.detail,
    told: output.terminal,
  });
}

/** Somebody still writes it: nothing is wrong, the next run takes it. */
function stillWritten(arrival: Arrival): Taken {
  const message = `${slashed(arrival.name)} is still being written; the next run takes it.`;
  return leftOut(arrival, new CommandError(EXIT.done, 'still_written', message));
}

/** Says whether a further file may be started. */
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
      inARow = exitCode === EXIT.serviceFailed ? inARow + 1 : 0;
      if (inARow >= FAILURES_IN_A_ROW) halt ??= error;
    },
  };
}
