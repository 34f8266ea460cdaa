import { ApiError, type Call, type Client } from '@forecourt/core';

interface Patience {
  /** No wait goes beyond this time; undefined for no limit. */
  readonly until: Date | undefined;
  /** Longest wait of one call as a whole, in ms. */
  readonly wholeMs: number;
  /** Ends every wait: the run was interrupted. */
  readonly signal: AbortSignal;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called before each wait. */
  readonly onWait: (ms: number) => void;
}

const TOO_MANY_REQUESTS = 429;
const LEAST_MS = 1_000;

/**
 * Wraps the client of an import: a 429 with `Retry-After` is waited for, beyond the time limit of the call, and all
 * other calls wait as well. It fails as before if the wait would go beyond the deadline.
 */
export function withPatience(client: Client, patience: Patience): Client {
  const { onWait, signal, sleep, until, wholeMs } = patience;
  let notBefore = 0;
  const attempt = async <T>(call: Call, send: () => Promise<T>): Promise<T> => {
    const endsAt = Math.min(Date.now() + wholeMs, until?.getTime() ?? Number.POSITIVE_INFINITY);
    const stop = call.signal ? AbortSignal.any([signal, call.signal]) : signal;
    // The service asked another call to wait.
    const held = notBefore - Date.now();
    if (held > 0 && notBefore < endsAt) await sleep(held, stop);
    for (;;) {
      try {
        return await send();
      } catch (error) {
        const wait = waitOf(error);
        if (wait === undefined || stop.aborted || Date.now() + wait >= endsAt) throw error;
        notBefore = Math.max(notBefore, Date.now() + wait);
        onWait(wait);
        await sleep(wait, stop);
        if (stop.aborted) throw error;
      }
    }
  };
  const { http } = client;
  return {
    ...client,
    http: {
      json: (call, schema) => attempt(call, () => http.json(call, schema)),
      download: (call) => attempt(call, () => http.download(call)),
    },
  };
}

/** The wait that a 429 asks for, in ms; it did nothing, so that the call may be sent again. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== TOO_MANY_REQUESTS) return undefined;
  if (error.outcome !== 'none' || error.retryAfterMs === undefined) return undefined;
  return Math.max(LEAST_MS, error.retryAfterMs);
}
