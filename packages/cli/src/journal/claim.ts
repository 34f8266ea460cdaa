import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeIfPossible, writeWhole } from '../files/safe-file.ts';
import { lifeOf, type ProcessIdentity, thisProcess } from './process-identity.ts';

/** The holder of a claim, as its file records it. */
interface Holder extends ProcessIdentity {
  readonly host: string;
  readonly at: string;
}

/** A name that this process holds. */
export interface Claim {
  /** Gives it up. */
  release(): void;
}

/** Another run works on it. This run did nothing. */
export class InUseError extends Error {
  override readonly name = 'InUseError';
  readonly code = 'in_use';
  readonly outcome = 'none';
  readonly retryable = true;

  /** @internal */
  constructor(holder: Holder | undefined) {
    const who = holder ? `: process ${holder.pid} on ${holder.host}, since ${holder.at}` : '';
    super(`Another run works on it${who}.`);
  }
}

/** How long after its last renewal a claim counts when its holder can't be identified as alive or dead. */
const LASTS_MS = 5 * 60_000;
const RENEW_MS = 30_000;
/** How long to wait for another process to notice that it lost and step back. */
const YIELD_MS = 500;
const LOOK_MS = 20;

/**
 * Claims a name within a folder for this process, until it is released or the process ends. Of
 * several that ask at once, one gets it: each writes its own lock file before it looks for others,
 * so two can't miss each other. Anyone may remove the file of a dead process, because no live one
 * uses that name. Throws `InUseError`, and the error of a disk that can't be written.
 *
 * @param dir the folder, which exists
 * @param name what is claimed; part of a file's name
 * @returns the claim, to be released
 */
export async function claim(dir: string, name: string): Promise<Claim> {
  const [before] = othersIn(dir, name, '');
  if (before) throw new InUseError(before.holder);
  const own = `${name}.${process.pid}-${randomBytes(6).toString('hex')}.lock`;
  const path = join(dir, own);
  const holder: Holder = { ...thisProcess(), host: hostname(), at: new Date().toISOString() };
  const release = () => removeIfPossible(path);
  try {
    writeWhole(path, JSON.stringify(holder));
  } catch (error) {
    // The rename may have happened already.
    release();
    throw error;
  }
  for (let waited = 0; ; waited += LOOK_MS) {
    const others = othersIn(dir, name, own);
    if (others.length === 0) break;
    // Of simultaneous claims the first by name wins; the others step back.
    if (waited >= YIELD_MS || others.some((other) => other.file < own)) {
      release();
      throw new InUseError(others[0]?.holder);
    }
    await delay(LOOK_MS);
  }
  clearDrafts(dir, name);
  const timer = setInterval(() => renew(path), RENEW_MS).unref();
  return {
    release() {
      clearInterval(timer);
      release();
    },
  };
}

function renew(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder is gone or read-only, so nobody else can claim anything in it either.
  }
}

/** Removes files that killed processes left half-written for this claim. */
function clearDrafts(dir: string, name: string): void {
  const drafts = readdirSync(dir).filter(
    (file) => file.startsWith(`${name}.`) && file.endsWith('.tmp'),
  );
  for (const draft of drafts) {
    if (isOver(dir, draft, undefined)) removeIfPossible(join(dir, draft));
  }
}

/** Live claims of others; removes those of dead processes. */
function othersIn(dir: string, name: string, own: string) {
  const files = readdirSync(dir).filter(
    (file) => file.startsWith(`${name}.`) && file.endsWith('.lock') && file !== own,
  );
  return files.flatMap((file) => {
    const holder = holderOf(join(dir, file));
    if (holder !== 'gone' && !isOver(dir, file, holder)) return [{ file, holder }];
    removeIfPossible(join(dir, file));
    return [];
  });
}

function holderOf(path: string): Holder | undefined | 'gone' {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : undefined;
  }
}

function isOver(dir: string, file: string, holder: Holder | undefined): boolean {
  const life = holder ? lifeOf(holder) : 'unknown';
  if (life !== 'unknown') return life === 'dead';
  const renewed = statSync(join(dir, file), { throwIfNoEntry: false })?.mtimeMs;
  return renewed === undefined || clockOf(dir) - renewed > LASTS_MS;
}

/** The time on the folder's host, which may differ from this computer's. */
function clockOf(dir: string): number {
  const probe = join(dir, `.${process.pid}-${randomBytes(6).toString('hex')}.clock`);
  writeWhole(probe, '');
  const { mtimeMs } = statSync(probe);
  removeIfPossible(probe);
  return mtimeMs;
}
