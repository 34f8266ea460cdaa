import { type AnyListed, Decimal } from '@forecourt/core';
import { type SqlBool, sql } from 'kysely';
import { SCALES } from '../amounts.ts';
import type { Account } from '../auth/account.ts';
import { scopeOf } from '../db/purchase-sums.ts';
import type { TableName } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import { keptAnswers } from './counted.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ListRequest } from './list-request.ts';
import { fieldOf, matching, type Rows } from './matching.ts';
import { filterConditions, valuesOf } from './words.ts';

/** Sums of the rows of one currency, exact decimals as text. */
export interface Sums {
  readonly currency: string;
  readonly sums: Readonly<Record<string, string>>;
}

type Totals = NonNullable<AnyListed['list']['totals']>;

const moneyOf = (minor: string): string => Decimal.of(BigInt(minor), SCALES.money).toString();

/** The sums of all purchases, or those of some days, from the sums of each day: 1 ms instead of 568 over ten millions. */
async function sumsOfDays(
  { read }: Store,
  field: string,
  { from, to }: ListRequest,
  account: Account,
): Promise<readonly Sums[]> {
  let days = read
    .selectFrom('purchase_sums')
    .select(['currency', sql<string>`cast(sum(amount_minor) as text)`.as('minor')])
    .where('scope', '=', scopeOf(account))
    .groupBy('currency')
    .having(sql<SqlBool>`sum(purchases) <> 0`)
    .orderBy('currency');
  if (from !== undefined) days = days.where('day', '>=', from);
  if (to !== undefined) days = days.where('day', '<=', to);
  const rows = await days.execute();
  return rows.map(({ currency, minor }) => ({ currency, sums: { [field]: moneyOf(minor) } }));
}

/**
 * Returns the sums of all rows that match and that the account sees, by currency (LIST-15). The database adds whole
 * minor units. Where only days limit the list, the currencies are looked up first, so that one index has the rows of each
 * currency in the order of days, with their amounts.
 */
export async function sumsOf<T extends TableName>(
  store: Store,
  list: ListDefinition<T>,
  { by, except, fields, lines }: Totals,
  request: ListRequest,
  account: Account,
): Promise<readonly Sums[]> {
  if (list.daySums !== undefined && request.filters.length === 0) {
    return sumsOfDays(store, list.daySums, request, account);
  }
  const { column } = fieldOf(list, by, 'filter');
  const filters = await filterConditions({ store, list, account, walking: false }, request.filters);
  if (except) {
    const left = fieldOf(list, except.field, 'filter').column;
    filters.push(sql`${sql.ref(left)} <> ${except.value}`);
  }
  const everyone = !list.scoped || account.companyId === null;
  const onlyDays = request.filters.length === 0 && (request.from ?? request.to) !== undefined;
  if (onlyDays && everyone && list.words?.includes(column)) {
    const known = await valuesOf(store, list.table, column, 'all');
    if (known) filters.push(sql`${sql.ref(column)} in ${store.among(known)}`);
  }
  const ofLines = lines && list.sums?.[lines.field]?.(request.filters);
  const summed = ofLines ? [...fields, lines.field] : fields;
  const rows = matching(store.read, list, request, account, filters) as unknown as Rows<TableName>;
  const query = rows
    .select([
      sql<string>`${sql.ref(column)}`.as('currency'),
      ...summed.map((field) => {
        const own = field === lines?.field ? ofLines : undefined;
        const amount = own ?? sql.ref(fieldOf(list, field, 'filter').column);
        // As text: the sum of many amounts may have more digits than a number keeps.
        return sql<string>`cast(sum(${amount}) as text)`.as(field);
      }),
    ])
    .groupBy(sql.ref(column))
    .orderBy(sql.ref(column));
  return keptAnswers(store, query, async () =>
    (await query.execute()).map((row) => {
      const found = row as Readonly<Record<string, string>>;
      return {
        currency: found.currency ?? '',
        sums: Object.fromEntries(summed.map((field) => [field, moneyOf(found[field] ?? '0')])),
      };
    }),
  );
}
