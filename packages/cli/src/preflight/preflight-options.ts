import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { GUARDS, providersOf } from '@forecourt/core/provider-files';
import { usageError } from '../command-error.ts';
import { type KeptEntry, readJournals } from '../journal/journal.ts';
import type { Settings } from '../settings/settings.ts';
import { today } from '../today.ts';
import type { Work } from '../work.ts';
import { acceptedRules } from './check-rates.ts';
import { ownLayouts, ownTaxTables } from './own-tables.ts';
import type { AnnotateTarget, PreflightOptions } from './preflight.types.ts';
import { readCorrections } from './read-corrections.ts';
import { readReason } from './read-reason.ts';

const COPIES = ['.xlsx', '.csv'];

/** `--annotate`: an existing folder, a path that ends in a slash, or, for a single file, a file. */
export async function readAnnotate(
  provided: unknown,
  paths: readonly string[],
): Promise<AnnotateTarget | undefined> {
  if (provided === undefined) return undefined;
  const path = resolve(String(provided));
  const found = await stat(path).catch(() => undefined);
  if (/[\\/]$/.test(String(provided)) || found?.isDirectory()) return { path, isFolder: true };
  if (!COPIES.includes(extname(path).toLowerCase())) {
    throw usageError(`A copy is written as ${COPIES.join(' or ')}, or into a folder. (--annotate)`);
  }
  if (paths.length > 1)
    throw usageError('Several files need a folder for their copies: --annotate <dir>/');
  if (paths.some((source) => resolve(source) === path)) {
    throw usageError('The copy would replace the file itself. (--annotate)');
  }
  return { path, isFolder: false };
}

/** `--allow-repeat`; its rows refer to a single file. */
function readRepeats(provided: unknown, paths: readonly string[]): readonly string[] {
  const rows = (provided ?? []) as readonly string[];
  const odd = rows.find((row) => !/^(?:.*!)?[1-9]\d{0,6}$/s.test(row));
  if (odd !== undefined) {
    throw usageError(`--allow-repeat takes a row, 214 or Sheet1!214, not ${odd}.`);
  }
  if (rows.length > 0 && paths.length !== 1) {
    throw usageError('--allow-repeat names rows of one file: give that file alone.');
  }
  return rows;
}

/** `--accept`: guards only, because other rules are never right to break. */
function readAccepted(work: Pick<Work, 'options'>): readonly string[] {
  const rules = acceptedRules(work);
  const other = rules.find((rule) => !GUARDS.includes(rule));
  if (other === undefined) return rules;
  throw usageError(
    `${other} can't be accepted: correct the file. (--accept)`,
    `Guards of transactions: ${GUARDS.filter((rule) => rule.startsWith('TAX-')).join(', ')}.`,
  );
}

/** `--accept-reason`: why the findings that `--accept` names are right. */
const readAcceptReason = ({ options }: Pick<Work, 'options'>): string | undefined =>
  readReason(options.acceptReason, {
    flag: '--accept-reason',
    missing:
      acceptedRules({ options }).length === 0 &&
      'says why a guard is accepted: name it with --accept.',
  });

/** How many of a provider's files define a usual row count. */
const USUAL_FILES = 10;

/**
 * Row counts of the provider's last files, from the journals; read once a run, because there may be
 * thousands.
 */
function rowsBefore(settings: Settings): PreflightOptions['rowsBefore'] {
  let entered: readonly KeptEntry[] | undefined;
  return (provider) => {
    entered ??= readJournals(settings).filter(({ rows }) => rows > 0);
    return entered
      .filter((entry) => entry.provider === provider)
      .slice(0, USUAL_FILES)
      .map(({ rows }) => rows);
  };
}

/**
 * Reads the options of `check` and `import` that go beyond the check itself, and the provider of a
 * custom layout.
 */
export async function readPreflight(
  work: Pick<Work, 'options' | 'runtime' | 'settings'>,
  paths: readonly string[],
  rejectsDir: string | undefined,
): Promise<{ readonly preflight: PreflightOptions; readonly provider: string | undefined }> {
  const { options, settings } = work;
  const provided = options.provider as string | undefined;
  const { layouts, named } = await ownLayouts(work);
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const isKnown = providersOf(layouts).some((name) => same(name, provided ?? ''));
  if (named !== undefined && provided !== undefined && isKnown && !same(provided, named)) {
    throw usageError(`The layout is for ${named}, not for ${provided}. (--layout)`);
  }
  return {
    provider: provided ?? named,
    preflight: {
      layouts,
      taxTables: await ownTaxTables(work),
      today: () => today(work.runtime),
      learnClock: async () => undefined,
      accept: readAccepted(work),
      acceptReason: readAcceptReason(work),
      rowsBefore: rowsBefore(settings),
      rejectRows: options.rejectRows === true,
      allowRepeat: readRepeats(options.allowRepeat, paths),
      correct: readCorrections(options, paths),
      rejectsDir,
      annotate: await readAnnotate(options.annotate, paths),
    },
  };
}
