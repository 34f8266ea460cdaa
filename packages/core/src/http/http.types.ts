import type * as z from 'zod/mini';

/**
 * What is known about a failed call: it had no effect (`none`), its full effect (`done`), or nobody can say
 * (`unknown`).
 */
export type Outcome = 'none' | 'done' | 'unknown';

/** One call to the service. Paths are relative to the base address: 'fuel-transaction/authcode'. */
export interface Call {
  /** Name used in errors, traces and diagnostics: 'transactions.list'. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Names may repeat; order is kept. The HTTP client encodes them, once. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly json?: unknown;
  readonly form?: FormData;
  /** Sent as `Idempotency-Key`; an unsafe call is retried only with one. */
  readonly idempotencyKey?: string;
  /**
   * Sent as `If-Match`: the ETag of the version being changed. The service answers 412 if it has another
   * one (WIRE-05).
   */
  readonly ifMatch?: string | undefined;
  /** A POST that changes nothing (a list query in the body); retried like a GET. */
  readonly safe?: boolean;
  readonly signal?: AbortSignal;
  /** Time limit of this call in ms, retries included; defaults to the client's. */
  readonly timeoutMs?: number;
  /** Sent without authorization (login). */
  readonly anonymous?: boolean;
}

/** A parsed 2xx response. */
export interface Answer<T> {
  readonly data: T;
  /** The HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | undefined;
}

/** A file being downloaded. The body can be read once. */
export interface Download {
  /** From content-disposition, with any path removed; undefined if the service names none. */
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  /** Total bytes, if the service announces them. */
  readonly length: number | undefined;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  /**
   * Errors with an `ApiError` when the connection breaks off, goes silent, or delivers fewer or more bytes
   * than `length`. Read it with a reader: in browsers, `new Response(body)` replaces that error with a
   * TypeError.
   */
  readonly body: ReadableStream<Uint8Array>;
}

/** HTTP client for the service. Every failure is an `ApiError`; nothing else is thrown. */
export interface Http {
  /** Sends a call and parses the response with a schema by `zod` or `zod/mini`. */
  json<T>(call: Call, schema: z.core.$ZodType<T>): Promise<Answer<T>>;
  /** Sends a call whose response is a file. Resolves at the first byte. */
  download(call: Call): Promise<Download>;
}

/** An irregularity in a response that didn't stop the call. Reported, never thrown. */
export interface Anomaly {
  readonly operation: string;
  /** Where it is: 'content.3.odometer'. */
  readonly path: string;
  readonly message: string;
}

/** One attempt on the wire, without secrets and card numbers; for `--verbose` and logs. */
export interface Trace {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
  /** The HTTP status; absent if no answer arrived. */
  readonly status?: number;
  /** How long the attempt took, in ms. */
  readonly ms: number;
  readonly requestId?: string;
  /** Why it is retried, or why it failed. */
  readonly note?: string;
}

/** A call as it starts. What it sends, its query and card numbers in its path are not in it. */
export interface StartedCall {
  /** Name of the call: 'transactions.list'. */
  readonly operation: string;
  readonly method: Call['method'];
  /** The service's address, as the client has it. */
  readonly baseUrl: string;
  /** Relative to that address. */
  readonly path: string;
}

/** Watches one call from its start to its end. */
export interface CallWatch {
  /** Sent with each attempt, unless the client sets them itself: `traceparent`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An attempt has ended; `waitMs` is given if another one follows after it. */
  attempted(this: void, attempt: Trace, error?: Error, waitMs?: number): void;
  /** The call has ended: at the last byte of its answer, for a file at the first one. */
  ended(this: void, error?: unknown): void;
}

/** How often, and after which waits, a call is retried. */
export interface RetryOptions {
  /** Attempts after the first; default 2. */
  readonly limit: number;
  /** First wait in ms, doubled each time, with full jitter; default 300. */
  readonly baseMs: number;
  /** Longest wait in ms; default 20,000. If `Retry-After` is longer, the call fails at once. */
  readonly maxMs: number;
}

/** Options of `createHttp`. */
export interface HttpOptions {
  /** Base URL including the version: 'https://portal.example/api/v1'; in a browser also '/api/v1'. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** The complete header value: 'Bearer …'. Read before each attempt. */
  readonly authorization?: () => string | undefined;
  /** Called when a signed-in call gets a 401; `error.message` is the service's text (AUTH-09). */
  readonly onUnauthorized?: (
    operation: string,
    error: Error & { readonly foreign: boolean },
  ) => void;
  /**
   * Time limit of one call in ms, retries included; default 30,000. For files it ends at the first byte.
   */
  readonly timeoutMs?: number;
  /** Longest silence while reading a body, in ms; default 30,000. */
  readonly idleMs?: number;
  readonly retry?: Partial<RetryOptions>;
  readonly onAnomaly?: (anomaly: Anomaly) => void;
  readonly onTrace?: (trace: Trace) => void;
  /** Called when a call starts; what it returns is informed of the call's attempts and end (`@forecourt/core/opentelemetry`). */
  readonly onCall?: (call: StartedCall) => CallWatch | undefined;
  /** Sources of randomness and time, for tests. */
  readonly random?: () => number;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Sent as `user-agent` where the platform allows it: 'forecourt/0.1.0'. */
  readonly userAgent?: string;
}
