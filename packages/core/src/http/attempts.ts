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
  silenceError,
  timeoutError,
} from './outcome.ts';

/** An attempt that its budget or its caller ended. */
export const stoppedAttempt = (deadline: Deadline, known: Known): ApiError =>
  deadline.ended() === 'timeout'
    ? timeoutError(known, `${deadline.budgetMs / 1000} s`)
    : cancelledError(known);

/** An attempt that ended without an answer: what was thrown below the door, as an error of ours. */
export function lostAttempt(call: Call, deadline: Deadline, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const codes = errorCodes(error);
  const known = { operation: call.operation, outcome: lostOutcome(call, codes) };
  if (deadline.ended()) return stoppedAttempt(deadline, known);
  const code = codes.at(-1) ?? 'no connection';
  return /TIMEOUT|TIMEDOUT/.test(code) ? timeoutError(known, code) : networkError(known, code);
}

/** What ends an attempt from outside: its budget of time, or the caller. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Rejects when the attempt is ended, also where what runs below does not listen to the signal. */
  readonly stopped: Promise<never>;
  /** The whole call's budget in ms, for messages. */
  readonly budgetMs: number;
  ended(): 'timeout' | 'cancelled' | undefined;
  /** No bound on time any more; the caller may still cancel. */
  lift(): void;
  /** Lets go of timer and caller; an attempt that isn't complete is aborted. */
  close(complete: boolean): void;
}

export function startDeadline(
  leftMs: number,
  budgetMs: number,
  caller: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController();
  const stop = Promise.withResolvers<never>();
  // Heard or not: an attempt that is over has nobody waiting.
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

/** An attempt that was answered with 2xx; its body is not read yet. */
export interface Answered {
  readonly response: Response;
  readonly status: number;
  readonly requestId: string | undefined;
  /** What a 2xx means for this call. */
  readonly outcome: Outcome;
  /** The body, watched; the attempt is closed when it ends. To be asked for once. */
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
