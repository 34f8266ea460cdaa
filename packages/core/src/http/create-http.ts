/**
 * The HTTP client, the only code that calls the network: time limits, retries, errors with their outcome,
 * list dialects, uploads and downloads. It knows no resource and no session; what a call means belongs to
 * `resource` and `client`.
 */

import ky from 'ky';
import type * as z from 'zod/mini';
import {
  type Answered,
  answeredBy,
  type Deadline,
  lostAttempt,
  startDeadline,
  stoppedAttempt,
} from './attempts.ts';
import { baseAddress } from './base-address.ts';
import { readJson, readProblem } from './bodies.ts';
import type {
  Answer,
  Call,
  CallWatch,
  Download,
  Http,
  HttpOptions,
  Outcome,
  Trace,
} from './http.types.ts';
import { maskSecrets } from './mask-secrets.ts';
import {
  ApiError,
  cancelledError,
  DEFAULT_RETRY,
  isRepeatable,
  sleep,
  waitBefore,
  worse,
} from './outcome.ts';
import { isOfService, isRedirect, redirectedError } from './redirects.ts';
import { multipartBlob, toDownload } from './transfer.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_IDLE_MS = 30_000;

/** Longest time of a timer, 24 days: a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

function timeLimit(ms: number | undefined, standard: number): number {
  if (ms === undefined) return standard;
  if (typeof ms === 'number' && ms > 0) return Math.min(ms, LONGEST_MS);
  throw new RangeError(`A time limit is a positive number of ms, not ${ms}.`);
}

/**
 * Creates the HTTP client for the service. Each call has one time budget (`timeoutMs`) that includes its
 * retries. Retries safe calls (GET, and POSTs marked `safe`) and unsafe calls with an idempotency key,
 * after a network failure, a timeout with budget left, 408, 429, 502, 503 and 504. Every failed call
 * rejects with an `ApiError`. Throws a RangeError for a time limit that is no positive number; Infinity is none.
 *
 * @param options base address, authorization, limits in ms, hooks for traces and anomalies
 * @returns the HTTP client
 */
export function createHttp(options: HttpOptions): Http {
  const timeoutMs = timeLimit(options.timeoutMs, DEFAULT_TIMEOUT_MS);
  const idleMs = timeLimit(options.idleMs, DEFAULT_IDLE_MS);
  const retry = { ...DEFAULT_RETRY, ...options.retry };
  const random = options.random ?? Math.random;
  const pause = options.sleep ?? sleep;

  const send = async (
    { url, ...parts }: RequestParts,
    signal: AbortSignal,
    redirect: 'follow' | 'manual' = 'manual',
  ) =>
    ky(url, {
      ...parts,
      signal,
      redirect,
      // A response belongs to one account: the browser must not serve it to another.
      cache: 'no-store',
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      ...(options.fetch && { fetch: options.fetch }),
    });

  /**
   * Follows a redirect for a GET only, and accepts only a response of the service there. A followed POST
   * would become a GET, or hand its body to whoever redirects.
   */
  async function sendAndFollow(call: Call, parts: RequestParts, deadline: Deadline) {
    const first = await send(parts, deadline.signal);
    if (!isRedirect(first)) return first;
    first.body?.cancel().catch(() => undefined);
    const redirected = redirectedError(call, first, parts.url);
    if (call.method !== 'GET') throw redirected;
    const answer = await send(parts, deadline.signal, 'follow').catch((error: unknown) => {
      throw deadline.ended() ? error : redirected;
    });
    if (isOfService(answer, parts.url)) return answer;
    answer.body?.cancel().catch(() => undefined);
    throw redirected;
  }

  /** Ignores a late 401 of a previous session: it says nothing about the current one. */
  const endSession = (error: ApiError, authorization: string | undefined) => {
    if (authorization === undefined || options.authorization?.() !== authorization) return;
    options.onUnauthorized?.(error.operation, error);
  };

  /** Makes one attempt; resolves as soon as the status is known to be 2xx. */
  async function attempt(
    call: Call,
    accept: string,
    deadline: Deadline,
    watch: CallWatch | undefined,
  ): Promise<Answered> {
    const { operation } = call;
    if (deadline.ended()) throw stoppedAttempt(deadline, { operation, outcome: 'none' });
    const authorization = call.anonymous ? undefined : options.authorization?.();
    const parts = requestParts(call, accept, authorization, options, watch?.headers);
    const sent = sendAndFollow(call, parts, deadline);
    const response = await Promise.race([sent, deadline.stopped]).catch((error: unknown) => {
      throw lostAttempt(call, deadline, error);
    });
    if (response.ok) return answeredBy(call, response, deadline, idleMs);
    const error = await readProblem(call, response, idleMs);
    if (response.status === 401) endSession(error, authorization);
    throw error;
  }

  /** Informs the call's watch of its start and end. */
  async function run<T>(call: Call, accept: string, take: Take<T>): Promise<T> {
    const { method, operation, path } = call;
    const started = { operation, method, path: maskSecrets(path), baseUrl: options.baseUrl };
    const watch = options.onCall?.(started);
    if (!watch) return repeat(call, accept, take, undefined);
    try {
      const result = await repeat(call, accept, take, watch);
      watch.ended();
      return result;
    } catch (error) {
      watch.ended(error);
      throw error;
    }
  }

  /** Repeats attempts until `take` can read a response or another attempt would be pointless. */
  async function repeat<T>(
    call: Call,
    accept: string,
    take: Take<T>,
    watch: CallWatch | undefined,
  ): Promise<T> {
    const budget = timeLimit(call.timeoutMs, timeoutMs);
    const endsAt = performance.now() + budget;
    let before: Outcome = 'none';
    for (let count = 1; ; count += 1) {
      const trace = tracer(call, count, options.onTrace, watch);
      const deadline = startDeadline(endsAt - performance.now(), budget, call.signal);
      try {
        const answered = await attempt(call, accept, deadline, watch);
        const result = await take(answered, deadline);
        trace(answered);
        return result;
      } catch (caught) {
        deadline.close(false);
        if (!(caught instanceof ApiError)) throw caught;
        const error = caught.withOutcome(worse(before, caught.outcome));
        before = error.outcome;
        const wait = isRepeatable(call) ? waitBefore(error, count, retry, random) : undefined;
        const again = wait !== undefined && performance.now() + wait < endsAt;
        trace(error, { error, ...(again && { wait }) });
        if (!again) throw error;
        await pause(wait, call.signal);
        if (call.signal?.aborted) {
          throw cancelledError({ operation: call.operation, outcome: before });
        }
      }
    }
  }

  return {
    json: <T>(call: Call, schema: z.core.$ZodType<T>): Promise<Answer<T>> =>
      run(call, 'application/json', (answered) => readJson(call, answered, schema)),
    download: (call: Call): Promise<Download> =>
      run(call, '*/*', async (answered, deadline) => {
        deadline.lift();
        return toDownload(answered);
      }),
  };
}

/** Reads a response. */
type Take<T> = (answered: Answered, deadline: Deadline) => Promise<T>;

/** A call ready to send; rebuilt for each attempt. */
export interface RequestParts {
  readonly url: string;
  readonly method: Call['method'];
  readonly headers: Headers;
  readonly body?: string | Blob;
}

const unsendable = (call: Call, code: string, message: string): ApiError =>
  new ApiError({ kind: 'http', operation: call.operation, code, message });

/**
 * Leaves ':' and ',' unencoded: they separate the parts of a filter and a sort (LIST-07), and a query may
 * contain them.
 */
const encodeQuery = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%3A/g, ':').replace(/%2C/g, ',');

const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

/**
 * Joins base address, path and query. An id of '..' must never turn a call for a record into one for its
 * list.
 */
function addressOf(baseUrl: string, call: Call): string {
  if (!baseAddress(baseUrl)) {
    const message = `The service's address must begin with http:// or https://, not '${baseUrl}' (${call.operation}). Nothing was sent.`;
    throw unsendable(call, 'invalid_address', message);
  }
  const path = call.path.replace(/^\/+/, '');
  if (path.split(/[/\\]/).some(isDotSegment)) {
    const message = `A path can't hold '.' or '..' (${call.operation}). Nothing was sent.`;
    throw unsendable(call, 'invalid_path', message);
  }
  const query = (call.query ?? [])
    .map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`)
    .join('&');
  return `${baseUrl.replace(/\/+$/, '')}/${path}${query === '' ? '' : `?${query}`}`;
}

function withAuthorization(headers: Headers, call: Call, authorization: string): void {
  try {
    headers.set('authorization', authorization);
  } catch {
    // The platform's own error message quotes the value.
    const message = 'The stored authorization holds what no header can carry. Sign in again.';
    throw unsendable(call, 'invalid_authorization', message);
  }
}

/**
 * Builds the request of a call. The authorization appears only in its header (WIRE-03). Throws an
 * `ApiError` if the call can't be built; nothing is sent then.
 */
function requestParts(
  call: Call,
  accept: string,
  authorization: string | undefined,
  options: Pick<HttpOptions, 'baseUrl' | 'userAgent'>,
  watched: CallWatch['headers'],
): RequestParts {
  try {
    const headers = new Headers({ ...watched, accept });
    if (call.json !== undefined) headers.set('content-type', 'application/json');
    if (call.idempotencyKey !== undefined) headers.set('idempotency-key', call.idempotencyKey);
    if (call.ifMatch !== undefined) headers.set('if-match', call.ifMatch);
    if (options.userAgent !== undefined) headers.set('user-agent', options.userAgent);
    if (authorization !== undefined) withAuthorization(headers, call, authorization);
    const body =
      call.json === undefined ? call.form && multipartBlob(call.form) : JSON.stringify(call.json);
    return {
      url: addressOf(options.baseUrl, call),
      method: call.method,
      headers,
      ...(body !== undefined && { body }),
    };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const message = `This call can't be written as a request (${call.operation}). Nothing was sent.`;
    throw unsendable(call, 'invalid_call', message);
  }
}

/** Why an attempt failed, and after how many ms the next one follows. */
interface Failed {
  readonly error: ApiError;
  readonly wait?: number;
}

/** Starts timing an attempt; the returned function reports how it ended. */
function tracer(
  call: Call,
  attempt: number,
  onTrace: ((trace: Trace) => void) | undefined,
  watch: CallWatch | undefined,
) {
  const started = performance.now();
  return (
    end: { readonly status?: number | undefined; readonly requestId?: string | undefined },
    failed?: Failed,
  ): void => {
    if (!onTrace && !watch) return;
    const trace: Trace = {
      operation: call.operation,
      method: call.method,
      path: maskSecrets(call.path),
      attempt,
      ms: Math.round(performance.now() - started),
      ...(end.status !== undefined && { status: end.status }),
      ...(end.requestId !== undefined && { requestId: end.requestId }),
      ...(failed && { note: noteOf(failed) }),
    };
    onTrace?.(trace);
    watch?.attempted(trace, failed?.error, failed?.wait);
  };
}

const noteOf = ({ error: { code }, wait }: Failed): string =>
  wait === undefined ? code : `${code}, again in ${Math.round(wait)} ms`;
