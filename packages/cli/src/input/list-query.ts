import {
  type AnyListed,
  type ColumnDefinition,
  columnNamed,
  daysIssue,
  type Filter,
  isDay,
  type ListQuery,
  MAX_PAGE_SIZE,
  parseFilterText,
  rangeIssue,
  type Sort,
  typedFilter,
} from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { askedDay } from './days.ts';
import { wholeNumber, words } from './words.ts';

type Options = Readonly<Record<string, unknown>>;
type Selection = Pick<ListQuery, 'filters' | 'from' | 'to' | 'sort'>;
// biome-ignore lint/suspicious/noExplicitAny: rows of any resource
type Column = ColumnDefinition<any>;

const LAST_PAGE = 1_000_000_000;

const unknownField = (
  definition: AnyListed,
  flag: string,
  field: string,
  offered: readonly Column[],
) =>
  usageError(
    `${flag}: the list of ${definition.noun[1]} has no field '${field}'.`,
    `Fields: ${offered.map((column) => column.field).join(', ')}.`,
  );

const FORMS = "'field:value', 'field::part', 'field^=beginning', 'field>=least' or 'field<=most'";

/** Reads a filter as written (LIST-07, LIST-14); the field may also be named by its heading. */
function readFilter(definition: AnyListed, text: string): { column: Column; filter: Filter } {
  const written = parseFilterText(text);
  if (!written) throw usageError(`--filter '${text}' is not ${FORMS}.`);
  const column = columnNamed(definition.list, written.field);
  if (!column) {
    const offered = definition.list.columns.filter(({ filterable }) => filterable !== false);
    throw unknownField(definition, '--filter', written.field, offered);
  }
  const read = typedFilter(column, written.match, written.value);
  if (read.filter) return { column, filter: read.filter };
  throw usageError(`${read.issue.message} (--filter ${written.field})`);
}

/** Reads all filters. Throws if a range has its ends the wrong way round. */
function readFilters(definition: AnyListed, texts: readonly string[]): readonly Filter[] {
  const all = texts.map((text) => readFilter(definition, text));
  const filters = all.map(({ filter }) => filter);
  for (const [index, { column, filter }] of all.entries()) {
    const clash = daysIssue(column, filter, filters.slice(0, index));
    if (clash) throw usageError(`${clash.message} (--filter ${column.field})`);
    const end = (match: 'from' | 'to') =>
      filters.find((filter) => filter.field === column.field && filter.match === match)?.value;
    const issue = rangeIssue(column, end('from'), end('to'));
    if (issue) throw usageError(`${issue.message} (--filter ${column.field})`);
  }
  return filters;
}

function readSort(definition: AnyListed, text: string): Sort {
  const [, field = '', direction = 'asc'] = /^([^:,]+)(?:[:,](asc|desc))?$/.exec(text.trim()) ?? [];
  if (field === '')
    throw usageError(`--sort '${text}' is not 'field', 'field:asc' or 'field:desc'.`);
  const offered = definition.list.columns.filter(({ sortable }) => sortable !== false);
  const known =
    offered.some((column) => column.field === field) ||
    (field === 'date' && definition.list.dateField !== undefined);
  if (!known) throw unknownField(definition, '--sort', field, offered);
  return { field, direction: direction === 'desc' ? 'desc' : 'asc' };
}

/** Reads --on: a day or relative days of the list's own date (LIST-15); never 03/04/2026, which has two readings. */
function readOn(options: Options): readonly string[] {
  if (options.on === undefined) return [];
  if (options.from !== undefined || options.to !== undefined) {
    throw usageError('Give --on, or --from and --to, not both.');
  }
  return [`date:${askedDay('--on', options.on)}`];
}

/** Filters, days and order: the row selection of list and export. */
export function readSelection(definition: AnyListed, options: Options): Selection {
  const from = askedDay('--from', options.from);
  const to = askedDay('--to', options.to);
  const plain = (day?: string) => day !== undefined && isDay(day);
  if (from && to && plain(from) && plain(to) && from > to)
    throw usageError('--from is after --to: there is no day between them.');
  const filters = [
    ...readOn(options),
    ...((options.filter as readonly string[] | undefined) ?? []),
  ];
  return {
    filters: readFilters(definition, filters),
    ...(from && { from }),
    ...(to && { to }),
    ...(options.sort !== undefined && { sort: readSort(definition, String(options.sort)) }),
  };
}

export interface AskedPage extends Partial<ListQuery> {
  /** Zero-based. */
  readonly page: number;
}

/** Reads a list's query from the options, which count pages from 1. */
export function readQuery(definition: AnyListed, options: Options): AskedPage {
  const page = wholeNumber(options.page, { flag: '--page', min: 1, max: LAST_PAGE }) ?? 1;
  const size = wholeNumber(options.size, { flag: '--size', min: 1, max: MAX_PAGE_SIZE });
  return {
    ...readSelection(definition, options),
    page: page - 1,
    ...(size !== undefined && { size }),
  };
}

/** The columns of --columns in that order, else all that are not hidden. */
export function chosenColumns(definition: AnyListed, options: Options): readonly Column[] {
  const { columns } = definition.list;
  const chosen = words(options.columns);
  if (chosen === undefined) return columns.filter(({ hidden }) => hidden !== true);
  if (chosen.length === 0) throw usageError('--columns names no field.');
  return chosen.map((field) => {
    const column = columns.find((candidate) => candidate.field === field);
    if (!column) throw unknownField(definition, '--columns', field, columns);
    return column;
  });
}
