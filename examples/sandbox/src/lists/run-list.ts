import { type Selectable, sql } from 'kysely';
import type { Account } from '../auth/account.ts';
import type { Schema, TableName } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import { counting, keptAnswers } from './counted.ts';
import { countOfDays, daysAfter, EVERYBODY, scopesOf } from './day-sums.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ListRequest } from './list-request.ts';
import { matching, ordered, orderKeys, type Rows, rowsOf } from './matching.ts';
import { filterConditions } from './words.ts';

export interface ListResult<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Up to this many rows are collected and sorted; more are found quickly along the order's index. */
const FEW = 20_000;

/** Returns the ids of all matching rows; undefined if there are too many. */
async function fewIds(query: Rows<TableName>): Promise<number[] | undefined> {
  const found = await query
    .select(sql<number>`id`.as('id'))
    .limit(FEW + 1)
    .execute();
  return found.length > FEW ? undefined : found.map(({ id }) => Number(id));
}

/** Returns one page of these ids in the requested order. */
async function sorted(
  store: Store,
  list: ListDefinition,
  request: ListRequest,
  ids: readonly number[],
): Promise<number[]> {
  const { columns, direction, terms } = orderKeys(list, request);
  const keys = sql.join(columns.map((column) => sql.ref(column)));
  const order = sql.join(terms.map((term) => sql`${term} ${sql.raw(direction)}`));
  const { rows } = await sql<{ id: number }>`
    with hits as materialized (select ${keys} from ${sql.table(list.table)} where id in ${store.among(ids)})
    select id from hits order by ${order}
    limit ${request.size} offset ${request.page * request.size}`.execute(store.read);
  return rows.map(({ id }) => Number(id));
}

/**
 * Returns one page in the order of the names of a column's values, which no index has: counts the rows of each value, and
 * walks along the index of only those values that are on the page.
 */
async function inSequence(
  store: Store,
  { columns, direction, sequence = [] }: ReturnType<typeof orderKeys>,
  found: Rows<TableName>,
  { page, size }: ListRequest,
): Promise<number[]> {
  const [column = '', ...rest] = columns;
  const value = sql.ref<string>(column);
  const query = found.select([value.as('value'), sql<number>`count(*)`.as('rows')]).groupBy(value);
  const groups = await keptAnswers(store, query, () => query.execute());
  const rank = (of: string) => (sequence.includes(of) ? sequence.indexOf(of) : sequence.length);
  const before = direction === 'asc' ? -1 : 1;
  const inOrder = groups.toSorted(
    (a, b) => (rank(b.value) - rank(a.value) || (a.value < b.value ? 1 : -1)) * before,
  );
  const ids: number[] = [];
  let skipped = page * size;
  for (const group of inOrder) {
    const rows = Number(group.rows);
    if (ids.length < size && skipped < rows) {
      const own = found.where(sql<boolean>`${value} = ${group.value}`);
      const next = await rest
        .reduce((sorted, key) => sorted.orderBy(sql.ref(key), direction), own)
        .select(sql<number>`id`.as('id'))
        .limit(size - ids.length)
        .offset(skipped)
        .execute();
      ids.push(...next.map(({ id }) => Number(id)));
    }
    skipped = Math.max(0, skipped - rows);
  }
  return ids;
}

/**
 * Whether walking along the order's index reaches a page sooner than sorting all matching rows, by the number of rows to
 * pass if the matching ones are evenly distributed.
 */
async function isNearer(
  store: Store,
  list: ListDefinition,
  { page, size, sort }: ListRequest,
  total: number,
): Promise<boolean> {
  // A company's rows are all in one place there.
  if (sort === undefined || list.fields[sort.field]?.column === 'company_name') return false;
  const table = store.read.selectFrom(list.table as TableName) as unknown as Rows<TableName>;
  const all = await counting(store, table);
  const fromSums = async () => all.keep(await countOfDays(store, {}, EVERYBODY));
  const rows = all.known ?? (await (list.daySums ? fromSums() : all.count()));
  return ((page + 1) * size * rows) / total < total;
}

/** Returns the request of the rows from a page's first day on, and how many of them come before the page; undefined past the end. */
async function beginOf(
  store: Store,
  list: ListDefinition,
  request: ListRequest,
  account: Account,
): Promise<{ readonly request: ListRequest; readonly skipped: number } | undefined> {
  const skipped = request.page * request.size;
  const { columns, direction } = orderKeys(list, request);
  const byDays = list.dateField !== undefined && columns[0] === list.fields[list.dateField]?.column;
  const scopes =
    skipped <= FEW || !byDays ? undefined : await scopesOf(store, list, request, account);
  if (!scopes) return { request, skipped };
  const after = await daysAfter(store, request, scopes, { direction, skipped });
  return after && { request: { ...request, ...after.days }, skipped: after.skipped };
}

/** Returns the number of all rows that the request asks for if that is known without reading them. */
async function countedBefore(
  store: Store,
  list: ListDefinition,
  request: ListRequest,
  account: Account,
): Promise<number | undefined> {
  const scopes = await scopesOf(store, list, request, account);
  if (scopes) return countOfDays(store, request, scopes);
  const [filter, ...others] = request.filters;
  const limited =
    request.from !== undefined || request.to !== undefined || account.companyId !== null;
  if (filter?.match !== 'contains' || others.length > 0 || limited) return undefined;
  const column = list.parts?.find((own) => own === list.fields[filter.field]?.column);
  return column && store.countOfPart(column, filter.value);
}

/** Computed rows have no index to select from first: their page comes with their number, so that they are computed once. */
async function computedPage<T extends TableName>(
  list: ListDefinition<T>,
  request: ListRequest,
  found: Rows<TableName>,
): Promise<ListResult<Selectable<Schema[T]>>> {
  const { page, size } = request;
  const total = sql<number>`count(*) over ()`.as('total');
  const rows = await ordered(found, list, request)
    .selectAll()
    .select(total)
    .limit(size)
    .offset(page * size)
    .execute();
  // A page after the last one has no row to say it.
  const [counted] =
    rows.length > 0 || page === 0 ? rows : await found.select(total).limit(1).execute();
  return { rows: rows as unknown as Selectable<Schema[T]>[], total: Number(counted?.total ?? 0) };
}

/**
 * Returns one page of a list and the number of all rows. Selects ids first, from indexes, so that distant pages are
 * reached without reading rows.
 */
export async function runList<T extends TableName>(
  store: Store,
  list: ListDefinition<T>,
  request: ListRequest,
  account: Account,
): Promise<ListResult<Selectable<Schema[T]>>> {
  const query = async (walking: boolean, asked = request) => {
    const filters = await filterConditions({ store, list, account, walking }, asked.filters);
    const rows = matching(store.read, list, asked, account, filters, walking);
    return rows as unknown as Rows<TableName>;
  };
  const found = await query(false);
  if (list.rows) return computedPage(list, request, found);
  // Before anything is counted: it refuses a field that the list can't be sorted by.
  const keys = orderKeys(list, request);
  const counter = await counting(store, found);
  const known = counter.known ?? (await countedBefore(store, list, request, account));
  if (known === 0) return { rows: [], total: 0 };
  const parts = request.filters.some(({ match }) => match === 'contains' || match === 'begins');
  const few = parts && (known ?? 0) <= FEW ? await fewIds(found) : undefined;
  const total = counter.keep(few?.length ?? known ?? (await counter.count()));
  const page = async (): Promise<number[]> => {
    if (few) return sorted(store, list, request, few);
    if (keys.sequence) return inSequence(store, keys, found, request);
    const walking = parts || (await isNearer(store, list, request, total));
    const begin = await beginOf(store, list, request, account);
    if (begin === undefined) return [];
    const same = begin.request === request && !walking;
    const rows = await ordered(same ? found : await query(walking, begin.request), list, request)
      .select(sql<number>`id`.as('id'))
      .limit(request.size)
      .offset(begin.skipped)
      .execute();
    return rows.map(({ id }) => Number(id));
  };
  const ids = total === 0 ? [] : await page();
  if (ids.length === 0) return { rows: [], total };
  const rows = await ordered(rowsOf(store.read, list), list, request)
    .selectAll()
    .where(sql<boolean>`id in ${store.among(ids)}`)
    .execute();
  return { rows: rows as Selectable<Schema[T]>[], total };
}
