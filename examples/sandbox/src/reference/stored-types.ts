import { type Action, can } from '@forecourt/core';
import type { Account } from '../auth/account.ts';
import type { TableName } from '../db/schema.ts';
import type { Reader, Store } from '../db/store.ts';
import { keptAnswers } from '../lists/counted.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { fromBody } from '../lists/list-request.ts';
import { matching } from '../lists/matching.ts';
import type { Option } from './options.ts';

/** A list of choices that are the different values of a column. */
export interface StoredType {
  readonly action: Action;
  // biome-ignore lint/suspicious/noExplicitAny: a list of any table
  readonly list: ListDefinition<any>;
  readonly column: string;
  /** The values of this type in `listed_types` are offered first, to everybody. */
  readonly listed?: true;
}

/** Returns the values that `listed_types` names, in order, by type. */
export async function listedValues(read: Reader): Promise<ReadonlyMap<string, readonly Option[]>> {
  const rows = await read
    .selectFrom('listed_types')
    .select(['type', 'value'])
    .orderBy('type')
    .orderBy('position')
    .orderBy('value')
    .execute();
  const grouped = Map.groupBy(rows, ({ type }) => type);
  return new Map(
    [...grouped].map(([type, own]) => [type, own.map(({ value }) => ({ key: value, value }))]),
  );
}

/** Returns the different values of the rows that the account may read, in order; none without the right (ACC-04). */
export async function storedValues(
  store: Store,
  account: Account,
  { action, column, list }: StoredType,
): Promise<readonly Option[]> {
  if (!can(account.access, action).allowed) return [];
  const rows = matching<TableName>(store.read, list, fromBody({}), account);
  const query = rows
    .select(column as never)
    .distinct()
    .orderBy(column as never);
  const found = await keptAnswers(store, query, () => query.execute());
  return found
    .map((row) => String((row as Readonly<Record<string, unknown>>)[column]))
    .filter((value) => value !== '')
    .map((value) => ({ key: value, value }));
}
