import { ApiError, type Client, getProfile } from '@forecourt/core';
import type { Output } from './output/output.ts';
import type { Runtime } from './runtime.ts';

/** How far this computer's clock may be from the service's without a note; far above what an answer takes. */
const TOLERATED_MS = 5 * 60_000;

/** By run: how far the service's clock is ahead of this computer's, in ms. */
const aheadBy = new WeakMap<Runtime, number>();

/** The service's clock when it answered; undefined for what is not its own, fresh answer. */
function clockIn({ headers, ok }: Response): number | undefined {
  const isOwn = ok && /^application\/json\b/i.test(headers.get('content-type') ?? '');
  const at = Date.parse(headers.get('date') ?? '');
  return isOwn && !headers.has('age') && !Number.isNaN(at) ? at : undefined;
}

const minute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16)}Z`;

const warning = (own: number, service: number): string =>
  `This computer's clock is wrong: it says ${minute(own)}, the service ${minute(service)}.\n` +
  "Dates are judged by the service's clock. Set this computer's.";

/** Wraps `fetch`, so that the run learns the service's clock; warns once if this computer's clock differs. */
export function withServiceClock(
  send: typeof fetch,
  runtime: Runtime,
  output: Pick<Output, 'warn'>,
): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    const service = clockIn(answer);
    if (service === undefined) return answer;
    const own = Date.now();
    const isFirst = !aheadBy.has(runtime);
    aheadBy.set(runtime, service - own);
    if (isFirst && Math.abs(service - own) > TOLERATED_MS) output.warn(warning(own, service));
    return answer;
  };
}

/**
 * Asks the service for anything, unless this run has heard from it: its answer has the clock. A service that doesn't
 * answer leaves this computer's; the call that matters reports the failure. Throws if the service ended the session, which
 * the client has forgotten by then.
 */
export async function learnServiceClock(
  client: Client,
  runtime: Runtime,
  signal: AbortSignal,
): Promise<void> {
  if (aheadBy.has(runtime)) return;
  await getProfile(client, signal).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) throw error;
  });
}

/** The current time by the service's clock where it has answered, else by this computer's. */
export const serviceNow = (runtime: Runtime): Date =>
  new Date(Date.now() + (aheadBy.get(runtime) ?? 0));
