import type * as z from 'zod/mini';
import type { Answered } from './attempts.ts';
import { foreignText, isOwnProblem, type Problem } from './foreign-answers.ts';
import type { Answer, Call } from './http.types.ts';
import { NOT_THE_SERVICE } from './not-the-service.ts';
import {
  ApiError,
  type FieldError,
  isSafe,
  isWorthRetrying,
  NETWORK_SIGN_IN,
  refusalOutcome,
  retryAfterMs,
  schemaError,
} from './outcome.ts';
import { isWebPage } from './redirects.ts';

/** Why a body stopped early. */
type BodyFault =
  | { readonly reason: 'silence' }
  | { readonly reason: 'cut_off'; readonly detail: string }
  | { readonly reason: 'stopped' };

export interface BodyGuard {
  /** Longest silence allowed, in ms. */
  readonly idleMs: number;
  /** Expected number of bytes, if known. */
  readonly length?: number | undefined;
  readonly signal: AbortSignal;
  readonly toError: (fault: BodyFault) => Error;
  /** Called once when the body has ended, failed or been cancelled: the connection can be closed. */
  readonly onEnd: (complete: boolean) => void;
}

/**
 * Returns the same bytes, guarded: the stream errors when bytes stop arriving, when it breaks off, or when
 * it has fewer or more bytes than announced. Silence counts only while somebody is reading.
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
    // Settles a pending read, even if the body ignores the call's signal.
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
      fault ??= {
        reason: 'cut_off',
        detail: `The answer broke off after ${bytes} bytes (${describe(error)}).`,
      };
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
          const detail = `${bytes} bytes came, ${guard.length} were announced.`;
          return fail(controller, { reason: 'cut_off', detail });
        }
        if (!done) return controller.enqueue(value);
        end(true);
        controller.close();
      },
      async cancel(reason) {
        // Cancelling must not fail: nobody is left to handle the error.
        await reader.cancel(reason).catch(() => undefined);
        end(false);
      },
    },
    { highWaterMark: 0 },
  );
}

const describe = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'broken off';

/** Reads a whole body as text; rejects when the body errors. */
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

/** Reads the start of a body as text. Never rejects: returns what could be read. */
async function readAtMost(
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
    // The status is enough for an error; the body only adds detail.
  }
  clearTimeout(timer);
  letGo();
  return text;
}

/**
 * Parses a response with a schema. An empty body is undefined, and the schema decides about it. A body that
 * isn't JSON (a proxy's page, say) didn't come from the service: the outcome of an unsafe call is then
 * unknown.
 */
export async function readJson<T>(
  call: Call,
  answered: Answered,
  schema: z.core.$ZodType<T>,
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
    const isPage = isWebPage(type) || /^\s*<(?:!doctype html|html)\b/i.test(text);
    const meant = !isPage && (/\bjson\b/i.test(type) || /^\s*[[{"]/.test(text));
    throw schemaError(
      { ...known, outcome: meant || isSafe(call) ? outcome : 'unknown' },
      isPage
        ? NOT_THE_SERVICE.page
        : meant
          ? 'The answer is broken JSON: it was cut off, or something on the way changed it.'
          : `The answer is ${type}, where JSON was expected.`,
    );
  }
  // By the method that every schema has, because zod's functions are 3 kB for the portal's first page.
  const parsed = await schema['~standard'].validate(value);
  if (!parsed.issues) return { data: parsed.value, status, headers, requestId };
  const [{ path = [] } = {}] = parsed.issues;
  throw schemaError(
    { ...known, outcome },
    path.length > 0
      ? `The answer has no readable ${path.join('.')}: the address may be another service's, or of another version.`
      : "The answer has another form than expected: the address may be another service's, or of another version.",
  );
}

/** How many bytes of an error's body are read; the rest is discarded. */
const MAX_PROBLEM_BYTES = 65_536;
/** The same for a 412, whose body holds the current record. */
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

/** Parses a body as an object. HTML, truncated JSON and an empty body all become {}. */
function parseProblem(body: string): Problem {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Problem) : {};
  } catch {
    return {};
  }
}

const isRefusal = (status: number): boolean => status >= 400 && status < 500;

/** A 409 that says when to ask again: the service is still working on the first call under this key. */
const isInWork = ({ idempotencyKey }: Call, status: number, headers: Headers): boolean =>
  status === 409 && idempotencyKey !== undefined && headers.has('retry-after');

/**
 * Converts a response outside 2xx into its error (ERR-01). Passes on RFC 9457 members only, never the raw
 * body.
 */
export async function readProblem(
  call: Call,
  response: Response,
  idleMs: number,
): Promise<ApiError> {
  const { status, headers } = response;
  const conflict = status === 412 && call.ifMatch !== undefined;
  const most = conflict ? MAX_CONFLICT_BYTES : MAX_PROBLEM_BYTES;
  const body = await readAtMost(response.body, most, idleMs);
  const problem = parseProblem(body);
  const foreign = !isOwnProblem(response, problem);
  const said = textOf(problem.detail) ?? textOf(problem.title);
  return new ApiError({
    kind: 'http',
    operation: call.operation,
    status,
    code: conflict ? 'conflict' : `http_${status}`,
    message: said ?? `The service answered ${status} (${call.operation})`,
    ...(foreign && { foreign }),
    ...(foreign && isRefusal(status) && !said && { detail: foreignText(response, body) }),
    ...(status === NETWORK_SIGN_IN && { detail: NOT_THE_SERVICE.page }),
    requestId: headers.get('x-request-id') ?? textOf(problem.requestId),
    fieldErrors: fieldErrorsOf(problem.errors),
    retryable: isWorthRetrying(status),
    outcome: isInWork(call, status, headers)
      ? 'unknown'
      : refusalOutcome(call, status, problem.outcome),
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
    ...(conflict && { current: withEtag(problem.current, headers.get('etag')) }),
  });
}

/**
 * The version that a record was loaded with (WIRE-05). Kept outside the record because it isn't one of its
 * fields; it lives as long as the record object.
 */
const TAGS = new WeakMap<object, string>();

/**
 * A strong tag. Weak tags are ignored because they can't reliably distinguish two versions (RFC 9110,
 * 8.8.3).
 */
const STRONG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Remembers the record's tag, if it is a strong one, and returns the record. */
export function withEtag<T>(record: T, etag: unknown): T {
  if (isObject(record) && typeof etag === 'string' && STRONG.test(etag)) TAGS.set(record, etag);
  return record;
}

/**
 * Returns the strong `ETag` of a record or row that this package loaded, as `If-Match` expects it: '"3"'.
 * Returns undefined if the service sent none, and for copies of a record.
 *
 * @param record what `getRecord`, `listRows` or `createRecord` returned
 */
export const etagOf = (record: unknown): string | undefined =>
  isObject(record) ? TAGS.get(record) : undefined;
