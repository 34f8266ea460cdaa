import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import type { AppContext } from '../http/env.ts';
import { bodyText } from '../http/json-body.ts';
import { signedIn } from '../http/permit.ts';
import { THREAD } from '../repository.ts';
import type { Lane, ThreadCall, ThreadData } from './messages.ts';
import { openPool, shuttingDown } from './pool.ts';
import { type AnswerLimits, RemoteAnswer } from './remote-answer.ts';
import { Slots } from './slots.ts';

export interface ThreadLimits extends Omit<AnswerLimits, 'workMs'> {
  /** Threads per lane. */
  readonly threads: number;
  /** Time limit of a page, in ms. */
  readonly pageMs: number;
  /** Time limit of a file until its first byte, and of each part after that, in ms. */
  readonly fileMs: number;
}

export const DEFAULT_THREADS: ThreadLimits = {
  threads: Math.min(2, availableParallelism()),
  pageMs: 20_000,
  fileMs: 60_000,
  readMs: 300_000,
  stopMs: 10_000,
};

/** An export that waits for its reader leaves its thread to others. */
const ANSWERS_OF_A_THREAD = 5;
/** Most pages take milliseconds: how long a caller waits limits them, rather than how many wait. */
const WAITING_PAGES = 1_000;
const HEAP_MB = 1_024;

/** Returns an idle thread; a new one while there are fewer than `threads`; else the least busy one. */
const spreadOver =
  (threads: number): NonNullable<Piscina['options']['loadBalancer']> =>
  (_, workers) => {
    const [least] = workers.toSorted((one, other) => one.currentUsage - other.currentUsage);
    if (least === undefined || least.currentUsage >= ANSWERS_OF_A_THREAD) return null;
    return least.currentUsage === 0 || workers.length >= threads ? least : null;
  };

interface OpenLane {
  readonly limits: AnswerLimits;
  readonly slots: Slots;
  pool: Promise<Piscina> | undefined;
}

/**
 * Computes long answers on threads with their own connections, so that they never block the serving thread. Threads
 * start on demand and end when they are idle.
 */
export class Threads {
  readonly #data: Omit<ThreadData, 'lane'>;
  readonly #limits: ThreadLimits;
  #closed = false;
  readonly #lanes: Readonly<Record<Lane, OpenLane>>;

  constructor(data: Omit<ThreadData, 'lane'>, limits: ThreadLimits) {
    this.#data = data;
    this.#limits = limits;
    const slots = limits.threads * ANSWERS_OF_A_THREAD;
    const lane = (workMs: number, waiting: number): OpenLane => ({
      limits: { ...limits, workMs },
      slots: new Slots({
        slots,
        slotsOfAccount: Math.ceil(slots / 2),
        waiting,
        waitingOfAccount: waiting / 2,
        patienceMs: workMs,
      }),
      pool: undefined,
    });
    this.#lanes = {
      pages: lane(limits.pageMs, WAITING_PAGES),
      large: lane(limits.pageMs, WAITING_PAGES),
      files: lane(limits.fileMs, 4 * slots),
    };
  }

  /**
   * Answers a permitted call by the same handler on a thread. Throws a 503 with Retry-After if too many wait or it
   * takes too long.
   */
  async answer(c: AppContext, lane: Lane, path?: string): Promise<Response> {
    const { limits, slots } = this.#lanes[lane];
    const gone = c.req.raw.signal;
    const call = await callOf(c, path);
    const pool = await this.#poolOf(lane);
    const give = await slots.take(call.account.userId, gone);
    if (this.#closed) {
      give();
      throw shuttingDown();
    }
    const answer = new RemoteAnswer(pool, call, limits);
    answer.ended.finally(give);
    return answer.response(gone);
  }

  /** Ends all running work: its callers have gone, or their time is up. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(Object.values(this.#lanes).map(async ({ pool }) => (await pool)?.destroy()));
  }

  #poolOf(lane: Lane): Promise<Piscina> {
    const open = this.#lanes[lane];
    open.pool ??= openPool(THREAD, {
      threads: this.#limits.threads,
      heapMb: HEAP_MB,
      workerData: { ...this.#data, lane } satisfies ThreadData,
      concurrentTasksPerWorker: ANSWERS_OF_A_THREAD,
      loadBalancer: spreadOver(this.#limits.threads),
    });
    return open.pool;
  }
}

async function callOf(c: AppContext, path: string | undefined): Promise<ThreadCall> {
  const { access: _, ...account } = signedIn(c);
  const { method } = c.req;
  const body = path === undefined && method === 'POST' ? await bodyText(c) : undefined;
  return {
    method: path === undefined ? method : 'GET',
    url: path === undefined ? c.req.url : new URL(path, c.req.url).href,
    body,
    requestId: c.get('requestId'),
    account,
    at: c.get('services').now().getTime(),
  };
}
