import * as z from 'zod/mini';
import { machineToday } from '../format/dates.ts';
import { etagOf, withEtag } from '../http/bodies.ts';
import type { Anomaly, Call, Download, Http } from '../http/http.types.ts';
import type { Filter, ListDialect, ListQuery, Page, Sort } from '../http/list-dialects.ts';
import { listCall, type RawPage, selectionBody, toPage } from '../http/list-dialects.ts';
import { ApiError, schemaError } from '../http/outcome.ts';
import { downloadFile } from '../http/transfer.ts';
import { decodeRow } from './decode-row.ts';
import { type DatedList, plainDays } from './relative-filters.ts';
import type {
  FieldOf,
  ListedResource,
  ListNames,
  QueryBy,
  ResourceDefinition,
} from './resource.types.ts';

/** What a resource's calls need; a `Client` is one. */
export interface ResourceTransport {
  readonly http: Http;
  readonly dialect: ListDialect;
  /** Called for each anomaly in a response; it never stops a call. */
  readonly report: (anomaly: Anomaly) => void;
  /** The service's clock, where the platform knows it; by default this computer's. Decides what 'today' is. */
  readonly now?: (() => Date) | undefined;
}

/** Returns the query with plain days for relative ones, by the transport's clock (LIST-15). */
export const withPlainDays = <Query extends Pick<ListQuery, 'filters' | 'from' | 'to'>>(
  { now }: Pick<ResourceTransport, 'now'>,
  { list }: { readonly list: DatedList },
  query: Query,
): Query => plainDays(list, query, machineToday(now?.()));

/** An export of a list by its names. */
export type ExportBy<Names extends ListNames> = ExportRequest<Names['filter'], Names['sort']>;

/** Returns the query with what every list needs: by default the first ten rows, of all (LIST-02). */
const wholeQuery = ({
  page = 0,
  size = 10,
  filters = [],
  ...others
}: Partial<ListQuery> = {}): ListQuery => ({ ...others, page, size, filters });

/** What to export: selected rows, or everything that matches a filter (TXN-03). */
export type ExportRequest<Field extends string = string, Sorted extends string = Field> =
  | { readonly ids: readonly string[] }
  | {
      readonly filters: readonly Filter<Field>[];
      /** YYYY-MM-DD, inclusive. */
      readonly from?: string;
      readonly to?: string;
      readonly sort?: Sort<Sorted>;
    };

async function readPage<Row>(
  transport: ResourceTransport,
  definition: ListedResource<Row, ListNames>,
  query: ListQuery,
  signal: AbortSignal | undefined,
): Promise<Page<Row> & Pick<RawPage, 'counted' | 'rowsKey'>> {
  const { list, name } = definition;
  const operation = `${name}.list`;
  const { dialect, http, report } = transport;
  const answer = await http.json(
    {
      operation,
      ...listCall({ ...list, name }, withPlainDays(transport, definition, query), dialect),
      ...(signal && { signal }),
    },
    z.unknown(),
  );
  const page = toPage(answer.data, { rowsKey: list.rowsKey, query, dialect });
  if (page === undefined) {
    const { status, requestId } = answer;
    throw schemaError({ operation, status, requestId, outcome: 'none' }, 'no rows in the answer');
  }
  const rows = page.rows.map((raw, index) => {
    const row = decodeRow(definition.schema, raw, (path, message) =>
      report({
        operation,
        path: [page.rowsKey, index, path].filter((part) => part !== '').join('.'),
        message,
      }),
    );
    return withEtag(row, (raw as { etag?: unknown } | null)?.etag);
  });
  const remark = list.remark?.(answer.data);
  return { ...page, rows, ...(remark && { remark }) };
}

/**
 * Loads one page of a list. Parses rows field by field: whatever can't be read becomes empty and is
 * reported, so a page never fails because of one row. Rejects with an `ApiError`.
 *
 * @param transport a client
 * @param definition the definition of the resource
 * @param query which page, rows a page, filters, sort and days; by default the first 10 of all rows
 * @param signal aborts the call
 * @returns the page
 * @example
 * const page = await listRows(client, cards, { page: 0, size: 10, filters: [] });
 * for (const card of page.rows) console.log(card.card_number);
 */
export async function listRows<Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  transport: ResourceTransport,
  definition: ListedResource<Row, Names>,
  query?: Partial<QueryBy<NoInfer<Names>>>,
  signal?: AbortSignal,
): Promise<Page<Row>> {
  const whole = wholeQuery(query);
  const { counted: _, rowsKey: __, ...page } = await readPage(transport, definition, whole, signal);
  return page;
}

/**
 * Yields all rows from `query.page` on, a page at a time. Rejects with an `ApiError` if a page can't be
 * loaded.
 *
 * @param transport a client
 * @param definition the definition of the resource
 * @param query where to begin, rows a page, filters, sort and days; by default all rows, 10 a page
 * @param signal aborts the call
 */
export async function* allRows<Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  transport: ResourceTransport,
  definition: ListedResource<Row, Names>,
  query?: Partial<QueryBy<NoInfer<Names>>>,
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  let firstId: string | undefined;
  // Once, so that all pages are of the same days, even past midnight.
  const plain = withPlainDays(transport, definition, wholeQuery(query));
  for (let number = plain.page; ; number += 1) {
    const page = await readPage(transport, definition, { ...plain, page: number }, signal);
    const [first] = page.rows;
    if (first === undefined) return;
    const id = definition.id(first);
    // A service without paging would return the same rows for ever.
    if (number > plain.page && (page.page !== number || (id !== '' && id === firstId))) return;
    firstId = id;
    yield page.rows;
    const more = page.counted ? number + 1 < page.totalPages : page.rows.length === page.size;
    if (!more) return;
  }
}

/** Finds a row by id in the list, for resources whose records have no call of their own. */
async function findRow<Row>(
  transport: ResourceTransport,
  definition: ListedResource<Row>,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Row> {
  const filters = [{ field: 'id', match: 'exact', value: id }] as const;
  const { rows } = await readPage(transport, definition, { page: 0, size: 1, filters }, signal);
  const row = rows.find((candidate) => definition.id(candidate) === id);
  if (row !== undefined) return row;
  throw new ApiError({
    kind: 'http',
    operation: `${definition.name}.get`,
    status: 404,
    code: 'http_404',
    message: `There is no ${definition.noun[0]} ${id}.`,
  });
}

/**
 * Loads one record by its id, with its `etagOf`; unreadable fields become empty and are reported. If the
 * resource has no call for single records, returns the row of its list. Rejects with an `ApiError`.
 *
 * @param transport a client
 * @param definition the definition of the resource
 * @param id the record's id
 * @param signal aborts the call
 * @returns the record
 */
export async function getRecord<Row, Detail>(
  transport: ResourceTransport,
  definition: ResourceDefinition<Row, Detail>,
  id: string,
  signal?: AbortSignal,
): Promise<Detail> {
  const { name, record } = definition;
  // Without a record definition, Detail is the row's type.
  if (record === undefined) return findRow(transport, definition, id, signal) as Promise<never>;
  const operation = `${name}.get`;
  const { data, headers } = await transport.http.json(
    { operation, method: 'GET', path: record.path(id), ...(signal && { signal }) },
    z.record(z.string(), z.unknown()),
  );
  const detail = decodeRow(record.schema, data, (path, message) =>
    transport.report({ operation, path, message }),
  );
  return withEtag(detail, headers.get('etag'));
}

/**
 * Completes the error of a change that was refused because the record has a newer version: adds the current
 * record in domain format with its ETag, and loads it if the refusal lacks either. Returns any other error
 * unchanged.
 */
export async function conflictOf<Row, Detail>(
  transport: ResourceTransport,
  definition: ResourceDefinition<Row, Detail>,
  id: string | undefined,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return error;
  const { current, operation } = error;
  const etag = etagOf(current);
  if (etag !== undefined) {
    const schema = definition.record?.schema ?? definition.schema;
    const detail = decodeRow<unknown>(schema, current, (path, message) =>
      transport.report({ operation, path: `current.${path}`, message }),
    );
    return error.withCurrent(withEtag(detail, etag));
  }
  if (id === undefined) return error.withCurrent(undefined);
  try {
    return error.withCurrent(await getRecord(transport, definition, id));
  } catch (failure) {
    const gone = failure instanceof ApiError && (failure.status === 404 || failure.status === 410);
    return gone ? failure : error.withCurrent(undefined);
  }
}

/**
 * Exports rows as a streamed file, named by the service or else by the definition. Rejects with an
 * `ApiError`.
 *
 * @param transport a client
 * @param definition the definition of the resource
 * @param request ids of picked rows, or a query
 * @param signal aborts the call
 * @returns the file as a stream
 */
export async function exportRows<Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  transport: ResourceTransport,
  definition: ListedResource<Row, Names>,
  request: ExportBy<NoInfer<Names>>,
  signal?: AbortSignal,
): Promise<Download> {
  const { list, name } = definition;
  if (definition.export === undefined) throw new TypeError(`${name} has no export.`);
  const { body, fileName, path } = definition.export;
  const call: Call = {
    operation: `${name}.export`,
    method: 'POST',
    path,
    safe: true,
    json:
      'ids' in request
        ? body(request.ids)
        : selectionBody(list, withPlainDays(transport, definition, request)),
    ...(signal && { signal }),
  };
  // `exportPorts` judges the file by its rows.
  const download = await downloadFile(transport.http, call, []);
  return { ...download, fileName: download.fileName ?? fileName };
}
