import type { AnyActorRef } from 'xstate';
import { toFailure } from './failure.ts';
import type { Failure } from './view.ts';

type Clock = AnyActorRef['system']['_clock'];

/** Waits before each repetition of a call with an unknown outcome in ms; their number is the limit. */
const REPEAT_AFTER = [1000, 2000, 4000, 8000] as const;

/** Refusals that say nothing about an earlier attempt: sign in first, wait, or it is being processed. */
const SAYS_NOTHING: readonly (number | undefined)[] = [401, 408, 409, 425, 429];

/**
 * Returns whether the service itself said that neither this call nor an earlier one under its key took
 * effect.
 *
 * @param failure the failure of a call that changes something
 */
export const isSettled = ({ outcome, status }: Failure): boolean =>
  outcome === 'none' && status !== undefined && !SAYS_NOTHING.includes(status);

/** Returns whether the call may have taken effect. An error without an outcome leaves that open. */
export const isInDoubt = (error: unknown): boolean => toFailure(error).outcome !== 'none';

/** The failure after the last repetition: the call may have taken effect, and the service can't say yet. */
const outcomeUnknown = (last: Failure, message: string): Failure => ({
  code: 'outcome_unknown',
  message,
  detail: `It is not known whether this was done. Try again: it is asked for under the same key, so it is never done twice. (${last.detail ?? last.message})`,
  outcome: 'unknown',
  retryable: true,
});

const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      clock.clearTimeout(timer);
      resolve();
    };
    const timer = clock.setTimeout(finish, ms);
    signal.addEventListener('abort', finish, { once: true });
  });

/**
 * Repeats a call under its key until the service reports the outcome: it repeats its first response, or
 * performs the call now, once. Rejects with the service's refusal, or with 'outcome_unknown'.
 */
export async function sendAgain<T>(
  send: () => Promise<T>,
  { clock, signal, message }: { clock: Clock; signal: AbortSignal; message: string },
): Promise<T> {
  let last: Failure | undefined;
  for (const ms of REPEAT_AFTER) {
    await pause(clock, ms, signal);
    if (signal.aborted) break;
    try {
      return await send();
    } catch (error) {
      last = toFailure(error);
      if (isSettled(last)) throw error;
    }
  }
  throw outcomeUnknown(last ?? toFailure('It was left.'), message);
}
