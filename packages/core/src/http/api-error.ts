import type { Outcome } from './http.types.ts';
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
