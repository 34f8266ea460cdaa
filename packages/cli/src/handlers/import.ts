import { extname, resolve } from 'node:path';
import { type Client, importAccount } from '@forecourt/core';
import { offlineClient, openSignedIn } from '../client/client.ts';
import { knownAccount } from '../client/known-account.ts';
import { withPatience } from '../client/patience.ts';
import { usageError } from '../command-error.ts';
import { asking } from '../drive/prompts.ts';
import { keepFile, keepNothing } from '../files/keep-file.ts';
import { fitName } from '../files/safe-file.ts';
import type { ImportRun } from '../imports/import-file.ts';
import { importFiles } from '../imports/import-files.ts';
import { keepStandardInput } from '../input/standard-input.ts';
import { wholeNumber } from '../input/words.ts';
import { openJournal } from '../journal/journal.ts';
import { pastDeadline, readDeadline } from '../night/deadline.ts';
import { readPace } from '../night/pace.ts';
import { readPreflight } from '../preflight/preflight-options.ts';
import { redact } from '../redact.ts';
import { sleep, sleepOf } from '../runtime.ts';
import { learnServiceClock } from '../service-clock.ts';
import { handler, type Work } from '../work.ts';

const MAX_AT_ONCE = 8;

/** Checks provider files and imports each once (TXN-04, TXN-13). */
export const run = handler(
  async (work) => {
    const { args, fault, options } = work;
    const concurrency =
      wholeNumber(options.concurrency, { flag: '--concurrency', min: 1, max: MAX_AT_ONCE }) ?? 1;
    const deadline = readDeadline(options.deadline, new Date());
    const paths = args[0] as readonly string[];
    if (options.inbox === undefined) {
      if (fault) throw fault;
      if (paths.length === 0) throw usageError('Give files, or a folder of them by --inbox.');
      refuseNightOptions(options);
      await using input = await keepStandardInput(work, paths);
      const schedule = {
        concurrency,
        mayStart: () => pastDeadline(deadline),
        nameOf: input.nameOf,
      };
      const named = { ...work, args: [input.paths] };
      return await importFiles(named, await common(named, deadline), schedule);
    }
    if (paths.length > 0) throw usageError('Give files or --inbox, not both.');
    const { orAlarm } = await import('../night/early-end.ts');
    return orAlarm(work, () => takeInbox(work, { concurrency, deadline }));
  },
  // An unset variable in the line of a night is a reason for its alarm.
  { seesFault: true },
);

/** Options that only a night acts on: an alarm that is set up without one must not pass in silence. */
const NIGHT_ONLY = {
  '--report': 'report',
  '--expected': 'expected',
  '--metrics-file': 'metricsFile',
  '--on-finish': 'onFinish',
  '--on-finish-timeout': 'onFinishTimeout',
  '--settle': 'settle',
} as const;

function refuseNightOptions(options: Work['options']): void {
  const passed = Object.entries(NIGHT_ONLY)
    .filter(([, name]) => options[name] !== undefined)
    .map(([flag]) => flag);
  if (passed.length === 0) return;
  throw usageError(
    `${passed.join(', ')} ${passed.length === 1 ? 'needs' : 'need'} --inbox: nothing acts on ${passed.length === 1 ? 'it' : 'them'} for single files.`,
    'Put the files into a folder and give it by --inbox.',
  );
}

async function takeInbox(
  work: Work,
  schedule: { readonly concurrency: number; readonly deadline: Date | undefined },
): Promise<number> {
  if (work.fault) throw work.fault;
  const { readNight } = await import('../night/night-options.ts');
  const { knownProviders } = await import('../preflight/own-tables.ts');
  const providers = await knownProviders(work);
  const night = readNight(work, { ...schedule, providers });
  const { runNight } = await import('../night/run-night.ts');
  return runNight(work, () => common(work, schedule.deadline), night);
}

/** The options that all files share; a dry run neither calls the service nor writes to the journal. */
async function common(
  work: Work,
  deadline: Date | undefined,
): Promise<Omit<ImportRun, 'signal' | 'onProgress'>> {
  const { options, runtime, settings, signal } = work;
  const dryRun = options.dryRun === true;
  const client = dryRun ? offlineClient(settings) : await clientOf(work, deadline);
  const journal = dryRun ? undefined : openJournal(settings, importAccount(client));
  const dir = options.out === undefined ? journal?.results : resolve(String(options.out));
  const paths = work.args[0] as readonly string[];
  const { preflight, provider } = await readPreflight(work, paths, dryRun ? undefined : dir);
  return {
    client,
    provider,
    preflight: dryRun
      ? preflight
      : { ...preflight, learnClock: () => learnServiceClock(client, runtime, signal) },
    ask: asking(work),
    recording: work.recording,
    dryRun,
    force: options.force === true,
    maxIssues: undefined,
    journal,
    verification: { failed: false },
    askWaits: askWaits(options.askEvery),
    timeLimitMs: settings.importTimeoutMs.value,
    keep: ({ name }) =>
      dir === undefined
        ? keepNothing
        : keepFile(async (reported) => ({
            dir,
            name: resultName(name, reported),
            fresh: true,
            makeDir: true,
          })),
  };
}

async function clientOf(work: Work, deadline: Date | undefined): Promise<Client> {
  const { options, output, runtime, settings, signal } = work;
  const pace = readPace(options.maxRate);
  const opened = openSignedIn(work, settings, output, pace && { sleep: pace.sleep });
  const client = withPatience(pace ? pace.paced(opened) : opened, {
    until: deadline,
    wholeMs: settings.importTimeoutMs.value,
    signal,
    sleep: sleepOf(runtime) ?? sleep,
    onWait: (ms) =>
      output.note(
        `The service asks to wait ${Math.ceil(ms / 1000)} s (429); nothing is sent before.`,
      ),
  });
  await knownAccount(client, 'transactions.import', signal);
  return client;
}

/** `--ask-every`, in seconds; undefined for core's default. */
function askWaits(provided: unknown): readonly number[] | undefined {
  if (provided === undefined) return undefined;
  const seconds = Number(provided);
  if (!(seconds > 0 && seconds <= 3_600)) {
    throw usageError('--ask-every is a number of seconds, more than 0 and at most 3600.');
  }
  return [seconds * 1000];
}

/** 'esso.xlsx' → 'esso.result.csv', with the extension of the service's file; card numbers are masked. */
function resultName(sent: string, received: string | undefined): string {
  const name = redact(sent);
  const stem = name.slice(0, name.length - extname(name).length);
  return fitName(stem, `.result${extname(received ?? '') || '.csv'}`);
}
