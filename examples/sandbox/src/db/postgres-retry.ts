import { setTimeout as delay } from 'node:timers/promises';

const ATTEMPTS = 12;
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 500;

/**
 * What another process did at the same time: the order of the two cannot be told (40001), each waited for
 * the other (40P01), or both entered what there may be once (23505), which the next attempt finds there.
 */
const PASSING = ['40001', '40P01', '23505'];

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Does a transaction again when it met another one. `work` must have no effects of its own. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      if (typeof code !== 'string' || !PASSING.includes(code)) throw error;
      // What is there twice stays there: it is looked at again, not waited for.
      if (attempt >= (code === '23505' ? 3 : ATTEMPTS)) throw error;
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
      await delay(wait * Math.random());
    }
  }
}
