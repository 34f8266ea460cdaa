import type { Call } from './http.types.ts';

/** A page of a list, in whichever shape the service sent it (LIST-09). */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  readonly totalRecords: number;
  readonly totalPages: number;
}

export interface Filter {
  /** Wire field. */
  readonly field: string;
  readonly match: 'exact' | 'contains';
  readonly value: string;
}

export interface Sort {
  /** Wire field, or 'date' for the list's own date. */
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** What a list is asked for. */
export interface ListQuery {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  readonly sort?: Sort | undefined;
  readonly filters: readonly Filter[];
  /** YYYY-MM-DD, inclusive, on the list's own date. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How a list call is written: in the address (LIST-07), or as a body (LIST-08). */
export type ListDialect = 'query' | 'body';

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

/** A page as it was read off an answer: rows still as the wire has them. */
export interface RawPage extends Page<unknown> {
  /** The service gave a total; otherwise it is only what has been seen. */
  readonly counted: boolean;
  /** Where the rows stood in the answer: 'content', '' for a bare array. */
  readonly rowsKey: string;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Larger page numbers and sizes are nonsense, and their product would not be exact. */
const MOST = 10_000_000;
const MOST_RECORDS = MOST * MOST;

/** The first whole number within those bounds, written as a number or as text. */
function countOf(values: readonly unknown[], least: number, most: number): number | undefined {
  return values
    .map((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value))
    .find(
      (value): value is number =>
        Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    );
}

function rowsOf(answer: unknown, rowsKey: string | undefined) {
  if (Array.isArray(answer)) return { rowsKey: '', rows: answer as readonly unknown[] };
  const fields = fieldsOf(answer);
  for (const key of [rowsKey ?? 'content', 'content', 'transactions']) {
    const value = fields[key] === null ? [] : fields[key];
    if (Array.isArray(value)) return { rowsKey: key, rows: value as readonly unknown[] };
  }
  return undefined;
}

/**
 * Any of the five answers of a list → one page (LIST-09); undefined where there are no rows to be found
 * in it. What the answer lacks comes from the request; the base of its page numbers from the dialect
 * (one in an address, zero in a body). A total is never smaller than what was seen.
 */
export function toPage(
  answer: unknown,
  asked: {
    readonly rowsKey?: string | undefined;
    readonly query: Pick<ListQuery, 'page' | 'size'>;
    readonly dialect: ListDialect;
  },
): RawPage | undefined {
  const found = rowsOf(answer, asked.rowsKey);
  if (found === undefined) return undefined;
  const { rows } = found;
  const top = fieldsOf(answer);
  const meta = fieldsOf(top.metadata);
  const pageable = fieldsOf(top.pageable);
  const base = asked.dialect === 'query' ? 1 : 0;
  const number = countOf([meta.page, pageable.pageNumber, top.pageNumber], base, MOST);
  const size =
    countOf([meta.size, pageable.pageSize, top.pageSize], 1, MOST) ?? Math.max(1, asked.query.size);
  const page = number === undefined ? asked.query.page : number - base;
  const reported = countOf(
    [meta.total_count, top.totalRecords, top.total_elements],
    0,
    MOST_RECORDS,
  );
  const seen = rows.length === 0 ? 0 : page * size + rows.length;
  const totalRecords = Math.max(reported ?? 0, seen);
  return {
    ...found,
    page,
    size,
    totalRecords,
    totalPages: Math.ceil(totalRecords / size),
    counted: reported !== undefined,
  };
}
