import * as z from 'zod';
import { etagOf, withEtag } from '../http/bodies.ts';
import type { Anomaly, Download, Http } from '../http/http.types.ts';
import type { Filter, ListDialect, ListQuery, Page, Sort } from '../http/list-dialects.ts';
import { listCall, type RawPage, selectionBody, toPage } from '../http/list-dialects.ts';
import { ApiError, schemaError } from '../http/outcome.ts';
import { downloadFile } from '../http/transfer.ts';
import { decodeRow } from './decode-row.ts';
import type { ListedResource, ResourceDefinition } from './resource.types.ts';

/** What a resource's calls go through. */
export interface ResourceDoor {
  readonly http: Http;
  readonly dialect: ListDialect;
  /** Told what was odd in an answer and stopped nothing. */
  readonly report: (anomaly: Anomaly) => void;
}

/** What to export: picked rows, or all that a filter finds (TXN-03). */
export type ExportRequest =
  | { readonly ids: readonly string[] }
  | {
      readonly filters: readonly Filter[];
      /** YYYY-MM-DD, inclusive. */
      readonly from?: string;
      readonly to?: string;
      readonly sort?: Sort;
    };

async function readPage<Row>(
  door: ResourceDoor,
  definition: ListedResource<Row>,
  query: ListQuery,
  signal: AbortSignal | undefined,
): Promise<Page<Row> & Pick<RawPage, 'counted' | 'rowsKey'>> {
  const { list, name } = definition;
  const operation = `${name}.list`;
  const { dialect, http, report } = door;
  const answer = await http.json(
    { operation, ...listCall({ ...list, name }, query, dialect), ...(signal && { signal }) },
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
  return { ...page, rows };
}

/**
 * One page of a list. Rows are read one by one and field by field: what can't be read becomes empty and
 * is reported; a page never fails for one row. Rejects with an `ApiError`.
 */
export async function listRows<Row>(
  door: ResourceDoor,
  definition: ListedResource<Row>,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<Page<Row>> {
  const { counted: _, rowsKey: __, ...page } = await readPage(door, definition, query, signal);
  return page;
}

/** All rows from `query.page` on, a page at a time. Rejects with an `ApiError` where a page does. */
export async function* allRows<Row>(
  door: ResourceDoor,
  definition: ListedResource<Row>,
  query: ListQuery,
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  let firstId: string | undefined;
  for (let number = query.page; ; number += 1) {
    const page = await readPage(door, definition, { ...query, page: number }, signal);
    const [first] = page.rows;
    if (first === undefined) return;
    const id = definition.id(first);
    // A service that does not page gives the same rows for ever.
    if (number > query.page && (page.page !== number || (id !== '' && id === firstId))) return;
    firstId = id;
    yield page.rows;
    const more = page.counted ? number + 1 < page.totalPages : page.rows.length === page.size;
    if (!more) return;
  }
}

/** The row of a list with that id, for a resource whose records have no call of their own. */
async function findRow<Row>(
  door: ResourceDoor,
  definition: ListedResource<Row>,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Row> {
  const filters = [{ field: 'id', match: 'exact', value: id }] as const;
  const { rows } = await listRows(door, definition, { page: 0, size: 1, filters }, signal);
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
 * One record by its id, with its `etagOf`; odd fields become empty and are reported. Where records have no call of their
 * own, it is the row of the list. Rejects with an `ApiError`.
 */
export async function getRecord<Row, Detail>(
  door: ResourceDoor,
  definition: ResourceDefinition<Row, Detail>,
  id: string,
  signal?: AbortSignal,
): Promise<Detail> {
  const { name, record } = definition;
  // Without a record of its own, a resource's detail is its row.
  if (record === undefined) return findRow(door, definition, id, signal) as Promise<never>;
  const operation = `${name}.get`;
  const { data, headers } = await door.http.json(
    { operation, method: 'GET', path: record.path(id), ...(signal && { signal }) },
    z.record(z.string(), z.unknown()),
  );
  const detail = decodeRow(record.schema, data, (path, message) =>
    door.report({ operation, path, message }),
  );
  return withEtag(detail, headers.get('etag'));
}

/**
 * The error of a change that was refused because the record has another version by now: with the present
 * record, of the domain and with its ETag; loaded where the refusal lacks either. Every other error stays.
 */
export async function conflictOf<Row, Detail>(
  door: ResourceDoor,
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
      door.report({ operation, path: `current.${path}`, message }),
    );
    return error.withCurrent(withEtag(detail, etag));
  }
  if (id === undefined) return error.withCurrent(undefined);
  try {
    return error.withCurrent(await getRecord(door, definition, id));
  } catch (failure) {
    const gone = failure instanceof ApiError && (failure.status === 404 || failure.status === 410);
    return gone ? failure : error.withCurrent(undefined);
  }
}

/** The export file, streamed; named by the service, else by the definition. Rejects with an `ApiError`. */
export async function exportRows<Row>(
  door: ResourceDoor,
  definition: ListedResource<Row>,
  request: ExportRequest,
  signal?: AbortSignal,
): Promise<Download> {
  const { list, name } = definition;
  if (definition.export === undefined) throw new TypeError(`${name} has no export.`);
  const { body, fileName, path } = definition.export;
  const download = await downloadFile(door.http, {
    operation: `${name}.export`,
    method: 'POST',
    path,
    safe: true,
    json: 'ids' in request ? body(request.ids) : selectionBody(list, request),
    ...(signal && { signal }),
  });
  return { ...download, fileName: download.fileName ?? fileName };
}
