import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageError } from '../command-error.ts';
import { refuseSecondDocument } from '../output/out-file.ts';
import type { Work } from '../work.ts';
import { readCalendar } from './deliveries.ts';
import { type Inbox, isWithin, openInbox } from './inbox.ts';
import type { Night } from './night.types.ts';

const SETTLE_SECONDS = 2;
const MAX_SECONDS = 3_600;

/** Reads `--inbox` and the options that go with it. Throws a usage error that names the invalid one. */
export function readNight(
  { options }: Work,
  { providers, ...provided }: Pick<Night, 'concurrency' | 'deadline'> & Pick<Inbox, 'providers'>,
): Night {
  const seconds = options.settle === undefined ? SETTLE_SECONDS : Number(options.settle);
  if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
    throw usageError(`--settle is a number of seconds, at most ${MAX_SECONDS}.`);
  }
  const text = (value: unknown) => (value === undefined ? undefined : String(value));
  const inbox = openInbox(String(options.inbox), seconds * 1000, providers);
  const report = ownPath('--report', options.report, inbox);
  const calendar = readCalendar(inbox.dir, text(options.expected), providers);
  const metrics = ownPath('--metrics-file', options.metricsFile, inbox);
  refuseSecondDocument(options, '--report', report);
  refuseSecondDocument(options, '--metrics-file', metrics);
  return {
    ...provided,
    report,
    calendar,
    metrics,
    hook: readHook(options),
    inbox,
  };
}

/** Reads the path of a file that the run writes. Throws a usage error if it can't be one, before anything is imported. */
export function ownPath(
  flag: string,
  provided: unknown,
  inbox: Pick<Inbox, 'dir'> | undefined,
): string | undefined {
  if (provided === undefined) return undefined;
  const path = String(provided);
  if (path === '-')
    throw usageError(
      `${flag} is the path of a file. For the report on standard output, give --json.`,
    );
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw usageError(`${flag} is the path of a file, and this is a folder: ${path}`);
  }
  const folder = dirname(resolve(path));
  // A missing folder is no reason to import nothing: the run says so at its end.
  if (inbox && existsSync(folder) && isWithin(inbox.dir, realpathSync(folder))) {
    throw usageError(
      `${flag} is in the inbox, where the next run would take it for a delivery: ${path}`,
    );
  }
  return path;
}

const HOOK_SECONDS = 60;

export function readHook({ onFinish, onFinishTimeout }: Work['options']): Night['hook'] {
  if (onFinish === undefined) {
    if (onFinishTimeout === undefined) return undefined;
    throw usageError('--on-finish-timeout is for --on-finish, which is missing.');
  }
  const command = String(onFinish).trim();
  if (command === '') throw usageError('--on-finish is a command: it is empty.');
  const seconds = onFinishTimeout === undefined ? HOOK_SECONDS : Number(onFinishTimeout);
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
    throw usageError(
      `--on-finish-timeout is a number of seconds, more than 0 and at most ${MAX_SECONDS}.`,
    );
  }
  return { command, timeoutMs: seconds * 1000 };
}
