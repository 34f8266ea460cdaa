import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionState, SessionStore } from '@forecourt/core';
import { keepSecret } from '../redact.ts';
import { PRIVATE_FILE, writePrivateFile } from './safe-file.ts';
import type { Settings } from './settings.ts';

interface StoredSession {
  /** The service that the authorization belongs to. */
  readonly baseUrl: string;
  readonly session: SessionState;
}

export interface SessionFile extends SessionStore {
  readonly path: string;
  /** The service that somebody is signed in to under this profile, undefined without a sign-in. */
  signedInTo(): string | undefined;
}

const OTHERS = 0o077;

/**
 * The session of one profile, in a file that only its owner can read (AUTH-10). It is given out for
 * the service that it came from and no other, so that `--base-url` never carries it elsewhere.
 */
export function sessionFile({ places, profile, baseUrl }: Settings): SessionFile {
  const path = join(places.credentials, `${profile.value}.json`);
  return {
    path,
    signedInTo: () => read(path)?.baseUrl,
    load() {
      const stored = read(path);
      return stored?.baseUrl === baseUrl.value ? stored.session : undefined;
    },
    save(session) {
      keepSecret(session.authorization);
      const stored: StoredSession = { baseUrl: baseUrl.value, session };
      writePrivateFile(path, JSON.stringify(stored));
    },
    clear: () => rmSync(path, { force: true }),
  };
}

/** A file that cannot be read counts as no sign-in: signing in again mends it. */
function read(path: string): StoredSession | undefined {
  try {
    if (statSync(path).mode & OTHERS) chmodSync(path, PRIVATE_FILE);
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Partial<StoredSession> | null;
    const { baseUrl, session } = stored ?? {};
    if (typeof baseUrl !== 'string' || typeof session?.authorization !== 'string') return undefined;
    keepSecret(session.authorization);
    return { baseUrl, session };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return undefined;
    throw error;
  }
}
