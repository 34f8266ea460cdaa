import { type FilterMatch, missingDay, parseFilterText } from '@forecourt/core';
import { refuseUnknown, refuseUnknownParameters } from '../http/known-fields.ts';
import { badRequest } from '../http/problem.ts';

export interface ListFilter {
  readonly field: string;
  readonly match: FilterMatch;
  readonly value: string;
}

/** A request for a page of a list, from either dialect. */
export interface ListRequest {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  readonly filters: readonly ListFilter[];
  /** YYYY-MM-DD, inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const DEFAULT_SIZE = 10;
const MAX_SIZE = 10_000;
/** Each filter is a condition on every row (WIRE-06). */
const MAX_FILTERS = 50;
const MAX_FILTER_LENGTH = 200;

/** Returns a plain value of the wire as text; undefined if absent. Throws a 400 for a list or an object. */
function plainText(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'object') return String(value);
  throw badRequest(`${name.slice(name.lastIndexOf('/') + 1)} must be a text.`, `/${name}`);
}

function limited(filters: readonly ListFilter[], parameter: string): readonly ListFilter[] {
  if (filters.length > MAX_FILTERS) {
    throw badRequest(`A list takes at most ${MAX_FILTERS} filters.`, parameter);
  }
  for (const [index, { field, value }] of filters.entries()) {
    if (field.length <= MAX_FILTER_LENGTH && value.length <= MAX_FILTER_LENGTH) continue;
    const at = parameter === '/filters' ? `/filters/${index}/query` : parameter;
    throw badRequest(`A filter has at most ${MAX_FILTER_LENGTH} characters.`, at);
  }
  return filters;
}

/** Returns a number of the wire, or the fallback if it is absent. Throws a 400 for anything else. */
export function wholeNumber(
  name: string,
  value: unknown,
  limits: { readonly min: number; readonly max: number; readonly fallback: number },
): number {
  if (value === undefined || value === null) return limits.fallback;
  const written = typeof value === 'string' && /^\d{1,12}$/.test(value);
  const number = typeof value === 'number' || written ? Number(value) : Number.NaN;
  if (!Number.isInteger(number) || number < limits.min || number > limits.max) {
    throw badRequest(
      `${name} must be a whole number from ${limits.min} to ${limits.max}.`,
      `/${name}`,
    );
  }
  return number;
}

/** Returns a day of the wire; undefined if absent. Throws a 400 for anything else. */
export function dayOf(name: string, value: unknown): string | undefined {
  const text = plainText(name, value);
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) {
    const missing = missingDay(text);
    throw badRequest(
      missing === undefined ? `${name} must be a day written YYYY-MM-DD.` : `${name}: ${missing}.`,
      `/${name}`,
    );
  }
  return text;
}

/** A filter of the address (LIST-07, LIST-14). Throws a 400 for other text. */
function parseFilter(text: string): ListFilter {
  const filter = parseFilterText(text);
  if (filter) return filter;
  throw badRequest(
    'A filter is written field:value, field::part, field^=beginning, field>=least or field<=most.',
    '/filter',
  );
}

/** The body dialect's names of the ways to compare (LIST-08, LIST-14). */
const STRATEGIES: Readonly<Record<string, FilterMatch>> = {
  contains: 'contains',
  equals: 'exact',
  begins: 'begins',
  from: 'from',
  to: 'to',
};

/** Parameters of the query dialect. Only a filter may be given more than once. */
const PARAMETERS = [
  ...['filter', 'page', 'size', 'paged', 'from', 'to'],
  ...['sort', 'sortParam', 'sortingOrder'],
];

const PAGED: readonly string[] = ['true', 'false'];

/** Throws a 400 for a parameter that no list has, or that is given twice: either value could be meant. */
function refuseOddParameters(query: URLSearchParams): void {
  refuseUnknownParameters(query, PARAMETERS);
  const twice = PARAMETERS.find((name) => name !== 'filter' && query.getAll(name).length > 1);
  if (twice !== undefined) {
    throw badRequest(`${twice} is given more than once. Send it once.`, `/${twice}`);
  }
}

/** The query dialect (LIST-07): one-based pages. `paged=false` returns all rows at once. */
export function fromQuery(query: URLSearchParams): ListRequest {
  refuseOddParameters(query);
  const sort = query.get('sort');
  const field = sort === null ? query.get('sortParam') : sort.split(',')[0];
  const direction = sort === null ? query.get('sortingOrder') : sort.split(',')[1];
  const paged = query.get('paged') ?? 'true';
  if (!PAGED.includes(paged)) throw badRequest('paged must be true or false.', '/paged');
  const page = wholeNumber('page', query.get('page'), { min: 1, max: 1e9, fallback: 1 });
  const size = wholeNumber('size', query.get('size'), {
    min: 1,
    max: MAX_SIZE,
    fallback: DEFAULT_SIZE,
  });
  return {
    page: paged === 'false' ? 0 : page - 1,
    size: paged === 'false' ? MAX_SIZE : size,
    sort: field ? { field, direction: directionOf(direction) } : undefined,
    filters: limited(
      query
        .getAll('filter')
        .filter((text) => text !== '')
        .map(parseFilter),
      '/filter',
    ),
    from: dayOf('from', query.get('from')),
    to: dayOf('to', query.get('to')),
  };
}

function directionOf(text: unknown): 'asc' | 'desc' {
  const direction = (plainText('sort', text) ?? 'asc').toLowerCase();
  if (direction === 'asc' || direction === '1' || direction === '') return 'asc';
  if (direction === 'desc' || direction === '-1') return 'desc';
  throw badRequest('The sort order must be asc or desc.', '/sort');
}

function bodyFilter(entry: unknown, index: number): ListFilter {
  const at = `/filters/${index}`;
  const name = `filters/${index}/query`;
  const isFilter = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
  if (!isFilter) throw badRequest('A filter must be an object.', at);
  refuseUnknown(entry, ['filterField', 'matchStrategy', 'query'], at);
  const { filterField, matchStrategy, query } = entry as Record<string, unknown>;
  if (typeof filterField !== 'string' || filterField === '') {
    throw badRequest('A filter needs a filterField.', `${at}/filterField`);
  }
  const strategy = plainText(`filters/${index}/matchStrategy`, matchStrategy) ?? 'contains';
  const match = Object.hasOwn(STRATEGIES, strategy) ? STRATEGIES[strategy] : undefined;
  if (match === undefined) {
    throw badRequest(
      'matchStrategy must be contains, equals, begins, from or to.',
      `${at}/matchStrategy`,
    );
  }
  if (query === undefined || query === null) {
    throw badRequest('A filter needs a query.', `${at}/query`);
  }
  return {
    field: filterField,
    match,
    value: plainText(name, query) ?? '',
  };
}

/** What says which rows of a list are meant. */
export const SELECTIONS = ['filters', 'from', 'to'] as const;

/** What a list's body has. */
export const LIST_FIELDS = [
  ...SELECTIONS,
  ...['sortField', 'sortOrder', 'pageNumber', 'pageSize', 'name'],
] as const;

/** The body dialect (LIST-08): zero-based pages. */
export function fromBody(body: Readonly<Record<string, unknown>>): ListRequest {
  const filters = body.filters ?? [];
  if (!Array.isArray(filters)) throw badRequest('filters must be a list.', '/filters');
  const field = plainText('sortField', body.sortField);
  const direction = directionOf(body.sortOrder ?? 1);
  return {
    page: wholeNumber('pageNumber', body.pageNumber, { min: 0, max: 1e9, fallback: 0 }),
    size: wholeNumber('pageSize', body.pageSize, { min: 1, max: MAX_SIZE, fallback: DEFAULT_SIZE }),
    sort: field === undefined ? undefined : { field, direction },
    filters: limited(filters.map(bodyFilter), '/filters'),
    from: dayOf('from', body.from),
    to: dayOf('to', body.to),
  };
}
