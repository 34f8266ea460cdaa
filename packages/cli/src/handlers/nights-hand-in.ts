import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type HandedNight, handInNight, MOST_NIGHT_FILES } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { usageError } from '../command-error.ts';
import type { NightReport } from '../night/night.types.ts';
import { reportedBy } from '../night/night-totals.ts';
import { count } from '../output/progress.ts';
import { sameService } from '../settings/same-service.ts';
import { handler, type Work } from '../work.ts';

const LONGEST = 500;

interface Report {
  /** The name of its file in the reports folder; undefined if it was given. */
  readonly name?: string;
  readonly night: HandedNight;
}

/** Hands in the reports of nights for the trail, each once (SHELL-14). */
export const run = handler(async (work) => {
  const { args, output, settings, signal } = work;
  const given = (args[0] ?? []) as readonly string[];
  const reports = given.length > 0 ? given.map((path) => readGiven(path)) : notHandedIn(work);
  const client = openSignedIn(work, settings, output);
  await permitted(client, 'nights.hand-in', signal);
  const items: { readonly night: string; readonly started_at: string; readonly known: boolean }[] =
    [];
  for (const { name, night } of reports) {
    const { known } = await handInNight(client, night, signal);
    items.push({ night: night.night, started_at: night.started_at, known });
    if (name !== undefined) keepHandedIn(work, name);
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
  const { endedAt, exitCode, inbox, message, night, service, startedAt } = report ?? {};
  if (typeof endedAt !== 'string' || !night || !startedAt || !Array.isArray(report?.files)) {
    return undefined;
  }
  const files = reportedBy({ earlier: report.earlier ?? null, files: report.files });
  const run = createHash('sha256')
    .update(JSON.stringify([service, inbox, startedAt, report?.account]))
    .digest('hex');
  // A copy of what was imported before has the rows of its import, which were entered once.
  const entered = files.filter(({ state }) => state !== 'already_imported');
  const rows = entered.flatMap((file) => file.rows ?? []);
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

function parsed(path: string): Partial<NightReport> | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<NightReport> | null;
  } catch {
    return null;
  }
}

function readGiven(path: string): Report {
  if (!existsSync(resolve(path))) throw usageError(`There is no file ${path}.`);
  const night = handed(parsed(resolve(path)));
  if (night) return { night };
  throw usageError(
    `${basename(path)} is no report of a night that has ended.`,
    'Give the JSON file that --report or the reports folder has.',
  );
}

const reportsDir = ({ settings: { paths } }: Work): string => join(paths.dir, 'reports');

/** Names the reports that a service has, one a line, so that they are neither read nor sent again. */
const handedInPath = (work: Work): string => join(reportsDir(work), 'handed-in.txt');

function handedIn(work: Work): ReadonlySet<string> {
  const path = handedInPath(work);
  return new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);
}

function keepHandedIn(work: Work, name: string): void {
  try {
    appendFileSync(handedInPath(work), `${name}\n`, { mode: 0o600 });
  } catch {
    // The service answers that it knows the report when it is handed in again.
  }
}

/** The reports of this service's nights that it doesn't have, oldest first; a dry run is no night. */
function notHandedIn(work: Work): readonly Report[] {
  const dir = reportsDir(work);
  const known = handedIn(work);
  const service = work.settings.baseUrl.value;
  return (existsSync(dir) ? readdirSync(dir) : [])
    .filter((name) => name.endsWith('.json') && !known.has(name))
    .sort()
    .flatMap((name) => {
      const report = parsed(join(dir, name));
      if (!report?.service || !sameService(report.service, service) || report.dryRun === true)
        return [];
      const night = handed(report);
      return night ? [{ name, night }] : [];
    });
}
