import ky from 'ky';
import type * as z from 'zod';
import { addressOf } from './address.ts';
import {
  ApiError,
  cancelledError,
  cutOffError,
  networkError,
  schemaError,
  silenceError,
  timeoutError,
} from './api-error.ts';
import { type BodyFault, guardBody, readText } from './body.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { toDownload } from './download.ts';
import type { Answer, Call, Download, Http, HttpOptions, Outcome } from './http.types.ts';
import { errorCodes, isRepeatable, isSafe, lostOutcome, worse } from './outcome.ts';
import { readProblem } from './problem.ts';
import { DEFAULT_RETRY, sleep, waitBefore } from './retry.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_IDLE_MS = 30_000;

/** An attempt that was answered with 2xx, its body not yet read. */
interface Answered {
  readonly response: Response;
  readonly requestId: string | undefined;
  /** The body, watched; closes the attempt when it ends. */
  body(length?: number): ReadableStream<Uint8Array>;
}

/**
 * The door to the service. One call is one budget of time (`timeoutMs`), its retries included. Retried
 * are safe calls (GET, and POSTs marked `safe`) and unsafe ones with an idempotency key: after a network
 * failure, a connection that timed out, 408, 429, 502, 503 and 504. An attempt that only the budget ends
 * leaves none for another one.
 */
export function createHttp(options: HttpOptions): Http {
  const idleMs = options.idleMs ?? DEFAULT_IDLE_MS;
  const retry = { ...DEFAULT_RETRY, ...options.retry };
  const random = options.random ?? Math.random;
  const pause = options.sleep ?? sleep;

  /** Sends one attempt; gives the answer once its status is known to be 2xx. */
  async function attempt(call: Call, deadline: Deadline, accept: string): Promise<Answered> {
    const { operation } = call;
    const authorization = call.anonymous ? undefined : options.authorization?.();
    let response: Response;
    try {
      response = await ky(addressOf(options.baseUrl, call), {
        method: call.method,
        headers: headersFor(call, accept, authorization, options.userAgent),
        ...bodyOf(call),
        signal: deadline.signal,
        // A followed redirect would turn a POST into a GET, and its page into an answer.
        redirect: isSafe(call) ? 'follow' : 'manual',
        // Answers belong to an account: a browser must not hand one's to another.
        cache: 'no-store',
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        ...(options.fetch && { fetch: options.fetch }),
      });
    } catch (error) {
      throw error instanceof ApiError ? error : lost(call, deadline, error);
    }
    if (!response.ok) {
      const error = await readProblem(call, response, idleMs);
      if (response.status === 401 && authorization !== undefined) {
        // A late answer to a former session says nothing about this one.
        if (options.authorization?.() === authorization) options.onUnauthorized?.(operation);
      }
      if (deadline.ended() === 'cancelled')
        throw cancelledError({ operation, outcome: error.outcome });
      throw error;
    }
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const known = { operation, status: response.status, requestId, outcome: doneBy(call) };
    const toError = (fault: BodyFault): ApiError => {
      if (fault.reason === 'silence') return silenceError(known, idleMs);
      if (fault.reason === 'cut_off') {
        return deadline.ended() ? stopped(deadline, known) : cutOffError(known, fault.detail);
      }
      return stopped(deadline, known);
    };
    return {
      response,
      requestId,
      body: (length) =>
        guardBody(response.body, {
          idleMs,
          length,
          signal: deadline.signal,
          toError,
          onEnd: deadline.close,
        }),
    };
  }

  /** Attempts until one is answered and `take` could read it, or until there is no use in another. */
  async function run<T>(
    call: Call,
    accept: string,
    take: (answered: Answered, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const budget = call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const endsAt = performance.now() + budget;
    let before: Outcome = 'none';
    for (let count = 1; ; count += 1) {
      const started = performance.now();
      const deadline = startDeadline(endsAt - started, budget, call.signal);
      const trace = (more: {
        status?: number | undefined;
        requestId?: string | undefined;
        note?: string;
      }) =>
        options.onTrace?.({
          operation: call.operation,
          method: call.method,
          path: call.path,
          attempt: count,
          ms: Math.round(performance.now() - started),
          ...(more.status !== undefined && { status: more.status }),
          ...(more.requestId !== undefined && { requestId: more.requestId }),
          ...(more.note !== undefined && { note: more.note }),
        });
      try {
        const answered = await attempt(call, deadline, accept);
        const result = await take(answered, deadline);
        trace({ status: answered.response.status, requestId: answered.requestId });
        return result;
      } catch (caught) {
        deadline.close(false);
        if (!(caught instanceof ApiError)) throw caught;
        const error = caught.withOutcome(worse(before, caught.outcome));
        before = error.outcome;
        const wait = isRepeatable(call) ? waitBefore(error, count, retry, random) : undefined;
        const goOn = wait !== undefined && performance.now() + wait < endsAt;
        trace({
          status: error.status,
          requestId: error.requestId,
          note: goOn ? `${error.code}, again in ${Math.round(wait)} ms` : error.code,
        });
        if (!goOn) throw error;
        await pause(wait, call.signal);
        if (call.signal?.aborted)
          throw cancelledError({ operation: call.operation, outcome: before });
      }
    }
  }

  return {
    json: <T>(call: Call, schema: z.ZodType<T>): Promise<Answer<T>> =>
      run(call, 'application/json', async ({ response, requestId, body }) => {
        const text = await readText(body());
        const known = { operation: call.operation, status: response.status, requestId };
        const value = parseJson(text, response, call, known);
        const parsed = schema.safeParse(value);
        if (!parsed.success) {
          const [issue] = parsed.error.issues;
          throw schemaError(
            { ...known, outcome: doneBy(call) },
            `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as expected'}`,
          );
        }
        return { data: parsed.data, status: response.status, headers: response.headers, requestId };
      }),
    download: (call: Call): Promise<Download> =>
      run(call, '*/*', async ({ response, requestId, body }, deadline) => {
        deadline.lift();
        return toDownload(response, requestId, body);
      }),
  };
}

/** What a 2xx means. */
const doneBy = (call: Call): Outcome => (isSafe(call) ? 'none' : 'done');

type Known = Parameters<typeof schemaError>[0];

const stopped = (deadline: Deadline, known: Known): ApiError =>
  deadline.ended() === 'timeout' ? timeoutError(known, deadline.budgetMs) : cancelledError(known);

/** An attempt that ended without an answer. */
function lost(call: Call, deadline: Deadline, error: unknown): ApiError {
  const { operation } = call;
  const codes = errorCodes(error);
  const outcome = lostOutcome(call, codes);
  if (deadline.ended()) return stopped(deadline, { operation, outcome });
  const code = codes.at(-1) ?? 'no connection';
  return /TIMEOUT|ETIMEDOUT/.test(code)
    ? timeoutError({ operation, outcome }, deadline.budgetMs)
    : networkError({ operation, outcome }, code);
}

function headersFor(
  call: Call,
  accept: string,
  authorization: string | undefined,
  userAgent: string | undefined,
): Headers {
  const headers = new Headers({ accept });
  if (call.json !== undefined) headers.set('content-type', 'application/json');
  if (call.idempotencyKey !== undefined) headers.set('idempotency-key', call.idempotencyKey);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  if (authorization === undefined) return headers;
  try {
    headers.set('authorization', authorization);
  } catch {
    // The platform's own error quotes the value.
    throw new ApiError({
      kind: 'http',
      operation: call.operation,
      code: 'invalid_authorization',
      message: 'The stored authorization holds characters that no header can carry. Sign in again.',
    });
  }
  return headers;
}

function bodyOf(call: Call): { body?: string | FormData } {
  if (call.json !== undefined) return { body: JSON.stringify(call.json) };
  return call.form === undefined ? {} : { body: call.form };
}

/**
 * An empty body is undefined: the schema decides. Something that is no JSON at all, a page of a proxy
 * say, was not the service's answer: then an unsafe call's outcome is not known.
 */
function parseJson(
  text: string,
  response: Response,
  call: Call,
  known: Omit<Known, 'outcome'>,
): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const type = response.headers.get('content-type') ?? '';
    const meant = /\bjson\b/i.test(type) || /^\s*[[{"]/.test(text);
    const outcome: Outcome = meant || isSafe(call) ? doneBy(call) : 'unknown';
    throw schemaError(
      { ...known, outcome },
      meant ? 'broken JSON' : `${type || 'text'} where JSON was expected`,
    );
  }
}
