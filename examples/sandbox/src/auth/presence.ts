import type { Store } from '../db/store.ts';

const WRITTEN_EVERY_MS = 60_000;
/** Entries older than this are read from the database again. */
const REMEMBERED_MS = 2 * WRITTEN_EVERY_MS;

/**
 * When sessions were last seen (AUTH-11). Written at most once a minute in the background: no call waits for it
 * or fails because of it. Until then, reads come from memory.
 */
export class Presence {
  readonly #store: Store;
  readonly #now: () => Date;
  /** Latest writes, done or running, oldest first. */
  readonly #seen = new Map<string, string>();
  readonly #writes = new Set<Promise<unknown>>();

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** Returns when a session was last seen here, if remembered. */
  seen(tokenHash: string): string | undefined {
    return this.#seen.get(tokenHash);
  }

  /** Notes a call of the session; `before` is the last stored one. */
  note(tokenHash: string, before: string, used: boolean): void {
    const now = this.#now();
    const seen = this.#seen.get(tokenHash) ?? (used ? before : undefined);
    if (seen !== undefined && Date.parse(seen) + WRITTEN_EVERY_MS > now.getTime()) return;
    const at = now.toISOString();
    this.#seen.delete(tokenHash);
    this.#seen.set(tokenHash, at);
    this.#forgetBefore(now.getTime() - REMEMBERED_MS);
    const write = this.#store
      .write((tx) =>
        tx
          .updateTable('sessions')
          .set({ last_seen_at: at, used: 1 })
          .where('token_hash', '=', tokenHash)
          .where('successor', '=', '')
          .execute(),
      )
      .catch((error: unknown) => console.error('A session was not marked as seen:', error))
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  #forgetBefore(ms: number): void {
    for (const [tokenHash, at] of this.#seen) {
      if (Date.parse(at) > ms) return;
      this.#seen.delete(tokenHash);
    }
  }

  /** Resolves when everything is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writes);
  }
}
