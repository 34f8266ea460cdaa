import { type Compilable, sql } from 'kysely';
import type { TableName } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import type { Rows } from './matching.ts';

const ANSWERS_KEPT = 500;
const answers = new WeakMap<Store, { version: string; byQuery: Map<string, unknown> }>();

/** The answers that were computed since the last write. */
async function answersOf(store: Store): Promise<Map<string, unknown>> {
  const version = await store.dataVersion();
  let kept = answers.get(store);
  if (kept?.version !== version || kept.byQuery.size > ANSWERS_KEPT) {
    kept = { version, byQuery: new Map() };
    answers.set(store, kept);
  }
  return kept.byQuery;
}

function keyOf(query: Compilable): string {
  const { sql: text, parameters } = query.compile();
  return JSON.stringify([text, parameters]);
}

/** Computes the answer of a query over many rows, or returns it as kept since the last write. */
export async function keptAnswers<T>(
  store: Store,
  query: Compilable,
  compute: () => Promise<T>,
): Promise<T> {
  const kept = await answersOf(store);
  const key = keyOf(query);
  const known = kept.get(key);
  if (known !== undefined) return known as T;
  const computed = await compute();
  kept.set(key, computed);
  return computed;
}

/** Counts the rows of a query. Counting is the expensive part of a page, so counts are cached until the next write. */
export interface Counting {
  readonly known: number | undefined;
  /** Stores a count from elsewhere. */
  keep(total: number): number;
  count(): Promise<number>;
}

export async function counting(store: Store, query: Rows<TableName>): Promise<Counting> {
  const byQuery = await answersOf(store);
  const all = query.select(sql<number>`count(*)`.as('total'));
  const key = keyOf(all);
  const known = byQuery.get(key) as number | undefined;
  const keep = (total: number) => {
    byQuery.set(key, total);
    return total;
  };
  return {
    known,
    keep,
    count: async () => known ?? keep(Number((await all.executeTakeFirstOrThrow()).total)),
  };
}
