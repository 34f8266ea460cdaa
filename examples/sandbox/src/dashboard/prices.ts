import { Decimal } from '@forecourt/core';
import { sql } from 'kysely';
import { scopeOf } from '../db/purchase-sums.ts';
import { heldSince, newestRated } from '../rates/rates-in-force.ts';
import type { Asked } from './dashboard.types.ts';

/** 1/100,000,000 of money by 1/1,000 of a unit: the price per unit in 1/10,000, half up. */
function perUnit(cost: bigint, quantity: bigint): string {
  const e5 = cost / (quantity === 0n ? 1n : quantity);
  return Decimal.of(e5, 5).round(4).toString();
}

/** The last day with purchases and the day of the rates to hold them against. */
async function dayOf({ account, from, services: { store }, today }: Asked) {
  const bought = await store.read
    .selectFrom('product_sums')
    .select(({ fn }) => fn.max('day').as('day'))
    .where('scope', '=', scopeOf(account))
    .where('day', '>=', from)
    .where('day', '<=', today)
    .where('cost_e8', '>', 0)
    .executeTakeFirst();
  return bought?.day ? newestRated(store.read, bought.day) : undefined;
}

/** What a unit cost without the markup on the last day that has rates, and the average of its stored rates. */
export async function pricesPaid(asked: Asked) {
  const { account, services } = asked;
  const { read } = services.store;
  const day = await dayOf(asked);
  if (day === undefined) return { prices: [] };
  const since = await heldSince(read, day);
  const [paid, rates] = await Promise.all([
    read
      .selectFrom('product_sums')
      .select(['currency', 'product', 'unit'])
      .select(sql<string>`cast(sum(quantity_e3) as text)`.as('quantity'))
      .select(sql<string>`cast(sum(cost_e8) as text)`.as('cost'))
      .where('scope', '=', scopeOf(account))
      .where('day', '=', day)
      .where('unit', '<>', '')
      .groupBy(['currency', 'product', 'unit'])
      .orderBy('currency')
      .orderBy('product')
      .execute(),
    read
      .selectFrom('rates')
      .select(['currency', 'product', 'unit'])
      .select(sql<string>`cast(sum(price_e5) as text)`.as('sum'))
      .select(sql<number>`count(*)`.as('sites'))
      .where('effective_date', '>=', since)
      .where('effective_date', '<=', day)
      .where((eb) => eb.or([eb('effective_to', '>=', day), eb('effective_date', '=', day)]))
      .where('price_e5', '>', 0)
      .groupBy(['currency', 'product', 'unit'])
      .execute(),
  ]);
  return {
    day,
    prices: paid.flatMap(({ cost, currency, product, quantity, unit }) => {
      const rate = rates.find(
        (one) => one.currency === currency && one.product === product && one.unit === unit,
      );
      if (!rate || BigInt(quantity) <= 0n) return [];
      return [
        {
          product,
          currency,
          unit,
          paid: perUnit(BigInt(cost), BigInt(quantity)),
          rate: Decimal.of(BigInt(rate.sum) / BigInt(rate.sites), 5)
            .round(4)
            .toString(),
          sites: Number(rate.sites),
          list: {
            resource: 'transactions',
            filter: [`txn_product:${product}`, `hdr_currency:${currency}`],
            from: day,
            to: day,
          },
        },
      ];
    }),
  };
}
