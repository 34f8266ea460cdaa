import ky from 'ky';
import type * as z from 'zod';
import { type Answered, answeredBy } from './answered.ts';
import { ApiError, cancelledError } from './api-error.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { toDownload } from './download.ts';
import type { Answer, Call, Download, Http, HttpOptions, Outcome } from './http.types.ts';
import { lostAttempt, stoppedAttempt } from './lost-attempt.ts';
import { isRepeatable, isSafe, worse } from './outcome.ts';
import { readJson } from './read-json.ts';
import { readProblem } from './read-problem.ts';
import { type RequestParts, requestParts } from './request-parts.ts';
import { DEFAULT_RETRY, sleep, waitBefore } from './retry.ts';
import { tracer } from './tracer.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_IDLE_MS = 30_000;

/**
 * The door to the service. One call is one budget of time (`timeoutMs`), its retries included. Retried
 * are safe calls (GET, and POSTs marked `safe`) and unsafe ones with an idempotency key: after a network
 * failure, a timeout that left some of the budget, 408, 429, 502, 503 and 504.
 */
export function createHttp(options: HttpOptions): Http {
  const idleMs = options.idleMs ?? DEFAULT_IDLE_MS;
  const retry = { ...DEFAULT_RETRY, ...options.retry };
  const random = options.random ?? Math.random;
  const pause = options.sleep ?? sleep;

  const send = async (call: Call, { url, ...parts }: RequestParts, signal: AbortSignal) =>
    ky(url, {
      ...parts,
      signal,
      // A followed redirect would turn a POST into a GET, and its page into an answer.
      redirect: isSafe(call) ? 'follow' : 'manual',
      // Answers belong to an account: a browser must not hand one's to another.
      cache: 'no-store',
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      ...(options.fetch && { fetch: options.fetch }),
    });

  /** A late answer to a former session says nothing about the one of now. */
  const endSession = (error: ApiError, authorization: string | undefined) => {
    if (authorization === undefined || options.authorization?.() !== authorization) return;
    options.onUnauthorized?.(error.operation, error);
  };

  /** One attempt; gives the answer once its status is known to be 2xx. */
  async function attempt(call: Call, accept: string, deadline: Deadline): Promise<Answered> {
    const { operation } = call;
    if (deadline.ended()) throw stoppedAttempt(deadline, { operation, outcome: 'none' });
    const authorization = call.anonymous ? undefined : options.authorization?.();
    const parts = requestParts(call, accept, authorization, options);
    const sent = send(call, parts, deadline.signal);
    const response = await Promise.race([sent, deadline.stopped]).catch((error: unknown) => {
      throw lostAttempt(call, deadline, error);
    });
    if (response.ok) return answeredBy(call, response, deadline, idleMs);
    const error = await readProblem(call, response, idleMs);
    if (response.status === 401) endSession(error, authorization);
    throw error;
  }

  /** Attempts until one is answered and `take` can read it, or until there is no use in another. */
  async function run<T>(
    call: Call,
    accept: string,
    take: (answered: Answered, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const budget = call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const endsAt = performance.now() + budget;
    let before: Outcome = 'none';
    for (let count = 1; ; count += 1) {
      const trace = tracer(call, count, options.onTrace);
      const deadline = startDeadline(endsAt - performance.now(), budget, call.signal);
      try {
        const answered = await attempt(call, accept, deadline);
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
        trace(error, again ? `${error.code}, again in ${Math.round(wait)} ms` : error.code);
        if (!again) throw error;
        await pause(wait, call.signal);
        if (call.signal?.aborted) {
          throw cancelledError({ operation: call.operation, outcome: before });
        }
      }
    }
  }

  return {
    json: <T>(call: Call, schema: z.ZodType<T>): Promise<Answer<T>> =>
      run(call, 'application/json', (answered) => readJson(call, answered, schema)),
    download: (call: Call): Promise<Download> =>
      run(call, '*/*', async (answered, deadline) => {
        deadline.lift();
        return toDownload(answered);
      }),
  };
}
