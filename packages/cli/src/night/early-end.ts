import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isCommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { writeShared } from '../files/safe-file.ts';
import { toCommandError } from '../output/failures.ts';
import { refuseSecondDocument } from '../output/out-file.ts';
import type { Work } from '../work.ts';
import { endMetricsText } from './metrics.ts';
import { ownPath, readHook } from './night-options.ts';
import { nightOf } from './night-totals.ts';
import { runHook } from './on-finish.ts';
import { earlierReports } from './reports.ts';

/** Errors whose metrics and command are already done. */
const alarmed = new WeakSet<object>();

export function withAlarm<Of extends object>(error: Of): Of {
  alarmed.add(error);
  return error;
}

/**
 * Writes the metrics and runs `--on-finish` for a night that ends before it has a report; otherwise
 * the figures of the night before would pass for this one's. When another run holds the inbox (exit
 * code 8), its end overwrites them; if that run hangs, this is the only sign of it.
 */
export async function orAlarm(work: Work, night: () => Promise<number>): Promise<number> {
  const started = new Date();
  try {
    return await night();
  } catch (error) {
    const failure = toCommandError(error, work.signal);
    if (!alarmed.has(error as object)) await alarm(work, failure, started);
    throw error;
  }
}

async function alarm(work: Work, failure: unknown, started: Date): Promise<void> {
  const { options, output, runtime } = work;
  const exitCode = isCommandError(failure) ? failure.exitCode : EXIT.unexpected;
  const warn = (what: string, error: unknown) =>
    output.warn(`forecourt: ${what}: ${error instanceof Error ? error.message : String(error)}`);
  const metricsFile = String(options.metricsFile ?? '').trim();
  if (metricsFile !== '') {
    try {
      const inbox = inboxOf(String(options.inbox));
      const path = ownPath(
        '--metrics-file',
        metricsFile,
        inbox === '' ? undefined : { dir: inbox },
      );
      refuseSecondDocument(options, '--metrics-file', path);
      const about = { inbox, service: work.settings.baseUrl.value, night: nightOf(started) };
      const { lastSuccess } = earlierReports(work.settings, about);
      const dryRun = options.dryRun === true;
      const end = { inbox, exitCode, lastSuccess, dryRun, startedAt: started.toISOString() };
      writeShared(
        resolve(String(path)),
        endMetricsText({ ...end, endedAt: new Date().toISOString() }),
      );
    } catch (error) {
      warn('The metrics file could not be written', error);
    }
  }
  const hook = hookOf(options);
  if (hook === undefined) return;
  const ended = await runHook(hook, runtime.env, {
    ...{ report: undefined, page: undefined, exitCode },
  });
  if (!ended.ok) output.warn(`forecourt: ${ended.message}`);
}

/** The name used in reports; for a missing folder the path as given, '' if no folder is named. */
function inboxOf(provided: string): string {
  if (provided.trim() === '') return '';
  try {
    return realpathSync(provided);
  } catch {
    return resolve(provided);
  }
}

/** An invalid command is itself the reported error and can't be run. */
function hookOf(options: Work['options']): ReturnType<typeof readHook> {
  try {
    return readHook(options);
  } catch {
    return undefined;
  }
}
