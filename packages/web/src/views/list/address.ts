import { type AnyListed, filterText, type ListQuery, type Sort } from '@forecourt/core';

const FIRST = 1;

/** Height of a row, and of everything on a list's page but its rows, in px. */
const ROW = 44;
const AROUND = 330;

/** Rows that a window may have room for below the last one, before a list begins with the next size. */
const SPARE = 4;

/** The first of these sizes that fills the window's height; the table scrolls what is beyond it (LIST-02, LIST-10). */
function defaultSize(): number {
  const fits = innerWidth > 760 ? (innerHeight - AROUND) / ROW : 0;
  return [10, 20].find((size) => fits < size + SPARE) ?? 50;
}

const sameSort = (a: Sort | undefined, b: Sort | undefined): boolean =>
  a?.field === b?.field && a?.direction === b?.direction;

export const sortText = ({ field, direction }: Sort): string => `${field},${direction}`;

function parseSort(text: string | null): Sort | undefined {
  const [field, direction] = text?.split(',') ?? [];
  return field ? { field, direction: direction === 'desc' ? 'desc' : 'asc' } : undefined;
}

/** Writes a list's query to the address; leaves out defaults (LIST-10). */
export function toAddress(query: ListQuery, { list }: AnyListed): string {
  const search = new URLSearchParams();
  if (query.page > 0) search.append('page', String(query.page + FIRST));
  if (query.size !== defaultSize()) search.append('size', String(query.size));
  if (query.sort && !sameSort(query.sort, list.defaultSort)) {
    search.append('sort', sortText(query.sort));
  }
  for (const filter of query.filters) search.append('filter', filterText(filter));
  if (query.from) search.append('from', query.from);
  if (query.to) search.append('to', query.to);
  return search.toString();
}

/** Reads a query from the address as it is typed, for `typedQuery`; missing parts mean the list's defaults. */
export function fromAddress(address: string) {
  const search = new URLSearchParams(address);
  const sort = parseSort(search.get('sort'));
  const from = search.get('from');
  const to = search.get('to');
  return {
    page: Number(search.get('page') ?? FIRST) - FIRST,
    size: Number(search.get('size') ?? defaultSize()),
    filters: search.getAll('filter'),
    ...(sort ? { sort } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}
