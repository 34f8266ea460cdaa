import type { Reader, Writer } from '../db/store.ts';
import { Problem } from '../http/problem.ts';

const WINDOW_MINUTES = 15;
/** Most failures of an account within the window, from anywhere; and again from an address that it knows. */
const LIMIT = 10;
/** An attempt without a result after this time is a failure: its server died. */
const VERDICT_SECONDS = 30;
/** The first failures cause no delay; then each doubles it, up to the longest one. */
const FREE_FAILURES = 2;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 2_000;
/** Failures of an address at other accounts that count as one at this account. */
const FAILURES_A_STEP = 10;
/** How many addresses of a user are kept, the latest. */
const KNOWN_ADDRESSES = 20;

export interface Attempt {
  /** E-mail in lower case. */
  readonly username: string;
  /** What counts as one address (`networkOf`). */
  readonly address: string;
}

/** What is known about an account and an address before a password is checked (AUTH-12). */
export interface Standing {
  /** The account was signed in to from this address before. */
  readonly known: boolean;
  /** Times of the account's failures, latest first; from anywhere, and from this address. */
  readonly failures: readonly string[];
  readonly ownFailures: readonly string[];
  /** Attempts at the account that another process is checking. */
  readonly underWay: number;
  /** Failures of this address at other accounts. */
  readonly elsewhere: number;
}

const secondsAfter = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1_000).toISOString();
const windowStart = (now: Date): string => secondsAfter(now, -WINDOW_MINUTES * 60);

/** Runs the same queries whether or not the account exists. */
export async function standingOf(
  read: Reader | Writer,
  now: Date,
  { address, username }: Attempt,
): Promise<Standing> {
  const attempts = await read
    .selectFrom('login_attempts')
    .select(['address', 'at', 'verdict_by'])
    .where('username', '=', username)
    .where('at', '>=', windowStart(now))
    .orderBy('at', 'desc')
    .execute();
  const known = await read
    .selectFrom('known_addresses')
    .innerJoin('users', 'users.id', 'known_addresses.user_id')
    .select('known_addresses.address')
    .where('users.email', '=', username)
    .where('known_addresses.address', '=', address)
    .executeTakeFirst();
  const { elsewhere } = await read
    .selectFrom('login_attempts')
    .select((all) => all.fn.countAll<number>().as('elsewhere'))
    .where('address', '=', address)
    .where('at', '>=', windowStart(now))
    .where('username', '!=', username)
    .where('verdict_by', '<', now.toISOString())
    .executeTakeFirstOrThrow();
  const failed = attempts.filter(({ verdict_by }) => verdict_by < now.toISOString());
  return {
    known: known !== undefined,
    failures: failed.map(({ at }) => at),
    ownFailures: failed.filter((attempt) => attempt.address === address).map(({ at }) => at),
    underWay: attempts.length - failed.length,
    elsewhere: Number(elsewhere),
  };
}

function tooMany(now: Date, until: number): Problem {
  const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  return new Problem(
    429,
    `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} min.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}

/** Returns when the failure that reached the limit expires; undefined below the limit. */
function fullUntil(failures: readonly string[]): number | undefined {
  const deciding = failures[LIMIT - 1];
  return deciding === undefined ? undefined : Date.parse(deciding) + WINDOW_MINUTES * 60_000;
}

/**
 * Returns the 429 that refuses an attempt; undefined if it can be checked. From an address that the account knows,
 * only failures of that address count: strangers lock nobody out.
 */
export function refusalOf(now: Date, standing: Standing): Problem | undefined {
  const { failures, known, ownFailures, underWay } = standing;
  const until = fullUntil(known ? ownFailures : failures);
  if (until !== undefined) return tooMany(now, until);
  // They may all be correct; the result is known in a moment.
  if (!known && failures.length + underWay >= LIMIT) return tooMany(now, now.getTime());
  return undefined;
}

/** Returns how long an attempt is delayed before it joins the line, in ms. */
export function delayOf({ elsewhere, failures, known, ownFailures }: Standing): number {
  const own = (known ? ownFailures : failures).length - FREE_FAILURES;
  const step = known ? own : Math.max(own, Math.floor(elsewhere / FAILURES_A_STEP));
  return step < 1 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (step - 1));
}

/** Records an attempt before its password is checked: if the server dies, it counts as a failure. */
export async function enterAttempt(tx: Writer, now: Date, attempt: Attempt): Promise<number> {
  await tx.deleteFrom('login_attempts').where('at', '<', windowStart(now)).execute();
  const { id } = await tx
    .insertInto('login_attempts')
    .values({
      ...attempt,
      at: now.toISOString(),
      verdict_by: secondsAfter(now, VERDICT_SECONDS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks an attempt as failed: it counts from now on. */
export async function countFailure(tx: Writer, id: number): Promise<void> {
  await tx.updateTable('login_attempts').set({ verdict_by: '' }).where('id', '=', id).execute();
}

/**
 * Marks an attempt as successful: clears earlier failures from this address, not those from others, and remembers the
 * address.
 */
export async function forgetFailures(
  tx: Writer,
  now: Date,
  attempt: Attempt & { readonly id: number; readonly userId: number },
): Promise<void> {
  await tx
    .deleteFrom('login_attempts')
    .where('username', '=', attempt.username)
    .where('address', '=', attempt.address)
    .where((any) => any.or([any('verdict_by', '<', now.toISOString()), any('id', '=', attempt.id)]))
    .execute();
  const known = { user_id: attempt.userId, address: attempt.address, at: now.toISOString() };
  await tx
    .insertInto('known_addresses')
    .values(known)
    .onConflict((same) => same.columns(['user_id', 'address']).doUpdateSet({ at: known.at }))
    .execute();
  const latest = await tx
    .selectFrom('known_addresses')
    .select('address')
    .where('user_id', '=', attempt.userId)
    .orderBy('at', 'desc')
    .execute();
  const old = latest.slice(KNOWN_ADDRESSES).map(({ address }) => address);
  if (old.length === 0) return;
  await tx
    .deleteFrom('known_addresses')
    .where('user_id', '=', attempt.userId)
    .where('address', 'in', old)
    .execute();
}
