import type { Call, Outcome } from './http.types.ts';

/** A call that changes nothing: whatever happens to it, nothing happened. */
export const isSafe = (call: Call): boolean => call.method === 'GET' || call.safe === true;

/** May be sent again by itself: a safe call, or one that the service knows by its key. */
export const isRepeatable = (call: Call): boolean =>
  isSafe(call) || call.idempotencyKey !== undefined;

const RANK: Readonly<Record<Outcome, number>> = { none: 0, unknown: 1, done: 2 };

/** What is known after several attempts: the most that any of them may have done. */
export const worse = (one: Outcome, other: Outcome): Outcome =>
  RANK[one] >= RANK[other] ? one : other;

/**
 * What a refusal means for an unsafe call. 4xx: turned away, nothing was done. 5xx and redirects: it
 * may have been done before it went wrong, unless the problem itself says so (`"outcome": "none"`).
 */
export function refusalOutcome(call: Call, status: number, stated: unknown): Outcome {
  if (isSafe(call)) return 'none';
  if (stated === 'none' || stated === 'done' || stated === 'unknown') return stated;
  return status >= 400 && status < 500 ? 'none' : 'unknown';
}

/** Codes of failures before a single byte left: names that don't resolve, refused connections, TLS. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ERR_INVALID_URL|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_CERT_\w+|ERR_SSL_\w+)$/;

/** The codes of an error and of its causes, outermost first. */
export function errorCodes(error: unknown): string[] {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, cause, errors } = current as {
      code?: unknown;
      cause?: unknown;
      errors?: unknown;
    };
    if (typeof code === 'string') codes.push(code);
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return codes;
}

/** What a failure before any answer means. Browsers don't tell why a call failed: then it can't be known. */
export const lostOutcome = (call: Call, codes: readonly string[]): Outcome =>
  isSafe(call) || codes.some((code) => NOT_SENT.test(code)) ? 'none' : 'unknown';
