import type { Account } from '../auth/account.ts';
import type { Store, Writer } from '../db/store.ts';
import type { AppContext } from '../http/env.ts';

export interface Refusal {
  /** The caller; undefined if unknown. */
  readonly account: Pick<Account, 'userId' | 'email' | 'actingAs'> | undefined;
  readonly action: 'session.refused' | 'call.refused';
  readonly resource: string;
  readonly recordId: string | number;
  readonly reason: string;
}

interface Noted {
  readonly row: {
    readonly actor_id: number | null;
    readonly actor: string;
    readonly acting_as: string;
    readonly action: string;
    readonly kind: 'Refusal';
    readonly resource: string;
    readonly record_id: string;
    readonly changes: string;
    readonly request_id: string;
    readonly address: string;
  };
  readonly key: string;
  readonly first: string;
  last: string;
  times: number;
}

/** Most entries of refusals within an hour; beyond that, refusals of an action share one entry. */
const ENTRIES_AN_HOUR = 1_000;

const hourOf = (instant: string): string => instant.slice(0, 13);

/**
 * Records refusals in the trail (AUTH-13). Repeated ones increment one entry for an hour, and an hour has a bounded
 * number of entries, so a flood is visible but can't fill the disk. At most one write runs at a time: meanwhile,
 * refusals are counted in memory and written with the next one.
 */
export class Refusals {
  readonly #store: Store;
  readonly #now: () => Date;
  #noted = new Map<string, Noted>();
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** Resolves when it is written. A failed write doesn't fail the refusal. */
  async note(c: AppContext, { account, reason, ...refusal }: Refusal): Promise<void> {
    const at = this.#now().toISOString();
    const address = c.get('address');
    const row = {
      actor_id: account?.userId ?? null,
      actor: account?.email ?? '',
      acting_as: account?.actingAs?.name ?? '',
      action: refusal.action,
      kind: 'Refusal' as const,
      resource: refusal.resource,
      record_id: String(refusal.recordId),
      changes: JSON.stringify({ reason }),
      request_id: c.get('requestId'),
      address,
    };
    const parts = [row.actor, row.acting_as, row.action, row.resource, row.record_id, reason];
    const key = [hourOf(at), address, ...parts].join('|');
    const known = this.#noted.get(key);
    if (known) {
      known.times += 1;
      known.last = at;
    } else {
      this.#noted.set(key, { row, key, first: at, last: at, times: 1 });
    }
    await this.#written();
  }

  /** Resolves when everything is written. */
  async settled(): Promise<void> {
    await this.#next;
    await this.#writing;
  }

  /** Returns the write that includes everything noted so far: the one after the running one. */
  #written(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined;
      this.#writing = this.#write();
      return this.#writing;
    });
    return this.#next;
  }

  async #write(): Promise<void> {
    const noted = [...this.#noted.values()];
    this.#noted = new Map();
    await this.#store
      .write(
        async (tx) => {
          const hour = hourOf(this.#now().toISOString());
          const { entries } = await tx
            .selectFrom('audit')
            .select((all) => all.fn.countAll<number>().as('entries'))
            .where('refusal_key', '>=', hour)
            .where('refusal_key', '<', `${hour}~`)
            .executeTakeFirstOrThrow();
          for (const [index, refusal] of noted.entries()) {
            const full = Number(entries) + index >= ENTRIES_AN_HOUR;
            await this.#enter(tx, refusal, full);
          }
        },
        { turn: 'signIns' },
      )
      .catch((error: unknown) => console.error('Refusals are missing in the trail:', error));
  }

  async #enter(tx: Writer, { first, key, last, row, times }: Noted, full: boolean): Promise<void> {
    const again = await tx
      .updateTable('audit')
      .set((old) => ({ times: old('times', '+', times), last_at: last }))
      .where('refusal_key', '=', key)
      .executeTakeFirst();
    if (again.numUpdatedRows > 0n) return;
    const own = { ...row, at: first, last_at: times > 1 ? last : '', times, refusal_key: key };
    const shared = {
      ...own,
      actor_id: null,
      actor: '',
      acting_as: '',
      resource: '',
      record_id: '',
      address: '',
      changes: JSON.stringify({ reason: 'of many addresses' }),
      refusal_key: `${hourOf(first)}|${row.action}`,
    };
    await tx
      .insertInto('audit')
      .values(full ? shared : own)
      .onConflict((same) =>
        same
          .column('refusal_key')
          .doUpdateSet((old) => ({ times: old('audit.times', '+', times), last_at: last })),
      )
      .execute();
  }
}
