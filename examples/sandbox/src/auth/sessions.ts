import { createHash, randomBytes } from 'node:crypto';
import { type Screen, toMenuAccess } from '@forecourt/core';
import type { Selectable } from 'kysely';
import type { SessionsTable } from '../db/schema-people.ts';
import type { Reader, Writer } from '../db/store.ts';
import type { AppContext } from '../http/env.ts';
import type { Services } from '../services.ts';
import { screenOfRow } from '../users/user-rights.ts';
import type { Account } from './account.ts';
import { COMPANY_ACCOUNT_RIGHTS, screensOf } from './rights.ts';

const HOUR_MS = 3_600_000;
/** How long a switch may be sent again where its answer was lost. */
const REPLAY_MS = 60_000;
/** Of what a client calls itself. */
const CLIENT_LENGTH = 200;

/** When sessions end (AUTH-11). */
export interface SessionLimits {
  /** Hours without a call. */
  readonly idleHours: number;
  /** Hours after signing in, whatever is done. */
  readonly hours: number;
}

/** Where a session is used from. */
export interface SessionClient {
  readonly address: string;
  readonly client: string;
}

export interface NewSession extends SessionClient {
  readonly userId: number;
  /** The company that it acts as. */
  readonly actingCompanyId?: number;
  /** The session whose place it takes, and where the switch went to: a company's id, or 'manager'. */
  readonly replaces?: { readonly tokenHash: string; readonly target: string };
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A session's id in lists: the beginning of its token's hash says nothing of the token. */
export const sessionIdOf = (tokenHash: string): string => tokenHash.slice(0, 24);

const instant = (ms: number): string => new Date(ms).toISOString();

const idleSince = (now: Date, { idleHours }: SessionLimits): string =>
  instant(now.getTime() - idleHours * HOUR_MS);

const replaySince = (now: Date): string => instant(now.getTime() - REPLAY_MS);

export const clientOf = (c: AppContext): SessionClient => ({
  address: c.get('address'),
  client: (c.req.header('user-agent') ?? '').slice(0, CLIENT_LENGTH),
});

/** Ends a session for one that takes its place; gives until when that one may live. */
async function replace(
  tx: Writer,
  now: Date,
  { target, tokenHash }: NonNullable<NewSession['replaces']>,
  successor: string,
): Promise<string | undefined> {
  const former = await tx
    .selectFrom('sessions')
    .select(['expires_at', 'successor', 'last_seen_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!former) return undefined;
  const again = former.successor !== '';
  if (again) await tx.deleteFrom('sessions').where('token_hash', '=', former.successor).execute();
  await tx
    .updateTable('sessions')
    .set({
      successor,
      switched_to: target,
      last_seen_at: again ? former.last_seen_at : now.toISOString(),
    })
    .where('token_hash', '=', tokenHash)
    .execute();
  return former.expires_at;
}

/**
 * Opens a session and gives the value of the authorization header; only its hash is stored. One that takes
 * another's place ends it, and lives no longer than that one would have.
 */
export async function openSession(
  tx: Writer,
  now: Date,
  limits: SessionLimits,
  { actingCompanyId, address, client, replaces, userId }: NewSession,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  await tx
    .deleteFrom('sessions')
    .where((any) =>
      any.or([
        any('expires_at', '<=', now.toISOString()),
        any('last_seen_at', '<=', idleSince(now, limits)),
        any.and([any('successor', '!=', ''), any('last_seen_at', '<=', replaySince(now))]),
      ]),
    )
    .execute();
  const former = replaces && (await replace(tx, now, replaces, tokenHash));
  await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      acting_company_id: actingCompanyId ?? null,
      created_at: now.toISOString(),
      expires_at: former ?? instant(now.getTime() + limits.hours * HOUR_MS),
      last_seen_at: now.toISOString(),
      address,
      client,
    })
    .execute();
  return `Bearer ${token}`;
}

/** What a user may do, as it is stored. */
export async function storedScreens(read: Reader | Writer, userId: number): Promise<Screen[]> {
  const rows = await read
    .selectFrom('user_rights')
    .innerJoin('screens', 'screens.code', 'user_rights.screen_code')
    .selectAll('user_rights')
    .select('screens.name')
    .where('user_id', '=', userId)
    .orderBy('screens.position')
    .execute();
  return rows.map(screenOfRow);
}

type SessionRow = Selectable<SessionsTable>;

const hashIn = (authorization: string | undefined): string | undefined => {
  const token = /^Bearer ([\w-]{20,})$/.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : hashToken(token);
};

/** Its last call, of which the last minute may not be stored yet. */
const lastSeen = ({ presence }: Services, { last_seen_at, token_hash }: SessionRow): string => {
  const unwritten = presence.seen(token_hash) ?? '';
  return unwritten > last_seen_at ? unwritten : last_seen_at;
};

const isLive = (services: Services, row: SessionRow): boolean => {
  const now = services.now();
  return (
    row.expires_at > now.toISOString() &&
    lastSeen(services, row) > idleSince(now, services.sessionLimits)
  );
};

const sessionOf = ({ store }: Services, tokenHash: string): Promise<SessionRow | undefined> =>
  store.read
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

async function accountOf({ store }: Services, session: SessionRow): Promise<Account | undefined> {
  const { read } = store;
  const row = await read
    .selectFrom('users')
    .leftJoin('companies', (join) => join.on('companies.id', '=', session.acting_company_id))
    .select(['users.id', 'users.email', 'users.role', 'users.company_id', 'users.may_switch'])
    .select('companies.name as acting_name')
    .where('users.id', '=', session.user_id)
    .executeTakeFirst();
  if (!row) return undefined;
  const acting = session.acting_company_id;
  // Acting for a company ends with the eligibility, and with the company (USER-09).
  if (acting !== null && (row.may_switch !== 1 || row.acting_name === null)) return undefined;
  const screens =
    acting === null ? await storedScreens(read, row.id) : screensOf(COMPANY_ACCOUNT_RIGHTS);
  return {
    userId: row.id,
    email: row.email,
    role: row.role,
    companyId: acting ?? row.company_id,
    actingAs: acting === null ? null : { id: acting, name: row.acting_name ?? '' },
    maySwitch: row.may_switch === 1,
    screens,
    access: toMenuAccess(screens),
    tokenHash: session.token_hash,
  };
}

/** Why a session is over, for whoever had it; past its time it is forgotten with the next sign-in. */
function whyOver(services: Services, row: SessionRow | undefined): string {
  const { hours, idleHours } = services.sessionLimits;
  if (row?.successor === '') {
    if (row.expires_at <= services.now().toISOString()) {
      return `This session ended ${hours} h after it was signed in.`;
    }
    if (!isLive(services, row)) return `This session ended after ${idleHours} h without a call.`;
  }
  return 'This session is over: it was signed out, the password was changed, or its time is up.';
}

/** What an authorization header stands for: an account, or why it is none, or none any more (AUTH-11). */
export async function findAccount(
  services: Services,
  authorization: string | undefined,
): Promise<{ readonly account: Account | undefined; readonly refusal: string }> {
  const none = { account: undefined, refusal: 'Sign in first.' };
  const tokenHash = hashIn(authorization);
  if (tokenHash === undefined) return none;
  const row = await sessionOf(services, tokenHash);
  if (row?.successor !== '' || !isLive(services, row)) {
    return { ...none, refusal: whyOver(services, row) };
  }
  const account = await accountOf(services, row);
  if (account) services.presence.note(row.token_hash, lastSeen(services, row), row.used === 1);
  return { ...none, account };
}

/**
 * The account of a session that a switch ended, for the same switch sent again: its answer was lost on the
 * way. Only within a minute, and only while the session that it gave was never used.
 */
export async function findSwitched(
  services: Services,
  authorization: string | undefined,
  target: string,
): Promise<Account | undefined> {
  const tokenHash = hashIn(authorization);
  const row = tokenHash === undefined ? undefined : await sessionOf(services, tokenHash);
  if (!row || row.successor === '' || row.switched_to !== target || !isLive(services, row)) {
    return undefined;
  }
  const successor = await sessionOf(services, row.successor);
  const unused = successor?.used === 0 && services.presence.seen(row.successor) === undefined;
  const fresh = row.last_seen_at > replaySince(services.now());
  return unused && fresh ? accountOf(services, row) : undefined;
}

/** A user's sessions that are not over, the latest used first, with the name of the company each acts as. */
export async function liveSessions(services: Services, userId: number) {
  const rows = await services.store.read
    .selectFrom('sessions')
    .leftJoin('companies', 'companies.id', 'sessions.acting_company_id')
    .selectAll('sessions')
    .select('companies.name as acting_as')
    .where('user_id', '=', userId)
    .where('successor', '=', '')
    .execute();
  return rows
    .filter((row) => isLive(services, row))
    .map((row) => ({ ...row, last_seen_at: lastSeen(services, row) }))
    .sort((a, b) => (a.last_seen_at < b.last_seen_at ? 1 : -1));
}
