import { cutOffError, silenceError } from './api-error.ts';
import { guardBody } from './body.ts';
import type { Deadline } from './deadline.ts';
import type { Call, Outcome } from './http.types.ts';
import { stoppedAttempt } from './lost-attempt.ts';
import { isSafe } from './outcome.ts';

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
