import type { Problem } from '../http/problem.ts';

/** Most attempts that are delayed at the same time, in total and per address. */
const PLACES = 1_000;
const PLACES_OF_ADDRESS = 20;

/** Where attempts wait after failures (AUTH-12); waiting costs only memory. */
export class WaitingRoom {
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor(pause: (ms: number) => Promise<unknown>) {
    this.#pause = pause;
  }

  /** Resolves after that time, immediately for 0. Throws `full` if there is no place left. */
  async hold(address: string, ms: number, full: () => Problem): Promise<void> {
    if (ms === 0) return;
    const held = this.#held.get(address) ?? 0;
    if (this.#all >= PLACES || held >= PLACES_OF_ADDRESS) throw full();
    this.#held.set(address, held + 1);
    this.#all += 1;
    try {
      await this.#pause(ms);
    } finally {
      this.#all -= 1;
      const left = (this.#held.get(address) ?? 1) - 1;
      if (left === 0) this.#held.delete(address);
      else this.#held.set(address, left);
    }
  }
}
