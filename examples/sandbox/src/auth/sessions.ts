import { createHash, randomBytes } from 'node:crypto';
import type { Screen } from '@forecourt/core';
import type { Selectable } from 'kysely';
import type { SessionsTable } from '../db/schema-people.ts';
import type { Reader, Writer } from '../db/store.ts';
import type { AppContext } from '../http/env.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { type Account, accessOf } from './account.ts';
import { COMPANY_ACCOUNT_RIGHTS, screensOf } from './rights.ts';
import { screenOfRow } from './user-rights.ts';

const HOUR_MS = 3_600_000;
/** How long a switch can be repeated if its answer was lost. */
const REPLAY_MS = 60_000;
/** Most characters of a client's name. */
const CLIENT_LENGTH = 200;

/** When sessions end (AUTH-11). */
export interface SessionLimits {
  /** Hours without a call. */
  readonly idleHours: number;
  /** Hours after the sign-in, regardless of use. */
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
  /** The session that it replaces, and the target of the switch: a company's id, or 'manager'. */
  readonly replaces?: { readonly tokenHash: string; readonly target: string };
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const instant = (ms: number): string => new Date(ms).toISOString();

const idleSince = (now: Date, { idleHours }: SessionLimits): string =>
  instant(now.getTime() - idleHours * HOUR_MS);

const replaySince = (now: Date): string => instant(now.getTime() - REPLAY_MS);

export const clientOf = (c: AppContext): SessionClient => ({
  address: c.get('address'),
  client: (c.req.header('user-agent') ?? '').slice(0, CLIENT_LENGTH),
});

const OVER =
  'This session is over: it was signed out, the password was changed, or its time is up.';

const over = (): Problem => new Problem(401, OVER);

/**
 * Ends a session in favor of its successor and returns what the successor inherits. Throws a 401 if the session
 * ended since the call began, or if another switch replaced it, unless that one went to the same place and the
 * session it opened was never used: then its answer was lost, and this call takes its place.
 */
async function replace(
  tx: Writer,
  { now, presence }: Services,
  { target, tokenHash }: NonNullable<NewSession['replaces']>,
  successor: string,
): Promise<{ readonly expires_at: string; readonly family: string }> {
  const former = await tx
    .selectFrom('sessions')
    .select(['expires_at', 'family', 'successor', 'switched_to', 'last_seen_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!former) throw over();
  const again = former.successor !== '';
  if (again) {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('token_hash', '=', former.successor)
      .where('used', '=', 0)
      .executeTakeFirst();
    const unused = numDeletedRows === 1n && presence.seen(former.successor) === undefined;
    if (former.switched_to !== target || !unused) throw over();
  }
  await tx
    .updateTable('sessions')
    .set({
      successor,
      switched_to: target,
      last_seen_at: again ? former.last_seen_at : now().toISOString(),
    })
    .where('token_hash', '=', tokenHash)
    .execute();
  return { expires_at: former.expires_at, family: former.family };
}

/**
 * Opens a session and returns the value of the authorization header; only its hash is stored. A session that
 * replaces another one ends it and keeps its expiry and family. Call it in the turn 'sessions': a sign-out or a
 * new password must see every existing session, and a switch must see that its own has ended.
 */
export async function openSession(
  tx: Writer,
  services: Services,
  { actingCompanyId, address, client, replaces, userId }: NewSession,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  const now = services.now();
  const { hours } = services.sessionLimits;
  await tx
    .deleteFrom('sessions')
    .where((any) =>
      any.or([
        any('expires_at', '<=', now.toISOString()),
        any('last_seen_at', '<=', idleSince(now, services.sessionLimits)),
        any.and([any('successor', '!=', ''), any('last_seen_at', '<=', replaySince(now))]),
      ]),
    )
    .execute();
  const inherited = replaces
    ? await replace(tx, services, replaces, tokenHash)
    : {
        expires_at: instant(now.getTime() + hours * HOUR_MS),
        family: randomBytes(12).toString('hex'),
      };
  await tx
    .insertInto('sessions')
    .values({
      ...inherited,
      token_hash: tokenHash,
      user_id: userId,
      acting_company_id: actingCompanyId ?? null,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      address,
      client,
    })
    .execute();
  return `Bearer ${token}`;
}

/** Returns a user's stored rights. */
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
  const token = authorization?.match(/^Bearer +([\w-]{20,})$/i)?.[1];
  return token === undefined ? undefined : hashToken(token);
};

/** Returns its last call; the last minute may not be stored yet. */
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
  // Acting for a company ends with the eligibility (USER-09).
  if (acting !== null && row.may_switch !== 1) return undefined;
  const screens =
    acting === null ? await storedScreens(read, row.id) : screensOf(COMPANY_ACCOUNT_RIGHTS, true);
  const companyId = acting ?? row.company_id;
  return {
    userId: row.id,
    email: row.email,
    role: row.role,
    companyId,
    actingAs: acting === null ? null : { id: acting, name: row.acting_name ?? '' },
    maySwitch: row.may_switch === 1,
    screens,
    access: accessOf(screens, { companyId }),
    tokenHash: session.token_hash,
  };
}

/** Returns why a session that isn't live has ended. An expired one is forgotten at the next sign-in. */
function whyOver(services: Services, row: SessionRow | undefined): string {
  const { hours, idleHours } = services.sessionLimits;
  if (row?.successor !== '') return OVER;
  return row.expires_at <= services.now().toISOString()
    ? `This session ended ${hours} h after it was signed in.`
    : `This session ended after ${idleHours} h without a call.`;
}

/** Returns the account of an authorization header, or why there is none (AUTH-11). */
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
 * The account of a session that a switch ended, for the same switch sent again, whose answer was lost.
 * `openSession` refuses it after a minute, and once the session that it opened was used. Without a target, of any
 * switch less than a minute ago.
 */
export async function findSwitched(
  services: Services,
  authorization: string | undefined,
  target?: string,
): Promise<Account | undefined> {
  const tokenHash = hashIn(authorization);
  const row = tokenHash === undefined ? undefined : await sessionOf(services, tokenHash);
  if (!row || row.successor === '') return undefined;
  const fits =
    target === undefined
      ? row.last_seen_at > replaySince(services.now())
      : row.switched_to === target;
  return fits ? accountOf(services, row) : undefined;
}

/** Returns the family of a session; '' if it has ended. */
export async function familyOf(tx: Writer, tokenHash: string): Promise<string> {
  const row = await tx
    .selectFrom('sessions')
    .select('family')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.family ?? '';
}

/** Ends a sign-in and all its switches. Call it in the turn 'sessions'. */
export const endFamily = (tx: Writer, userId: number, family: string): Promise<unknown> =>
  tx.deleteFrom('sessions').where('user_id', '=', userId).where('family', '=', family).execute();

/** Returns a user's live sessions, last used first, with the name of the company that each acts as. */
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
    .sort((a, b) => b.last_seen_at.localeCompare(a.last_seen_at));
}
