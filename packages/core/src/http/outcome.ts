import type { Call, Outcome, RetryOptions } from './http.types.ts';
import { maskSecrets } from './mask-secrets.ts';

/**
 * Where a call failed. `http`: the service refused it, or it could not be asked; `network`: no
 * connection, or a broken one; `timeout`: no answer, or silence; `schema`: an answer that can't be
 * read; `cancelled`: stopped by its signal.
 */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'schema' | 'cancelled';

/** What the service found wrong with one field: `{ pointer: '/amount_paid', detail: '…' }`. */
export interface FieldError {
  /** JSON pointer into what was sent. */
  readonly pointer: string;
  readonly detail: string;
}

export interface ApiErrorInit {
  readonly kind: ApiErrorKind;
  readonly operation: string;
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fieldErrors?: readonly FieldError[] | undefined;
  readonly retryable?: boolean | undefined;
  readonly outcome?: Outcome | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly current?: unknown;
}

/**
 * The one error of the http door: every failed call rejects with it, and nothing else (ERR-03). It
 * carries no secret: authorizations and card numbers in the service's texts are masked, and what lies
 * below the door (requests with their headers) is not kept as a cause.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** Name of the call: 'transactions.list'. */
  readonly operation: string;
  /** HTTP status where an answer came. */
  readonly status: number | undefined;
  /**
   * lower_snake: 'network', 'cut_off', 'timeout', 'silence', 'cancelled', 'unreadable', 'redirected',
   * 'http_422' …; 'conflict' where the record has another version by now; before anything is sent 'invalid_path', 'invalid_call', 'invalid_authorization';
   * 'invalid_credentials' from signing in, 'not_signed_in' where the session is gone.
   */
  readonly code: string;
  /** What lies behind the message, for a second line. */
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  /** What stands at fields (FORM-06), in the service's order. */
  readonly fieldErrors: readonly FieldError[];
  /** The same call may do better later. Look at `outcome` before an unsafe one is sent again. */
  readonly retryable: boolean;
  /** What is known to have happened; always 'none' for calls that change nothing. */
  readonly outcome: Outcome;
  /** Wait that the service asked for, in ms. */
  readonly retryAfterMs: number | undefined;
  /**
   * Of a 'conflict': the record as it is now, in the domain as `getRecord` gives it, with its `etagOf`;
   * undefined where the service doesn't show it (WIRE-05). It is not enumerable, so that no log prints it.
   */
  declare readonly current: unknown;

  constructor(init: ApiErrorInit) {
    super(maskSecrets(init.message));
    this.kind = init.kind;
    this.operation = init.operation;
    this.status = init.status;
    this.code = init.code;
    this.detail = init.detail === undefined ? undefined : maskSecrets(init.detail);
    this.requestId = init.requestId;
    this.fieldErrors = (init.fieldErrors ?? []).map(({ pointer, detail }) => ({
      pointer: maskSecrets(pointer),
      detail: maskSecrets(detail),
    }));
    this.retryable = init.retryable ?? false;
    this.outcome = init.outcome ?? 'none';
    this.retryAfterMs = init.retryAfterMs;
    Object.defineProperty(this, 'current', { value: init.current });
  }

  /** The same failure with another outcome: what an earlier attempt may have done counts too. */
  withOutcome(outcome: Outcome): ApiError {
    return outcome === this.outcome
      ? this
      : new ApiError({ ...this, message: this.message, current: this.current, outcome });
  }

  /** The same conflict with the present record as the caller reads it. */
  withCurrent(current: unknown): ApiError {
    return new ApiError({ ...this, message: this.message, current });
  }
}

/** What is known of a call when it fails. */
export interface Known {
  readonly operation: string;
  readonly outcome: Outcome;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
}

const connectionError =
  (code: string) =>
  (known: Known, detail: string): ApiError =>
    new ApiError({
      ...known,
      kind: 'network',
      code,
      message: `Internal server error (${known.operation})`,
      detail,
      retryable: true,
    });

/** No connection, or one that broke before an answer (ERR-01). */
export const networkError = connectionError('network');

/** A connection that broke while an answer was read. */
export const cutOffError = connectionError('cut_off');

/** @param detail how long was waited, or the platform's own code. */
export const timeoutError = (known: Known, detail: string): ApiError =>
  new ApiError({
    ...known,
    kind: 'timeout',
    code: 'timeout',
    message: `The service did not answer in time (${known.operation})`,
    detail,
    retryable: true,
  });

/** An answer that began and then stood still. */
export const silenceError = (known: Known, ms: number): ApiError =>
  new ApiError({
    ...known,
    kind: 'timeout',
    code: 'silence',
    message: `The answer stood still for ${ms / 1000} s (${known.operation})`,
    retryable: true,
  });

export const cancelledError = (known: Known): ApiError =>
  new ApiError({
    ...known,
    kind: 'cancelled',
    code: 'cancelled',
    message: `Cancelled (${known.operation})`,
  });

/** An answer of success that can't be read. */
export const schemaError = (known: Known, detail: string): ApiError =>
  new ApiError({
    ...known,
    kind: 'schema',
    code: 'unreadable',
    message: `The service gave an answer that can't be read (${known.operation})`,
    detail,
  });

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

export const DEFAULT_RETRY: RetryOptions = { limit: 2, baseMs: 300, maxMs: 20_000 };

/** Answers that may be better in a moment. */
export const isWorthRetrying = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 502 && status <= 504);

/** `Retry-After`, in seconds or as a date → ms from now. */
export function retryAfterMs(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/**
 * How long to wait before the next attempt, in ms; undefined where there is none. Full jitter. A
 * `Retry-After` is kept to; one longer than `maxMs` is not sat out: the error goes back at once.
 */
export function waitBefore(
  error: ApiError,
  attempt: number,
  retry: RetryOptions,
  random: () => number,
): number | undefined {
  if (!error.retryable || attempt > retry.limit) return undefined;
  if (error.retryAfterMs !== undefined) {
    return error.retryAfterMs <= retry.maxMs ? error.retryAfterMs : undefined;
  }
  return random() * Math.min(retry.maxMs, retry.baseMs * 2 ** (attempt - 1));
}

/** Resolves after that time, or at once when the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish);
  });
