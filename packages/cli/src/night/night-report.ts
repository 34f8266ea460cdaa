import { CommandError } from '../command-error.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { whyOf } from '../output/failures.ts';
import { sessionFile } from '../settings/session-file.ts';
import type { Work } from '../work.ts';
import type { Taken } from './import-inbox-file.ts';
import type { Inbox } from './inbox.ts';
import { missingFrom } from './name-pattern.ts';
import type { Deliveries, Difference, FileState, NightFile, NightReport } from './night.types.ts';
import {
  earlierRuns,
  enteredIn,
  filesOf,
  isEntered,
  nightOf,
  noonBefore,
  reportedBy,
  tablesOf,
  totalsOf,
} from './night-totals.ts';
import { CopyError, earlierReports, newReport } from './reports.ts';
import type { Earlier } from './settle-open.ts';

/** The report of a run in progress: saved while it runs, so that a killed run leaves a report too. */
export interface NightRecord {
  /** Undefined when it couldn't be written at all. */
  readonly path: string | undefined;
  /** Why the latest report is not on disk; the night continues without it. */
  readonly trouble: CommandError | undefined;
  files(): readonly NightFile[];
  readonly earlier: Earlier;
  /** The files that this run reports: its own, and those of runs that were killed before they reported. */
  reported(): readonly NightFile[];
  /** Adds or replaces a file in memory; `name` is its path within the inbox. */
  add(name: string, file: NightFile): void;
  /** Adds files that nothing is done with, and writes the report once: an inbox may have thousands of them. */
  addAll(taken: readonly Pick<Taken, 'arrival' | 'file'>[]): void;
  /** Writes the report. */
  save(): void;
  /**
   * Writes the report unless the run has spent too much of its time on that: the report grows with each file, so that
   * thousands of small files would take minutes. Returns whether it wrote, or tried to.
   */
  saveIfDue(): boolean;
  /** When the last run before this one with exit code 0 ended, ISO instant. */
  readonly lastSuccess: string | undefined;
  /** The service of the last run over this inbox if it was another one, whose journal is another one, too. */
  readonly formerService: string | undefined;
  /** Files of all runs of this night and of the one before it. */
  lately(): readonly NightFile[];
  close(end: Close): NightReport;
  /** Saves the page beside the report and returns its path; undefined when it couldn't be written. */
  page(html: string): string | undefined;
  /** Saves what became known after the end; a failure no longer affects the exit code. */
  amend(report: NightReport): void;
}

type End = Pick<NightReport, 'ok' | 'message' | 'endedAt' | 'interrupted' | 'exitCode'> &
  Partial<Pick<NightReport, 'deliveries' | 'stillRejected'>>;

interface Close {
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly interrupted: boolean;
  readonly deliveries: Deliveries | null;
  readonly stillRejected: NightReport['stillRejected'];
}

/** Before it saves less often, a run may write for this long, and then for this share of its time. */
const WRITING_MS = 1_000;
const WRITING_SHARE = 0.1;

interface About {
  readonly inbox: Inbox;
  readonly deadline: Date | undefined;
  readonly copy: string | undefined;
  readonly dryRun: boolean;
}

export function openNightRecord(
  { operation, settings }: Work,
  { inbox, deadline, copy, dryRun }: About,
): NightRecord {
  const started = new Date();
  const file = newReport(settings, started, copy);
  const session = sessionFile(settings).load();
  const about = {
    night: nightOf(started),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    service: settings.baseUrl.value,
    account: session?.actingFor?.id ?? session?.company?.id ?? session?.user?.id ?? '',
    inbox: inbox.dir,
    startedAt: started.toISOString(),
    deadline: deadline?.toISOString() ?? null,
    ...(dryRun && ({ dryRun } as const)),
  };
  const { tonight, before, killed, lastSuccess, formerService } = earlierReports(settings, about);
  const enteredBefore = enteredIn(before);
  /** By their names in the inbox: two may look alike once card numbers are masked. */
  const files = new Map<string, NightFile>();
  const names = new Set<string>();
  const inOrder = () => [...files.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const reportOf = (end: End): NightReport => {
    const own: NightReport = {
      operation,
      ...about,
      deliveries: null,
      stillRejected: null,
      reportedAt: null,
      ...end,
      totals: totalsOf([], started),
      earlier: null,
      before: null,
      taxTables: [],
      files: inOrder(),
    };
    const all = filesOf([...tonight, own]);
    return {
      ...own,
      totals: totalsOf(all, noonBefore(started), enteredBefore),
      earlier: earlierRuns({ tonight, killed: dryRun ? [] : killed }, own),
      before: differenceTo(before, all),
      taxTables: tablesOf(all),
    };
  };
  const under = {
    ok: false,
    message: 'Not ended.',
    endedAt: null,
    interrupted: false,
    exitCode: null,
  };
  let trouble: CommandError | undefined;
  const save = (report: NightReport) => {
    try {
      file.save(report);
      trouble = undefined;
    } catch (error) {
      trouble = reportTrouble(error, file.path !== undefined);
    }
  };
  const begun = performance.now();
  let writingMs = 0;
  const saveUnended = () => {
    const before = performance.now();
    save(reportOf(under));
    writingMs += performance.now() - before;
  };
  saveUnended();
  const put = (name: string, added: NightFile) =>
    files.set(name, { ...added, name: files.get(name)?.name ?? ownName(names, added.name) });
  return {
    get path() {
      return file.path;
    },
    get trouble() {
      return trouble;
    },
    files: inOrder,
    earlier: {
      killedSince: killed[0]?.startedAt,
      ...keysIn([...before, ...tonight, ...killed]),
      reported: keysIn([...before, ...tonight].filter((run) => !killed.includes(run))).entered,
    },
    reported: () => reportedBy(reportOf({ ...under, endedAt: new Date().toISOString() })),
    add(name, added) {
      put(name, added);
    },
    save: saveUnended,
    saveIfDue() {
      const isDue = writingMs < WRITING_MS + WRITING_SHARE * (performance.now() - begun);
      if (isDue) saveUnended();
      return isDue;
    },
    addAll(taken) {
      if (taken.length === 0) return;
      for (const { arrival, file: added } of taken) put(arrival.name, added);
      saveUnended();
    },
    lately: () => [...[...before, ...tonight].flatMap((report) => report.files), ...inOrder()],
    close({ exitCode, ...end }) {
      const endedAt = new Date().toISOString();
      const report = reportOf({ ...end, ok: exitCode === 0, endedAt, exitCode });
      save(report);
      return report;
    },
    page(html) {
      try {
        return file.savePage(html);
      } catch (error) {
        trouble = pageTrouble(error, trouble);
        return undefined;
      }
    },
    amend: save,
    lastSuccess,
    formerService,
  };
}

/** What another process worked on may have been sent by a run that was killed. */
const UNKNOWN: readonly FileState[] = ['unknown', 'in_use'];

function keysIn(reports: readonly NightReport[]): Pick<Earlier, 'entered' | 'unknown'> {
  const files = reports.flatMap((report) => report.files);
  const keyOf = ({ key }: NightFile) => key ?? [];
  return {
    entered: new Set(
      files.filter((file) => isEntered(file) || file.importedAt !== undefined).flatMap(keyOf),
    ),
    unknown: new Set(files.filter(({ state }) => UNKNOWN.includes(state)).flatMap(keyOf)),
  };
}

/** 'Pipeline_•••• 2300.xlsx (2)': a name that no other file of the run has; it is taken from now on. */
function ownName(taken: Set<string>, name: string): string {
  let own = name;
  for (let count = 2; taken.has(own); count += 1) own = `${name} (${count})`;
  taken.add(own);
  return own;
}

const notWritten = (message: string): CommandError =>
  new CommandError(EXIT.unexpected, 'report_not_written', message);

/** `isThere`: an earlier state of the report is on disk and may be taken for its end. */
function reportTrouble(error: unknown, isThere: boolean): CommandError {
  if (error instanceof CopyError) {
    return notWritten(
      `The copy of the report (--report) could not be written: ${whyOf(error.cause)}. The report itself is whole.`,
    );
  }
  const state = isThere ? ' (the file there is of before that)' : '';
  return notWritten(`The report of the night could not be written: ${whyOf(error)}${state}.`);
}

const pageTrouble = (error: unknown, former: CommandError | undefined): CommandError =>
  notWritten(
    former
      ? `${former.message} Nor could its page (HTML): ${whyOf(error)}.`
      : `The page (HTML) of the night could not be written: ${whyOf(error)}. The report itself is whole.`,
  );

function differenceTo(
  reports: readonly NightReport[],
  now: readonly NightFile[],
): Difference | null {
  const [first] = reports;
  if (first === undefined) return null;
  const files = filesOf(reports);
  const names = (of: readonly NightFile[]) => of.map(({ name }) => name);
  return {
    night: first.night,
    totals: totalsOf(files, noonBefore(new Date(first.startedAt))),
    missing: missingFrom(names(now), names(files)),
  };
}
