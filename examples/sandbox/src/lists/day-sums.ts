/**
 * What a list of purchases says of all of them, or of those of some days, from the sums that are kept of each day: over
 * ten million purchases, their number and their amounts take a few ms instead of 300 and more.
 */
import { Decimal } from '@forecourt/core';
import { type SqlBool, sql } from 'kysely';
import { SCALES } from '../amounts.ts';
import type { Account } from '../auth/account.ts';
import { scopeOf } from '../db/purchase-sums.ts';
import type { Store } from '../db/store.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ListRequest } from './list-request.ts';

/** Sums of the rows of one currency, exact decimals as text. */
export interface Sums {
  readonly currency: string;
  readonly sums: Readonly<Record<string, string>>;
}

type Days = Partial<Pick<ListRequest, 'from' | 'to'>>;

/** Whether the list keeps sums of each day, and nothing but days limits the rows. */
export const onlyDays = (
  list: ListDefinition,
  { filters }: Pick<ListRequest, 'filters'>,
): list is ListDefinition & Required<Pick<ListDefinition, 'daySums'>> =>
  list.daySums !== undefined && filters.length === 0;

function keptDays({ read }: Store, { from, to }: Days, account: Pick<Account, 'companyId'>) {
  let days = read.selectFrom('purchase_sums').where('scope', '=', scopeOf(account));
  if (from !== undefined) days = days.where('day', '>=', from);
  if (to !== undefined) days = days.where('day', '<=', to);
  return days;
}

const purchases = sql<number>`coalesce(sum(purchases), 0)`;

export const moneyOf = (minor: string): string =>
  Decimal.of(BigInt(minor), SCALES.money).toString();

/** Returns the sums of the days by currency. */
export async function sumsOfDays(
  store: Store,
  field: string,
  days: Days,
  account: Account,
): Promise<readonly Sums[]> {
  const rows = await keptDays(store, days, account)
    .select(['currency', sql<string>`cast(sum(amount_minor) as text)`.as('minor')])
    .groupBy('currency')
    .having(sql<SqlBool>`${purchases} <> 0`)
    .orderBy('currency')
    .execute();
  return rows.map(({ currency, minor }) => ({ currency, sums: { [field]: moneyOf(minor) } }));
}

/** Returns the number of purchases on the days. */
export async function countOfDays(
  store: Store,
  days: Days,
  account: Pick<Account, 'companyId'>,
): Promise<number> {
  const { total } = await keptDays(store, days, account)
    .select(purchases.as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Returns the days from that of the first row on after `skipped` rows in the order of days, and how many rows are still to
 * be skipped there: a distant page is reached without walking over all rows before it. Undefined if there are not so many.
 */
export async function daysAfter(
  store: Store,
  days: Days,
  account: Account,
  { direction, skipped }: { readonly direction: 'asc' | 'desc'; readonly skipped: number },
): Promise<{ readonly days: Days; readonly skipped: number } | undefined> {
  const inOrder = await keptDays(store, days, account)
    .select(['day', purchases.as('total')])
    .groupBy('day')
    .orderBy('day', direction)
    .execute();
  let left = skipped;
  for (const { day, total } of inOrder) {
    const end = direction === 'asc' ? 'from' : 'to';
    if (left < Number(total)) return { days: { ...days, [end]: day }, skipped: left };
    left -= Number(total);
  }
  return undefined;
}
