import * as z from 'zod/mini';
import { ApiError } from '../http/outcome.ts';
import { pathPart } from '../resource/path-part.ts';
import { type NewPassword, newPasswordIssues } from '../resources/profile/own-password.ts';
import type { Client } from './client.ts';
import { lenientFlag as flag, lenientText as text } from './lenient.ts';
import { randomText } from './ports.ts';

/** One of the user's sessions: a place where they are signed in (AUTH-11). */
export interface OpenSession {
  readonly id: string;
  /** ISO instants. `lastSeenAt` may be up to a minute late. */
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly address: string;
  /** How the client identifies itself: a browser's user agent, 'forecourt/0.1.0'. */
  readonly client: string;
  /** Name of the account acted for; empty for the user's own. */
  readonly actingAs: string;
  /** Whether this is the caller's own session. */
  readonly current: boolean;
}

const sessionsSchema: z.core.$ZodType<OpenSession[]> = z.array(
  z.pipe(
    z.object({
      id: z.string(),
      created_at: text,
      last_seen_at: text,
      address: text,
      client: text,
      acting_as: text,
      current: flag,
    }),
    z.transform((wire) => ({
      id: wire.id,
      createdAt: wire.created_at,
      lastSeenAt: wire.last_seen_at,
      address: wire.address,
      client: wire.client,
      actingAs: wire.acting_as,
      current: wire.current,
    })),
  ),
);

/**
 * Lists where this user is signed in, most recently used first. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param signal aborts the call
 * @returns the open sessions
 */
export async function getSessions(
  client: Client,
  signal?: AbortSignal,
): Promise<readonly OpenSession[]> {
  const call = { operation: 'session.list', method: 'GET', path: 'sessions' } as const;
  const { data } = await client.http.json({ ...call, ...(signal && { signal }) }, sessionsSchema);
  return data;
}

/**
 * Ends one of the user's sessions. Rejects with an `ApiError`: 404 if it has ended already, or belongs to
 * another user.
 *
 * @param client whose session and connection are used
 * @param id the session's id, from `getSessions`
 * @param signal aborts the call
 */
export async function endSession(client: Client, id: string, signal?: AbortSignal): Promise<void> {
  await client.http.json(
    {
      operation: 'session.end',
      method: 'DELETE',
      path: `sessions/${pathPart(id)}`,
      idempotencyKey: randomText(),
      ...(signal && { signal }),
    },
    z.unknown(),
  );
}

/**
 * Ends all of the user's sessions except the caller's; resolves to the ids of those it ended (AUTH-11). A
 * session that has ended in the meantime is no error. Rejects with an `ApiError`: the sessions before it in
 * the list have ended, and another call continues from there.
 *
 * @param client whose session and connection are used
 * @param signal aborts the call
 * @returns the ids of the sessions that it ended
 */
export async function endOtherSessions(
  client: Client,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const others = (await getSessions(client, signal)).filter(({ current }) => !current);
  for (const { id } of others) {
    await endSession(client, id, signal).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
  }
  return others.map(({ id }) => id);
}

/** Names of programs and systems in user agents; the first match wins. */
const PROGRAMS = [
  ['forecourt/', 'Forecourt command line'],
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * Returns a readable name of a client.
 *
 * @param client a `User-Agent` header
 * @example clientName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0') //
 *   'Firefox on Linux'
 */
export function clientName(client: string): string {
  const [, program] = PROGRAMS.find(([part]) => client.includes(part)) ?? [];
  if (program === undefined) return client.slice(0, 40) || 'Unknown program';
  const [, system] = SYSTEMS.find(([part]) => client.includes(part)) ?? [];
  return system === undefined ? program : `${program} on ${system}`;
}

/**
 * Changes the user's password, which ends all of their other sessions (USER-08). Rejects with an
 * `ApiError`: a password that the rules refuse has the code 'invalid_fields', and nothing was sent; a wrong
 * current password is a 422 at '/current' and counts as a failed sign-in.
 *
 * @param client whose session and connection are used
 * @param passwords the current password and the new one
 * @param options a key that is the same for each try; `signal` aborts the call
 */
export async function changePassword(
  client: Client,
  { current, password }: NewPassword,
  {
    idempotencyKey = randomText(),
    signal,
  }: {
    /** Calls with the same key take effect only once; default 16 random bytes. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  } = {},
): Promise<void> {
  const operation = 'profile.password';
  const email = client.session.current?.user?.email ?? '';
  const issues = Object.entries(newPasswordIssues({ current, password }, email));
  if (issues.length > 0) {
    const fieldErrors = issues.map(([name, { message }]) => ({
      pointer: `/${name}`,
      detail: message,
    }));
    const [{ detail: message } = { detail: '' }] = fieldErrors;
    throw new ApiError({ kind: 'http', operation, code: 'invalid_fields', message, fieldErrors });
  }
  await client.http.json(
    {
      operation,
      method: 'PUT',
      path: 'profile/password',
      json: { current, password },
      idempotencyKey,
      ...(signal && { signal }),
    },
    z.unknown(),
  );
}
