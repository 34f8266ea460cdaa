import type * as z from 'zod';

/** What is known to have happened when a call failed: nothing, all of it, or it can't be told. */
export type Outcome = 'none' | 'done' | 'unknown';

/** One call to the service. Paths are relative to the base address: 'fuel-transaction/authcode'. */
export interface Call {
  /** Name used in errors, traces and diagnostics: 'transactions.list'. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Repeatable names, in order; encoded once by the door. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly json?: unknown;
  readonly form?: FormData;
  /** Sent as `Idempotency-Key`; an unsafe call is retried only with one. */
  readonly idempotencyKey?: string;
  /** Sent as `If-Match`: the ETag of the version that the call is made for; 412 for another one (WIRE-05). */
  readonly ifMatch?: string | undefined;
  /** A POST that changes nothing (a body list): retried like a GET. */
  readonly safe?: boolean;
  readonly signal?: AbortSignal;
  /** Bound on this call, retries included, in ms; default from the options. */
  readonly timeoutMs?: number;
  /** Sent without authorization (login). */
  readonly anonymous?: boolean;
}

export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | undefined;
}

/** A file on its way: the body is read once, by whoever keeps it. */
export interface Download {
  /** From content-disposition, without any path in it; undefined where the service names none. */
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  /** Bytes to come where the service says so. */
  readonly length: number | undefined;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  /**
   * Errors with an `ApiError` when the connection breaks off, goes silent, or when fewer or more
   * bytes come than `length` says. Read it with a reader: in browsers `new Response(body)` puts a
   * TypeError in that error's place.
   */
  readonly body: ReadableStream<Uint8Array>;
}

/** The door to the service. Every failure is an `ApiError`; nothing else is thrown. */
export interface Http {
  /** Calls, and reads the answer through a schema. */
  json<T>(call: Call, schema: z.ZodType<T>): Promise<Answer<T>>;
  /** Calls for a file. */
  download(call: Call): Promise<Download>;
}

/** Something odd in an answer that did not stop the call: told, never thrown. */
export interface Anomaly {
  readonly operation: string;
  /** Where: 'content.3.odometer'. */
  readonly path: string;
  readonly message: string;
}

/** What happened on the wire, without secrets and card numbers; for `--verbose` and logs. */
export interface Trace {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly attempt: number;
  readonly status?: number;
  readonly ms: number;
  readonly requestId?: string;
  /** Why it is tried again, or why it failed. */
  readonly note?: string;
}

export interface RetryOptions {
  /** Attempts after the first; default 2. */
  readonly limit: number;
  /** First wait in ms, doubled each time, with full jitter; default 300. */
  readonly baseMs: number;
  /** Longest wait in ms; default 20,000. A longer `Retry-After` is not sat out: the error goes back at once. */
  readonly maxMs: number;
}

export interface HttpOptions {
  /** With the version: 'https://portal.example/api/v1'. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** The stored authorization, whole: 'Bearer …'. Asked before each attempt. */
  readonly authorization?: () => string | undefined;
  /** Told when a signed-in call answers 401, with the service's words in `error.message` (AUTH-09). */
  readonly onUnauthorized?: (operation: string, error: Error) => void;
  /** Bound on one call in ms, retries included; default 30,000. Files: bound until their first byte. */
  readonly timeoutMs?: number;
  /** Longest silence while a body is read, in ms; default 30,000. */
  readonly idleMs?: number;
  readonly retry?: Partial<RetryOptions>;
  readonly onAnomaly?: (anomaly: Anomaly) => void;
  readonly onTrace?: (trace: Trace) => void;
  /** Sources of time and chance, for tests. */
  readonly random?: () => number;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Sent as `user-agent` where the platform lets it: 'forecourt/0.1.0'. */
  readonly userAgent?: string;
}
