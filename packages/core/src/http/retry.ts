import type { ApiError } from './api-error.ts';
import type { RetryOptions } from './http.types.ts';

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
