import { Decimal } from '@forecourt/core';
import { type SqlBool, sql } from 'kysely';
import { SCALES } from '../amounts.ts';
import { scopeOf } from '../db/purchase-sums.ts';
import type { Asked } from './dashboard.types.ts';

const decimal = (units: string | null, scale: number): string =>
  Decimal.of(BigInt(units ?? '0'), scale).toString();
const money = (minor: string | null): string => decimal(minor, SCALES.money);

/** Sums as text: those of many rows may have more digits than a number keeps. */
const total = (column: string) => sql<string>`cast(sum(${sql.ref(column)}) as text)`;

const list = (filter: readonly string[], days: { from?: string; to?: string } = {}) => ({
  resource: 'transactions',
  filter,
  ...days,
});

/** What no invoice bills yet, by currency, whenever it was bought. */
export async function unbilledPurchases({ account, services: { store } }: Asked) {
  const rows = await store.read
    .selectFrom('purchase_sums')
    .select(['currency', total('unbilled_minor').as('minor')])
    .select(sql<number>`sum(unbilled_purchases)`.as('count'))
    .where('scope', '=', scopeOf(account))
    .groupBy('currency')
    .having(sql<SqlBool>`sum(unbilled_purchases) <> 0`)
    .orderBy('currency')
    .execute();
  return rows.map(({ count, currency, minor }) => ({
    currency,
    amount: money(minor),
    count: Number(count),
    list: list(['billing:Unbilled', `hdr_currency:${currency}`]),
  }));
}

/** Spend of each day with purchases, by currency. */
async function spendByDay({ account, from, services: { store }, today: to }: Asked) {
  const rows = await store.read
    .selectFrom('purchase_sums')
    .select(['currency', 'day', total('amount_minor').as('minor')])
    .select(sql<number>`sum(purchases)`.as('count'))
    .where('scope', '=', scopeOf(account))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['currency', 'day'])
    .having(sql<SqlBool>`sum(purchases) <> 0`)
    .orderBy('currency')
    .orderBy('day')
    .execute();
  return rows.map(({ count, currency, day, minor }) => ({
    currency,
    day,
    amount: money(minor),
    count: Number(count),
    list: list([`hdr_currency:${currency}`], { from: day, to: day }),
  }));
}

/** Volume of each day, by unit: litres and gallons don't add up. */
async function volumeByDay({ account, from, services: { store }, today: to }: Asked) {
  const rows = await store.read
    .selectFrom('product_sums')
    .select(['unit', 'day', total('quantity_e3').as('e3')])
    .where('scope', '=', scopeOf(account))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('unit', '<>', '')
    .groupBy(['unit', 'day'])
    .having(sql<SqlBool>`sum(quantity_e3) <> 0`)
    .orderBy('unit')
    .orderBy('day')
    .execute();
  return rows.map(({ day, e3, unit }) => ({
    unit,
    day,
    quantity: decimal(e3, SCALES.quantity),
    list: list([], { from: day, to: day }),
  }));
}

/** Spend and volume by product, currency and unit. */
async function byProduct({ account, from, services: { store }, today: to }: Asked) {
  const rows = await store.read
    .selectFrom('product_sums')
    .select(['currency', 'product', 'unit'])
    .select([total('amount_minor').as('minor'), total('quantity_e3').as('e3')])
    .where('scope', '=', scopeOf(account))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['currency', 'product', 'unit'])
    .having(sql<SqlBool>`sum(amount_minor) <> 0 or sum(quantity_e3) <> 0`)
    .orderBy('currency')
    .orderBy(sql`sum(amount_minor)`, 'desc')
    .orderBy('product')
    .execute();
  const kinds = Map.groupBy(rows, ({ currency, product }) => `${currency}|${product}`);
  return [...kinds.values()].map((own) => {
    const [{ currency, product }] = own as [(typeof rows)[number]];
    return {
      currency,
      product,
      amount: money(String(own.reduce((sum, { minor }) => sum + BigInt(minor), 0n))),
      volumes: own
        .filter(({ unit }) => unit !== '')
        .map(({ e3, unit }) => ({ unit, quantity: decimal(e3, SCALES.quantity) })),
      list: list([`txn_product:${product}`, `hdr_currency:${currency}`], { from, to }),
    };
  });
}

/** Spend and volume of the last days. */
export async function purchases(asked: Asked) {
  const [days, volumes, products] = await Promise.all([
    spendByDay(asked),
    volumeByDay(asked),
    byProduct(asked),
  ]);
  return { from: asked.from, to: asked.today, days, volumes, products };
}
