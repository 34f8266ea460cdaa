import type { Problem } from '../http/problem.ts';

/** Most attempts that are delayed at the same time, in total and per address. */
const PLACES = 1_000;
const PLACES_OF_ADDRESS = 20;

/** Where attempts wait after failures (AUTH-12); waiting costs only memory. */
export class WaitingRoom {
  readonly #pause: (ms: number) => Promise<unknown>;
  /** The address of each. */
  readonly #held: string[] = [];

  constructor(pause: (ms: number) => Promise<unknown>) {
    this.#pause = pause;
  }

  /** Resolves after that time, immediately for 0. Throws `full` if there is no place left. */
  async hold(address: string, ms: number, full: () => Problem): Promise<void> {
    if (ms === 0) return;
    const own = this.#held.filter((other) => other === address);
    if (this.#held.length >= PLACES || own.length >= PLACES_OF_ADDRESS) throw full();
    this.#held.push(address);
    try {
      await this.#pause(ms);
    } finally {
      this.#held.splice(this.#held.indexOf(address), 1);
    }
  }
}
