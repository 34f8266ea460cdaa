import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  chosenGoal,
  clearDrafts,
  privateDir,
  writeChosen,
  writeFresh,
  writePrivateFile,
} from '../files/safe-file.ts';
import { sameService } from '../settings/same-service.ts';
import type { Settings } from '../settings/settings.ts';
import type { NightReport } from './night.types.ts';

/** The report file of one run. */
export interface ReportFile {
  /** Undefined until the first report is on disk. */
  readonly path: string | undefined;
  /** Throws when it can't be written; the previous report stays whole. A `CopyError`: the copy alone could not. */
  save(report: NightReport): void;
  /**
   * Writes a page beside each copy of the report and returns the path beside the main one. Throws
   * like `save`.
   */
  savePage(html: string): string | undefined;
}

/** Thrown when the report is on disk and its copy is not. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

const reportsDir = ({ paths }: Settings): string => join(paths.dir, 'reports');

const two = (number: number): string => String(number).padStart(2, '0');

/** '2026-11-20T05-30' in local time. */
const nameOf = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}-${two(at.getMinutes())}`;

/**
 * Reserves a unique name with the first report, so that two runs in one minute don't overwrite each
 * other.
 */
export function newReport(settings: Settings, at: Date, copy: string | undefined): ReportFile {
  const dir = reportsDir(settings);
  let path: string | undefined;
  let isStreamed = false;
  let isCopied = false;
  const saveCopy = (to: string, { endedAt }: NightReport, text: string) => {
    if (!chosenGoal(to).isFile) {
      // A pipe or a device gets only the final report.
      if (endedAt === null || isStreamed) return;
      isStreamed = true;
    }
    try {
      writeChosen(to, text);
      isCopied = true;
    } catch (error) {
      isCopied = false;
      throw new CopyError(to, { cause: error });
    }
  };
  return {
    get path() {
      return path;
    },
    save(report) {
      const text = `${JSON.stringify(report, null, 2)}\n`;
      if (path === undefined) {
        privateDir(dir);
        clearDrafts(dir);
        path = freshReport(dir, nameOf(at), text);
      } else writePrivateFile(path, text);
      if (copy !== undefined) saveCopy(resolve(copy), report, text);
    },
    savePage(html) {
      const page = path === undefined ? undefined : pageOf(path);
      if (page !== undefined) writePrivateFile(page, html);
      if (copy !== undefined && isCopied && chosenGoal(resolve(copy)).isFile) {
        writeChosen(pageOf(resolve(copy)), html);
      }
      return page;
    },
  };
}

/**
 * 'night.json' becomes 'night.html'; any other name is kept and extended, so that nothing is
 * overwritten.
 */
const pageOf = (path: string): string => `${path.replace(/\.json$/, '')}.html`;

function freshReport(dir: string, name: string, text: string): string {
  for (let count = 1; ; count += 1) {
    const path = join(dir, `${name}${count === 1 ? '' : `-${count}`}.json`);
    if (writeFresh(path, text)) return path;
  }
}

type Wanted = Pick<NightReport, 'inbox' | 'service' | 'night'>;

/** Read at least, so that a rare inbox finds its last night among the reports of busy ones. */
const LOOKED_AT = 200;
/** Nights whose reports are all read, however many runs and inboxes they have; those of years are not. */
const NIGHTS = 3;

interface EarlierReports {
  readonly tonight: readonly NightReport[];
  readonly before: readonly NightReport[];
  /** Runs since the last one that reported its end, in whichever night: they were killed before that. */
  readonly killed: readonly NightReport[];
  /** When the last run with exit code 0 ended, ISO instant. */
  readonly lastSuccess: string | undefined;
  /** The service of the last run over this inbox if it was another one. */
  readonly formerService: string | undefined;
}

/**
 * Reads this night's reports so far and those of the latest night before it, oldest first. A dry run has changed nothing, so
 * that its report counts in none of them.
 */
export function earlierReports(
  settings: Settings,
  { inbox, service, night }: Wanted,
): EarlierReports {
  const dir = reportsDir(settings);
  const names = namesIn(dir)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const since = names.findIndex((name) => name >= daysBefore(night, NIGHTS));
  const recent = since === -1 ? 0 : names.length - since;
  const ofInbox = names
    .slice(-Math.max(LOOKED_AT, recent))
    .map((name) => readReport(join(dir, name)))
    .filter((report) => report?.inbox === inbox)
    .filter((report) => report !== undefined)
    .filter((report) => report.dryRun !== true && report.night <= night)
    .sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  const reports = ofInbox.filter((report) => sameService(report.service, service));
  const lastService = ofInbox.at(-1)?.service;
  const last = reports.findLast((report) => report.night < night)?.night;
  return {
    tonight: reports.filter((report) => report.night === night),
    before: reports.filter((report) => report.night === last),
    killed: reports.slice(reports.findLastIndex(isReported) + 1),
    lastSuccess:
      reports.findLast(({ endedAt, ok }) => ok && endedAt !== null)?.endedAt ?? undefined,
    formerService:
      lastService === undefined || sameService(lastService, service) ? undefined : lastService,
  };
}

/** Reports of earlier versions have no `reportedAt`. */
const isReported = ({ endedAt, reportedAt = endedAt }: NightReport): boolean => reportedAt !== null;

function daysBefore(night: string, days: number): string {
  const day = new Date(`${night}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() - days);
  return day.toISOString().slice(0, 10);
}

/** A folder that isn't there or can't be read has no reports: the night goes on without them. */
function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** An unreadable report counts as missing: yesterday's report must not stop a night. */
function readReport(path: string): NightReport | undefined {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as Partial<NightReport> | null;
    const isWhole = typeof report?.night === 'string' && Array.isArray(report.files);
    return isWhole ? (report as NightReport) : undefined;
  } catch {
    return undefined;
  }
}
