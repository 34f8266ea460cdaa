import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Each rate with the one before it of the same site and product, found by an index (RATE-03). */
export const storedRates: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('rates_by_site')
      .on('rates')
      .columns(['provider', 'site_number', 'product_code', 'effective_date', 'price_e5'])
      .execute();
    const former = sql`(select before.price_e5 from rates as before
      where before.provider = rates.provider and before.site_number = rates.site_number
        and before.product_code = rates.product_code
        and before.effective_date < rates.effective_date
      order by before.effective_date desc limit 1)`;
    await sql`create view rate_rows as
      select rates.*, ${former} as former_price_e5, rates.price_e5 - ${former} as price_change_e5
      from rates`.execute(db);
  },
};
