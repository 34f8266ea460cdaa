import { Decimal, INVOICE_STATES } from '@forecourt/core';
import { type SqlBool, sql } from 'kysely';
import { moneyText, SCALES } from '../amounts.ts';
import { pricesPaid } from '../dashboard/prices.ts';
import { addDays, monthStart } from '../days.ts';
import { productSql, unitSql } from '../db/purchase-sums.ts';
import { matching, ordered } from '../lists/matching.ts';
import { MARKUP_LIST } from '../markups/markup-wire.ts';
import { PAYMENT_LIST } from '../payments/payment-wire.ts';
import { AGES, openByAge } from '../reports/open-invoices.ts';
import { USER_LIST } from '../users/user-wire.ts';
import { type CustomerAsked, requestFor } from './customer-asked.ts';

/** Months of spend and volume, this one included. */
const MONTHS = 6;
const LAST_PAYMENTS = 5;

/** As the aging report has them: drafts owe nothing yet, void invoices never. */
const BILLED = INVOICE_STATES.map(({ value }) => value).filter(
  (value) => value !== 'Draft' && value !== 'Void',
);

const invoicesIssued = (
  currency: string,
  days: { readonly from?: string; readonly to: string },
) => ({
  resource: 'invoices',
  filter: [
    ...BILLED.map((status) => `status:${status}`),
    'amount_due>=0.01',
    `currency:${currency}`,
  ],
  ...days,
});

/** What is due today by the rule and the ages of the aging report (REP-01), by currency. */
export async function balanceByAge({ companyId, services, today }: CustomerAsked) {
  const { store, timeZone } = services;
  const open = await openByAge(store.read, { companyId, to: today, timeZone });
  const sum = (own: typeof open) => ({
    amount: moneyText(own.reduce((total, { amount }) => total + amount, 0)),
    count: own.reduce((total, { count }) => total + count, 0),
  });
  const byCurrency = [...Map.groupBy(open, ({ currency }) => currency)];
  return byCurrency
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([currency, own]) => ({
      currency,
      ...sum(own),
      list: invoicesIssued(currency, { to: today }),
      ages: AGES.map(({ least, most, title }, bucket) => ({
        age: title,
        ...sum(own.filter((one) => one.bucket === bucket)),
        list: invoicesIssued(currency, {
          ...(most !== undefined && { from: addDays(today, -most) }),
          to: addDays(today, -least),
        }),
      })),
    }));
}

const decimal = (units: string | null, scale: number): string =>
  Decimal.of(BigInt(units ?? '0'), scale).toString();

/** Spend by currency and volume by unit, of this and earlier months. */
export async function spendByMonth({ companyId, services: { store }, today }: CustomerAsked) {
  const from = monthStart(today, 1 - MONTHS);
  const months = Array.from({ length: MONTHS }, (_, at) => monthStart(from, at).slice(0, 7));
  const month = sql<string>`substr(day, 1, 7)`;
  const purchases = (filter: readonly string[], of: string) => {
    const last = addDays(monthStart(`${of}-01`, 1), -1);
    const to = last < today ? last : today;
    return { resource: 'transactions', filter, from: `${of}-01`, to };
  };
  const [amounts, volumes] = await Promise.all([
    store.read
      .selectFrom('purchase_sums')
      .select(['currency', month.as('month'), sql<number>`sum(purchases)`.as('count')])
      .select(sql<string>`cast(sum(amount_minor) as text)`.as('minor'))
      .where('scope', '=', companyId)
      .where('day', '>=', from)
      .where('day', '<=', today)
      .groupBy(['currency', month])
      .having(sql<SqlBool>`sum(purchases) <> 0`)
      .orderBy('currency')
      .orderBy('month')
      .execute(),
    store.read
      .selectFrom('product_sums')
      .select(['unit', month.as('month')])
      .select(sql<string>`cast(sum(quantity_e3) as text)`.as('e3'))
      .where('scope', '=', companyId)
      .where('day', '>=', from)
      .where('day', '<=', today)
      .where('unit', '<>', '')
      .groupBy(['unit', month])
      .having(sql<SqlBool>`sum(quantity_e3) <> 0`)
      .orderBy('unit')
      .orderBy('month')
      .execute(),
  ]);
  return {
    months,
    amounts: amounts.map(({ count, currency, minor, month: of }) => ({
      currency,
      month: of,
      amount: decimal(minor, SCALES.money),
      count: Number(count),
      list: purchases([`hdr_currency:${currency}`], of),
    })),
    volumes: volumes.map(({ e3, month: of, unit }) => ({
      unit,
      month: of,
      quantity: decimal(e3, SCALES.quantity),
      list: purchases([], of),
    })),
  };
}

/** The last payments and reversals. */
export async function lastPayments(asked: CustomerAsked) {
  const request = requestFor('payments', asked, LAST_PAYMENTS);
  const { reader, services } = asked;
  const own = matching(services.store.read, PAYMENT_LIST, request, reader);
  const rows = await ordered(own.selectAll(), PAYMENT_LIST, request).limit(request.size).execute();
  return {
    list: { resource: 'payments', filter: [] },
    last: rows.map(({ amount_minor, currency, invoice_no, mode_name, payment_date, state }) => ({
      payment_date,
      invoice_no,
      payment_mode: mode_name,
      currency,
      amount: moneyText(amount_minor),
      state,
      list: { resource: 'payments', filter: [`invoice_no:${invoice_no}`] },
    })),
  };
}

/** Cards by status, the most frequent first. */
export async function cardsByStatus({ companyId, services: { store } }: CustomerAsked) {
  const rows = await store.read
    .selectFrom('cards')
    .select(['card_status', sql<number>`count(*)`.as('count')])
    .where('company_id', '=', companyId)
    .groupBy('card_status')
    .execute();
  const statuses = rows
    .map(({ card_status: status, count }) => ({
      status,
      count: Number(count),
      list: { resource: 'cards', filter: [`card_status:${status}`] },
    }))
    .sort((one, other) => other.count - one.count || one.status.localeCompare(other.status));
  const count = statuses.reduce((total, one) => total + one.count, 0);
  return { count, list: { resource: 'cards', filter: [] }, statuses };
}

export async function userCount(asked: CustomerAsked) {
  const { reader, services } = asked;
  const own = matching(services.store.read, USER_LIST, requestFor('users', asked), reader);
  const { count } = await own.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return { count: Number(count), list: { resource: 'users', filter: [] } };
}

/** What is added to each fuel company's prices, per unit. */
export async function markupsOf(asked: CustomerAsked) {
  const { reader, services } = asked;
  const request = requestFor('markups', asked);
  const rows = await matching(services.store.read, MARKUP_LIST, request, reader)
    .selectAll()
    .where(sql<SqlBool>`status = 'ACTIVE'`)
    .orderBy('provider_name')
    .orderBy('id')
    .execute();
  return rows.map(({ from_date: from, provider_name: provider, to_date: to, value_e4 }) => ({
    provider,
    value: Decimal.of(value_e4, SCALES.rate).toString(),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    list: { resource: 'markups', filter: [`fuel_company_provider:${provider}`] },
  }));
}

/** What a unit cost on the last day with purchases and rates, and its parts: the price and the markup. */
export async function pricesWithMarkup(asked: CustomerAsked) {
  const found = await pricesPaid(asked);
  if (!('day' in found) || found.day === undefined) return found;
  const { day } = found;
  const [product, unit] = [
    sql<string>`${sql.raw(productSql('l'))}`,
    sql<string>`${sql.raw(unitSql('l', 't.currency'))}`,
  ];
  const rows = await asked.services.store.read
    .selectFrom('transaction_lines as l')
    .innerJoin('transactions as t', 't.id', 'l.transaction_id')
    .select(['t.currency', product.as('product'), unit.as('unit')])
    .select(sql<string>`cast(sum(l.quantity_e3) as text)`.as('quantity'))
    .select(
      sql<string>`cast(sum(cast(l.quantity_e3 as bigint) * l.markup_e5) as text)`.as('markup'),
    )
    .where('t.company_id', '=', asked.companyId)
    .where('t.txn_date', '>=', day)
    .where('t.txn_date', '<', `${day}~`)
    .groupBy(['t.currency', product, unit])
    .execute();
  const prices = found.prices.map((one) => {
    const own = rows.find(
      (row) =>
        row.currency === one.currency && row.product === one.product && row.unit === one.unit,
    );
    const quantity = BigInt(own?.quantity ?? '0');
    const e5 = quantity === 0n ? 0n : BigInt(own?.markup ?? '0') / quantity;
    const markup = Decimal.of(e5, SCALES.price).round(SCALES.rate);
    const price = (Decimal.parse(one.paid) ?? Decimal.ZERO).plus(markup);
    return { ...one, markup: markup.toString(), price: price.toString() };
  });
  return { day, prices };
}
