import { realpathSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TRANSACTION_PROVIDERS } from '@forecourt/core';
import { usageError } from '../command-error.ts';

export interface Inbox {
  readonly dir: string;
  /** How long a file must stay as it is before it is taken, in ms. */
  readonly settleMs: number;
}

/** A file that lies in the inbox. */
export interface Arrival {
  readonly path: string;
  /** Within the inbox: 'ESSO/monday.xlsx'. */
  readonly name: string;
  /** By the folder that it lies in. */
  readonly provider: string | undefined;
  readonly bytes: number;
}

export const DONE = 'done';
export const REJECTED = 'rejected';

/** Throws a usage error where it is no folder that can be used. */
export function openInbox(given: string, settleMs: number): Inbox {
  const path = resolve(given);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw usageError(`There is no such folder: ${given} (--inbox)`);
  }
  return { dir: realpathSync(path), settleMs };
}

/** Names that programs give to what they still write, to their locks, and what is none of ours. */
const NOT_A_FILE = /^[.~]|\.(?:part|partial|tmp|temp|filepart|crdownload|lock)$|~$/i;

const providerOf = (folder: string): string | undefined =>
  TRANSACTION_PROVIDERS.find((name) => name.toLowerCase() === folder.toLowerCase());

async function filesIn(dir: string, folder: string): Promise<Arrival[]> {
  const names = (await readdir(join(dir, folder), { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !NOT_A_FILE.test(entry.name))
    .map((entry) => entry.name);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(dir, folder, name);
      const facts = await stat(path).catch(() => undefined);
      const provider = providerOf(folder);
      return facts && { path, name: join(folder, name), provider, bytes: facts.size };
    }),
  );
  return found.filter((arrival) => arrival !== undefined);
}

/** Files of the inbox and of its providers' folders, in the order of their names. */
async function arrivalsIn({ dir }: Inbox): Promise<Arrival[]> {
  const folders = (await readdir(dir, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && providerOf(entry.name) !== undefined)
    .map((entry) => entry.name);
  const found = await Promise.all(['', ...folders].map((folder) => filesIn(dir, folder)));
  return found.flat().sort((one, other) => (one.name < other.name ? -1 : 1));
}

const factsOf = async ({ path }: Arrival): Promise<string> => {
  const facts = await stat(path).catch(() => undefined);
  return facts ? `${facts.size} ${facts.mtimeMs}` : '';
};

/** What lies there to be taken, and what somebody is still writing. */
export async function lookInto(
  inbox: Inbox,
  signal: AbortSignal,
): Promise<{ readonly ready: readonly Arrival[]; readonly growing: readonly Arrival[] }> {
  const all = await arrivalsIn(inbox);
  if (all.length === 0) return { ready: [], growing: [] };
  const before = await Promise.all(all.map(factsOf));
  await delay(inbox.settleMs, undefined, { signal });
  const after = await Promise.all(all.map(factsOf));
  const isReady = (_: Arrival, at: number) => before[at] === after[at];
  // What is gone by now was taken away by whoever brought it.
  const isThere = (_: Arrival, at: number) => after[at] !== '';
  return {
    ready: all.filter((arrival, at) => isReady(arrival, at) && isThere(arrival, at)),
    growing: all.filter((arrival, at) => !isReady(arrival, at) && isThere(arrival, at)),
  };
}

/** 'ESSO/monday.xlsx' on every system. */
export const slashed = (name: string): string => name.replaceAll(sep, '/');
