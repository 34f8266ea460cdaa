import type { AnyListed } from '@forecourt/core';
import { sql } from 'kysely';
import type { Account } from '../auth/account.ts';
import type { TableName } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import { keptAnswers } from './counted.ts';
import { moneyOf, type Sums, scopesOf, sumsOfDays } from './day-sums.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ListRequest } from './list-request.ts';
import { fieldOf, matching, type Rows } from './matching.ts';
import { filterConditions, valuesOf } from './words.ts';

type Totals = NonNullable<AnyListed['list']['totals']>;

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
  const scopes = await scopesOf(store, list, request, account);
  if (scopes && list.daySums) return sumsOfDays(store, list.daySums, request, scopes);
  const { column } = fieldOf(list, by, 'filter');
  const filters = await filterConditions({ store, list, account, walking: false }, request.filters);
  if (except) {
    const left = fieldOf(list, except.field, 'filter').column;
    filters.push(sql`${sql.ref(left)} <> ${except.value}`);
  }
  const everyone = !list.scoped || account.companyId === null;
  const limited = request.filters.length === 0 && (request.from ?? request.to) !== undefined;
  if (limited && everyone && list.words?.includes(column)) {
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
