import { Decimal } from '@forecourt/core';
import type { TaxTableFacts } from '@forecourt/core/provider-files';
import type {
  Amount,
  EarlierRuns,
  FileState,
  NightFile,
  NightReport,
  Outcome,
  Rows,
  Totals,
} from './night.types.ts';

const NIGHT_BEGINS_AT_HOUR = 12;

const dayText = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The noon at which a night starts: runs at 23:00 and at 2:00 belong to one night. */
export function noonBefore(at: Date): Date {
  const noon = new Date(at);
  if (noon.getHours() < NIGHT_BEGINS_AT_HOUR) noon.setDate(noon.getDate() - 1);
  noon.setHours(NIGHT_BEGINS_AT_HOUR, 0, 0, 0);
  return noon;
}

export const nightOf = (at: Date): string => dayText(noonBefore(at));

const NEW: readonly FileState[] = ['imported', 'settled'];
const STAYS: readonly FileState[] = ['left', 'in_use', 'failed', 'unrecognised', 'passed_over'];

const isNew = ({ state }: NightFile): boolean => NEW.includes(state);

export const isEntered = (file: NightFile): boolean =>
  isNew(file) || file.state === 'already_imported';

/** Two deliveries may have the same name: what was entered differs by its content, the rest by when it arrived. */
const idOf = (file: NightFile): string =>
  `${file.name} ${isEntered(file) ? file.key : (file.arrivedAt ?? '')}`;

interface Run {
  /** It got to everything in the inbox: it was not killed. */
  readonly isWhole: boolean;
  readonly keys: ReadonlySet<string | undefined>;
}

/** Whether a later run replaces a former result of a file that wasn't entered. */
function isReplaced(
  former: NightFile,
  now: readonly NightFile[] | undefined,
  { isWhole, keys }: Pick<Run, 'isWhole' | 'keys'>,
): boolean {
  if (isEntered(former)) return false;
  // Its outcome was not known: a later run asks for it, and reports it unless nothing was entered.
  if (former.state === 'unknown' && former.key !== undefined)
    return isWhole || keys.has(former.key);
  // Recorded, but not as moved: a killed run left it in the inbox, with another change time if its move had begun.
  if (former.movedTo === undefined && now?.some(({ state }) => state === former.state)) return true;
  // What was refused may have been mended and delivered again.
  if (!STAYS.includes(former.state) && former.state !== 'unknown')
    return now?.some(isEntered) === true;
  if (now !== undefined) return true;
  // Somebody has taken it out of the inbox. If it was entered, or may have been, it still counts.
  return isWhole && former.importedAt === undefined && former.state !== 'unknown';
}

/**
 * The files of all runs of a night, oldest first, each with its latest result. A file that one run sent and a later one
 * found already imported counts as sent.
 */
export function filesOf(
  reports: readonly Pick<NightReport, 'endedAt' | 'files'>[],
): readonly NightFile[] {
  const all = new Map<string, NightFile>();
  for (const { endedAt, files } of reports) {
    const byName = Map.groupBy(files, ({ name }) => name);
    const run: Run = { isWhole: endedAt !== null, keys: new Set(files.map(({ key }) => key)) };
    for (const [id, former] of all) {
      if (isReplaced(former, byName.get(former.name), run)) all.delete(id);
    }
    for (const file of files) {
      const former = all.get(idOf(file));
      if (!former || !isNew(former)) all.set(idOf(file), file);
    }
  }
  return [...all.values()];
}

/** The files that a run reports: its own, and those of runs that were killed before they reported. */
export const reportedBy = ({ earlier, files }: Pick<NightReport, 'earlier' | 'files'>) => [
  ...files,
  ...(earlier?.unreported ?? []),
];

/** The runs before this one: those of its night, and the killed ones since the last that could report; oldest first. */
interface RunsBefore {
  readonly tonight: readonly NightReport[];
  readonly killed: readonly NightReport[];
}

/** What earlier runs add to the files of this one; null if there were none. */
export function earlierRuns(
  { killed, tonight }: RunsBefore,
  own: Pick<NightReport, 'endedAt' | 'files'>,
): EarlierRuns | null {
  if (tonight.length + killed.length === 0) return null;
  const present = new Set(own.files.map(idOf));
  const fromKilled = new Set(killed.flatMap(({ files }) => files));
  const all = filesOf([...tonight, own]);
  const counted = new Set(all);
  const unreported = filesOf([...killed, own]).filter(
    (file) => fromKilled.has(file) && !present.has(idOf(file)),
  );
  const late = unreported.filter((file) => !counted.has(file));
  return {
    runs: tonight.length,
    files: all.length - own.files.length,
    reported: tonight
      .filter((run) => !killed.includes(run))
      .flatMap(({ files, startedAt }) =>
        files
          .filter((file) => counted.has(file) && needsLook(file))
          .map(({ exitCode, message, name, rows, state }) => ({
            ...{ name, state, exitCode, message, rows, runStartedAt: startedAt },
          })),
      ),
    unreported,
    ...(late.length > 0 && { late: { files: late.length, rows: rowsOf(late.filter(isEntered)) } }),
  };
}

/** The contents that a night entered, so that they don't count in the next one, too. */
export const enteredIn = (reports: readonly NightReport[]): ReadonlySet<string> =>
  new Set(
    filesOf(reports).flatMap((file) => (isNew(file) && file.key !== undefined ? [file.key] : [])),
  );

/** Somebody has to act on it, or the next run. */
export const needsLook = ({ exitCode, state }: NightFile): boolean =>
  exitCode !== 0 || state === 'left';

export const hasWarnings = ({ warnings }: NightFile): boolean => (warnings?.total ?? 0) > 0;

/**
 * The totals of a night. Counts what was entered since its noon, whichever run recorded it, unless the night before counted
 * it: a run may go on past noon.
 */
export function totalsOf(
  files: readonly NightFile[],
  since: Date,
  before: ReadonlySet<string> = new Set(),
): Totals {
  const keys = new Set<string>();
  // Sent files first: the copy of a sent file counts as imported before.
  const inOrder = [...files].sort((one, other) => Number(isNew(other)) - Number(isNew(one)));
  const counted = inOrder.filter((file) => {
    const own = isNew(file) || (enteredSince(file, since) && !before.has(file.key ?? ''));
    const fresh = own && !(file.key !== undefined && keys.has(file.key));
    if (own && file.key !== undefined) keys.add(file.key);
    return fresh;
  });
  const howMany = (...states: readonly FileState[]) =>
    files.filter(({ state }) => states.includes(state)).length;
  return {
    files: files.length,
    imported: counted.length,
    alreadyImported:
      howMany('already_imported') -
      counted.filter(({ state }) => state === 'already_imported').length,
    rejected: howMany('rejected'),
    setAside: howMany('set_aside'),
    unknown: howMany('unknown'),
    left: howMany(...STAYS),
    warnings: files.reduce((all, { warnings }) => all + (warnings?.total ?? 0), 0),
    filesWithWarnings: files.filter(hasWarnings).length,
    rowsWithoutCompany: counted.reduce(
      (all, { withoutCompany: of }) => all + (of ? of.unknown + of.ambiguous : 0),
      0,
    ),
    exceptions: counted.reduce((all, { exceptions = 0 }) => all + exceptions, 0),
    rows: rowsOf(counted),
    amounts: amountsOf(counted, 'entered'),
    duplicateAmounts: amountsOf(counted, 'duplicates'),
    rejectedAmounts: amountsOf(counted, 'rejected'),
    amountsUnknown: counted.filter(({ outcome }) => !outcome).length,
  };
}

/**
 * Covers a file sent by a run that was killed before its report, or that failed after the service's
 * answer.
 */
const enteredSince = ({ elsewhere, importedAt }: NightFile, since: Date): boolean =>
  elsewhere !== true && importedAt !== undefined && new Date(importedAt) >= since;

const rowsOf = (files: readonly NightFile[]): Rows => {
  const sum = (name: keyof Rows) => files.reduce((all, { rows }) => all + (rows?.[name] ?? 0), 0);
  return {
    imported: sum('imported'),
    duplicates: sum('duplicates'),
    rejected: sum('rejected'),
    keptOut: sum('keptOut'),
  };
};

/** Sums by currency, exact to the cent. */
function amountsOf(files: readonly NightFile[], of: keyof Outcome): readonly Amount[] {
  const byCurrency = Map.groupBy(
    files.flatMap(({ outcome }) => outcome?.[of] ?? []),
    ({ currency }) => currency,
  );
  return [...byCurrency].sort().map(([currency, amounts]) => ({
    currency,
    lines: amounts.reduce((all, { lines }) => all + lines, 0),
    quantity: sumOf(amounts.map(({ quantity }) => quantity)),
    amount: sumOf(amounts.map(({ amount }) => amount)),
  }));
}

/** Each table once, in the order of the files. */
export const tablesOf = (files: readonly NightFile[]): readonly TaxTableFacts[] => [
  ...new Map(
    files.flatMap(({ taxTables = [] }) => taxTables.map((table) => [table.name, table] as const)),
  ).values(),
];

const sumOf = (texts: readonly string[]): string =>
  Decimal.sum(texts.map((text) => Decimal.from(text))).toString();
