import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../db/store.ts';

/** An empty last day is the first. */
const LAST_DAY = sql<string>`case when effective_to > effective_date then effective_to else effective_date end`;

/** Literal, as the index has it. */
const PRICED = sql<SqlBool>`price_e5 > 0`;

/**
 * Returns the first day of those rates that hold on a day, which may be a week earlier; the day itself if none does. It
 * bounds the rates to look through, which are kept for years.
 */
export async function heldSince(read: Reader, day: string): Promise<string> {
  // Not by the index of first days, which would read all earlier rates.
  const first = sql<string>`effective_date || ''`;
  const { since } = await read
    .selectFrom('rates')
    .select(sql<string | null>`min(${first})`.as('since'))
    .where(LAST_DAY, '>=', day)
    .where(first, '<=', day)
    .where(PRICED)
    .executeTakeFirstOrThrow();
  return since ?? day;
}

/** Returns the newest day until then on which any rate holds; undefined without one. */
export async function newestRated(read: Reader, until: string): Promise<string | undefined> {
  const { last } = await read
    .selectFrom('rates')
    .select(sql<string | null>`max(${LAST_DAY})`.as('last'))
    .where('effective_date', '<=', until)
    .where(PRICED)
    .executeTakeFirstOrThrow();
  if (last === null) return undefined;
  return last < until ? last : until;
}

/** Returns SQL of the rates that hold on a day: of each site and product, the newest. */
export async function ratesInForce(
  read: Reader,
  day: string,
  only: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): Promise<RawBuilder<unknown>> {
  const since = await heldSince(read, day);
  return sql`select * from (
    select rates.*, row_number() over (
      partition by provider, site_number, product_code order by effective_date desc, id desc) as age
    from rates
    where effective_date >= ${since} and effective_date <= ${day}
      and (effective_to >= ${day} or effective_date = ${day}) and ${PRICED} and ${only}) aged where age = 1`;
}
