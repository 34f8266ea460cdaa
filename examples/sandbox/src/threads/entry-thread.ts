import type { Piscina } from 'piscina';
import type { StoreAt } from '../db/store.ts';
import { type FieldError, Problem } from '../http/problem.ts';
import type { Entering } from '../imports/enter-import.ts';
import { ENTRY_THREAD } from '../repository.ts';
import type { Services } from '../services.ts';
import { openPool, shuttingDown } from './pool.ts';

/** An import for the thread, which opens the store for it. */
export interface EntryTask {
  readonly thresholds: Services['thresholds'] | undefined;
  readonly entering: Entering;
  readonly storeAt: StoreAt;
  /** The service's clock, in ms since 1970. */
  readonly now: number;
}

/** From the thread: an error keeps the fields that its copy would lose. */
export type EntryOutcome =
  | { readonly entered: true }
  | {
      readonly refused: {
        readonly status: Problem['status'];
        readonly detail: string;
        readonly errors: readonly FieldError[] | undefined;
      };
    }
  | { readonly failed: Readonly<Record<string, unknown>> & { readonly message: string } };

const HEAP_MB = 2_048;

/**
 * Enters the rows of imports on a thread with a connection of its own: an import of 100,000 purchases computes for ten
 * seconds, and its commit alone for half a second. The thread starts on demand and ends when it is idle.
 */
export class EntryThread {
  readonly #storeAt: StoreAt;
  #pool: Promise<Piscina> | undefined;
  #closed = false;

  constructor(storeAt: StoreAt) {
    this.#storeAt = storeAt;
  }

  /** Enters an import, as `enterImport` does. Call it in `lend` of the service's store. */
  async enter(
    { now, thresholds }: Pick<Services, 'now' | 'thresholds'>,
    entering: Entering,
  ): Promise<void> {
    const { account, ...actor } = entering.actor;
    const { actingAs, companyId, email, userId } = account;
    const task: EntryTask = {
      thresholds,
      storeAt: this.#storeAt,
      now: now().getTime(),
      entering: {
        record: entering.record,
        staged: entering.staged,
        // Whatever else an account and an upload have can't be copied.
        upload: { fields: entering.upload.fields },
        actor: { ...actor, account: { actingAs, companyId, email, userId } },
      },
    };
    this.#pool ??= openPool(ENTRY_THREAD, { threads: 1, heapMb: HEAP_MB });
    const outcome = await this.#run(await this.#pool, task);
    if ('entered' in outcome) return;
    if ('refused' in outcome) {
      const { detail, errors, status } = outcome.refused;
      throw new Problem(status, detail, errors ? { errors } : {});
    }
    const { message, ...fields } = outcome.failed;
    throw Object.assign(new Error(message), fields);
  }

  /** Ends a running import, of which nothing is entered. */
  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#pool)?.destroy();
  }

  async #run(pool: Piscina, task: EntryTask): Promise<EntryOutcome> {
    try {
      return await pool.run(task);
    } catch (error) {
      throw this.#closed ? shuttingDown() : error;
    }
  }
}
