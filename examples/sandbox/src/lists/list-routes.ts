import type { Action } from '@forecourt/core';
import type { Hono } from 'hono';
import type { Selectable } from 'kysely';
import type { Account } from '../auth/account.ts';
import type { Schema, TableName } from '../db/schema.ts';
import { type Reader, type Reads, searchesLong } from '../db/store.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { etagOf } from '../http/if-match.ts';
import { knownBody, queryOf } from '../http/known-fields.ts';
import { permit, signedIn } from '../http/permit.ts';
import type { Services } from '../services.ts';
import type { Lane } from '../threads/messages.ts';
import type { ListDefinition } from './list-definition.ts';
import { fromBody, fromQuery, LIST_FIELDS, type ListRequest } from './list-request.ts';
import { readyRows } from './matching.ts';
import { type ListResult, runList } from './run-list.ts';

interface PageAnswer {
  readonly rows: readonly unknown[];
  readonly total: number;
  readonly request: ListRequest;
  readonly besides?: object | undefined;
}

export interface ListRoute<T extends TableName> {
  /** Without a trailing slash. */
  readonly path: string;
  readonly action: Action;
  readonly list: ListDefinition<T>;
  /** Stored rows → the wire's rows. */
  readonly present: (
    rows: readonly Selectable<Schema[T]>[],
    read: Reader,
    account: Account,
  ) => Promise<readonly unknown[]> | readonly unknown[];
  /** What the answer says besides its page. */
  readonly besides?: (
    services: Services,
    account: Account,
    request: ListRequest,
  ) => Promise<object>;
  /** The query dialect's answer; by default content with one-based page numbers. */
  readonly answer?: (page: PageAnswer) => object;
}

const totalPages = ({ total, request }: PageAnswer): number => Math.ceil(total / request.size);

const content =
  (base: 0 | 1) =>
  (page: PageAnswer): object => ({
    content: page.rows,
    pageSize: page.request.size,
    pageNumber: page.request.page + base,
    totalPages: totalPages(page),
    totalRecords: page.total,
    ...page.besides,
  });

/** Adds the ETags of the rows' records (WIRE-05), if they have versions. */
const withEtags = (rows: readonly unknown[], stored: readonly object[]): readonly unknown[] =>
  rows.map((row, index) => {
    const { version } = stored[index] as { version?: number };
    return version === undefined ? row : { ...(row as object), etag: etagOf({ version }) };
  });

/** Number of rows that takes a few milliseconds to read and write as JSON. */
const FEW_ROWS = 200;

/**
 * Where a page is computed that may take longer than other calls should wait; computed rows are computed once to count
 * them, too.
 */
function laneOf(
  store: Reads,
  { computed }: Pick<ListDefinition, 'computed'>,
  { filters, size }: ListRequest,
): Lane | undefined {
  if (size > FEW_ROWS) return 'large';
  return searchesLong(store, (computed ? 3 : 1) + filters.length) ? 'pages' : undefined;
}

/** Serves a list in both dialects: `GET path?…` (LIST-07) and `POST path/search` (LIST-08). */
export function listRoutes<T extends TableName>(app: Hono<AppEnv>, route: ListRoute<T>): void {
  const page = async (c: AppContext, request: ListRequest): Promise<PageAnswer> => {
    const services = c.get('services');
    const { store } = services;
    const account = signedIn(c);
    const ready = await readyRows(services, route.list, request, account);
    const found: ListResult<Selectable<Schema[T]>> = await runList(
      store,
      ready.list,
      ready.request,
      account,
    );
    const rows = await route.present(found.rows, store.read, account);
    const besides = await route.besides?.(services, account, request);
    return { rows: withEtags(rows, found.rows), total: found.total, request, besides };
  };
  const answer = async (
    c: AppContext,
    request: ListRequest,
    shape: NonNullable<ListRoute<T>['answer']>,
  ): Promise<Response> => {
    const { store, threads } = c.get('services');
    const lane = laneOf(store, route.list, request);
    if (threads && lane) return threads.answer(c, lane);
    return c.json(shape(await page(c, request)));
  };
  app.get(route.path, permit(route.action), (c) =>
    answer(c, fromQuery(queryOf(c)), route.answer ?? content(1)),
  );
  app.post(`${route.path}/search`, permit(route.action), async (c) => {
    const body = await knownBody(c, LIST_FIELDS);
    return answer(c, fromBody(body), content(0));
  });
}
