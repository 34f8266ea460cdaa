import type { Call } from './http.types.ts';
import { requireText } from './require-text.ts';

/** What a service says of a list besides its rows: days of it that nobody has judged (TXN-18). */
export interface ListRemark {
  /** In sentences: '1–31 August 2026 was never judged.'; '' if there is nothing to say. */
  readonly text: string;
  /** What to know of the offers, for accounts that may take one: 'At most 92 days are judged at a time.' */
  readonly offersText?: string;
  /** For programs, under the names of the service's answer. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** What can be done about it: an action of the list with the values that it begins with. */
  readonly offers: readonly {
    readonly action: string;
    readonly label: string;
    readonly values: Readonly<Record<string, string>>;
  }[];
}

/** A page of a list, whichever shape the service sent it in (LIST-09). */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Zero-based. */
  readonly page: number;
  /** Rows a page. */
  readonly size: number;
  /** Number of rows on all pages. */
  readonly totalRecords: number;
  /** Number of pages. */
  readonly totalPages: number;
  /** Of lists whose definition reads one, if the service sends what it reads. */
  readonly remark?: ListRemark;
}

/**
 * How a filter compares (LIST-14): `from` and `to` are inclusive, and `to` a day includes all of that day.
 * Several `exact` filters of one field match any of their values; all other filters must match.
 */
export type FilterMatch = 'exact' | 'contains' | 'begins' | 'from' | 'to';

/** A condition on one field of a list; `Field` are the list's fields, where they are known. */
export interface Filter<Field extends string = string> {
  /** Field name on the wire. */
  readonly field: Field;
  readonly match: FilterMatch;
  readonly value: string;
}

/** Order of a list by one field. */
export interface Sort<Field extends string = string> {
  /** Field name on the wire, or 'date' for the list's date field. */
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** What to load from a list. */
export interface ListQuery<Field extends string = string, Sorted extends string = Field> {
  /** Zero-based. */
  readonly page: number;
  /** Rows a page. */
  readonly size: number;
  readonly sort?: Sort<Sorted> | undefined;
  readonly filters: readonly Filter<Field>[];
  /**
   * YYYY-MM-DD, inclusive; applies to the list's date field. Here and in filters of days it may also be
   * relative, 'last-month'; lists, totals and exports send plain days instead (LIST-15).
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How a list query is sent: in the URL (LIST-07), or as a body (LIST-08). */
export type ListDialect = 'query' | 'body';

/** What a list call needs to know about the list. */
export interface ListAddress {
  /** The resource's name: 'transactions'. */
  readonly name: string;
  readonly path: string;
  readonly sortStyle?: 'sort' | 'sortParam' | undefined;
  /** The field that 'date', `from` and `to` refer to; without one they aren't sent. */
  readonly dateField?: string | undefined;
}

type Asked = Pick<ListQuery, 'sort' | 'filters' | 'from' | 'to'>;

const DATE = 'date';

function sortOf(list: Pick<ListAddress, 'dateField'>, asked: Asked): Sort | undefined {
  const { sort } = asked;
  if (sort?.field !== DATE) return sort;
  return list.dateField === undefined ? undefined : { ...sort, field: list.dateField };
}

const OPERATORS = { exact: ':', contains: '::', begins: '^=', from: '>=', to: '<=' } as const;
const STRATEGIES = {
  exact: 'equals',
  contains: 'contains',
  begins: 'begins',
  from: 'from',
  to: 'to',
} as const;

/**
 * Writes a filter (LIST-07, LIST-14): `field:value` matches exactly, `field::value` a part, `field^=value`
 * the beginning; `field>=value` and `field<=value` are the ends of a range. An exact value that starts with
 * ':' would read as the second form, so its colon is encoded here and again with the query. Throws a
 * TypeError for a value that is no text.
 *
 * @param filter field, match and plain value
 * @returns the text, which `parseFilterText` reads
 */
export function filterText({ field, match, value }: Filter): string {
  requireText(value, "A filter's value");
  const escaped = match === 'exact' ? value.replace(/^:/, '%3A') : value;
  return `${field}${OPERATORS[match]}${escaped}`;
}

/**
 * Reads a filter that `filterText` writes; the first operator counts. Returns undefined for other text.
 *
 * @param text as `filterText` writes it
 */
export function parseFilterText(text: string): Filter | undefined {
  const [, field, operator, value = ''] = /^(.+?)(::|:|\^=|>=|<=)(.*)$/s.exec(text) ?? [];
  const found = Object.entries(OPERATORS).find(([, written]) => written === operator);
  if (field === undefined || !found) return undefined;
  const match = found[0] as FilterMatch;
  return { field, match, value: match === 'exact' ? value.replace(/^%3A/i, ':') : value };
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

/**
 * Returns filters, order and dates as a request body, for body lists and for exports by filter (TXN-03).
 */
export function selectionBody(
  list: Pick<ListAddress, 'dateField'>,
  asked: Asked,
): Readonly<Record<string, unknown>> {
  const sort = sortOf(list, asked);
  const dated = list.dateField !== undefined;
  return {
    filters: asked.filters.map(({ field, match, value }) => ({
      filterField: field,
      matchStrategy: STRATEGIES[match],
      query: value,
    })),
    ...(sort && { sortField: sort.field, sortOrder: sort.direction === 'asc' ? 1 : -1 }),
    ...(dated && asked.from !== undefined && { from: asked.from }),
    ...(dated && asked.to !== undefined && { to: asked.to }),
  };
}

/**
 * Returns a list's call in either dialect: in the URL (LIST-07), or `POST {path}/search` with a body
 * (LIST-08).
 */
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

/** A page as read from a response; its rows are still in wire format. */
export interface RawPage extends Page<unknown> {
  /** Whether the service sent a total; otherwise the total covers only the rows seen so far. */
  readonly counted: boolean;
  /** Where the rows are in the response: 'content', or '' for a bare array. */
  readonly rowsKey: string;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Larger page numbers and sizes can't be real, and their product would not be exact. */
const MOST = 10_000_000;
const MAX_RECORDS = MOST * MOST;

/** Returns the first integer within the bounds, given as a number or as text. */
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
 * Converts any of the five list responses into one page (LIST-09); returns undefined if it has no rows.
 * What the response lacks comes from the request. Page numbers count from one in the URL dialect and from
 * zero in the body dialect. The total is never smaller than the number of rows seen.
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
    MAX_RECORDS,
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
