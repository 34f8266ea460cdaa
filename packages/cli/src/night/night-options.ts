import { usageError } from '../command-error.ts';
import type { Work } from '../io/body.ts';
import { openInbox } from './inbox.ts';
import type { Night } from './night.types.ts';

const SETTLE_SECONDS = 2;
const MOST_SECONDS = 3_600;

/** What `--inbox` and the options beside it say; throws a usage error that names the wrong one. */
export function readNight(
  { options }: Work,
  given: Pick<Night, 'concurrency' | 'deadline'>,
): Night {
  const seconds = options.settle === undefined ? SETTLE_SECONDS : Number(options.settle);
  if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
    throw usageError(`--settle is a number of seconds, at most ${MOST_SECONDS}.`);
  }
  const report = options.report === undefined ? undefined : String(options.report);
  return { ...given, report, inbox: openInbox(String(options.inbox), seconds * 1000) };
}
