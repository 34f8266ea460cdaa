import { setImmediate as turn } from 'node:timers/promises';
import { Decimal } from '@forecourt/core';
import type { FormerRate, RateLine } from '@forecourt/core/provider-files';
import type { Insertable } from 'kysely';
import { SCALES, toUnits } from '../amounts.ts';
import type { RatesTable } from '../db/schema-fleet.ts';
import type { Reader, Writer } from '../db/store.ts';

/** Rows per statement; each has more than a dozen values. */
const BATCH = 500;

const priced = (price: string | null): number => toUnits(price, SCALES.price);

const rowOf = (line: RateLine, at: string): Insertable<RatesTable> => ({
  provider: line.provider,
  effective_date: line.effectiveFrom,
  effective_to: line.effectiveTo,
  site_number: line.site,
  site_name: line.siteName,
  city: line.city,
  province: line.province,
  product: line.product,
  product_code: line.productCode,
  currency: line.currency,
  unit: line.unit,
  net_price_e5: priced(line.netPrice ?? line.price),
  price_e5: priced(line.price),
  retail_price_e5: priced(line.retail ?? line.price),
  total_price_e5: priced(line.total),
  created_at: at,
});

/** Returns the provider's newest rates in force on that day; none for a new provider. */
export async function ratesInForce(
  read: Reader,
  provider: string,
  today: string,
): Promise<FormerRate[]> {
  const newest = await read
    .selectFrom('rates')
    .select((eb) => eb.fn.max('effective_date').as('day'))
    .where('provider', '=', provider)
    .where('effective_date', '<=', today)
    .executeTakeFirst();
  const rows = await read
    .selectFrom('rates')
    .select(['site_number', 'product', 'product_code', 'price_e5'])
    .where('provider', '=', provider)
    .where('effective_date', '=', newest?.day ?? '')
    .where('price_e5', '>', 0)
    .execute();
  return rows.map((row) => ({
    site: row.site_number,
    product: row.product,
    productCode: row.product_code,
    price: Decimal.of(row.price_e5, SCALES.price).toString(),
  }));
}

/** Stores rates, in force from their day on. A later file for the same day replaces an earlier one. */
export async function enterRates(tx: Writer, lines: readonly RateLine[], at: Date): Promise<void> {
  // The same price twice is one rate.
  const byKey = new Map(
    lines.map((line) => [`${line.effectiveFrom}|${line.site}|${line.productCode}`, line]),
  );
  const rates = [...byKey.values()];
  for (let start = 0; start < rates.length; start += BATCH) {
    // Other calls have their turn between two batches.
    await turn();
    const batch = rates.slice(start, start + BATCH);
    await tx
      .insertInto('rates')
      .values(batch.map((line) => rowOf(line, at.toISOString())))
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'effective_date', 'site_number', 'product_code'])
          .doUpdateSet((eb) => ({
            effective_to: eb.ref('excluded.effective_to'),
            site_name: eb.ref('excluded.site_name'),
            city: eb.ref('excluded.city'),
            province: eb.ref('excluded.province'),
            product: eb.ref('excluded.product'),
            currency: eb.ref('excluded.currency'),
            unit: eb.ref('excluded.unit'),
            net_price_e5: eb.ref('excluded.net_price_e5'),
            price_e5: eb.ref('excluded.price_e5'),
            retail_price_e5: eb.ref('excluded.retail_price_e5'),
            total_price_e5: eb.ref('excluded.total_price_e5'),
            created_at: eb.ref('excluded.created_at'),
          })),
      )
      .execute();
  }
}
