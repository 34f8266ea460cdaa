/**
 * The journal of imports. This folder records on disk what was sent, so that a repeated, killed or
 * parallel run sends nothing twice; it also holds the locks between runs. The import itself belongs
 * in `imports/`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportPorts, JournalEntry, JournalState } from '@forecourt/core';
import { clearDrafts, privateDir, writePrivateFile } from '../files/safe-file.ts';
import { redact } from '../redact.ts';
import { hostOf } from '../settings/same-service.ts';
import type { Settings } from '../settings/settings.ts';
import { type Claim, claim } from './claim.ts';

/** A file by the name and digest under which the user knows it. */
export interface FileName {
  readonly fileName: string;
  readonly sha256: string;
}

interface KeptOut {
  readonly rows: number;
  readonly path: string | undefined;
}

/** What is known of a file before it is sent. */
export interface SentFrom {
  /** Its folder. */
  readonly from?: string | undefined;
  /** The files that it was made from. */
  readonly madeFrom?: readonly FileName[] | undefined;
  readonly keptOut?: KeptOut | undefined;
}

/** An entry as stored on disk. */
export interface KeptEntry extends JournalEntry {
  /** The files that the sent one was made from: the original, and a corrected copy whose rows were divided. */
  readonly madeFrom?: readonly FileName[];
  /** Rows that were kept out of what was sent (`--reject-rows`), and the file with them. */
  readonly keptOut?: KeptOut;
  /** The file's folder when it was sent, with card numbers masked. */
  readonly from?: string;
  /** The account that the import belongs to. */
  readonly account: string;
  /** When it was first planned; `updatedAt` is its last change of state. */
  readonly startedAt: string;
  readonly changedAt: string;
}

/** The imports that one account sent to one service; ensures that no file is entered twice (TXN-13). */
export interface Journal {
  /** The default folder of result files. */
  readonly results: string;
  find(key: string): Promise<KeptEntry | undefined>;
  record(entry: JournalEntry, sent?: SentFrom): Promise<void>;
  /** For a night: the key of an import that a killed run left open; a forced import takes it up. */
  openKey?: ImportPorts['openKey'];
  /** Claims an import for this process. Throws `InUseError` when another process works on it. */
  take(key: string): Promise<Claim>;
}

/** 'https://portal.example:8443/api/v1' → 'https-portal.example-8443-api-v1'. */
const folderOf = (text: string): string => text.replace(/[^\w.-]+/g, '-');

/** Where journals are kept, and whose they are. */
interface JournalSettings {
  readonly paths: Pick<Settings['paths'], 'journal'>;
  readonly baseUrl: Pick<Settings['baseUrl'], 'value'>;
}

/**
 * The folder of a service. An address without a path is the same service as with /api/v1, where it is found: whichever has
 * a journal already keeps it.
 */
function serviceDir({ paths, baseUrl: { value: address } }: JournalSettings): string {
  const dirOf = (of: string) => join(paths.journal, folderOf(of));
  const host = hostOf(address);
  const own = dirOf(address);
  if (host === undefined || existsSync(own)) return own;
  const whole = dirOf(`${host}/api/v1`);
  return [whole, dirOf(host)].find((dir) => existsSync(dir)) ?? whole;
}

const accountDir = (settings: JournalSettings, account: string): string =>
  join(serviceDir(settings), `account-${folderOf(account)}`);

const ENTRY = /^[0-9a-f]{64}\.json$/;

/**
 * Opens the journal of an account at a service: a folder with one file for each import, named by
 * its key. Each entry is written atomically before the step that it records, so killed and parallel
 * runs leave nothing half-written and overwrite nothing of each other.
 */
export function openJournal(settings: JournalSettings, account: string): Journal {
  const dir = accountDir(settings, account);
  const path = (key: string) => join(dir, `${key}.json`);
  const inTurn = turns();
  for (const folder of [dir, join(dir, 'results')]) clearDrafts(folder);
  return {
    results: join(dir, 'results'),
    find: async (key) => readEntry(path(key)),
    async record(entry, sent = {}) {
      const former = readEntry(path(entry.key));
      const now = new Date().toISOString();
      const kept = keptEntry(entry, former, { ...sent, account, now });
      writePrivateFile(path(entry.key), `${JSON.stringify(kept, null, 2)}\n`);
    },
    take: (key) =>
      inTurn(key, () => {
        privateDir(dir);
        return claim(dir, key);
      }),
  };
}

/** Two files of one run with the same content wait for each other; other runs are refused. */
function turns() {
  const last = new Map<string, Promise<void>>();
  return async (key: string, take: () => Promise<Claim>): Promise<Claim> => {
    const before = last.get(key);
    const turn = Promise.withResolvers<void>();
    last.set(key, turn.promise);
    await before;
    try {
      const held = await take();
      const release = () => {
        held.release();
        turn.resolve();
      };
      return { release };
    } catch (error) {
      turn.resolve();
      throw error;
    }
  };
}

/** The service has entered the file's rows. */
export const ENTERED: readonly JournalState[] = ['acknowledged', 'reconciled'];
const REPORTED: readonly JournalState[] = [...ENTERED, 'refused'];

const SENDS: readonly JournalState[] = ['planned', 'sent'];

/** Keeps what is already known: the start time and the location of the result file. */
function keptEntry(
  { note, ...entry }: JournalEntry,
  former: KeptEntry | undefined,
  {
    account,
    from: here,
    keptOut = former?.keptOut,
    madeFrom: madeHere = [],
    now,
  }: SentFrom & { readonly account: string; readonly now: string },
): KeptEntry {
  const known = new Map([...(former?.madeFrom ?? []), ...madeHere].map((one) => [one.sha256, one]));
  const madeFrom = [...known.values()].map((one) => ({ ...one, fileName: redact(one.fileName) }));
  const from = SENDS.includes(entry.state) ? (here ?? former?.from) : (former?.from ?? here);
  const result = entry.result ?? former?.result;
  const entered = former && ENTERED.includes(former.state) ? former.at : undefined;
  const at = entry.at ?? entered ?? (REPORTED.includes(entry.state) ? now : undefined);
  return {
    ...entry,
    rows: entry.rows || (former?.rows ?? 0),
    fileName: redact(entry.fileName || (former?.fileName ?? '')),
    account,
    startedAt: former?.startedAt ?? now,
    changedAt: now,
    ...(from !== undefined && { from: redact(from) }),
    ...(madeFrom.length > 0 && { madeFrom }),
    ...(keptOut && { keptOut: { ...keptOut, path: keptOut.path && redact(keptOut.path) } }),
    ...(at !== undefined && { at }),
    ...(result !== undefined && { result }),
    ...(note !== undefined && { note: redact(note) }),
  };
}

/** Reads everything sent to a service, for all accounts, latest first. */
export function readJournals(settings: JournalSettings): readonly KeptEntry[] {
  const service = serviceDir(settings);
  return namesIn(service)
    .filter((name) => name.startsWith('account-'))
    .map((name) => join(service, name))
    .flatMap((dir) => entryNames(dir).map((name) => readEntry(join(dir, name))))
    .filter((entry) => entry !== undefined)
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
}

/** The outcome is not known yet. */
export const isOpen = ({ state, note }: KeptEntry): boolean =>
  state === 'planned' ||
  state === 'sent' ||
  state === 'unknown' ||
  (state === 'acknowledged' && note === undefined);

/** Nothing was entered, or nobody knows whether it was. */
export const isFailed = (entry: KeptEntry): boolean => entry.state === 'refused' || isOpen(entry);

const entryNames = (dir: string): string[] => namesIn(dir).filter((name) => ENTRY.test(name));

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    // A file in its place is reported when something is recorded.
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return [];
    throw error;
  }
}

/** An unreadable entry counts as missing: the service is then asked, and knows. */
function readEntry(path: string): KeptEntry | undefined {
  try {
    const entry = JSON.parse(readFileSync(path, 'utf8')) as Partial<KeptEntry> | null;
    return typeof entry?.state === 'string' && typeof entry.key === 'string'
      ? (entry as KeptEntry)
      : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return undefined;
    throw error;
  }
}
