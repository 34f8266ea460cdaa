import { Problem } from '../http/problem.ts';
import { left } from './remote-answer.ts';

export interface SlotLimits {
  /** Answers that are computed at the same time. */
  readonly slots: number;
  /** How many of them one account can have, so that others get through. */
  readonly slotsOfAccount: number;
  /** How many calls can wait, in total and per account. */
  readonly waiting: number;
  readonly waitingOfAccount: number;
  /** Longest wait, in ms. */
  readonly patienceMs: number;
}

interface Waiting {
  readonly userId: number;
  readonly admit: () => void;
}

const busy = () =>
  new Problem(503, 'Too much is being computed at the moment. Try again in a few seconds.', {
    headers: { 'retry-after': '5' },
  });

/** Running and waiting calls: first come, first served, except for accounts that already have their share. */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #working = new Map<number, number>();
  #taken = 0;
  #waiting: Waiting[] = [];

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves to a function that releases the slot, to be called once. Throws a 503 with Retry-After when the line is
   * full or the wait too long, and a 408 when the caller goes away.
   */
  async take(userId: number, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw left();
    if (this.#isFree(userId)) this.#enter(userId);
    else await this.#wait(userId, signal);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#taken -= 1;
      const left = this.#of(userId) - 1;
      if (left > 0) this.#working.set(userId, left);
      else this.#working.delete(userId);
      this.#admitNext();
    };
  }

  #enter(userId: number): void {
    this.#taken += 1;
    this.#working.set(userId, this.#of(userId) + 1);
  }

  #of(userId: number): number {
    return this.#working.get(userId) ?? 0;
  }

  #isFree(userId: number): boolean {
    const { slots, slotsOfAccount } = this.#limits;
    return this.#taken < slots && this.#of(userId) < slotsOfAccount;
  }

  #wait(userId: number, signal: AbortSignal): Promise<void> {
    const own = this.#waiting.filter((each) => each.userId === userId).length;
    const { patienceMs, waiting, waitingOfAccount } = this.#limits;
    if (this.#waiting.length >= waiting || own >= waitingOfAccount) throw busy();
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(patience);
        signal.removeEventListener('abort', gone);
        this.#waiting = this.#waiting.filter((each) => each !== entry);
      };
      const gone = () => {
        leave();
        reject(left());
      };
      const entry: Waiting = {
        userId,
        admit: () => {
          leave();
          this.#enter(userId);
          resolve();
        },
      };
      const patience = setTimeout(() => {
        leave();
        reject(busy());
      }, patienceMs);
      signal.addEventListener('abort', gone, { once: true });
      this.#waiting.push(entry);
    });
  }

  #admitNext(): void {
    this.#waiting.find(({ userId }) => this.#isFree(userId))?.admit();
  }
}
