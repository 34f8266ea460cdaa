import { machineToday } from '../format/dates.ts';
import { parseRelativeDays, relativeDays } from '../format/relative-days.ts';
import type { Filter, ListQuery } from '../http/list-dialects.ts';
import type { ValueKind } from './resource.types.ts';

/** What relative days of a filter need to know of a list. */
export interface DatedList {
  readonly columns: readonly { readonly field: string; readonly kind: ValueKind }[];
  /** The field that `from` and `to` of a query refer to. */
  readonly dateField?: string;
}

type Asked = Pick<ListQuery, 'filters' | 'from' | 'to'>;

const RELATIVE: readonly string[] = ['exact', 'from', 'to'];

const isRelative = ({ columns }: DatedList, { field, match, value }: Filter): boolean =>
  RELATIVE.includes(match) &&
  columns.some((column) => column.field === field && /^(day|instant)$/.test(column.kind)) &&
  parseRelativeDays(value) !== undefined;

/**
 * Returns whether the query's rows depend on the day on which it is sent (LIST-15).
 *
 * @param list the list's columns, and the field of its own date
 * @param asked its filters and days
 */
export const hasRelativeDays = (list: DatedList, { filters, from, to }: Asked): boolean =>
  filters.some((filter) => isRelative(list, filter)) ||
  [from, to].some((day) => day !== undefined && parseRelativeDays(day) !== undefined);

/** The filter's days as plain ends: 'last-month' has both, 'up to last month' only the last day. */
function endsOf({ match, value }: Filter, today: string) {
  const days = relativeDays(value, today);
  return {
    from: match === 'to' ? undefined : days?.from,
    to: match === 'from' ? undefined : days?.to,
  };
}

const later = (a: string | undefined, b: string | undefined) =>
  a !== undefined && (b === undefined || a > b) ? a : b;
const earlier = (a: string | undefined, b: string | undefined) =>
  a !== undefined && (b === undefined || a < b) ? a : b;

/**
 * Returns the query with plain days in place of relative ones, as every service understands them: the ends
 * of the list's own date in `from` and `to`, of other columns in filters (LIST-15). A query without
 * relative days is returned unchanged.
 *
 * @param list the list's columns, and the field of its own date
 * @param query filters and days
 * @param today YYYY-MM-DD; by default by this computer's clock and time zone
 */
export function plainDays<Query extends Asked>(
  list: DatedList,
  query: Query,
  today = machineToday(),
): Query {
  if (!hasRelativeDays(list, query)) return query;
  const plain = (day: string | undefined, end: 'from' | 'to') =>
    day === undefined ? undefined : (relativeDays(day, today)?.[end] ?? day);
  let from = plain(query.from, 'from');
  let to = plain(query.to, 'to');
  const filters: Filter[] = [];
  for (const filter of query.filters) {
    const { field } = filter;
    if (!isRelative(list, filter)) {
      filters.push(filter);
      continue;
    }
    const ends = endsOf(filter, today);
    if (field === list.dateField) {
      from = later(ends.from, from);
      to = earlier(ends.to, to);
      continue;
    }
    if (ends.from) filters.push({ field, match: 'from', value: ends.from });
    if (ends.to) filters.push({ field, match: 'to', value: ends.to });
  }
  const { from: _, to: __, ...rest } = query;
  return { ...rest, filters, ...(from && { from }), ...(to && { to }) } as Asked as Query;
}
