import type { Account } from '../auth/account.ts';
import type { AppContext } from './env.ts';
import { badRequest } from './problem.ts';

/** Returns the call's Idempotency-Key; undefined without one. Throws a 400 if it is malformed. */
export function keyOf(c: AppContext): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw badRequest('The Idempotency-Key must be 1 to 255 visible characters.');
}

/** Returns the owner of a key: the same key of another account, or while acting as a company, is a different one. */
export const scopeOf = (account: Account): string => `${account.userId}/${account.companyId ?? ''}`;
