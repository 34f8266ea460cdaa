import { availableParallelism } from 'node:os';
import { Problem } from '../http/problem.ts';

export interface LineLimits {
  /** Passwords that are hashed at the same time. */
  readonly atOnce: number;
  /** How many may wait, and how many of them from one address. */
  readonly places: number;
  readonly placesOfAddress: number;
  /** How long one waits at most before it is sent away, in ms. */
  readonly patienceMs: number;
}

export interface Applicant {
  /** The account; its attempts are looked at one after the other. */
  readonly username: string;
  readonly address: string;
}

interface Waiting extends Applicant {
  readonly admit: () => void;
}

/**
 * Hashing takes a core for a third of a second, on a thread of libuv's pool of four. One core and one thread of
 * the pool stay free: pages are answered and files are read meanwhile.
 */
export const DEFAULT_LINE: LineLimits = {
  atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)),
  places: 100,
  placesOfAddress: 50,
  patienceMs: 2_500,
};

/** What a hash is thought to take before one was measured, and how fast that is forgotten. */
const FIRST_GUESS_MS = 300;
const WEIGHT = 0.2;
/** Those sent away at the same time come back at different ones. */
const SPREAD_SECONDS = 4;

/**
 * The line that sign-ins wait in (AUTH-12): in memory and bounded. Whoever finds it full, or waits too long,
 * gets a 503 with the time to come back at.
 */
export class SignInLine {
  readonly #limits: LineLimits;
  readonly #random: () => number;
  readonly #busy = new Set<string>();
  #running = 0;
  #takesMs = FIRST_GUESS_MS;
  #waiting: Waiting[] = [];

  constructor(limits: LineLimits = DEFAULT_LINE, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Does `work` when it is its turn. Throws a 503 with Retry-After where that does not come. */
  async run<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> {
    await this.#turn(applicant);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#takesMs += WEIGHT * (performance.now() - began - this.#takesMs);
      this.#running -= 1;
      this.#busy.delete(applicant.username);
      this.#admit();
    }
  }

  /** Refuses those who could not be served in time anyway, before anything is done for them. */
  refuse(): Problem {
    const ahead = (this.#waiting.length + this.#running + 1) / this.#limits.atOnce;
    const seconds =
      Math.max(1, Math.ceil((ahead * this.#takesMs) / 1_000)) +
      Math.floor(this.#random() * SPREAD_SECONDS);
    return new Problem(503, `Many people are signing in right now. Try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }

  #turn({ address, username }: Applicant): Promise<void> {
    const { places, placesOfAddress, patienceMs } = this.#limits;
    const ofAddress = this.#waiting.filter((waiting) => waiting.address === address).length;
    if (this.#waiting.length >= places || ofAddress >= placesOfAddress) {
      return Promise.reject(this.refuse());
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        address,
        username,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(this.refuse());
      }, patienceMs);
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  #admit(): void {
    while (this.#running < this.#limits.atOnce) {
      const next = this.#waiting.find(({ username }) => !this.#busy.has(username));
      if (!next) return;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#running += 1;
      this.#busy.add(next.username);
      next.admit();
    }
  }
}
