import { type Action, can } from '@forecourt/core';
import { createMiddleware } from 'hono/factory';
import { type Account, isStaff } from '../auth/account.ts';
import type { AppContext, AppEnv } from './env.ts';
import { Problem } from './problem.ts';

/** The account of a call behind `permit`. */
export function signedIn(c: AppContext): Account {
  const account = c.get('account');
  if (!account) throw new Problem(401, 'Sign in first.');
  return account;
}

/** Lets a call pass that the account may make (ACC-04); 401 without a session, 403 with the missing right. */
export const permit = (action: Action) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const decision = can(signedIn(c).access, action);
    if (!decision.allowed) throw new Problem(403, decision.reason.message);
    await next();
  });

/** For what is not a company's business, whatever its rights. */
export const staffOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (!isStaff(signedIn(c))) throw new Problem(403, 'Only staff of the provider may do this.');
  await next();
});
