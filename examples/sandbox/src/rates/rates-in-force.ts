import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../db/store.ts';

/** An empty last day is the first. */
const LAST_DAY = sql<string>`case when effective_to > effective_date then effective_to else effective_date end`;

/** Returns the newest day until then on which any rate holds; undefined without one. */
export async function newestRated(read: Reader, until: string): Promise<string | undefined> {
  const { last } = await read
    .selectFrom('rates')
    .select(sql<string | null>`max(${LAST_DAY})`.as('last'))
    .where('effective_date', '<=', until)
    .where('price_e5', '>', 0)
    .executeTakeFirstOrThrow();
  if (last === null) return undefined;
  return last < until ? last : until;
}

/** SQL of the rates that hold on a day: of each site and product, the newest. */
export const ratesInForce = (
  day: string,
  only: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): RawBuilder<unknown> => sql`select * from (
    select rates.*, row_number() over (
      partition by provider, site_number, product_code order by effective_date desc, id desc) as age
    from rates
    where effective_date <= ${day} and (effective_to >= ${day} or effective_date = ${day})
      and price_e5 > 0 and ${only}) aged where age = 1`;
