import { type Action, can } from '@forecourt/core';
import { createMiddleware } from 'hono/factory';
import type { Actor } from '../audit/audit.ts';
import { type Account, accessOf } from '../auth/account.ts';
import { storedScreens } from '../auth/sessions.ts';
import type { Writer } from '../db/store.ts';
import type { AppContext, AppEnv } from './env.ts';
import { idempotency } from './idempotency.ts';
import { Problem } from './problem.ts';
import { withholdUnread } from './unread.ts';

/** Returns the account of a call behind `permit`. Throws a 401 that says why there is none (AUTH-11). */
export function signedIn(c: AppContext): Account {
  const account = c.get('account');
  if (!account) throw new Problem(401, c.get('refusal') ?? 'Sign in first.');
  return account;
}

/**
 * Allows a call that the account may make (ACC-04), otherwise 401 without a session, or 403 with the missing right.
 * Checks the Idempotency-Key afterwards: a stored answer is only for those who may still make the call (USER-09). The
 * answer has no content that the account may not read.
 */
export const permit = (action: Action) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.get('permitted')) return next();
    const { access } = signedIn(c);
    const decision = can(access, action);
    c.set('action', action);
    c.set('recordId', Object.values(c.req.param()).join('/'));
    if (!decision.allowed) throw new Problem(403, decision.reason.message);
    const answer = await idempotency(c, next);
    if (answer) c.res = answer;
    await withholdUnread(c, action, access);
    return undefined;
  });

/**
 * Returns the actor with its rights at the time of the write: a role, right or account may have been removed since
 * the call began, and two administrators may remove each other's (USER-09). Throws 401 or 403. An account that acts
 * for a company has that company's rights, which never change.
 */
export async function permittedNow(tx: Writer, actor: Actor, action: Action): Promise<Actor> {
  const { account } = actor;
  const row = await tx
    .selectFrom('users')
    .select(['role', 'company_id', 'may_switch'])
    .where('id', '=', account.userId)
    .executeTakeFirst();
  if (!row) throw new Problem(401, 'Sign in first.');
  const acting = account.actingAs;
  const screens = acting ? account.screens : await storedScreens(tx, account.userId);
  const companyId = acting?.id ?? row.company_id;
  const access = accessOf(screens, { companyId });
  const decision = can(access, action);
  if (!decision.allowed) throw new Problem(403, decision.reason.message);
  return {
    ...actor,
    account: {
      ...account,
      role: row.role,
      companyId,
      maySwitch: row.may_switch === 1,
      screens,
      access,
    },
  };
}
