import { cardDigits } from '../format/card-number.ts';
import { isDay, localToday } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { missingDay } from '../format/missing-days.ts';
import { knownPageSize, PAGE_SIZES } from '../format/paging.ts';
import { parseRelativeDays, relativeDays } from '../format/relative-days.ts';
import { parseTyped } from '../format/values.ts';
import {
  type Filter,
  type FilterMatch,
  type ListQuery,
  parseFilterText,
} from '../http/list-dialects.ts';
import { MESSAGES } from '../messages/messages.ts';
import type { FieldIssue } from './form.types.ts';
import { inputOf } from './form-fields.ts';
import type {
  ColumnDefinition,
  FieldOf,
  ListDefinition,
  ListNames,
  QueryBy,
} from './resource.types.ts';
import { typedNumberIssue } from './typed-numbers.ts';

// Filters of a list as a person types them: in the portal, in its address, on the command line (LIST-14).

/** What a filter needs to know of its column. */
type Column = { readonly field: string } & Pick<
  ColumnDefinition<object>,
  'kind' | 'label' | 'options' | 'reference'
>;

/** How a column is filtered: by its ends, by choosing, or by text. */
export type FilterKind = 'range' | 'choice' | 'text';

const RANGES: readonly string[] = ['integer', 'money', 'price', 'volume', 'day', 'instant'];

/**
 * Returns how a column is filtered (LIST-14).
 *
 * @param column the column's kind and choices
 */
export function filterKind({ kind, options, reference }: Omit<Column, 'field' | 'label'>) {
  if (options || reference || kind === 'boolean') return 'choice';
  return RANGES.includes(kind) ? 'range' : 'text';
}

const isDate = ({ kind }: Column): boolean => kind === 'day' || kind === 'instant';

/** A filter to send, or what is wrong with what was typed for it. */
export type TypedFilter =
  | { readonly filter: Filter; readonly issue?: undefined }
  | { readonly filter?: undefined; readonly issue: FieldIssue };

const refused = (code: string, message: string): TypedFilter => ({ issue: { code, message } });

/** Here because `MESSAGES` is part of what sign-in loads. */
const noPart = (label: string): string =>
  `${label} is filtered by its days, from and to, not by a part of it`;

const noText = (label: string): string => `${label}: no text contains a NUL character`;

const noFilter = (text: string): string => `A filter reads 'field:value', not '${text}'`;

const NO_PAGE = 'Page must be a whole number from 1';
const NO_SIZE = `Rows per page must be ${PAGE_SIZES.slice(0, -1).join(', ')} or ${PAGE_SIZES.at(-1)}`;

/** 20/11/26, 20-11-2026 and 2026-11-20, with or without a time behind → the same with an ISO day. */
function typedDay(text: string): string | undefined {
  const [, day = '', time = ''] = /^(\S+?)([T ]\d{2}:\d{2}(?::\d{2})?)?$/.exec(text) ?? [];
  const [, d, m, y = ''] = /^(\d{2})[/-](\d{2})[/-]((?:20)?\d{2})$/.exec(day) ?? [];
  const iso = d === undefined ? day : `${y.length === 2 ? '20' : ''}${y}-${m}-${d}`;
  return isDay(iso) ? `${iso}${time.replace(' ', 'T')}` : undefined;
}

/** Why a text is no day: it isn't in the calendar, or it isn't written like one. */
function dayIssue(label: string, text: string): FieldIssue {
  const missing = missingDay(text);
  return missing === undefined
    ? { code: 'not_a_day', message: MESSAGES.filter.day(label) }
    : { code: 'no_such_day', message: `${label}: ${missing}` };
}

function typedNumber({ kind, label, ...rest }: Column, match: FilterMatch, text: string) {
  const { field } = rest;
  if (text === '' || (match === 'contains' && !text.includes(','))) {
    return { filter: { field, match, value: text } };
  }
  const issue = typedNumberIssue({ input: inputOf(kind), label }, text);
  if (issue) return { issue };
  const value = match === 'contains' ? text.replaceAll(',', '') : String(parseTyped(text));
  return { filter: { field, match, value } };
}

/**
 * Returns a column's filter from what was typed (LIST-14). The service gets plain values: '1,093.72' becomes
 * '1093.72', '20/11/26' becomes '2026-11-20', the label or key of a choice its key, in any case, and a card number has no
 * blanks. 'Last month' becomes 'last-month', which `plainDays` turns into days when the query is sent (LIST-15). Returns an
 * issue for what isn't a number, a day, a text that a service takes, or a comparison that fits the column.
 *
 * @param column the column that is filtered
 * @param match how its values are compared
 * @param typed what was typed
 */
export function typedFilter(column: Column, match: FilterMatch, typed: string): TypedFilter {
  const { field, kind, label, options = [] } = column;
  const range = filterKind(column) === 'range';
  const text = typed.trim();
  if (text.includes('\0')) return refused('no_text', noText(label));
  if (!range && (match === 'from' || match === 'to')) {
    return refused('no_range', MESSAGES.filter.noRange(label));
  }
  if (range && match === 'begins')
    return refused('no_beginning', MESSAGES.filter.noBeginning(label));
  if (isDate(column) && match !== 'contains') {
    const day = text === '' ? '' : (parseRelativeDays(text) ?? typedDay(text));
    if (day === undefined) return { issue: dayIssue(label, text) };
    return { filter: { field, match, value: day } };
  }
  if (isDate(column) && parseRelativeDays(text) !== undefined) {
    return refused('no_part', noPart(label));
  }
  if (range && !isDate(column)) return typedNumber(column, match, text);
  if (kind === 'card') return { filter: { field, match, value: cardDigits(typed) } };
  const means = (name: string) => name.toLowerCase() === text.toLowerCase();
  const chosen = options.find(({ value }) => means(value)) ?? options.find(({ key }) => means(key));
  return { filter: { field, match, value: chosen?.key ?? typed } };
}

/**
 * Returns the column that a person means: by its field, its label, or `date` for the list's own date.
 *
 * @param list its columns, and the field of its own date
 * @param name as typed
 */
export function columnNamed<Row>(
  { columns, dateField }: Pick<ListDefinition<Row>, 'columns' | 'dateField'>,
  name: string,
): ColumnDefinition<Row> | undefined {
  const own = name === 'date' ? dateField : name;
  const offered = columns.filter(({ filterable }) => filterable !== false);
  return (
    offered.find(({ field }) => field === own) ??
    offered.find(({ label }) => label.toLowerCase() === name.trim().toLowerCase())
  );
}

const isBefore = (column: Column, left: string, right: string): boolean => {
  // A day without a time means all of it.
  if (isDate(column)) return left < right.slice(0, left.length);
  return (Decimal.parse(left)?.compare(Decimal.parse(right) ?? Decimal.ZERO) ?? 0) < 0;
};

/**
 * Returns why no row can lie between the ends of a column's range, or undefined (LIST-14).
 *
 * @param column the column that is filtered
 * @param from the range's first value
 * @param to the range's last value
 * @param today the service's day, YYYY-MM-DD
 */
export function rangeIssue(
  column: Column,
  from: string | undefined,
  to: string | undefined,
  today?: string,
): FieldIssue | undefined {
  const plain = (day: string, end: 'from' | 'to') =>
    isDate(column) ? (relativeDays(day, today ?? localToday())?.[end] ?? day) : day;
  if (!from || !to || !isBefore(column, plain(to, 'to'), plain(from, 'from'))) return undefined;
  const { label } = column;
  const message = isDate(column)
    ? MESSAGES.filter.emptyRange(label)
    : MESSAGES.filter.emptyAmounts(label);
  return { code: 'empty_range', message };
}

/**
 * Returns why a filter can't stand beside the others of its column, or undefined: several exact values are a
 * choice, and a choice of relative days has no ends that a service understands (LIST-15).
 *
 * @param column the column that is filtered
 * @param filter the new filter
 * @param others the filters that the list has already
 */
export function daysIssue(
  column: Column,
  { match, value }: Filter,
  others: readonly Filter[],
): FieldIssue | undefined {
  if (!isDate(column) || match !== 'exact') return undefined;
  const own = others.filter((other) => other.field === column.field && other.match === 'exact');
  const values = [value, ...own.map((other) => other.value)];
  if (own.length === 0 || !values.some(parseRelativeDays)) return undefined;
  return { code: 'one_of_days', message: MESSAGES.filter.oneOfDays(column.label) };
}

/** A query as read, and what of it was left out, in sentences. */
export interface TypedQuery<Names extends ListNames = ListNames> {
  readonly query: Partial<QueryBy<Names>>;
  readonly issues: readonly string[];
}

/** Which page was asked for, and how long it is, if that can be (LIST-02). */
function typedPage({ page, size }: Pick<Partial<ListQuery>, 'page' | 'size'>) {
  const isPage = page === undefined || (Number.isInteger(page) && page >= 0);
  const isSize = size === undefined || knownPageSize(size) === size;
  return {
    query: {
      ...(isPage && page !== undefined && { page }),
      ...(isSize && size !== undefined && { size }),
    },
    issues: [...(isPage ? [] : [NO_PAGE]), ...(isSize ? [] : [NO_SIZE])],
  };
}

/** The filters that are one, and what is wrong with the other texts. */
function writtenFilters(asked: readonly (Filter | string)[]) {
  const read = asked.map((one) => (typeof one === 'string' ? (parseFilterText(one) ?? one) : one));
  return {
    filters: read.filter((one) => typeof one !== 'string'),
    issues: read.filter((one) => typeof one === 'string').map(noFilter),
  };
}

/**
 * Reads a list's query that somebody may have typed, such as the portal's address (LIST-14). What can't be
 * read is left out and reported, so that the rest of the list is still shown.
 *
 * @param list the list of the resource
 * @param asked a query with typed values; a filter may be its text
 * @returns the query, and what was left out of it
 */
export function typedQuery<Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  list: ListDefinition<Row, Names>,
  asked: Omit<Partial<ListQuery>, 'filters'> & { readonly filters?: readonly (Filter | string)[] },
): TypedQuery<Names> {
  const { dateField, columns } = list;
  const paged = typedPage(asked);
  const written = writtenFilters(asked.filters ?? []);
  const issues: string[] = [...paged.issues, ...written.issues];
  const filters: Filter[] = [];
  for (const { field, match, value } of written.filters) {
    const column = columnNamed(list, field);
    const read: TypedFilter = column
      ? typedFilter(column, match, value)
      : refused('no_such_field', MESSAGES.filter.unknown(field));
    const other = (end: 'from' | 'to') =>
      filters.find((filter) => filter.field === column?.field && filter.match === end)?.value;
    const { filter } = read;
    const issue =
      read.issue ??
      (column && filter && daysIssue(column, filter, filters)) ??
      (column && match === 'to' && rangeIssue(column, other('from'), filter?.value)) ??
      (column && match === 'from' && rangeIssue(column, filter?.value, other('to')));
    if (issue) issues.push(issue.message);
    else if (filter) filters.push(filter);
  }
  const { from, page: _page, size: _size, sort, to, ...rest } = asked;
  const dated = columns.find(({ field }) => field === dateField);
  const days = { from, to };
  for (const end of ['from', 'to'] as const) {
    const day = days[end];
    const relative = day === undefined ? undefined : parseRelativeDays(day);
    if (dated && relative) days[end] = relative;
    if (day === undefined || (dated && (relative || isDay(day)))) continue;
    issues.push(dayIssue(dated ? `${dated.label}, ${end}` : end, day).message);
    days[end] = undefined;
  }
  const crossed = dated && rangeIssue(dated, days.from, days.to);
  if (crossed) {
    issues.push(crossed.message);
    days.to = undefined;
  }
  const sorts = (name: string) =>
    name === 'date' || columns.some(({ field, sortable }) => field === name && sortable !== false);
  if (sort && !sorts(sort.field)) issues.push(MESSAGES.filter.unknown(sort.field));
  return {
    query: {
      ...rest,
      ...paged.query,
      filters,
      ...(sort && sorts(sort.field) && { sort }),
      ...(days.from && { from: days.from }),
      ...(days.to && { to: days.to }),
    },
    issues,
  };
}
