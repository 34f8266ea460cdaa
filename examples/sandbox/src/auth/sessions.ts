import { createHash, randomBytes } from 'node:crypto';
import { type Screen, toMenuAccess } from '@forecourt/core';
import type { Reader, Writer } from '../db/store.ts';
import type { Services } from '../services.ts';
import { screenOfRow } from '../users/user-rights.ts';
import type { Account } from './account.ts';
import { COMPANY_ACCOUNT_RIGHTS, screensOf } from './rights.ts';

const SESSION_HOURS = 12;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Opens a session and gives the value of the authorization header; only its hash is stored. */
export async function openSession(
  tx: Writer,
  now: Date,
  userId: number,
  actingCompanyId: number | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.deleteFrom('sessions').where('expires_at', '<', now.toISOString()).execute();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      acting_company_id: actingCompanyId,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SESSION_HOURS * 3_600_000).toISOString(),
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

/** The account behind an authorization header; undefined when there is none, or none any more. */
export async function findAccount(
  services: Services,
  authorization: string | undefined,
): Promise<Account | undefined> {
  const token = /^Bearer ([\w-]{20,})$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const tokenHash = hashToken(token);
  const read = services.store.read;
  const row = await read
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('companies', 'companies.id', 'sessions.acting_company_id')
    .select(['users.id', 'users.email', 'users.role', 'users.company_id', 'users.may_switch'])
    .select(['sessions.acting_company_id', 'companies.name as acting_name'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', services.now().toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  const acting = row.acting_company_id;
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
    tokenHash,
  };
}
