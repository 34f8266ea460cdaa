import type { Writer } from '../db/store.ts';
import { networkOf } from '../http/client-address.ts';
import type { AppContext } from '../http/env.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import {
  type Attempt,
  countFailure,
  delayOf,
  enterAttempt,
  refusalOf,
  standingOf,
} from './login-limit.ts';
import { verifyPassword } from './passwords.ts';

const wrong = (): Problem => new Problem(401, 'Invalid Credential Please try again.');

/** A correct password, and its attempt. */
export interface Verified extends Attempt {
  readonly id: number;
  readonly userId: number;
  readonly companyId: number | null;
  /** The stored hash that the password was compared with. */
  readonly passwordHash: string | null;
}

/**
 * Throws a 401 if the password was changed since it was verified: hashing takes a while, and whoever knows only
 * the former password must not get a session after the change. Call it in the turn 'sessions'.
 */
export async function refuseFormer(tx: Writer, verified: Verified): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', verified.userId)
    .executeTakeFirst();
  if (user?.password_hash !== verified.passwordHash) throw wrong();
}

/** Runs in turn, and checks the limit again, because other attempts were decided meanwhile. */
async function look<T>(
  services: Services,
  attempt: Attempt,
  password: string,
  work: (verified: Verified) => Promise<T>,
): Promise<T> {
  const { now, passwordCost, store } = services;
  const id = await store.write(
    async (tx) => {
      const refusal = refusalOf(now(), await standingOf(tx, now(), attempt));
      if (refusal) throw refusal;
      return enterAttempt(tx, now(), attempt);
    },
    { turn: 'signIns' },
  );
  const user = await store.read
    .selectFrom('users')
    .select(['id', 'password_hash', 'company_id'])
    .where('email', '=', attempt.username)
    .executeTakeFirst();
  const right = await verifyPassword(password, user?.password_hash ?? null, passwordCost);
  if (user && right) {
    const { company_id: companyId, id: userId, password_hash: passwordHash } = user;
    return work({ ...attempt, id, userId, companyId, passwordHash });
  }
  await store.write((tx) => countFailure(tx, id));
  // An attempt beyond its limit is refused before, so the caller may learn the result.
  throw wrong();
}

/** The trail names existing accounts only: any other input may be a password. */
async function noteRefusal(c: AppContext, { username }: Attempt, refusal: Problem): Promise<void> {
  const { refusals, store } = c.get('services');
  const user = await store.read
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', username)
    .executeTakeFirst();
  await refusals.note(c, {
    account: user ? { userId: user.id, email: user.email, actingAs: null } : undefined,
    action: 'session.refused',
    resource: 'session',
    recordId: user?.id ?? '',
    reason: refusal.status === 401 ? 'wrong password or no such account' : 'too many failures',
  });
}

/**
 * Checks a password (AUTH-12), delayed after failures and in line behind others, at most ten failures per account in
 * 15 minutes. Runs `work` if it is correct, which settles the attempt (`forgetFailures`) before the account's next
 * one is checked. Throws 401 if it is wrong, 429 with Retry-After after too many failures, 503 with Retry-After if
 * the line is too long. Treats an unknown account in the same way.
 */
export async function checkPassword<T>(
  c: AppContext,
  username: string,
  password: string,
  work: (verified: Verified) => Promise<T>,
): Promise<T> {
  const services = c.get('services');
  const { line, now, store, waitingRoom } = services;
  const attempt = { username, address: networkOf(c.get('address')) };
  try {
    const standing = await standingOf(store.read, now(), attempt);
    // Attempts running here are waited for in line.
    const refusal = refusalOf(now(), { ...standing, underWay: 0 });
    if (refusal) throw refusal;
    await waitingRoom.hold(attempt.address, delayOf(standing), () => line.refuse());
    return await line.run({ ...attempt, known: standing.known }, () =>
      look(services, attempt, password, work),
    );
  } catch (error) {
    const { status } = error as Partial<Problem>;
    if (status === 401 || status === 429) await noteRefusal(c, attempt, error as Problem);
    throw error;
  }
}
