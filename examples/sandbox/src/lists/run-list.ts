import {
  type Expression,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Account } from '../auth/account.ts';
import type { Schema, TableName } from '../db/schema.ts';
import type { Reader, Store } from '../db/store.ts';
import { badRequest } from '../http/problem.ts';
import type { ListDefinition, ListField } from './list-definition.ts';
import type { ListRequest } from './list-request.ts';
import { conditionOf } from './match.ts';

export interface ListResult<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

const COUNTS_KEPT = 500;
const counts = new WeakMap<Store, { version: string; byQuery: Map<string, number> }>();

function fieldOf(list: ListDefinition, name: string, use: 'filter' | 'sort'): ListField {
  const own = name === 'date' && list.dateField !== undefined ? list.dateField : name;
  const field = Object.hasOwn(list.fields, own) ? list.fields[own] : undefined;
  if (field) return field;
  throw badRequest(`This list has no field "${name}" to ${use} by.`, `/${use}/${name}`);
}

function conditions(
  list: ListDefinition,
  request: ListRequest,
  account: Account,
): Expression<SqlBool>[] {
  const all = request.filters.map((filter) =>
    conditionOf(fieldOf(list, filter.field, 'filter'), filter),
  );
  if (list.scoped && account.companyId !== null) {
    all.push(sql<SqlBool>`company_id = ${account.companyId}`);
  }
  if (request.from !== undefined || request.to !== undefined) {
    if (list.dateField === undefined) {
      throw badRequest('This list has no date of its own for from and to.', '/from');
    }
    const column = sql.ref(fieldOf(list, list.dateField, 'filter').column);
    if (request.from !== undefined) all.push(sql<SqlBool>`${column} >= ${request.from}`);
    if (request.to !== undefined) all.push(sql<SqlBool>`${column} < ${`${request.to}~`}`);
  }
  return all;
}

type Rows<T extends TableName> = SelectQueryBuilder<Schema, T, object>;

/** All rows that a request asks for, unordered. `ids` narrows it further to these records. */
export function matching<T extends TableName>(
  read: Reader,
  list: ListDefinition<T>,
  request: ListRequest,
  account: Account,
): Rows<T> {
  const all = conditions(list, request, account);
  const from = read.selectFrom(list.table as TableName) as unknown as Rows<T>;
  return all.reduce<Rows<T>>((query, condition) => query.where(condition), from);
}

/** In the order asked for, or the list's own; equal rows stand by the list's date, then by id. */
export function ordered<T extends TableName, Q extends SelectQueryBuilder<Schema, T, unknown>>(
  query: Q,
  list: ListDefinition<T>,
  request: ListRequest,
): Q {
  const { field, direction } = request.sort ?? list.order;
  const columns = [fieldOf(list, field, 'sort').column];
  if (list.dateField !== undefined) columns.push(fieldOf(list, list.dateField, 'sort').column);
  const keys = new Set([...columns, 'id']);
  return [...keys].reduce<SelectQueryBuilder<Schema, T, unknown>>(
    (sorted, column) => sorted.orderBy(sql.ref(column), direction),
    query,
  ) as Q;
}

/** Counting is the dear part of a page, so a count is kept until something is written. */
async function counted(store: Store, query: Rows<TableName>): Promise<number> {
  const version = await store.dataVersion();
  let kept = counts.get(store);
  if (kept?.version !== version || kept.byQuery.size > COUNTS_KEPT) {
    kept = { version, byQuery: new Map() };
    counts.set(store, kept);
  }
  const counting = query.select(sql<number>`count(*)`.as('total'));
  const { sql: text, parameters } = counting.compile();
  const key = JSON.stringify([text, parameters]);
  const known = kept.byQuery.get(key);
  if (known !== undefined) return known;
  const { total } = await counting.executeTakeFirstOrThrow();
  kept.byQuery.set(key, Number(total));
  return Number(total);
}

/** One page of a list and how many rows there are in all. */
export async function runList<T extends TableName>(
  store: Store,
  list: ListDefinition<T>,
  request: ListRequest,
  account: Account,
): Promise<ListResult<Selectable<Schema[T]>>> {
  const query = matching(store.read, list, request, account);
  const page = ordered(query, list, request)
    .selectAll()
    .limit(request.size)
    .offset(request.page * request.size);
  const rows = (await page.execute()) as Selectable<Schema[T]>[];
  return { rows, total: await counted(store, query as unknown as Rows<TableName>) };
}
