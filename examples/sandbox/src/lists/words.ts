import { sql } from 'kysely';
import type { Account } from '../auth/account.ts';
import type { Store } from '../db/store.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ListFilter } from './list-request.ts';
import {
  allOf,
  type Condition,
  conditionOf,
  dayContaining,
  textBeginning,
  textContaining,
} from './match.ts';
import { fieldOf } from './matching.ts';

export interface Lookup {
  readonly store: Store;
  readonly list: ListDefinition;
  readonly account: Account;
  /** While walking along an order's index, conditions must not use an index of their own. */
  readonly walking: boolean;
}

/** Most different values to look through: beyond that, scanning rows is no slower. */
const WORDS = 20_000;
/** Most conditions on days that are still cheaper than reading all rows. */
const RANGES = 200;

/** Returns the distinct values of a column by a skip scan of its index: one step per value instead of per row. */
export async function valuesOf(
  { read }: Store,
  table: string,
  column: string,
  take: 'all' | 'days',
): Promise<string[] | undefined> {
  const [from, name] = [sql.table(table), sql.ref(column)];
  const least = take === 'days' ? sql`substr(min(${name}), 1, 10)` : sql`min(${name})`;
  const last = take === 'days' ? sql`leap.value || '~'` : sql`leap.value`;
  const { rows } = await sql<{ value: string | null }>`
    with recursive leap(value) as (
      select ${least} from ${from}
      union all
      select (select ${least} from ${from} where ${name} > ${last}) from leap where leap.value is not null
    ) select value from leap where value is not null limit ${WORDS + 1}`.execute(read);
  return rows.length > WORDS ? undefined : rows.map(({ value }) => value ?? '');
}

async function byWords(
  { store, list, walking }: Lookup,
  column: string,
  fits: (word: string) => boolean,
): Promise<Condition | undefined> {
  const words = await valuesOf(store, list.table, column, 'all');
  if (!words) return undefined;
  const found = words.filter(fits);
  if (found.length === words.length) return sql`1 = 1`;
  if (found.length === 0) return sql`1 = 0`;
  const name = walking ? sql`${sql.ref(column)} || ''` : sql.ref(column);
  return sql`${name} in ${store.among(found)}`;
}

/** Joins days that are adjacent in the data into ranges. */
function ranges(
  days: readonly string[],
  found: ReadonlySet<string>,
): [first: string, last: string][] {
  const all: [string, string][] = [];
  for (const [index, day] of days.entries()) {
    const open = all.at(-1);
    if (!found.has(day)) continue;
    if (open && open[1] === days[index - 1]) open[1] = day;
    else all.push([day, day]);
  }
  return all;
}

async function byDays(
  { store, list }: Lookup,
  column: string,
  part: string,
): Promise<Condition | undefined> {
  const days = await valuesOf(store, list.table, column, 'days');
  if (!days) return undefined;
  const found = ranges(days, new Set(days.filter((day) => dayContaining(day, part))));
  if (found.length === 0) return sql`1 = 0`;
  if (found.length > RANGES) return undefined;
  const name = sql.ref(column);
  const within = found.map(
    ([first, last]) => sql`(${name} >= ${first} and ${name} < ${`${last}~`})`,
  );
  return sql`(${sql.join(within, sql` or `)})`;
}

/** Returns the condition of a filter, by the column's distinct values if there are few, or by an index of its parts. */
async function foundBy(lookup: Lookup, filter: ListFilter): Promise<Condition> {
  const { list, store, walking } = lookup;
  const { match, value } = filter;
  const field = fieldOf(list, filter.field, 'filter');
  const plain = conditionOf(field, filter, lookup.account);
  const { column, kind } = field;
  const parts =
    walking || match !== 'contains' ? undefined : list.parts?.find((own) => own === column);
  const candidates = parts && (await store.havingPart(parts, value));
  if (candidates) return sql`(${candidates} and ${plain})`;
  const isPart = match === 'contains' || match === 'begins';
  if (!isPart || !list.words?.includes(column)) return plain;
  const fits = match === 'begins' ? textBeginning : textContaining;
  if (kind === 'text') return (await byWords(lookup, column, (word) => fits(word, value))) ?? plain;
  // Part of a day, but neither a complete day nor a time.
  const part = kind === 'moment' && /^[\d-]*-[\d-]*$/.test(value);
  return (part && (await byDays(lookup, column, value))) || plain;
}

export const filterConditions = async (lookup: Lookup, filters: readonly ListFilter[]) =>
  allOf(
    await Promise.all(
      filters.map(async (filter) => ({ filter, condition: await foundBy(lookup, filter) })),
    ),
  );
