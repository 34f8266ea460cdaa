import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_PAGES } from '../../format/paging.ts';
import type { ListQuery, Page, Sort } from '../../http/list-dialects.ts';
import type { ListEvent } from './list.types.ts';

const isSize = (size: number): boolean =>
  Number.isInteger(size) && size > 0 && size <= MAX_PAGE_SIZE;

/** Completes a query from a URL or flags with the list's defaults (LIST-07, LIST-17). */
export function wholeQuery(query: Partial<ListQuery>, defaultSort: Sort | undefined): ListQuery {
  const { page = 0, size = DEFAULT_PAGE_SIZE, sort = defaultSort, filters = [], from, to } = query;
  return {
    // A larger one is past the end of any list, too: it leads to the last page.
    page: Number.isInteger(page) && page > 0 ? Math.min(page, MAX_PAGES - 1) : 0,
    size: isSize(size) ? size : DEFAULT_PAGE_SIZE,
    ...(sort === undefined ? {} : { sort }),
    filters,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Returns the query after an event, or the same object if the event doesn't change it. */
export function nextQuery(
  query: ListQuery,
  event: ListEvent,
  defaultSort: Sort | undefined,
): ListQuery {
  switch (event.type) {
    case 'page.changed':
      return wholeQuery({ ...query, page: event.page }, defaultSort);
    case 'size.changed':
      return wholeQuery({ ...query, page: 0, size: event.size }, defaultSort);
    case 'sort.changed':
      return wholeQuery({ ...query, page: 0, sort: event.sort }, defaultSort);
    case 'filters.changed': {
      const { from, to, filters } = event;
      return wholeQuery({ ...query, page: 0, filters, from, to }, defaultSort);
    }
    case 'query.changed':
      return wholeQuery(event.query, defaultSort);
    default:
      return query;
  }
}

/** Identifies the rows that a query matches, regardless of order and page. */
const chosen = ({ filters, from, to }: ListQuery): string =>
  JSON.stringify([filters.map(({ field, match, value }) => [field, match, value]), from, to]);

export const sameRows = (a: ListQuery, b: ListQuery): boolean => chosen(a) === chosen(b);

export const sameQuery = (a: ListQuery, b: ListQuery): boolean =>
  a.page === b.page &&
  a.size === b.size &&
  a.sort?.field === b.sort?.field &&
  a.sort?.direction === b.sort?.direction &&
  sameRows(a, b);

/** Returns the last page if the requested one is past the end, otherwise undefined. */
export function lastPageInstead(query: ListQuery, page: Page<unknown>): number | undefined {
  if (page.rows.length > 0 || query.page === 0) return undefined;
  const last = Math.max(0, Math.ceil(page.totalRecords / query.size) - 1);
  return last < query.page ? last : undefined;
}
