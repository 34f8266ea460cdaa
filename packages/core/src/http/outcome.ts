import type { Call, Outcome, RetryOptions } from './http.types.ts';
import { maskSecrets } from './mask-secrets.ts';

/**
 * How a call failed. `http`: the service refused it, or it could not be sent; `network`: no connection, or
 * a broken one; `timeout`: no response in time, or silence; `schema`: an unreadable response; `cancelled`:
 * stopped by its signal.
 */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'schema' | 'cancelled';

/** A problem that the service found with one field: `{ pointer: '/amount_paid', detail: '…' }`. */
export interface FieldError {
  /** JSON pointer into the request body. */
  readonly pointer: string;
  readonly detail: string;
}

/** What an `ApiError` is made of; see its properties. */
export interface ApiErrorInit {
  readonly kind: ApiErrorKind;
  readonly operation: string;
  readonly code: string;
  readonly message: string;
  /** The HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fieldErrors?: readonly FieldError[] | undefined;
  readonly retryable?: boolean | undefined;
  readonly outcome?: Outcome | undefined;
  /** How long to wait before the next try, in ms, as the service asks. */
  readonly retryAfterMs?: number | undefined;
  readonly foreign?: boolean | undefined;
  readonly current?: unknown;
}

/**
 * The only error of the HTTP client: every failed call rejects with it (ERR-03). It carries no secrets:
 * authorizations and card numbers in the service's texts are masked, and the underlying error (requests
 * with their headers) isn't kept as a cause.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** Name of the call: 'transactions.list'. */
  readonly operation: string;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;
  /**
   * lower_snake: 'network', 'cut_off', 'timeout', 'silence', 'cancelled', 'unreadable', 'redirected',
   * 'http_422' …; 'conflict' when the record has a newer version; 'invalid_path', 'invalid_call', 'invalid_address'
   * (the client's `baseUrl`) and 'invalid_authorization' before anything is sent; 'invalid_credentials' from signing in; 'not_signed_in'
   * when there is no session.
   */
  readonly code: string;
  /** Further explanation of the message, for a second line. */
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  /** Errors of single fields (FORM-06), in the service's order. */
  readonly fieldErrors: readonly FieldError[];
  /** Whether the same call may succeed later. Check `outcome` before you repeat an unsafe one. */
  readonly retryable: boolean;
  /** What is known about the call's effect; always 'none' for calls that change nothing. */
  readonly outcome: Outcome;
  /** Wait that the service requested, in ms. */
  readonly retryAfterMs: number | undefined;
  /**
   * The refusal isn't a problem document of the service (RFC 9457): a proxy or a network on the way gave it,
   * so it says nothing about the session or about what was sent.
   */
  readonly foreign: boolean;
  /**
   * For a 'conflict': the current record in domain format, as `getRecord` returns it, with its `etagOf`;
   * undefined if the service doesn't send it (WIRE-05). Not enumerable, so that logs don't print it.
   */
  declare readonly current: unknown;

  /** @param init what is known of the failure; secrets in its message are masked */
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
    this.foreign = init.foreign === true;
    Object.defineProperty(this, 'current', { value: init.current });
  }

  /**
   * Returns the same failure with another outcome, because earlier attempts count as well.
   *
   * @param outcome of all attempts together
   */
  withOutcome(outcome: Outcome): ApiError {
    return outcome === this.outcome
      ? this
      : new ApiError({ ...this, message: this.message, current: this.current, outcome });
  }

  /**
   * Returns the same conflict with the current record in the caller's format.
   *
   * @param current the record as it is now
   */
  withCurrent(current: unknown): ApiError {
    return new ApiError({ ...this, message: this.message, current });
  }
}

/** What is known about a call when it fails. */
export interface Known {
  readonly operation: string;
  readonly outcome: Outcome;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
}

const connectionError =
  (code: string, message: string) =>
  (known: Known, detail: string): ApiError =>
    new ApiError({
      ...known,
      kind: 'network',
      code,
      message: `${message} (${known.operation})`,
      detail,
      retryable: true,
    });

/** No connection, or one that broke before the response (ERR-01). */
export const networkError = connectionError('network', 'Internal server error');

/** The connection broke while the response was being read: the service answered, so it isn't its error. */
export const cutOffError = connectionError(
  'cut_off',
  'The answer was cut off: the connection was lost before its end. Try again',
);

/** 'There was no answer within 4 s.'; tenths only below a second. */
export const noAnswerIn = (ms: number): string => {
  const seconds = ms / 1000;
  return `There was no answer within ${seconds < 1 ? Number(seconds.toFixed(2)) : Math.round(seconds)} s.`;
};

/** @param detail a sentence: how long the call waited, or how the connection timed out. */
export const timeoutError = (known: Known, detail: string): ApiError =>
  new ApiError({
    ...known,
    kind: 'timeout',
    code: 'timeout',
    message: `The service did not answer in time (${known.operation})`,
    detail,
    retryable: true,
  });

/** The response began, then no more bytes arrived. */
export const silenceError = (known: Known, ms: number): ApiError =>
  new ApiError({
    ...known,
    kind: 'timeout',
    code: 'silence',
    message: `The response stalled for ${ms / 1000} s (${known.operation})`,
    retryable: true,
  });

export const cancelledError = (known: Known): ApiError =>
  new ApiError({
    ...known,
    kind: 'cancelled',
    code: 'cancelled',
    message: `Cancelled (${known.operation})`,
  });

/** A 2xx response that can't be parsed. */
export const schemaError = (known: Known, detail: string): ApiError =>
  new ApiError({
    ...known,
    kind: 'schema',
    code: 'unreadable',
    message: `The service gave an answer that can't be read (${known.operation})`,
    detail,
  });

/** Returns whether a call changes nothing, so that its outcome is always 'none'. */
export const isSafe = (call: Call): boolean => call.method === 'GET' || call.safe === true;

/** Returns whether a call may be retried automatically: it is safe, or the service recognises its key. */
export const isRepeatable = (call: Call): boolean =>
  isSafe(call) || call.idempotencyKey !== undefined;

const RANK: Readonly<Record<Outcome, number>> = { none: 0, unknown: 1, done: 2 };

/** Combines the outcomes of two attempts: the one with the greater possible effect wins. */
export const worse = (one: Outcome, other: Outcome): Outcome =>
  RANK[one] >= RANK[other] ? one : other;

/** 'Network Authentication Required': the network wants a sign-in first (RFC 6585). */
export const NETWORK_SIGN_IN = 511;

/**
 * Returns the outcome of a refused unsafe call. 4xx: rejected, no effect; 511: never forwarded. Other 5xx: it
 * may have taken effect before it failed, unless the problem says otherwise (`"outcome": "none"`).
 */
export function refusalOutcome(call: Call, status: number, stated: unknown): Outcome {
  if (isSafe(call)) return 'none';
  if (stated === 'none' || stated === 'done' || stated === 'unknown') return stated;
  if (status === NETWORK_SIGN_IN) return 'none';
  return status >= 400 && status < 500 ? 'none' : 'unknown';
}

/** Error codes of failures before any byte was sent: name resolution, refused connections, TLS. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ERR_INVALID_URL|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_CERT_\w+|ERR_SSL_\w+)$/;

/** Returns the codes of an error and its causes, outermost first. */
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

/**
 * Returns the outcome of a call that failed without a response. Browsers hide why a call failed, so there
 * it is unknown.
 */
export const lostOutcome = (call: Call, codes: readonly string[]): Outcome =>
  isSafe(call) || codes.some((code) => NOT_SENT.test(code)) ? 'none' : 'unknown';

export const DEFAULT_RETRY: RetryOptions = { limit: 2, baseMs: 300, maxMs: 20_000 };

/** Returns whether a response with this status may succeed on a retry. */
export const isWorthRetrying = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 502 && status <= 504);

/** Converts `Retry-After`, in seconds or as a date, to ms from now. */
export function retryAfterMs(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/**
 * Returns the wait before the next attempt in ms (full jitter), or undefined if there is no next attempt.
 * Honours `Retry-After`; if that exceeds `maxMs`, there is no next attempt.
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

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
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
