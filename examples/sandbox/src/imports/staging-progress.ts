import { setTimeout as delay } from 'node:timers/promises';

const BYTES = 0;
const ROWS = 1;
const STATE = 2;

const READING = 0n;
const DONE = 1n;
const FAILED = 2n;

const LOOK_MS = 10;

/** How far the reading of a file has come, for all threads at once: memory that they share. */
export class StagingProgress {
  readonly shared: SharedArrayBuffer;
  readonly #cells: BigInt64Array;

  /** @param shared that of another thread; absent, a reading begins */
  constructor(shared = new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#cells = new BigInt64Array(shared);
  }

  /** Says that more rows are in the file. */
  advance(bytes: number, rows: number): void {
    Atomics.add(this.#cells, BYTES, BigInt(bytes));
    Atomics.add(this.#cells, ROWS, BigInt(rows));
  }

  /** Says that the whole file was read and what is known about it follows its rows; or that it can't be. */
  end(how: 'done' | 'failed'): void {
    Atomics.compareExchange(this.#cells, STATE, READING, how === 'done' ? DONE : FAILED);
  }

  get state(): 'reading' | 'done' | 'failed' {
    const state = Atomics.load(this.#cells, STATE);
    if (state === READING) return 'reading';
    return state === DONE ? 'done' : 'failed';
  }

  /** Bytes of whole rows in the file. */
  get bytes(): number {
    return Number(Atomics.load(this.#cells, BYTES));
  }

  get rows(): number {
    return Number(Atomics.load(this.#cells, ROWS));
  }

  /** Waits while the file is read and `enough` isn't true, `patienceMs` at most. Returns whether it waited in vain. */
  async wait(enough: () => boolean, patienceMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const until = performance.now() + patienceMs;
    while (this.state === 'reading' && !enough()) {
      if (performance.now() > until) return true;
      await delay(LOOK_MS);
    }
    return false;
  }
}
