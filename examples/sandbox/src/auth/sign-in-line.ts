import { availableParallelism } from 'node:os';
import { Problem } from '../http/problem.ts';

export interface LineLimits {
  /** Passwords that are hashed at the same time. */
  readonly atOnce: number;
  /** How many can wait. */
  readonly slots: number;
  /**
   * How many can wait per address, or per account if it knows the address: few, so that one address never
   * delays the others.
   */
  readonly slotsOfAddress: number;
  /** Longest wait before an attempt is refused, in ms. */
  readonly patienceMs: number;
}

export interface Applicant {
  /** The account; its attempts are checked one after the other. */
  readonly username: string;
  /** What counts as one address (`networkOf`). */
  readonly address: string;
  /** The account was signed in to from this address before: such an attempt goes first. */
  readonly known: boolean;
}

interface Waiting extends Applicant {
  readonly admit: () => void;
  readonly refuse: () => void;
}

/**
 * Hashing takes a core for a third of a second, on a thread of libuv's pool of four. One core and one thread of
 * the pool stay free for pages and files.
 */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(3, cores - 1));

export const DEFAULT_LINE: LineLimits = {
  atOnce: hashesAtOnce(availableParallelism()),
  slots: 100,
  slotsOfAddress: 2,
  patienceMs: 2_500,
};

/** Assumed duration of a hash before one was measured, and how quickly measurements replace it. */
const FIRST_GUESS_MS = 300;
const WEIGHT = 0.2;
/** Clients refused at the same time come back at different times. */
const SPREAD_SECONDS = 4;
/** Longest time to come back at, before the spread: a hash that took long under load says little about the next. */
const MAX_SECONDS = 8;

/**
 * The line in which sign-ins wait (AUTH-12), bounded and in memory. If it is full, or the wait is too long,
 * the answer is a 503 with Retry-After. An attempt from an address that its account knows goes first, and
 * takes the place of the newest stranger if the line is full: strangers lock nobody out.
 */
export class SignInLine {
  readonly #limits: LineLimits;
  readonly #random: () => number;
  readonly #working = new Set<Applicant>();
  #takesMs = FIRST_GUESS_MS;
  #isMeasured = false;
  #waiting: Waiting[] = [];

  constructor(limits: LineLimits = DEFAULT_LINE, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Runs `work` in its turn. Throws a 503 with Retry-After if that takes too long. */
  async run<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> {
    const admitted = await this.#turn(applicant);
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#measure(performance.now() - started);
      this.#working.delete(admitted);
      this.#admit();
      this.#shorten();
    }
  }

  /** The first measurement replaces the guess, which could be ten times too long or too short. */
  #measure(ms: number): void {
    this.#takesMs += (this.#isMeasured ? WEIGHT : 1) * (ms - this.#takesMs);
    this.#isMeasured = true;
  }

  /** Refuses strangers at the end who, by what was measured, wait in vain. */
  #shorten(): void {
    for (;;) {
      const last = this.#waiting.at(-1);
      if (!last || last.known || !this.#isTooLong(this.#waiting.length - 1)) return;
      last.refuse();
    }
  }

  /** Refuses attempts that can't be served in time before doing any work for them. */
  refuse(): Problem {
    const { patienceMs } = this.#limits;
    const waiting = this.#waiting.length + 1;
    // Nobody waits longer than that, so the line is empty by then.
    const emptyMs = Math.min(this.#waitMs(waiting), patienceMs + this.#takesMs);
    const seconds =
      Math.min(MAX_SECONDS, Math.max(1, Math.ceil(emptyMs / 1_000))) +
      Math.floor(this.#random() * SPREAD_SECONDS);
    return new Problem(503, `Many people are signing in right now. Try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }

  /** The time until all who work and so many who wait are done, as measured. */
  #waitMs(waiting: number): number {
    return ((waiting + this.#working.size) / this.#limits.atOnce) * this.#takesMs;
  }

  /** Whether the wait behind so many would be longer than its limit; the first ones in line can always wait. */
  #isTooLong(waiting: number): boolean {
    const { atOnce, patienceMs } = this.#limits;
    if (!this.#isMeasured) return false;
    return waiting >= atOnce && this.#waitMs(waiting) > patienceMs;
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

  /** Returns the 503 for an attempt without a slot; undefined if there is one. */
  #makeRoom({ address, known, username }: Applicant): Problem | undefined {
    const { slots, slotsOfAddress } = this.#limits;
    // People who share an office's address have a share each: an address is known only after a correct password.
    const shared = this.#waiting.filter(
      (other) =>
        other.address === address &&
        other.known === known &&
        (!known || other.username === username),
    );
    if (shared.length >= slotsOfAddress) return this.refuse();
    const ahead = known ? this.#waiting.filter((other) => other.known) : this.#waiting;
    if (this.#isTooLong(ahead.length)) return this.refuse();
    if (this.#waiting.length < slots) return undefined;
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
