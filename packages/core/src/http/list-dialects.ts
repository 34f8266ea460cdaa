import type { Call } from './http.types.ts';
import type { Filter, ListDialect, ListQuery, Sort } from './page.types.ts';

/** What a list call needs to know of a list. */
export interface ListAddress {
  /** Of the resource: 'transactions'. */
  readonly name: string;
  readonly path: string;
  readonly sortStyle?: 'sort' | 'sortParam' | undefined;
  /** What 'date' stands for, and what from and to limit; without one neither is sent. */
  readonly dateField?: string | undefined;
}

type Asked = Pick<ListQuery, 'sort' | 'filters' | 'from' | 'to'>;

const DATE = 'date';

function sortOf(list: Pick<ListAddress, 'dateField'>, asked: Asked): Sort | undefined {
  const { sort } = asked;
  if (sort?.field !== DATE) return sort;
  return list.dateField === undefined ? undefined : { ...sort, field: list.dateField };
}

/**
 * `field:value` is exact, `field::value` contains. An exact value that begins with ':' would read as
 * contains, so that colon is encoded here, and once more by the door (LIST-07).
 */
function filterText({ field, match, value }: Filter): string {
  if (match === 'contains') return `${field}::${value}`;
  return `${field}:${value.startsWith(':') ? `%3A${value.slice(1)}` : value}`;
}

function* queryPairs(list: ListAddress, query: ListQuery): Generator<readonly [string, string]> {
  yield ['paged', 'true'];
  yield ['page', String(query.page + 1)];
  yield ['size', String(query.size)];
  const sort = sortOf(list, query);
  if (sort && list.sortStyle === 'sortParam') {
    yield ['sortParam', sort.field];
    yield ['sortingOrder', sort.direction];
  } else if (sort) {
    yield ['sort', `${sort.field},${sort.direction}`];
  }
  for (const filter of query.filters) yield ['filter', filterText(filter)];
  if (list.dateField === undefined) return;
  if (query.from !== undefined) yield ['from', query.from];
  if (query.to !== undefined) yield ['to', query.to];
}

/** Filters, order and days as a body says them: of a body list, and of an export by filter (TXN-03). */
export function selectionBody(
  list: Pick<ListAddress, 'dateField'>,
  asked: Asked,
): Readonly<Record<string, unknown>> {
  const sort = sortOf(list, asked);
  const dated = list.dateField !== undefined;
  return {
    filters: asked.filters.map(({ field, match, value }) => ({
      filterField: field,
      matchStrategy: match === 'exact' ? 'equals' : 'contains',
      query: value,
    })),
    ...(sort && { sortField: sort.field, sortOrder: sort.direction === 'asc' ? 1 : -1 }),
    ...(dated && asked.from !== undefined && { from: asked.from }),
    ...(dated && asked.to !== undefined && { to: asked.to }),
  };
}

/** A list's call in either dialect: an address (LIST-07), or `POST {path}/search` with a body (LIST-08). */
export function listCall(
  list: ListAddress,
  query: ListQuery,
  dialect: ListDialect,
): Pick<Call, 'method' | 'path' | 'query' | 'json' | 'safe'> {
  if (dialect === 'query') {
    return { method: 'GET', path: list.path, query: [...queryPairs(list, query)] };
  }
  return {
    method: 'POST',
    path: `${list.path.replace(/\/+$/, '')}/search`,
    safe: true,
    json: {
      ...selectionBody(list, query),
      pageSize: query.size,
      pageNumber: query.page,
      name: list.name,
    },
  };
}
