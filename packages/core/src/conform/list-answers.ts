import type { Filter, Sort } from '../http/list-dialects.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import type { Bench } from './bench.ts';
import { askPage, readable, type SeenPage } from './pages.ts';

/** Kinds whose wire values compare as they stand, whatever the backend's collation. */
const COMPARED = ['money', 'price', 'volume', 'integer'];
/** Kinds that a filter can name exactly; a card's number is nobody's to search by. */
const NAMED = ['text', 'code', 'status'];
const NO_VALUE = 'forecourt-conform-no-such-value';
const SAMPLE = 20;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const valuesOf = ({ rows }: SeenPage, field: string): readonly string[] =>
  rows.map((row) => textOf(row[field]));

/** A column whose values differ, so that an order shows. */
function columnToSort({ list }: AnyResource, page: SeenPage) {
  const differing = list.columns.filter(
    ({ field, sortable }) =>
      sortable !== false && new Set(valuesOf(page, field).filter(Boolean)).size > 1,
  );
  return (
    differing.find(({ kind }) => COMPARED.includes(kind)) ??
    differing.find(({ kind }) => kind === 'text' || kind === 'code')
  );
}

const isDescending = (values: readonly string[]): boolean => {
  const numbers = values.map(Number);
  return numbers.every((number, at) => at === 0 || number <= (numbers[at - 1] ?? number));
};

/** Whether two pages of opposite orders can both be right. */
function orderFault(up: SeenPage, down: SeenPage, field: string, kind: string): string | undefined {
  const rising = valuesOf(up, field);
  const falling = valuesOf(down, field);
  if (COMPARED.includes(kind)) {
    if (!isDescending(falling)) return `${falling.slice(0, 5).join(', ')} for descending`;
    return isDescending([...rising].reverse())
      ? undefined
      : `${rising.slice(0, 5).join(', ')} for ascending`;
  }
  const hasSeveral = new Set([...rising, ...falling]).size > 1;
  const isSame = hasSeveral && rising.join('\n') === falling.join('\n');
  return isSame ? 'the same rows for both directions' : undefined;
}

/** Holds each list to the order that is asked for. */
export async function checkOrder(bench: Bench): Promise<void> {
  for (const definition of await readable(bench)) {
    const page = await askPage(bench, definition, { size: SAMPLE });
    const column = page && columnToSort(definition, page);
    if (column === undefined) continue;
    const { field, kind } = column;
    for (const dialect of ['query', 'body'] as const) {
      const asked = (direction: Sort['direction']) =>
        askPage(bench, definition, { size: SAMPLE, sort: { field, direction } }, dialect);
      const up = await asked('asc');
      const down = await asked('desc');
      if (up === undefined || down === undefined) continue;
      const received = orderFault(up, down, field, kind);
      if (received === undefined) continue;
      const query = definition.list.sortStyle === 'sortParam';
      const how = query ? 'sortParam and sortingOrder' : 'sort=field,asc|desc';
      bench.broken(down.exchange, {
        ...{ requirement: 'LIST-07', received },
        expected: `rows by ${field}, ascending and descending`,
        fix:
          dialect === 'query'
            ? `Read ${how}.`
            : 'Read sortField and sortOrder (1, -1) of the body.',
      });
    }
  }
}

/** A value that some row has, to filter by. */
function valueToFilter({ list }: AnyResource, page: SeenPage) {
  for (const { field, filterable, kind, options, reference } of list.columns) {
    if (filterable === false || !NAMED.includes(kind) || options || reference) continue;
    const value = valuesOf(page, field).find((text) => /^[\w .@-]{3,60}$/.test(text));
    if (value !== undefined) return { field, value };
  }
  return undefined;
}

const fold = (text: string): string => text.toLowerCase();

function filterFault(page: SeenPage, { field, match, value }: Filter): string | undefined {
  if (value === NO_VALUE) {
    return page.rows.length > 0 || page.total > 0 ? `${page.total} records` : undefined;
  }
  if (page.rows.length === 0) return 'no rows, although one has that value';
  const fits = (text: string) =>
    match === 'exact' ? fold(text) === fold(value) : fold(text).includes(fold(value));
  const odd = valuesOf(page, field).find((text) => !fits(text));
  return odd === undefined ? undefined : `a row whose ${field} is '${odd}'`;
}

/** Holds each list to its filters. */
export async function checkFilters(bench: Bench): Promise<void> {
  for (const definition of await readable(bench)) {
    const page = await askPage(bench, definition, { size: SAMPLE });
    const found = page && valueToFilter(definition, page);
    if (!found) continue;
    const filters: readonly Filter[] = [
      { ...found, match: 'exact' },
      { ...found, match: 'contains', value: found.value.slice(0, -1).trim() },
      { ...found, match: 'exact', value: NO_VALUE },
    ];
    for (const dialect of ['query', 'body'] as const) {
      for (const filter of filters) {
        const asked = { size: SAMPLE, filters: [filter] };
        const answer = await askPage(bench, definition, asked, dialect);
        const received = answer && filterFault(answer, filter);
        if (!answer || received === undefined) continue;
        bench.broken(answer.exchange, {
          ...{ requirement: 'LIST-14', received },
          expected: `only rows whose ${filter.field} ${filter.match === 'exact' ? 'is' : 'contains'} '${filter.value}', and their number as total`,
          fix:
            dialect === 'query'
              ? 'Read every filter of the address: field:value is exact, field::value contains.'
              : 'Read filters of the body: {filterField, matchStrategy: "equals" or "contains", query}.',
        });
      }
    }
  }
}
