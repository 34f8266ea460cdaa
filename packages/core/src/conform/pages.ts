import { type ListDialect, type ListQuery, listCall, toPage } from '../http/list-dialects.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import { type Bench, unchecked } from './bench.ts';
import type { Exchange } from './conform.types.ts';
import { definitions } from './definitions.ts';

/** A page as it was answered. */
export interface SeenPage {
  readonly exchange: Exchange;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly ids: readonly string[];
  readonly total: number;
  readonly size: number;
}

const MOST_ROWS = 50;

/** The call for one page of a list. */
export const callOf = ({ list, name }: AnyResource, query: ListQuery, dialect: ListDialect) =>
  listCall({ ...list, name }, query, dialect);

const isRow = (row: unknown): row is Readonly<Record<string, unknown>> =>
  typeof row === 'object' && row !== null;

/** The ids of wire rows, as a client reads them. */
function idsOf(definition: AnyResource, rows: readonly unknown[]): readonly string[] {
  return rows.map((row) => {
    const id = isRow(row) ? definition.id(row) : undefined;
    return id === undefined ? '' : String(id);
  });
}

/** Asks for one page; undefined if the answer is none. */
export async function askPage(
  bench: Bench,
  definition: AnyResource,
  asked: Partial<ListQuery> = {},
  dialect: ListDialect = 'query',
): Promise<SeenPage | undefined> {
  const query = { page: 0, size: MOST_ROWS, filters: [], ...asked };
  const exchange = await bench.send(callOf(definition, query, dialect));
  const page =
    exchange.status === 200
      ? toPage(exchange.json, { rowsKey: definition.list.rowsKey, query, dialect })
      : undefined;
  if (page === undefined) return undefined;
  return {
    ...{ exchange, rows: page.rows.filter(isRow), ids: idsOf(definition, page.rows) },
    ...{ total: page.totalRecords, size: page.size },
  };
}

/** The lists that the account may read and the backend has. */
export async function readable(bench: Bench): Promise<readonly AnyResource[]> {
  const absent = bench.kept.get('absent lists') as ReadonlySet<string> | undefined;
  const all = (await definitions()).filter(({ name }) => bench.may(`${name}.list` as never));
  if (all.length === 0) unchecked('the account may read no list');
  return all.filter(({ name }) => !absent?.has(name));
}
