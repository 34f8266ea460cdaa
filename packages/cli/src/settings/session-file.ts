import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionState, SessionStore } from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import { type Account, askKeychain } from '../credentials/keychain.ts';
import { EXIT } from '../exit-codes.ts';
import { disk } from '../files/disk.ts';
import {
  PRIVATE_FILE,
  privateDir,
  removeIfPossible,
  writePrivateFile,
} from '../files/safe-file.ts';
import { diskText, isFullDisk } from '../output/failures.ts';
import { keepSecret } from '../redact.ts';
import { sameService } from './same-service.ts';
import type { Settings } from './settings.ts';

interface StoredSession {
  /** The service that issued the authorization. */
  readonly baseUrl: string;
  /** Its authorization is empty when the keychain holds it. */
  readonly session: SessionState;
  readonly keychain?: boolean;
}

export interface SessionFile extends SessionStore {
  readonly path: string;
  /** The service that this profile is signed in to; undefined without a sign-in. */
  signedInTo(): string | undefined;
  /** Whether the authorization is in the system's keychain instead of the file. */
  inKeychain(): boolean;
  /** Why the keychain couldn't be used; undefined when it was not requested or holds the authorization. */
  noKeychain(): string | undefined;
  /** Throws when a new authorization could not be stored, before one is requested in vain. */
  mustKeep(): void;
}

const OTHERS = 0o077;

/** Keychain contents by account, so that a run asks once. */
const known = new Map<string, string>();
const refusals = new Map<string, string>();

/**
 * The session store of one profile: a file that only its owner can read. The authorization is in
 * the file or in the system's keychain (AUTH-10), and is used only for the service that issued it,
 * so `--base-url` never sends it elsewhere. `choose` is for signing in; otherwise the authorization
 * stays where it is.
 */
export function sessionFile(settings: Settings, choose = false): SessionFile {
  const { baseUrl, paths, profile } = settings;
  const path = join(paths.credentials, `${profile.value}.json`);
  const account = { account: path, bus: settings.bus };
  return {
    path,
    signedInTo: () => read(path)?.baseUrl,
    inKeychain: () => read(path)?.keychain === true,
    noKeychain: () => refusals.get(path),
    mustKeep() {
      try {
        privateDir(paths.credentials);
        accessSync(paths.credentials, constants.W_OK);
      } catch (error) {
        throw notKept(error);
      }
    },
    load() {
      const stored = read(path);
      if (stored === undefined || !sameService(stored.baseUrl, baseUrl.value)) return undefined;
      return stored.keychain ? fromKeychain(account, stored.session) : stored.session;
    },
    save(session) {
      keepSecret(session.authorization);
      const former = read(path)?.keychain === true;
      const keychain = choose ? intoKeychain(account, session.authorization, settings) : former;
      const reason = keychain ? keepIn(account, session.authorization) : undefined;
      if (reason !== undefined) throw keychainRefused(reason);
      if (former && !keychain) forget(account);
      // Only the keychain was requested: `login` reports its refusal.
      if (!keychain && choose && settings.credentials.value === 'keychain') {
        return removeIfPossible(path);
      }
      const stored: StoredSession = keychain
        ? { baseUrl: baseUrl.value, session: { ...session, authorization: '' }, keychain }
        : { baseUrl: baseUrl.value, session };
      try {
        writePrivateFile(path, JSON.stringify(stored));
      } catch (error) {
        // Only the account's details are then outdated: a read continues.
        if (choose || !signsInAlike(read(path), stored)) throw notKept(error);
      }
    },
    // Even if the file stays, the service has ended the authorization; `logout` checks that it is
    // gone.
    clear() {
      if (read(path)?.keychain) forget(account);
      removeIfPossible(path);
    },
  };
}

const signsInAlike = (one: StoredSession | undefined, other: StoredSession): boolean =>
  one?.baseUrl === other.baseUrl && one.session.authorization === other.session.authorization;

/** Presents a disk error as a sign-in or a switch that can't be stored. */
function notKept(error: unknown): unknown {
  const why = diskText(error);
  if (why === undefined) return error;
  const exitCode = isFullDisk(error) ? EXIT.unexpected : EXIT.usage;
  return new CommandError(exitCode, 'not_kept', `The sign-in can't be stored. ${why}`, {
    detail:
      "Fix that, set FORECOURT_CONFIG_DIR to a writable folder, or set FORECOURT_TOKEN, which isn't stored.",
  });
}

export const keychainRefused = (reason: string): CommandError =>
  new CommandError(
    EXIT.notSignedIn,
    'keychain_refused',
    `The system's keychain refuses: ${reason}`,
    {
      detail:
        'Unlock it, or keep the authorization in a file: FORECOURT_CREDENTIALS=file forecourt login',
    },
  );

function fromKeychain(account: Account, session: SessionState): SessionState | undefined {
  const held = known.get(account.account);
  if (held !== undefined) return { ...session, authorization: held };
  const answer = askKeychain({ what: 'get', ...account });
  if ('refused' in answer) throw keychainRefused(answer.refused);
  if (answer.secret === undefined) return undefined;
  known.set(account.account, answer.secret);
  keepSecret(answer.secret);
  return { ...session, authorization: answer.secret };
}

/** Stores the secret; returns why the keychain refused it, or undefined. */
function keepIn(account: Account, secret: string): string | undefined {
  if (known.get(account.account) === secret) return undefined;
  const answer = askKeychain({ what: 'set', ...account, secret });
  if ('refused' in answer) return answer.refused;
  known.set(account.account, secret);
  return undefined;
}

/** Whether the keychain now holds the secret. */
function intoKeychain(account: Account, secret: string, { credentials }: Settings): boolean {
  if (credentials.value === 'file') {
    refusals.delete(account.account);
    return false;
  }
  // A sign-in saves the session several times; don't prompt for each.
  if (refusals.has(account.account)) return false;
  const reason = keepIn(account, secret);
  if (reason !== undefined) refusals.set(account.account, reason);
  return reason === undefined;
}

function forget(account: Account): void {
  known.delete(account.account);
  askKeychain({ what: 'delete', ...account });
}

/** An unreadable file counts as no sign-in: signing in again repairs it. */
function read(path: string): StoredSession | undefined {
  try {
    if (statSync(path).mode & OTHERS) closeToOthers(path);
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Partial<StoredSession> | null;
    const { baseUrl, keychain, session } = stored ?? {};
    if (typeof baseUrl !== 'string' || typeof session?.authorization !== 'string') return undefined;
    keepSecret(session.authorization);
    return { baseUrl, session, ...(keychain === true && { keychain }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return undefined;
    throw error;
  }
}

/** If this fails, the file is still readable; `doctor` reports what is open to others. */
function closeToOthers(path: string): void {
  try {
    disk.chmodSync(path, PRIVATE_FILE);
  } catch {
    // A read-only disk, or another user's file.
  }
}
