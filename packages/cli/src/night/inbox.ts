import { isUtf8 } from 'node:buffer';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { usageError } from '../command-error.ts';

export interface Inbox {
  readonly dir: string;
  /** How long a file must be unchanged before it is imported, in ms. */
  readonly settleMs: number;
  /** Providers whose folders are read. */
  readonly providers: readonly string[];
}

/** A file in the inbox. */
export interface Arrival {
  readonly path: string;
  /** Path within the inbox: 'ESSO/monday.xlsx'. */
  readonly name: string;
  /** From the name of its folder. */
  readonly provider: string | undefined;
  readonly bytes: number;
  /** When it arrived, as far as the file system knows; undefined for entries that are passed over. */
  readonly arrivedAt?: Date;
}

/** An entry of the inbox that is not imported, with the reason. */
export interface PassedOver {
  readonly arrival: Arrival;
  readonly why: string;
  /** True when somebody has to act; a draft is normal. */
  readonly isFault: boolean;
}

export const DONE = 'done';
export const REJECTED = 'rejected';
export const SET_ASIDE = 'set-aside';
/** The calendar of expected deliveries; see `readCalendar`. */
export const CALENDAR = 'expected.json';
const OWN_FOLDERS: readonly string[] = [DONE, REJECTED, SET_ASIDE];

/** Folders with much that no provider has sent: a run would list all of it, and move what looks like a delivery. */
const WHOLE: readonly (readonly [what: string, folder: () => string])[] = [
  ['the root folder', () => parse(resolve()).root],
  ['the home folder itself', homedir],
];

/** A home folder that isn't there is none. */
const isSame = (dir: string, folder: string): boolean =>
  existsSync(folder) && realpathSync(folder) === dir;

/** Opens a folder as an inbox. Throws a usage error when it isn't a usable folder. */
export function openInbox(provided: string, settleMs: number, providers: readonly string[]): Inbox {
  const path = resolve(provided);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) throw usageError(`It is a file, not a folder: ${provided} (--inbox)`);
  if (!found?.isDirectory()) {
    throw usageError(`There is no such folder: ${provided} (--inbox)`);
  }
  const dir = realpathSync(path);
  const whole = WHOLE.find(([, folder]) => isSame(dir, folder()))?.[0];
  if (whole !== undefined) {
    throw usageError(
      `It is ${whole}: ${provided} (--inbox). Give the files a folder of their own.`,
    );
  }
  return { dir, settleMs, providers };
}

/** The lock of a run on its inbox, and its helper files. */
const OWN_FILE = /^\.forecourt\.|^\.\d+-[0-9a-f]{12}\.clock/;
/** Names of unfinished files, of locks, and of hidden files. */
const DRAFT = /^[.~]|\.(?:part|partial|tmp|temp|filepart|crdownload|lock)$|~$/i;

const isOwn = (name: string): boolean =>
  OWN_FILE.test(name) || OWN_FOLDERS.includes(name) || name === CALENDAR;

const WHY = {
  draft: 'It has the name of a draft or a lock; it is imported once it is renamed.',
  link: 'It is a link, and links are not followed. Put the file itself there.',
  special: 'It is not a file but a pipe, a socket or a device. Remove it.',
  name: 'Its name is not valid UTF-8. Rename it.',
  nested: "Files are imported from a provider's folder, not from its subfolders. Move it up.",
} as const;

const providerOf = ({ providers }: Inbox, folder: string): string | undefined =>
  providers.find((name) => name.toLowerCase() === folder.toLowerCase());

interface Found {
  readonly signal: AbortSignal;
  readonly arrivals: Arrival[];
  readonly passed: PassedOver[];
}

/** Shows the bytes of a name that isn't UTF-8 as a shell does: 'caf\\xe9.xlsx'. */
const readableName = (bytes: Buffer): string =>
  isUtf8(bytes)
    ? bytes.toString('utf8')
    : bytes
        .toString('latin1')
        .replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/**
 * Finds every entry under a folder once: a file to import, or one to pass over. `why` applies to
 * whole folders that nothing is imported from. An interrupt ends it: there may be very many.
 */
async function findIn(inbox: Inbox, folder: string, found: Found, why?: string): Promise<void> {
  const { dir } = inbox;
  const pass = (name: string, reason: string, isFault: boolean) => {
    const arrival = { path: join(dir, name), name, provider: undefined, bytes: 0 };
    found.passed.push({ arrival, why: reason, isFault });
  };
  // As bytes: decoding a name that isn't UTF-8 would yield a name that no file has.
  const how = { withFileTypes: true, encoding: 'buffer' } as const;
  const entries = await readdir(join(dir, folder), how).catch(
    ({ code, message }: NodeJS.ErrnoException) => {
      // Without the inbox itself there is nothing to do.
      if (folder === '') throw Object.assign(new Error(message), { code, path: dir });
      // ENOENT: somebody has just removed it.
      if (code !== 'ENOENT') pass(folder, `It can't be read (${code}).`, true);
      return [];
    },
  );
  for (const entry of entries) {
    const own = readableName(entry.name);
    const name = join(folder, own);
    if (folder === '' && isOwn(own)) continue;
    // An empty inbox has no wait that could be interrupted: such a run still reports what earlier ones sent.
    if (folder !== '' || !entry.isDirectory()) found.signal.throwIfAborted();
    if (entry.isSymbolicLink()) pass(name, WHY.link, true);
    else if (DRAFT.test(own)) pass(name, WHY.draft, false);
    else if (!isUtf8(entry.name)) pass(name, WHY.name, true);
    else if (entry.isDirectory()) await findIn(inbox, name, found, whyNothingIn(inbox, name));
    else if (!entry.isFile()) pass(name, WHY.special, true);
    else if (why !== undefined) pass(name, why, true);
    else await addFile(inbox, name, found);
  }
}

/** Why nothing is imported from a folder; undefined for a provider's own. */
function whyNothingIn(inbox: Inbox, name: string): string | undefined {
  const [top = '', ...below] = name.split(sep);
  if (providerOf(inbox, top) === undefined) {
    return `Its folder doesn't belong to a provider. Move it to one of these: ${inbox.providers.join(', ')}.`;
  }
  return below.length > 0 ? WHY.nested : undefined;
}

async function addFile(inbox: Inbox, name: string, { arrivals }: Found): Promise<void> {
  const path = join(inbox.dir, name);
  const facts = await stat(path).catch(() => undefined);
  const provider = providerOf(inbox, dirname(name));
  // A copy keeps its modification time, so the time of arrival is its change time. The minimum
  // guards against a wrong clock that would date the arrival in the future.
  if (facts)
    arrivals.push({
      path,
      name,
      provider,
      bytes: facts.size,
      arrivedAt: new Date(Math.min(facts.ctimeMs, Date.now())),
    });
}

const byName = (one: Arrival, other: Arrival): number => (one.name < other.name ? -1 : 1);

const factsOf = async ({ path }: Arrival): Promise<string> => {
  const facts = await stat(path).catch(() => undefined);
  return facts ? `${facts.size} ${facts.mtimeMs}` : '';
};

/** Sorts all entries into ready, still being written, and passed over; leaves none out. */
export async function lookInto(
  inbox: Inbox,
  signal: AbortSignal,
): Promise<{
  readonly ready: readonly Arrival[];
  readonly growing: readonly Arrival[];
  readonly passed: readonly PassedOver[];
}> {
  const found: Found = { signal, arrivals: [], passed: [] };
  await findIn(inbox, '', found);
  const { passed } = found;
  const all = found.arrivals.sort(byName);
  if (all.length === 0) return { ready: [], growing: [], passed };
  const before = await Promise.all(all.map(factsOf));
  await delay(inbox.settleMs, undefined, { signal });
  const after = await Promise.all(all.map(factsOf));
  const isReady = (_: Arrival, at: number) => before[at] === after[at];
  // The sender has removed it in the meantime.
  const isThere = (_: Arrival, at: number) => after[at] !== '';
  return {
    ready: all.filter((arrival, at) => isReady(arrival, at) && isThere(arrival, at)),
    growing: all.filter((arrival, at) => !isReady(arrival, at) && isThere(arrival, at)),
    passed,
  };
}

/** Uses '/' on every system: 'ESSO/monday.xlsx'. */
export const slashed = (name: string): string => name.replaceAll(sep, '/');

/** Whether a path is a folder or lies in it. */
export const isWithin = (dir: string, path: string): boolean =>
  `${path}${sep}`.startsWith(`${dir}${sep}`);
