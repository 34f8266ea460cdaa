import { Decimal, localToday } from '@forecourt/core';
import { type SqlBool, sql } from 'kysely';
import { SCALES } from '../amounts.ts';
import type { Account } from '../auth/account.ts';
import { addDays, daysBetween } from '../days.ts';
import { badRequest } from '../http/problem.ts';
import type { ListRequest } from '../lists/list-request.ts';
import { takeDays } from '../lists/match.ts';
import { matching, type Rows } from '../lists/matching.ts';
import type { Services } from '../services.ts';
import { RATE_LIST } from './rate-list.ts';

/** Days that are shown unless others are asked for, up to the newest; and the most. */
const DAYS = 30;
const MOST_DAYS = 366;

const priceText = (e5: bigint): string => Decimal.of(e5, SCALES.price).toString();

/** Sum by count, half up. */
const average = (sum: bigint, count: bigint): bigint => (2n * sum + count) / (2n * count);

/**
 * Returns what each day's stored rates are, by product, currency and unit: the number of sites, the lowest, the average
 * and the highest price, of the rates that match the list's filters (RATE-03). Throws a 400 for more than 366 days.
 */
export async function rateDays(
  { now, store, timeZone }: Services,
  account: Account,
  request: ListRequest,
) {
  const { from: first, rest, to: last } = takeDays(request, 'effective_date');
  const all = matching(store.read, RATE_LIST, rest, account).where(
    sql<SqlBool>`price_e5 > 0`,
  ) as unknown as Rows<'rate_rows'>;
  const until = last ?? localToday(now(), timeZone);
  const newest = await all
    .select(sql<string | null>`max(effective_date)`.as('day'))
    .where('effective_date', '<=', until)
    .executeTakeFirstOrThrow();
  const to = last ?? newest.day ?? until;
  const from = first ?? addDays(to, 1 - DAYS);
  if (daysBetween(from, to) >= MOST_DAYS) {
    throw badRequest(`Ask for at most ${MOST_DAYS} days, from and to included.`, '/from');
  }
  const rows = await all
    .select(['effective_date', 'product_code', 'currency', 'unit'])
    .select([
      sql<string>`count(*)`.as('sites'),
      sql<string>`min(price_e5)`.as('lowest'),
      sql<string>`max(price_e5)`.as('highest'),
      sql<string>`cast(sum(price_e5) as text)`.as('sum'),
    ])
    .where('effective_date', '>=', from)
    .where('effective_date', '<=', to)
    .groupBy(['product_code', 'currency', 'unit', 'effective_date'])
    .orderBy('product_code')
    .orderBy('currency')
    .orderBy('unit')
    .orderBy('effective_date')
    .execute();
  return {
    from,
    to,
    days: rows.map(({ currency, effective_date: day, product_code: product, unit, ...row }) => ({
      day,
      product,
      currency,
      unit,
      sites: Number(row.sites),
      lowest: priceText(BigInt(row.lowest)),
      average: priceText(average(BigInt(row.sum), BigInt(row.sites))),
      highest: priceText(BigInt(row.highest)),
    })),
  };
}
