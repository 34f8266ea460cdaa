import { type AnyListed, type Filter, type ListQuery, typedFilter } from '@forecourt/core';
import type { AnyColumn } from './use-columns.ts';
import type { SendToList } from './use-list.ts';

export type FilterInput = 'choice' | 'day' | 'number' | 'text';

const NUMBERS = new Set(['integer', 'money', 'price', 'volume']);

/** The input for a column's filter. */
export function inputOf({ kind, options }: AnyColumn): FilterInput {
  if (options || kind === 'boolean') return 'choice';
  if (kind === 'day' || kind === 'instant') return 'day';
  return NUMBERS.has(kind) ? 'number' : 'text';
}

export const YES_NO = [
  { key: 'true', value: 'Yes' },
  { key: 'false', value: 'No' },
];

/** Text filters match a part; dates, figures and choices match exactly (LIST-06). */
const filterOf = (column: AnyColumn, value: string) =>
  typedFilter(
    column,
    inputOf(column) === 'text' ? 'contains' : 'exact',
    column.kind === 'card' ? value.replaceAll(/\s/g, '') : value.trim(),
  );

/** Returns why the column can't be filtered by that text, or undefined if it can (LIST-14). */
export const filterFault = (column: AnyColumn, value: string): string | undefined =>
  filterOf(column, value).issue?.message;

/** Returns the filter value for that text, or '' if it is empty or faulty. */
export const filteredBy = (column: AnyColumn, value: string): string =>
  filterOf(column, value).filter?.value ?? '';

export const filterValue = ({ filters }: ListQuery, field: string): string =>
  filters.find((filter) => filter.field === field)?.value ?? '';

/** Replaces this column's filter; an empty value removes it, a faulty one leaves it as it is. */
export function withFilter(
  { filters }: ListQuery,
  column: AnyColumn,
  value: string,
): readonly Filter[] {
  const others = filters.filter(({ field }) => field !== column.field);
  const { filter } = filterOf(column, value);
  if (filter === undefined) return filters;
  return filter.value === '' ? others : [...others, filter];
}

/** Props shared by filters and chips. */
export interface FiltersProps {
  readonly definition: AnyListed;
  readonly query: ListQuery;
  readonly send: SendToList;
}

type Change = Partial<Pick<ListQuery, 'filters' | 'from' | 'to'>>;

/** Sends the filters with one change; an undefined day is removed. */
export function changeFilters(query: ListQuery, send: SendToList, change: Change): void {
  const { filters, from, to } = { ...query, ...change };
  send({ type: 'filters.changed', filters, ...(from ? { from } : {}), ...(to ? { to } : {}) });
}
