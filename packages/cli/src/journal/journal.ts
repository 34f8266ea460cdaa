import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry, JournalState } from '@forecourt/core';
import { clearDrafts, privateDir, writePrivateFile } from '../files/safe-file.ts';
import { redact } from '../redact.ts';
import type { Settings } from '../settings/settings.ts';
import { type Claim, claim } from './claim.ts';

/** An entry as it lies on disk. */
export interface KeptEntry extends JournalEntry {
  /** The folder that its file lay in when it was sent; a card number in it is masked. */
  readonly from?: string;
  /** Whom the import counts for. */
  readonly account: string;
  /** When it was first planned, and when its state last changed. */
  readonly startedAt: string;
  readonly changedAt: string;
}

/** What one account sent to one service, so that a file is never entered twice (TXN-13). */
export interface Journal {
  /** Where result files go when nobody says otherwise. */
  readonly results: string;
  find(key: string): Promise<KeptEntry | undefined>;
  /** `from`: the folder that the file lies in. */
  record(entry: JournalEntry, from?: string): Promise<void>;
  /** Takes an import for this process alone. Throws `InUseError` where another one works on it. */
  take(key: string): Promise<Claim>;
}

/** 'https://portal.example:8443/api/v1' → 'https-portal.example-8443-api-v1'. */
const folderOf = (text: string): string => text.replace(/[^\w.-]+/g, '-');

const serviceDir = ({ places, baseUrl }: Settings): string =>
  join(places.journal, folderOf(baseUrl.value));

const accountDir = (settings: Settings, account: string): string =>
  join(serviceDir(settings), `account-${folderOf(account)}`);

const ENTRY = /^[0-9a-f]{64}\.json$/;

/**
 * The journal of an account at a service: a folder, with a file an import, named by its key. Each is
 * written to disk whole before the step that it tells of, so that runs killed at any moment, and runs
 * side by side, leave nothing half-written and undo nothing of each other.
 */
export function openJournal(settings: Settings, account: string): Journal {
  const dir = accountDir(settings, account);
  const path = (key: string) => join(dir, `${key}.json`);
  const inTurn = turns();
  for (const folder of [dir, join(dir, 'results')]) clearDrafts(folder);
  return {
    results: join(dir, 'results'),
    find: async (key) => readEntry(path(key)),
    async record(entry, from) {
      const former = readEntry(path(entry.key));
      const kept = keptEntry(entry, former, { account, from, now: new Date().toISOString() });
      writePrivateFile(path(entry.key), `${JSON.stringify(kept, null, 2)}\n`);
    },
    take: (key) =>
      inTurn(key, () => {
        privateDir(dir);
        return claim(dir, key);
      }),
  };
}

/** Two files of one run with the same content wait for each other; other runs are told to go away. */
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

const ENTERED: readonly JournalState[] = ['acknowledged', 'reconciled'];
const REPORTED: readonly JournalState[] = [...ENTERED, 'refused'];

const SENDS: readonly JournalState[] = ['planned', 'sent'];

/** What is known already stays: when it began, and where its result file is. */
function keptEntry(
  { note, ...entry }: JournalEntry,
  former: KeptEntry | undefined,
  { account, from: here, now }: { account: string; from: string | undefined; now: string },
): KeptEntry {
  const from = SENDS.includes(entry.state) ? (here ?? former?.from) : (former?.from ?? here);
  const result = entry.result ?? former?.result;
  const known = former && ENTERED.includes(former.state) ? former.at : undefined;
  const at = entry.at ?? known ?? (REPORTED.includes(entry.state) ? now : undefined);
  return {
    ...entry,
    rows: entry.rows || (former?.rows ?? 0),
    fileName: redact(entry.fileName || (former?.fileName ?? '')),
    account,
    startedAt: former?.startedAt ?? now,
    changedAt: now,
    ...(from !== undefined && { from: redact(from) }),
    ...(at !== undefined && { at }),
    ...(result !== undefined && { result }),
    ...(note !== undefined && { note: redact(note) }),
  };
}

/** All that was sent to a service, whoever it counts for, the latest first. */
export function readJournals(settings: Settings): readonly KeptEntry[] {
  const service = serviceDir(settings);
  return namesIn(service)
    .filter((name) => name.startsWith('account-'))
    .map((name) => join(service, name))
    .flatMap((dir) => entryNames(dir).map((name) => readEntry(join(dir, name))))
    .filter((entry) => entry !== undefined)
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
}

/** How it ended is not known yet. */
export const isOpen = ({ state, note }: KeptEntry): boolean =>
  state === 'planned' ||
  state === 'sent' ||
  state === 'unknown' ||
  (state === 'acknowledged' && note === undefined);

const entryNames = (dir: string): string[] => namesIn(dir).filter((name) => ENTRY.test(name));

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** An entry that cannot be read counts as none: the service is asked then, and knows. */
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
