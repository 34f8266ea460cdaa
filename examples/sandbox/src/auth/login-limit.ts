import type { Writer } from '../db/store.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';

const WINDOW_MINUTES = 15;
/** Failures within the window after which a name at an address, or an address as a whole, must wait. */
const LIMIT_PER_NAME = 5;
const LIMIT_PER_ADDRESS = 100;

export interface Attempt {
  readonly username: string;
  readonly address: string;
}

const windowStart = (now: Date): string =>
  new Date(now.getTime() - WINDOW_MINUTES * 60_000).toISOString();

/** Throws a 429 with Retry-After when there were too many failures lately. */
export async function checkLoginLimit(services: Services, attempt: Attempt): Promise<void> {
  const now = services.now();
  const failures = await services.store.read
    .selectFrom('login_attempts')
    .select(['username', 'at'])
    .where('address', '=', attempt.address)
    .where('at', '>', windowStart(now))
    .orderBy('at', 'desc')
    .limit(LIMIT_PER_ADDRESS)
    .execute();
  const own = failures.filter((failure) => failure.username === attempt.username);
  const deciding =
    own[LIMIT_PER_NAME - 1] ?? (failures.length >= LIMIT_PER_ADDRESS ? failures.at(-1) : undefined);
  if (!deciding) return;
  const until = Date.parse(deciding.at) + WINDOW_MINUTES * 60_000;
  const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  throw new Problem(429, `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} min.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

export async function countFailure(tx: Writer, now: Date, attempt: Attempt): Promise<void> {
  await tx.deleteFrom('login_attempts').where('at', '<', windowStart(now)).execute();
  await tx
    .insertInto('login_attempts')
    .values({ ...attempt, at: now.toISOString() })
    .execute();
}

export async function forgetFailures(tx: Writer, attempt: Attempt): Promise<void> {
  await tx
    .deleteFrom('login_attempts')
    .where('username', '=', attempt.username)
    .where('address', '=', attempt.address)
    .execute();
}
