import type { AnyActorRef } from 'xstate';
import { toFailure } from './failure.ts';
import type { Failure } from './view.ts';

type Clock = AnyActorRef['system']['_clock'];

/** Waits before each repetition of a call whose outcome is unknown, in ms; their number is the bound. */
const REPEAT_AFTER = [1000, 2000, 4000, 8000] as const;

/** Refusals that say nothing about an earlier attempt: sign in first, wait, or it is under way. */
const SAYS_NOTHING: readonly (number | undefined)[] = [401, 408, 409, 425, 429];

/** Did the service itself say that the call, and any sent before it under its key, came to nothing? */
export const isSettled = ({ outcome, status }: Failure): boolean =>
  outcome === 'none' && status !== undefined && !SAYS_NOTHING.includes(status);

/** May the call have been done, for all that is known? An error that does not say leaves it open. */
export const isInDoubt = (error: unknown): boolean => toFailure(error).outcome !== 'none';

/** The end of all repetitions: it may have been done, and nobody can say so yet. */
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
 * Sends a call again under its key until the service says what became of it: the first answer comes
 * again, or it is done now, once. Rejects with the service's refusal, or with 'outcome_unknown'.
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
