import {
  type AnyListed,
  type ColumnDefinition,
  type Filter,
  isDay,
  type ListQuery,
  MAX_PAGE_SIZE,
  type Sort,
  typedFilter,
} from '@forecourt/core';
import { usageError } from '../command-error.ts';
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

/** Splits at the first ':'. '::' means contains; write a colon there as '%3A' (LIST-07). */
function splitFilter(text: string): Filter {
  const [, field, more = '', value = ''] = /^([^:]+):(:?)(.*)$/s.exec(text) ?? [];
  if (field === undefined) {
    throw usageError(`--filter '${text}' is not 'field:value' or 'field::value'.`);
  }
  if (more === ':') return { field, match: 'contains', value };
  return { field, match: 'exact', value: value.replace(/^%3A/i, ':') };
}

function readFilter(definition: AnyListed, text: string): Filter {
  const filter = splitFilter(text);
  const offered = definition.list.columns.filter(({ filterable }) => filterable !== false);
  const column = offered.find(({ field }) => field === filter.field);
  if (!column) throw unknownField(definition, '--filter', filter.field, offered);
  const read = typedFilter(column, filter.match, wireValue(column, filter.value));
  if (read.filter) return read.filter;
  throw usageError(`${read.issue.message} (--filter ${filter.field})`);
}

/** Accepts values as displayed: 'ACTIVE' is sent as RELEASE, '04/11/26' as 2026-11-04. */
function wireValue({ kind, options = [] }: Column, value: string): string {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{2})$/.exec(value) ?? [];
  if (day && (kind === 'day' || kind === 'instant')) return `20${year}-${month}-${day}`;
  return options.find((option) => option.value.toLowerCase() === value.toLowerCase())?.key ?? value;
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

function readDay(options: Options, name: 'from' | 'to'): string | undefined {
  const day = options[name];
  if (day === undefined) return undefined;
  if (isDay(String(day))) return String(day);
  throw usageError(`--${name} is a day of the calendar: YYYY-MM-DD.`);
}

/** Filters, days and order: the row selection of list and export. */
export function readSelection(definition: AnyListed, options: Options): Selection {
  const from = readDay(options, 'from');
  const to = readDay(options, 'to');
  if (from && to && from > to)
    throw usageError('--from is after --to: there is no day between them.');
  const filters = (options.filter as readonly string[] | undefined) ?? [];
  return {
    filters: filters.map((text) => readFilter(definition, text)),
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
