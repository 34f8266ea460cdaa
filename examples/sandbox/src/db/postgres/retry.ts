import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../http/problem.ts';

const ATTEMPTS = 20;
const FIRST_WAIT_MS = 5;
const MAX_WAIT_MS = 500;
/** A call that waits longer is refused with a 503, and can be sent again. */
const PATIENCE_MS = 5_000;

/**
 * Conflicts with a concurrent transaction: they can't be serialized (40001), each waited for the other (40P01), or
 * both inserted the same unique value (23505), which the next attempt finds.
 */
const PASSING = ['40001', '40P01', '23505'];
const TWICE = '23505';

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/**
 * Retries a transaction that conflicts with another one, after a growing random wait. `work` must have no other
 * effects. Throws a 503 with Retry-After, with nothing changed, after 20 attempts or 5 seconds.
 */
export async function retried<T>(
  work: () => Promise<T>,
  { attempts = ATTEMPTS, patienceMs = PATIENCE_MS } = {},
): Promise<T> {
  const begun = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      if (typeof code !== 'string' || !PASSING.includes(code)) throw error;
      // A duplicate doesn't go away by waiting.
      if (code === TWICE && attempt >= 3) throw error;
      if (attempt >= attempts || performance.now() - begun > patienceMs) {
        throw new Problem(
          503,
          'Others are changing the same records. Nothing was changed; try again.',
          {
            headers: { 'retry-after': '1' },
            cause: error,
          },
        );
      }
      const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
      await delay(wait * Math.random());
    }
  }
}
