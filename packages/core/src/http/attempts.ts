import { guardBody } from './bodies.ts';
import type { Call, Outcome } from './http.types.ts';
import {
  ApiError,
  cancelledError,
  cutOffError,
  errorCodes,
  isSafe,
  type Known,
  lostOutcome,
  networkError,
  noAnswerIn,
  silenceError,
  timeoutError,
} from './outcome.ts';

/** Returns the error of an attempt that ran out of time or was cancelled by the caller. */
export const stoppedAttempt = (deadline: Deadline, known: Known): ApiError =>
  deadline.ended() === 'timeout'
    ? timeoutError(known, noAnswerIn(deadline.budgetMs))
    : cancelledError(known);

/** Converts whatever `fetch` threw before a response arrived into an `ApiError`. */
export function lostAttempt(call: Call, deadline: Deadline, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const codes = errorCodes(error);
  const known = { operation: call.operation, outcome: lostOutcome(call, codes) };
  if (deadline.ended()) return stoppedAttempt(deadline, known);
  const code = codes.at(-1) ?? 'no connection';
  return /TIMEOUT|TIMEDOUT/.test(code)
    ? timeoutError(known, `The connection timed out (${code}).`)
    : networkError(known, code);
}

/** What can end an attempt from outside: its time budget, or the caller. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Rejects when the attempt is stopped, even if the transport ignores the signal. */
  readonly stopped: Promise<never>;
  /** Time budget of the whole call in ms, for messages. */
  readonly budgetMs: number;
  ended(): 'timeout' | 'cancelled' | undefined;
  /** Removes the time limit; the caller can still cancel. */
  lift(): void;
  /** Releases the timer and the caller's signal; aborts an attempt that isn't complete. */
  close(complete: boolean): void;
}

export function startDeadline(
  leftMs: number,
  budgetMs: number,
  caller: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController();
  const stop = Promise.withResolvers<never>();
  // Nobody may be awaiting it any more; avoid an unhandled rejection.
  stop.promise.catch(() => undefined);
  let why: 'timeout' | 'cancelled' | undefined;
  const end = (reason: 'timeout' | 'cancelled') => {
    why ??= reason;
    controller.abort();
    stop.reject(controller.signal.reason);
  };
  const onCancel = () => end('cancelled');
  if (caller?.aborted) onCancel();
  caller?.addEventListener('abort', onCancel);
  const timer = setTimeout(end, Math.max(0, leftMs), 'timeout');
  const lift = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    stopped: stop.promise,
    budgetMs,
    ended: () => why,
    lift,
    close(complete) {
      lift();
      caller?.removeEventListener('abort', onCancel);
      if (!complete) controller.abort();
    },
  };
}

/** An attempt with a 2xx response whose body hasn't been read yet. */
export interface Answered {
  readonly response: Response;
  readonly status: number;
  readonly requestId: string | undefined;
  /** What a 2xx means for the outcome of this call. */
  readonly outcome: Outcome;
  /** Returns the guarded body and closes the attempt when it ends. Call it once. */
  body(length?: number): ReadableStream<Uint8Array>;
}

export function answeredBy(
  call: Call,
  response: Response,
  deadline: Deadline,
  idleMs: number,
): Answered {
  const known = {
    operation: call.operation,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    outcome: isSafe(call) ? 'none' : 'done',
  } as const;
  return {
    ...known,
    response,
    body: (length) =>
      guardBody(response.body, {
        idleMs,
        length,
        signal: deadline.signal,
        onEnd: deadline.close,
        toError: (fault) => {
          if (deadline.ended()) return stoppedAttempt(deadline, known);
          return fault.reason === 'cut_off'
            ? cutOffError(known, fault.detail)
            : silenceError(known, idleMs);
        },
      }),
  };
}
