import { ApiError, cancelledError, type Known, networkError, timeoutError } from './api-error.ts';
import type { Deadline } from './deadline.ts';
import type { Call } from './http.types.ts';
import { errorCodes, lostOutcome } from './outcome.ts';

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
