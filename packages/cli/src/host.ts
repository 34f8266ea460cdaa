/**
 * The door for other programs of the same user, `@forecourt/cli/host`: the profile and the sign-in of the command line,
 * its masking of texts, and files that only their owner can read. It reads and stores no more than the commands do.
 *
 * @module
 */
import { memoryStore, type SessionStore } from '@forecourt/core';
import { sessionFile } from './settings/session-file.ts';
import { readSettings } from './settings/settings.ts';
import { tokenOf } from './settings/token.ts';

export { privateDir, removeIfPossible, writeFresh, writePrivateFile } from './files/safe-file.ts';
export { type Seal, sealOf } from './files/seal.ts';
export { type Claim, claim, InUseError } from './journal/claim.ts';
export { keepSecret, redact, redactResult } from './redact.ts';

/** Where the command line would work, and as whom. */
export interface Host {
  /** Folder of the command line's own files; only its owner can enter it. */
  readonly dir: string;
  /** The service's address, with its version path. */
  readonly baseUrl: string;
  /** Longest wait for an answer, in ms. */
  readonly timeoutMs: number;
  /** The profile's name. */
  readonly profile: string;
  /** FORECOURT_TOKEN, else the profile's sign-in, from a file or the keychain. */
  readonly store: SessionStore;
}

/**
 * Returns where the command line would work and as whom: reads environment and profile as every command does. Throws a
 * `CommandError` that says what is wrong with them.
 *
 * @param env the process's environment
 * @example
 * const { baseUrl, store, timeoutMs } = openHost(process.env);
 * const client = createClient({ baseUrl, store, timeoutMs });
 */
export function openHost(env: Readonly<Record<string, string | undefined>>): Host {
  const { argv, stdin, stdout, stderr } = process;
  const { signal } = new AbortController();
  const runtime = { argv, env, stdin, stdout, stderr, signal };
  const invocation = { operation: 'host', resource: undefined, args: [], options: {}, runtime };
  const settings = readSettings(invocation);
  const token = tokenOf(runtime);
  return {
    dir: settings.paths.dir,
    baseUrl: settings.baseUrl.value,
    timeoutMs: settings.timeoutMs.value,
    profile: settings.profile.value,
    store: token === undefined ? sessionFile(settings) : memoryStore({ authorization: token }),
  };
}
