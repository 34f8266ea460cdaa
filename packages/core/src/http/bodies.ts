import type * as z from 'zod';
import type { Answered } from './attempts.ts';
import type { Answer, Call } from './http.types.ts';
import {
  ApiError,
  type FieldError,
  isSafe,
  isWorthRetrying,
  refusalOutcome,
  retryAfterMs,
  schemaError,
} from './outcome.ts';

/** Why a body ended before its end. */
type BodyFault =
  | { readonly reason: 'silence' }
  | { readonly reason: 'cut_off'; readonly detail: string }
  | { readonly reason: 'stopped' };

export interface BodyGuard {
  /** Longest silence, in ms. */
  readonly idleMs: number;
  /** Bytes that have to come, where known. */
  readonly length?: number | undefined;
  readonly signal: AbortSignal;
  readonly toError: (fault: BodyFault) => Error;
  /** Told once, when the body has ended, failed or been let go: the connection can be closed. */
  readonly onEnd: (complete: boolean) => void;
}

/**
 * The same bytes, watched: errors when they stop coming, break off, or when fewer or more come than
 * were announced. Silence counts only while someone waits for bytes.
 */
export function guardBody(
  body: ReadableStream<Uint8Array> | null,
  guard: BodyGuard,
): ReadableStream<Uint8Array> {
  const source: ReadableStream<Uint8Array> = body ?? new Blob([]).stream();
  const reader = source.getReader();
  let bytes = 0;
  let fault: BodyFault | undefined;

  const interrupt = (reason: 'silence' | 'stopped') => {
    fault ??= { reason };
    // A pending read settles with this, also where the body does not listen to the call's signal.
    reader.cancel().catch(() => undefined);
  };
  const onAbort = () => interrupt('stopped');
  guard.signal.addEventListener('abort', onAbort);

  const end = (complete: boolean) => {
    guard.signal.removeEventListener('abort', onAbort);
    guard.onEnd(complete);
  };
  const next = async () => {
    const timer = setTimeout(interrupt, guard.idleMs, 'silence');
    try {
      return await reader.read();
    } catch (error) {
      fault ??= { reason: 'cut_off', detail: `${describe(error)} after ${bytes} bytes` };
      return { done: true, value: undefined } as const;
    } finally {
      clearTimeout(timer);
    }
  };
  const fail = (controller: ReadableStreamDefaultController, found: BodyFault) => {
    reader.cancel().catch(() => undefined);
    end(false);
    controller.error(guard.toError(found));
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (guard.signal.aborted) interrupt('stopped');
        const { done, value } = await next();
        if (fault) return fail(controller, fault);
        if (!done) bytes += value.byteLength;
        const wrong =
          guard.length !== undefined && (done ? bytes !== guard.length : bytes > guard.length);
        if (wrong) {
          const detail = `${bytes} bytes came, ${guard.length} were announced`;
          return fail(controller, { reason: 'cut_off', detail });
        }
        if (!done) return controller.enqueue(value);
        end(true);
        controller.close();
      },
      async cancel(reason) {
        // Letting go never fails: there is nobody left to tell.
        await reader.cancel(reason).catch(() => undefined);
        end(false);
      },
    },
    { highWaterMark: 0 },
  );
}

const describe = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'broken off';

/** All of a body as text; rejects as the body does. */
export async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

/** The beginning of a body as text, never rejecting: what can't be read is left out. */
export async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  idleMs: number,
): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const letGo = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(letGo, idleMs);
  let text = '';
  let left = maxBytes;
  try {
    while (left > 0) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.byteLength;
    }
  } catch {
    // The status alone makes an error; its body is a bonus.
  }
  clearTimeout(timer);
  letGo();
  return text;
}

/**
 * An answer through a schema. An empty body is undefined: the schema decides. Something that is no JSON
 * at all, a proxy's page say, was not the service's answer: what an unsafe call did is then not known.
 */
export async function readJson<T>(
  call: Call,
  answered: Answered,
  schema: z.ZodType<T>,
): Promise<Answer<T>> {
  const { headers } = answered.response;
  const { outcome, requestId, status } = answered;
  const known = { operation: call.operation, status, requestId };
  const text = await readText(answered.body());
  let value: unknown;
  try {
    value = text.trim() === '' ? undefined : JSON.parse(text);
  } catch {
    const type = headers.get('content-type') ?? 'text';
    const meant = /\bjson\b/i.test(type) || /^\s*[[{"]/.test(text);
    throw schemaError(
      { ...known, outcome: meant || isSafe(call) ? outcome : 'unknown' },
      meant ? 'broken JSON' : `${type} where JSON was expected`,
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { data: parsed.data, status, headers, requestId };
  const [issue] = parsed.error.issues;
  throw schemaError(
    { ...known, outcome },
    `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as expected'}`,
  );
}

/** Bytes of an error's body that are looked at; the rest is let go. */
const MAX_PROBLEM_BYTES = 65_536;
/** As above, where the present record stands in it. */
const MAX_CONFLICT_BYTES = 4_194_304;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function fieldErrorsOf(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error) => {
    const pointer = textOf(error?.pointer);
    const detail = textOf(error?.detail);
    return pointer === undefined || detail === undefined ? [] : [{ pointer, detail }];
  });
}

/** A body as an object, whatever was sent: HTML, half a JSON and nothing at all give {}. */
function parseProblem(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Where redirects aren't followed, browsers hide even their status: it reads 0. */
const isRedirect = (status: number): boolean => status < 400;

function codeOf(status: number, conflict: boolean): string {
  if (conflict) return 'conflict';
  return isRedirect(status) ? 'redirected' : `http_${status}`;
}

/** An answer outside 2xx → its error (ERR-01). Only RFC 9457 members are told on, never raw bodies. */
export async function readProblem(
  call: Call,
  response: Response,
  idleMs: number,
): Promise<ApiError> {
  const { status, headers } = response;
  const conflict = status === 412 && call.ifMatch !== undefined;
  const most = conflict ? MAX_CONFLICT_BYTES : MAX_PROBLEM_BYTES;
  const problem = parseProblem(await readAtMost(response.body, most, idleMs));
  const redirected = isRedirect(status);
  return new ApiError({
    kind: 'http',
    operation: call.operation,
    status: status === 0 ? undefined : status,
    code: codeOf(status, conflict),
    message:
      textOf(problem.detail) ??
      textOf(problem.title) ??
      `The service ${redirected ? 'redirected elsewhere' : `answered ${status}`} (${call.operation})`,
    requestId: headers.get('x-request-id') ?? textOf(problem.requestId),
    fieldErrors: fieldErrorsOf(problem.errors),
    retryable: isWorthRetrying(status),
    outcome: refusalOutcome(call, status, problem.outcome),
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
    ...(conflict && { current: withEtag(problem.current, headers.get('etag')) }),
  });
}

/**
 * The version that a record was loaded with (WIRE-05), kept beside the record: it is no field of it, and
 * goes with it as long as it lives in this process.
 */
const TAGS = new WeakMap<object, string>();

/** A strong tag; a weak one can't tell two versions apart for sure, so it is none (RFC 9110, 8.8.3). */
const STRONG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Remembers the tag that came with a record, where one came; gives the record back. */
export function withEtag<T>(record: T, etag: unknown): T {
  if (isObject(record) && typeof etag === 'string' && STRONG.test(etag)) TAGS.set(record, etag);
  return record;
}

/**
 * The strong `ETag` of a record or row that this package loaded, as `If-Match` takes it: '"3"'. Undefined
 * where the service sent none, and for copies of a record.
 */
export const etagOf = (record: unknown): string | undefined =>
  isObject(record) ? TAGS.get(record) : undefined;
