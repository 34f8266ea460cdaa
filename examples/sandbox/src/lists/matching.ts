import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Account } from '../auth/account.ts';
import { addDays, endOfDay } from '../days.ts';
import type { Schema, TableName } from '../db/schema.ts';
import type { Reader } from '../db/store.ts';
import { badRequest } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { ListDefinition, ListField } from './list-definition.ts';
import type { ListRequest } from './list-request.ts';
import { allOf, type Condition, conditionOf } from './match.ts';

export type Rows<T extends TableName> = SelectQueryBuilder<Schema, T, object>;

export function fieldOf(list: ListDefinition, name: string, use: 'filter' | 'sort'): ListField {
  const own = name === 'date' && list.dateField !== undefined ? list.dateField : name;
  const field = Object.hasOwn(list.fields, own) ? list.fields[own] : undefined;
  if (field && (use === 'filter' || !field.condition)) return field;
  throw badRequest(`This list has no field "${name}" to ${use} by.`, `/${use}/${name}`);
}

/** Conditions for the account's company and the days. */
function bounds(
  list: ListDefinition,
  request: ListRequest,
  account: Account,
  walking: boolean,
): Condition[] {
  const all: Condition[] = [];
  if (list.scoped && account.companyId !== null) {
    const company = sql.raw(walking ? 'company_id + 0' : 'company_id');
    all.push(sql<SqlBool>`${company} = ${account.companyId}`);
  }
  const visible = list.visible?.(account);
  if (visible !== undefined) all.push(visible);
  if (request.from === undefined && request.to === undefined) return all;
  if (list.dateField === undefined) {
    throw badRequest('This list has no date of its own for from and to.', '/from');
  }
  const column = sql.ref(fieldOf(list, list.dateField, 'filter').column);
  if (request.from !== undefined) all.push(sql<SqlBool>`${column} >= ${request.from}`);
  if (request.to !== undefined) all.push(sql<SqlBool>`${column} < ${`${request.to}~`}`);
  return all;
}

/** Selects from the list's rows: those of its table, or those that were computed in their place. */
export function rowsOf<T extends TableName>(
  read: Reader,
  { rows, table }: Pick<ListDefinition<T>, 'rows' | 'table'>,
): Rows<T> {
  const from = rows ? sql`(${rows})`.as(table) : table;
  return read.selectFrom(from as TableName) as unknown as Rows<T>;
}

/** A request whose days are those of the service's zone, for a list whose date is an instant. */
export function inZone(
  { dateField, fields }: Pick<ListDefinition, 'dateField' | 'fields'>,
  request: ListRequest,
  timeZone: string,
): ListRequest {
  if (dateField === undefined || fields[dateField]?.kind !== 'instant') return request;
  const { from, to } = request;
  return {
    ...request,
    from: from && endOfDay(addDays(from, -1), timeZone),
    to: to && new Date(Date.parse(endOfDay(to, timeZone)) - 1).toISOString(),
  };
}

/** A list and a request to read it with, once its rows are computed if the list has none of its own. */
export async function readyRows<T extends TableName>(
  services: Services,
  list: ListDefinition<T>,
  request: ListRequest,
  account: Account,
): Promise<{ readonly list: ListDefinition<T>; readonly request: ListRequest }> {
  if (!list.computed) return { list, request: inZone(list, request, services.timeZone) };
  const ready = await list.computed({ services, account, request });
  return { list: { ...list, rows: ready.rows }, request: ready.request };
}

/** Selects all rows of a request, unordered. `filters` replace the conditions of the request's own filters. */
export function matching<T extends TableName>(
  read: Reader,
  list: ListDefinition<T>,
  request: ListRequest,
  account: Account,
  filters: readonly Condition[] = allOf(
    request.filters.map((filter) => ({
      filter,
      condition: conditionOf(fieldOf(list, filter.field, 'filter'), filter, account),
    })),
  ),
  walking = false,
): Rows<T> {
  const from = rowsOf(read, list);
  return [...filters, ...bounds(list, request, account, walking)].reduce<Rows<T>>(
    (query, condition) => query.where(condition),
    from,
  );
}

/** The rank of a column's value in a sequence, which is a constant of the list's definition. */
const rankIn = (column: string, sequence: readonly string[]) =>
  sql<number>`case ${sql.ref(column)} ${sql.join(
    sequence.map((value, rank) => sql`when ${sql.lit(value)} then ${sql.lit(rank)}`),
    sql` `,
  )} else ${sql.lit(sequence.length)} end`;

/** Returns the columns of the requested order, or the list's own, then its date and id for equal rows. */
export function orderKeys(list: ListDefinition, request: ListRequest) {
  const { field, direction } = request.sort ?? list.order;
  const { column, placed, sequence } = fieldOf(list, field, 'sort');
  const columns = [placed ?? column];
  if (list.dateField !== undefined) columns.push(fieldOf(list, list.dateField, 'sort').column);
  const keys = [...new Set([...columns, 'id'])];
  const terms = keys.map((key) => sql.ref(key));
  return {
    columns: keys,
    terms: sequence ? [rankIn(column, sequence), ...terms] : terms,
    sequence,
    direction,
  };
}

/** Sorts in the requested order. */
export function ordered<T extends TableName, Q extends SelectQueryBuilder<Schema, T, unknown>>(
  query: Q,
  list: ListDefinition<T>,
  request: ListRequest,
): Q {
  const { direction, terms } = orderKeys(list, request);
  return terms.reduce<SelectQueryBuilder<Schema, T, unknown>>(
    (sorted, term) => sorted.orderBy(term, direction),
    query,
  ) as Q;
}
