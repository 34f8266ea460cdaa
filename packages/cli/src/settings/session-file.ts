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
import type { Settings } from './settings.ts';

interface StoredSession {
  /** The service that the authorization belongs to. */
  readonly baseUrl: string;
  /** Its authorization is empty where the keychain has it. */
  readonly session: SessionState;
  readonly keychain?: boolean;
}

export interface SessionFile extends SessionStore {
  readonly path: string;
  /** The service that somebody is signed in to under this profile, undefined without a sign-in. */
  signedInTo(): string | undefined;
  /** The authorization is in the system's keychain, and not in the file. */
  inKeychain(): boolean;
  /** Why there was no keychain to keep it in; undefined where none was wanted, or it is kept there. */
  noKeychain(): string | undefined;
  /** Throws where a new authorization could not be kept, so that the service is not asked for one in vain. */
  mustKeep(): void;
}

const OTHERS = 0o077;

/** What the keychain has by account, so that a run asks it once. */
const known = new Map<string, string>();
const refusals = new Map<string, string>();

/**
 * The session of one profile, in a file that only its owner can read; its authorization is there, or in
 * the system's keychain (AUTH-10). It is given out for the service that it came from and no other, so
 * that `--base-url` never carries it elsewhere. `choose` is for signing in: else it stays where it is.
 */
export function sessionFile(settings: Settings, choose = false): SessionFile {
  const { baseUrl, places, profile } = settings;
  const path = join(places.credentials, `${profile.value}.json`);
  const account = { account: path, bus: settings.bus };
  return {
    path,
    signedInTo: () => read(path)?.baseUrl,
    inKeychain: () => read(path)?.keychain === true,
    noKeychain: () => refusals.get(path),
    mustKeep() {
      try {
        privateDir(places.credentials);
        accessSync(places.credentials, constants.W_OK);
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
      // The keychain alone was wanted: `login` says that it refused.
      if (!keychain && choose && settings.credentials.value === 'keychain') {
        return removeIfPossible(path);
      }
      const stored: StoredSession = keychain
        ? { baseUrl: baseUrl.value, session: { ...session, authorization: '' }, keychain }
        : { baseUrl: baseUrl.value, session };
      try {
        writePrivateFile(path, JSON.stringify(stored));
      } catch (error) {
        // Only what is known of the account is older then: whoever reads goes on reading.
        if (choose || !signsInAlike(read(path), stored)) throw notKept(error);
      }
    },
    // Where the file stays the service has ended its authorization; `logout` looks whether it is gone.
    clear() {
      if (read(path)?.keychain) forget(account);
      removeIfPossible(path);
    },
  };
}

const signsInAlike = (one: StoredSession | undefined, other: StoredSession): boolean =>
  one?.baseUrl === other.baseUrl && one.session.authorization === other.session.authorization;

/** The disk's error, as that of a sign-in or a switch that can't be kept. */
function notKept(error: unknown): unknown {
  const why = diskText(error);
  if (why === undefined) return error;
  const exitCode = isFullDisk(error) ? EXIT.unexpected : EXIT.usage;
  return new CommandError(exitCode, 'not_kept', `The sign-in can't be kept. ${why}`, {
    detail:
      'Mend that, set FORECOURT_CONFIG_DIR to a folder that can be written, or set FORECOURT_TOKEN, which is kept nowhere.',
  });
}

/** An address without a path and the same with /api/v1 are one service, however it was found. */
const sameService = (one: string, other: string): boolean =>
  one === other || (withoutApiPath(one) === withoutApiPath(other) && !hasOtherPath(one));

const withoutApiPath = (baseUrl: string): string => baseUrl.replace(/\/api\/v1$/, '');
const hasOtherPath = (baseUrl: string): boolean =>
  new URL(withoutApiPath(baseUrl)).pathname !== '/';

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

/** Why the keychain does not take it; undefined where it has it now. */
function keepIn(account: Account, secret: string): string | undefined {
  if (known.get(account.account) === secret) return undefined;
  const answer = askKeychain({ what: 'set', ...account, secret });
  if ('refused' in answer) return answer.refused;
  known.set(account.account, secret);
  return undefined;
}

/** Whether the keychain has it now. */
function intoKeychain(account: Account, secret: string, { credentials }: Settings): boolean {
  if (credentials.value === 'file') {
    refusals.delete(account.account);
    return false;
  }
  // A session is saved several times while somebody signs in; nobody is to be asked for each.
  if (refusals.has(account.account)) return false;
  const reason = keepIn(account, secret);
  if (reason !== undefined) refusals.set(account.account, reason);
  return reason === undefined;
}

function forget(account: Account): void {
  known.delete(account.account);
  askKeychain({ what: 'delete', ...account });
}

/** A file that cannot be read counts as no sign-in: signing in again mends it. */
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

/** Where that can't be done it can still be read; `doctor` says what is open to others. */
function closeToOthers(path: string): void {
  try {
    disk.chmodSync(path, PRIVATE_FILE);
  } catch {
    // A read-only disk, or somebody else's file.
  }
}
