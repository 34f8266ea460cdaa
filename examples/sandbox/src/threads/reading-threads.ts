import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { Piscina } from 'piscina';
import { Problem } from '../http/problem.ts';
import { READING_THREAD } from '../repository.ts';
import { openPool, shuttingDown } from './pool.ts';
import type { ReadingOutcome, ReadingResults, ReadingTask } from './reading.ts';
import { Slots } from './slots.ts';

export interface ReadingLimits {
  /** Files that are read at the same time, each on its own thread. */
  readonly threads: number;
  /** Time limit of a file, in ms, and what each megabyte adds. */
  readonly fileMs: number;
  readonly msPerMegabyte: number;
  /** How many files can wait for a thread, how many per account, and how long, in ms. */
  readonly waiting: number;
  readonly waitingOfAccount: number;
  readonly patienceMs: number;
}

export const DEFAULT_READING: ReadingLimits = {
  threads: Math.min(2, availableParallelism()),
  fileMs: 30_000,
  msPerMegabyte: 3_000,
  waiting: 100,
  waitingOfAccount: 50,
  patienceMs: 120_000,
};

const HEAP_MB = 2_048;
const MEGABYTE = 1_000_000;
const NEVER = new AbortController().signal;

const later = { headers: { 'retry-after': '5' } };

function outcomeOf<Of extends ReadingTask['of']>(outcome: ReadingOutcome): ReadingResults[Of] {
  if ('result' in outcome) return outcome.result as ReadingResults[Of];
  if ('refused' in outcome) {
    const { detail, errors, status } = outcome.refused;
    throw new Problem(status, detail, errors ? { errors } : {});
  }
  const { code, message } = outcome.failed;
  throw Object.assign(new Error(message), code === undefined ? {} : { code });
}

/**
 * Reads uploaded files on threads, so that no file can block the serving thread. Threads start on demand and end when
 * they are idle.
 */
export class ReadingThreads {
  readonly #limits: ReadingLimits;
  readonly #slots: Slots;
  #pool: Promise<Piscina> | undefined;
  #closed = false;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
    this.#slots = new Slots({
      ...limits,
      slots: limits.threads,
      slotsOfAccount: Math.max(1, limits.threads - 1),
    });
  }

  /**
   * Reads a file for an account. Throws the refusal of the file; a 503 with Retry-After if too many wait
   * or it takes too long, and a 422 if it takes too much memory.
   */
  async read<Task extends ReadingTask>(
    task: Task,
    userId: number,
  ): Promise<ReadingResults[Task['of']]> {
    const { size } = await stat(task.file.path);
    const { fileMs, msPerMegabyte } = this.#limits;
    const pool = await this.#open();
    const give = await this.#slots.take(userId, NEVER);
    const time = AbortSignal.timeout(Math.ceil(fileMs + (size / MEGABYTE) * msPerMegabyte));
    try {
      return outcomeOf<Task['of']>(await pool.run(task, { signal: time }));
    } catch (error) {
      await rm(task.to, { force: true });
      if (this.#closed) throw shuttingDown();
      if (time.aborted) {
        const detail =
          'Reading the file took too long and was stopped. Split the file, or try again in a moment.';
        throw new Problem(503, detail, later);
      }
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
        const detail = 'The file takes too much memory to read. Split it into smaller files.';
        throw new Problem(422, detail, { errors: [{ pointer: '/file', detail }] });
      }
      throw error;
    } finally {
      give();
    }
  }

  /** Ends all running tasks. */
  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#pool)?.destroy();
  }

  #open(): Promise<Piscina> {
    this.#pool ??= openPool(READING_THREAD, {
      threads: this.#limits.threads,
      heapMb: HEAP_MB,
      concurrentTasksPerWorker: 1,
    });
    return this.#pool;
  }
}

/** Reads the values that a thread wrote, in order, and deletes the file. Yields to other calls. */
export async function takeLines<Value>(path: string): Promise<Value[]> {
  const values: Value[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (line !== '') values.push(JSON.parse(line) as Value);
    }
  } finally {
    await rm(path, { force: true });
  }
  return values;
}
