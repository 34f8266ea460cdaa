import { availableParallelism } from 'node:os';
import { Problem } from '../http/problem.ts';

export interface LineLimits {
  /** Passwords that are hashed at the same time. */
  readonly atOnce: number;
  /** How many may wait. */
  readonly places: number;
  /**
   * How many of one address may wait, or of one account where it knows the address: few, so that one address never
   * holds up the others.
   */
  readonly placesOfAddress: number;
  /** How long one waits at most before it is sent away, in ms. */
  readonly patienceMs: number;
}

export interface Applicant {
  /** The account; its attempts are looked at one after the other. */
  readonly username: string;
  /** What counts as one address (`placeOf`). */
  readonly address: string;
  /** The account was signed in to from this address before: such an attempt goes before all others. */
  readonly known: boolean;
}

interface Waiting extends Applicant {
  readonly admit: () => void;
  readonly refuse: () => void;
}

/**
 * Hashing takes a core for a third of a second, on a thread of libuv's pool of four. One core and one thread of
 * the pool stay free: pages are answered and files are read meanwhile.
 */
export const DEFAULT_LINE: LineLimits = {
  atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)),
  places: 100,
  placesOfAddress: 2,
  patienceMs: 2_500,
};

/** What a hash is thought to take before one was measured, and how fast that is forgotten. */
const FIRST_GUESS_MS = 300;
const WEIGHT = 0.2;
/** Those sent away at the same time come back at different ones. */
const SPREAD_SECONDS = 4;

/**
 * The line that sign-ins wait in (AUTH-12): in memory and bounded. Whoever finds it full, or waits too long,
 * gets a 503 with the time to come back at. An attempt from an address that its account knows goes first, and
 * takes the place of the newest stranger where the line is full: strangers keep nobody out.
 */
export class SignInLine {
  readonly #limits: LineLimits;
  readonly #random: () => number;
  readonly #working = new Set<Applicant>();
  #takesMs = FIRST_GUESS_MS;
  #waiting: Waiting[] = [];

  constructor(limits: LineLimits = DEFAULT_LINE, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Does `work` when it is its turn. Throws a 503 with Retry-After where that does not come. */
  async run<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> {
    const admitted = await this.#turn(applicant);
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#takesMs += WEIGHT * (performance.now() - started - this.#takesMs);
      this.#working.delete(admitted);
      this.#admit();
    }
  }

  /** Refuses those who could not be served in time anyway, before anything is done for them. */
  refuse(): Problem {
    const ahead = (this.#waiting.length + this.#working.size + 1) / this.#limits.atOnce;
    const seconds =
      Math.max(1, Math.ceil((ahead * this.#takesMs) / 1_000)) +
      Math.floor(this.#random() * SPREAD_SECONDS);
    return new Problem(503, `Many people are signing in right now. Try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }

  #turn(applicant: Applicant): Promise<Applicant> {
    const refusal = this.#makeRoom(applicant);
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...applicant,
        admit: () => {
          clearTimeout(timer);
          resolve(waiting);
        },
        refuse: () => {
          clearTimeout(timer);
          this.#waiting = this.#waiting.filter((other) => other !== waiting);
          reject(this.refuse());
        },
      };
      const timer = setTimeout(waiting.refuse, this.#limits.patienceMs);
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  /** The 503 for one that there is no place for; undefined where there is one now. */
  #makeRoom({ address, known, username }: Applicant): Problem | undefined {
    const { places, placesOfAddress } = this.#limits;
    // People who share an office's address keep a share each: it takes their passwords to be known there.
    const shared = this.#waiting.filter(
      (other) =>
        other.address === address &&
        other.known === known &&
        (!known || other.username === username),
    );
    if (shared.length >= placesOfAddress) return this.refuse();
    if (this.#waiting.length < places) return undefined;
    const displaced = known ? this.#waiting.findLast((other) => !other.known) : undefined;
    if (!displaced) return this.refuse();
    displaced.refuse();
    return undefined;
  }

  #admit(): void {
    while (this.#working.size < this.#limits.atOnce) {
      const free = this.#waiting.filter(({ username }) => !this.#isBusy(username));
      const next = free.find(({ known }) => known) ?? free[0];
      if (!next) return;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#working.add(next);
      next.admit();
    }
  }

  #isBusy(username: string): boolean {
    return [...this.#working].some((one) => one.username === username);
  }
}
