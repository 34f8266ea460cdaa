import { sql } from 'kysely';
import type { TableName } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import type { Rows } from './matching.ts';

const COUNTS_KEPT = 500;
const counts = new WeakMap<Store, { version: string; byQuery: Map<string, number> }>();

/** Counts the rows of a query. Counting is the expensive part of a page, so counts are cached until the next write. */
export interface Counting {
  readonly known: number | undefined;
  /** Stores a count from elsewhere. */
  keep(total: number): number;
  count(): Promise<number>;
}

export async function counting(store: Store, query: Rows<TableName>): Promise<Counting> {
  const version = await store.dataVersion();
  let kept = counts.get(store);
  if (kept?.version !== version || kept.byQuery.size > COUNTS_KEPT) {
    kept = { version, byQuery: new Map() };
    counts.set(store, kept);
  }
  const { byQuery } = kept;
  const all = query.select(sql<number>`count(*)`.as('total'));
  const { sql: text, parameters } = all.compile();
  const key = JSON.stringify([text, parameters]);
  const keep = (total: number) => {
    byQuery.set(key, total);
    return total;
  };
  return {
    known: byQuery.get(key),
    keep,
    count: async () =>
      byQuery.get(key) ?? keep(Number((await all.executeTakeFirstOrThrow()).total)),
  };
}
