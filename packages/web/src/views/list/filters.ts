import {
  type AnyListed,
  type Filter,
  type FilterMatch,
  filterKind,
  type ListQuery,
  localToday,
  parseRelativeDays,
  rangeIssue,
  relativeDays,
  typedFilter,
} from '@forecourt/core';
import { serviceClock } from '../../platform/portal-client.ts';
import type { AnyColumn } from './use-columns.ts';
import type { SendToList } from './use-list.ts';

export type FilterInput = 'choice' | 'day' | 'number' | 'text';
export type End = 'from' | 'to';

/** The input for a column's filter (LIST-14). */
export function inputOf(column: AnyColumn): FilterInput {
  const kind = filterKind(column);
  if (kind !== 'range') return kind;
  return column.kind === 'day' || column.kind === 'instant' ? 'day' : 'number';
}

export const YES_NO = [
  { key: 'true', value: 'Yes' },
  { key: 'false', value: 'No' },
];

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

/** The filters of one column. */
export const filtersOf = ({ filters }: ListQuery, { field }: AnyColumn): readonly Filter[] =>
  filters.filter((filter) => filter.field === field);

/** Replaces the filters of one column. */
export const replaced = (
  { filters }: ListQuery,
  { field }: AnyColumn,
  own: readonly Filter[],
): readonly Filter[] => [...filters.filter((filter) => filter.field !== field), ...own];

/** Today in this place, by the service's clock. */
const today = () => localToday(new Date(Date.now() + serviceClock.ahead));

/** The days that a text names in relation to today; undefined for other text (LIST-15). */
export const daysOf = (text: string) => relativeDays(text, today());

/** The relative days that a column's filter is set to; '' for none. */
export const relativeOf = (query: ListQuery, column: AnyColumn): string =>
  filtersOf(query, column)
    .filter(({ match }) => match === 'exact')
    .map(({ value }) => parseRelativeDays(value))
    .find(Boolean) ?? '';

/** Sets a column's filter to relative days; '' removes them. They replace any other days. */
export function changeRelative(props: FiltersProps, column: AnyColumn, value: string): void {
  const { definition, query, send } = props;
  const own = value === '' ? [] : [{ field: column.field, match: 'exact' as const, value }];
  const isOwn = column.field === definition.list.dateField;
  changeFilters(query, send, {
    filters: replaced(query, column, own),
    ...(isOwn && { from: undefined, to: undefined }),
  });
}

/** The end of a column's range; an exact value is both its ends, and relative days are those of today. */
export function endOf(
  { definition, query }: Omit<FiltersProps, 'send'>,
  column: AnyColumn,
  end: End,
) {
  const own = filtersOf(query, column);
  const found =
    own.find(({ match }) => match === end) ?? own.find(({ match }) => match === 'exact');
  const days = column.field === definition.list.dateField ? query[end] : undefined;
  const value = found?.value ?? days ?? '';
  return daysOf(value)?.[end] ?? value;
}

/** What was typed, as a value to send, or why it can't be sent. */
export type Judged =
  | { readonly value: string; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: string };

export function judged(column: AnyColumn, match: FilterMatch, typed: string): Judged {
  const { filter, issue } = typedFilter(column, match, typed.trim());
  return issue ? { fault: issue.message } : { value: filter.value };
}

/** Judges one end of a range, also against the other end. */
export function judgedEnd(props: FiltersProps, column: AnyColumn, end: End, typed: string): Judged {
  const found = judged(column, end, typed);
  if (found.fault !== undefined) return found;
  const other = endOf(props, column, end === 'from' ? 'to' : 'from');
  const ends = end === 'from' ? ([found.value, other] as const) : ([other, found.value] as const);
  const issue = rangeIssue(column, ...ends);
  return issue ? { fault: issue.message } : found;
}

/** Changes one end of a range; '' opens it. The list's own date has its ends beside the filters. */
export function changeEnd(props: FiltersProps, column: AnyColumn, end: End, value: string): void {
  const { definition, query, send } = props;
  const ends = { from: endOf(props, column, 'from'), to: endOf(props, column, 'to'), [end]: value };
  if (column.field === definition.list.dateField) {
    const days = { from: ends.from || undefined, to: ends.to || undefined };
    changeFilters(query, send, { ...days, filters: replaced(query, column, []) });
    return;
  }
  const own = (['from', 'to'] as const).flatMap((match) =>
    ends[match] ? [{ field: column.field, match, value: ends[match] }] : [],
  );
  changeFilters(query, send, { filters: replaced(query, column, own) });
}
