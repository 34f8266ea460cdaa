import { setTimeout as delay } from 'node:timers/promises';
import type { Writer } from '../db/store.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';

const WINDOW_MINUTES = 15;
/** Failures within the window after which a name at an address, or an address as a whole, must wait. */
const LIMIT_PER_NAME = 5;
const LIMIT_PER_ADDRESS = 100;
/** An attempt without a verdict after so long is a failure: its server died. */
const VERDICT_SECONDS = 30;
const LOOK_AGAIN_MS = 25;
const LOOKS = 400;

export interface Attempt {
  readonly username: string;
  readonly address: string;
}

interface Stored {
  readonly username: string;
  readonly at: string;
  readonly verdict_by: string;
}

type Claim = { readonly id: number } | { readonly until: number } | 'under way';

const secondsAfter = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1_000).toISOString();
const windowStart = (now: Date): string => secondsAfter(now, -WINDOW_MINUTES * 60);

/**
 * A place among the attempts of a name and an address, taken before the password is looked at, so that
 * guesses at the same time cannot slip past the limit. While places are taken by attempts whose verdict is not known yet
 * it waits: they may all be right. Throws a 429 with Retry-After when there were too many failures lately.
 */
export async function claimAttempt(services: Services, attempt: Attempt): Promise<number> {
  for (let look = 1; ; look += 1) {
    const now = services.now();
    const claim = await services.store.write((tx) => tryToClaim(tx, now, attempt), {
      turn: 'signIns',
    });
    if (claim === 'under way' && look < LOOKS) {
      await delay(LOOK_AGAIN_MS);
      continue;
    }
    if (claim === 'under way') throw refusal(now, now.getTime() + VERDICT_SECONDS * 1_000);
    if ('until' in claim) throw refusal(now, claim.until);
    return claim.id;
  }
}

function refusal(now: Date, until: number): Problem {
  const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  return new Problem(
    429,
    `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} min.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  );
}

async function tryToClaim(tx: Writer, now: Date, attempt: Attempt): Promise<Claim> {
  await tx.deleteFrom('login_attempts').where('at', '<', windowStart(now)).execute();
  const known = await tx
    .selectFrom('login_attempts')
    .select(['username', 'at', 'verdict_by'])
    .where('address', '=', attempt.address)
    .orderBy('at', 'desc')
    .execute();
  const own = known.filter(({ username }) => username === attempt.username);
  const failed = ({ verdict_by }: Stored) => verdict_by < now.toISOString();
  const deciding =
    own.filter(failed)[LIMIT_PER_NAME - 1] ?? known.filter(failed)[LIMIT_PER_ADDRESS - 1];
  if (deciding) return { until: Date.parse(deciding.at) + WINDOW_MINUTES * 60_000 };
  if (own.length >= LIMIT_PER_NAME || known.length >= LIMIT_PER_ADDRESS) return 'under way';
  return tx
    .insertInto('login_attempts')
    .values({
      ...attempt,
      at: now.toISOString(),
      verdict_by: secondsAfter(now, VERDICT_SECONDS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** The attempt was wrong: from now on it counts. */
export async function countFailure(tx: Writer, id: number): Promise<void> {
  await tx.updateTable('login_attempts').set({ verdict_by: '' }).where('id', '=', id).execute();
}

/** The attempt was right: failures of before are forgiven, those under way still get their verdict. */
export async function forgetFailures(
  tx: Writer,
  now: Date,
  attempt: Attempt & { readonly id: number },
): Promise<void> {
  await tx
    .deleteFrom('login_attempts')
    .where('username', '=', attempt.username)
    .where('address', '=', attempt.address)
    .where((any) => any.or([any('verdict_by', '<', now.toISOString()), any('id', '=', attempt.id)]))
    .execute();
}
