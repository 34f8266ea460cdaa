import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type HandedNight, handInNight, MOST_NIGHT_FILES } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { usageError } from '../command-error.ts';
import type { NightReport } from '../night/night.types.ts';
import { count } from '../output/progress.ts';
import { handler, type Work } from '../work.ts';

/** Runs of the last nights: a service that was down gets the reports of the nights it missed. */
const LATEST = 20;
const LONGEST = 500;

/** Hands in the reports of nights for the trail, each once (SHELL-14). */
export const run = handler(async (work) => {
  const { args, output, settings, signal } = work;
  const given = (args[0] ?? []) as readonly string[];
  const nights = given.length > 0 ? given.map((path) => readGiven(path)) : latest(work);
  const client = openSignedIn(work, settings, output);
  await permitted(client, 'nights.hand-in', signal);
  const items: { readonly night: string; readonly started_at: string; readonly known: boolean }[] =
    [];
  for (const night of nights) {
    const { known } = await handInNight(client, night, signal);
    items.push({ night: night.night, started_at: night.started_at, known });
  }
  const fresh = items.filter(({ known }) => !known).length;
  const before = items.length - fresh;
  const message = `${count(fresh, ['report', 'reports'])} handed in${before > 0 ? `, ${before} known already` : ''}.`;
  output.result({
    document: { ok: true, operation: work.operation, message, items },
    text: () => message,
  });
  return undefined;
});

const short = (text: string): string => text.slice(0, LONGEST);

/** What the trail keeps of a report; undefined while its run hasn't ended. */
function handed(report: Partial<NightReport> | null): HandedNight | undefined {
  const { endedAt, exitCode, files, inbox, message, night, service, startedAt } = report ?? {};
  if (typeof endedAt !== 'string' || !night || !startedAt || !Array.isArray(files)) {
    return undefined;
  }
  const run = createHash('sha256')
    .update(JSON.stringify([service, inbox, startedAt, report?.account]))
    .digest('hex');
  const rows = files.flatMap((file) => file.rows ?? []);
  const sum = (of: (one: (typeof rows)[number]) => number): number =>
    rows.reduce((all, one) => all + of(one), 0);
  return {
    run,
    night,
    started_at: startedAt,
    ended_at: endedAt,
    exit_code: exitCode ?? 1,
    message: short(message ?? ''),
    imported: sum((one) => one.imported),
    duplicates: sum((one) => one.duplicates),
    rejected: sum((one) => one.rejected + one.keptOut),
    files: files.slice(0, MOST_NIGHT_FILES).map((file) => ({
      name: short(file.name),
      state: file.state,
      message: short(file.message),
    })),
    left_out: Math.max(0, files.length - MOST_NIGHT_FILES),
  };
}

function readReport(path: string): HandedNight | undefined {
  try {
    return handed(JSON.parse(readFileSync(path, 'utf8')) as Partial<NightReport> | null);
  } catch {
    return undefined;
  }
}

function readGiven(path: string): HandedNight {
  if (!existsSync(resolve(path))) throw usageError(`There is no file ${path}.`);
  const night = readReport(resolve(path));
  if (night) return night;
  throw usageError(
    `${basename(path)} is no report of a night that has ended.`,
    'Give the JSON file that --report or the reports folder has.',
  );
}

function latest({ settings: { paths } }: Work): readonly HandedNight[] {
  const dir = join(paths.dir, 'reports');
  return (existsSync(dir) ? readdirSync(dir) : [])
    .filter((name) => name.endsWith('.json'))
    .sort()
    .slice(-LATEST)
    .flatMap((name) => readReport(join(dir, name)) ?? []);
}
