import type { Hono } from 'hono';
import { type SqlBool, sql } from 'kysely';
import { moneyText } from '../amounts.ts';
import { csvStream, fileHeaders } from '../csv.ts';
import type { Store } from '../db/store.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { notFound } from '../http/problem.ts';
import { idsOf } from '../ids.ts';
import { fromBody, type ListRequest } from '../lists/list-request.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { matching, ordered } from '../lists/run-list.ts';
import { findTown } from '../reference/towns.ts';
import {
  type LineRow,
  type Place,
  presentTransaction,
  presentTransactionDetail,
  TRANSACTION_EXPORT_HEADER,
  TRANSACTION_LIST,
  type TransactionRow,
} from './transaction-wire.ts';

async function linesOf(store: Store, rows: readonly TransactionRow[]) {
  const byTransaction = new Map<number, LineRow[]>(rows.map((row) => [row.id, []]));
  if (rows.length === 0) return byTransaction;
  const lines = await store.read
    .selectFrom('transaction_lines')
    .selectAll()
    .where('transaction_id', 'in', [...byTransaction.keys()])
    .orderBy('transaction_id')
    .orderBy('position')
    .execute();
  for (const line of lines) byTransaction.get(line.transaction_id ?? 0)?.push(line);
  return byTransaction;
}

/** By authentication id, else by id (TXN-10); only within the account's company. */
async function findTransaction(c: AppContext, id: string): Promise<TransactionRow> {
  const { companyId } = signedIn(c);
  const all = c.get('services').store.read.selectFrom('transactions').selectAll();
  const visible = companyId === null ? all : all.where('company_id', '=', companyId);
  const found =
    (await visible.where('authentication_id', '=', id).executeTakeFirst()) ??
    (/^\d{1,15}$/.test(id)
      ? await visible.where('id', '=', Number(id)).executeTakeFirst()
      : undefined);
  if (!found) throw notFound(`Transaction ${id}`);
  return found;
}

/** Where the station stands; its town where the station itself is not known. */
async function placeOf(store: Store, row: TransactionRow): Promise<Place | null> {
  const station = await store.read
    .selectFrom('stations')
    .select(['lat_e6', 'lng_e6'])
    .where('id', '=', row.station_id)
    .executeTakeFirst();
  if (station) return { lat: station.lat_e6 / 1e6, lng: station.lng_e6 / 1e6 };
  const town = findTown(row.city, row.province);
  return town ? { lat: town.lat, lng: town.lng } : null;
}

/** As one JSON text: a list of ids can be longer than what may be bound one by one. */
const isOneOf = (ids: readonly number[]) =>
  sql<SqlBool>`id in (select value from json_each(${JSON.stringify(ids)}))`;

async function* exportRows(c: AppContext, request: ListRequest, ids: number[] | undefined) {
  const { store } = c.get('services');
  const account = signedIn(c);
  const rows = store.stream((reader) => {
    const all = ordered(
      matching(reader, TRANSACTION_LIST, request, account),
      TRANSACTION_LIST,
      request,
    ).selectAll();
    const asked = ids === undefined ? all : all.where(isOneOf(ids));
    return asked.stream() as AsyncIterable<TransactionRow>;
  });
  for await (const row of rows) {
    yield [
      row.authentication_id,
      row.txn_number,
      row.txn_date,
      row.card_number,
      row.station_number,
      row.province,
      row.address,
      row.company_name,
      row.fuel_type,
      row.driver,
      row.unit_number,
      moneyText(row.amount_minor),
      row.currency,
    ];
  }
}

/** Fuel transactions (TXN-01, TXN-03, TXN-10). */
export function transactionRoutes(app: Hono<AppEnv>): void {
  listRoutes(app, {
    path: '/fuel-transaction/authcode',
    action: 'transactions.list',
    list: TRANSACTION_LIST,
    present: async (rows, c) => {
      const lines = await linesOf(c.get('services').store, rows);
      return rows.map((row) => presentTransaction(row, lines.get(row.id) ?? []));
    },
    answer: ({ rows, total, request }) => ({
      metadata: { page: request.page + 1, size: request.size, total_count: total },
      transactions: rows,
    }),
  });

  app.get('/fuel-transaction/transactionsbyid/:id', permit('transactions.get'), async (c) => {
    const { store } = c.get('services');
    const row = await findTransaction(c, c.req.param('id'));
    const lines = await linesOf(store, [row]);
    const attachments = await store.read
      .selectFrom('attachments')
      .select(['id', 'name', 'content_type', 'size'])
      .where('transaction_id', '=', row.id)
      .orderBy('id')
      .execute();
    const place = await placeOf(store, row);
    const listed = attachments.map((file) => ({ ...file, url: `attachments/${file.id}` }));
    return c.json(presentTransactionDetail(row, lines.get(row.id) ?? [], listed, place));
  });

  app.post('/fuel-transaction/export', permit('transactions.export'), async (c) => {
    const body = await jsonBody(c);
    const ids = body.ids === undefined ? undefined : idsOf(body.ids, 'ids');
    const day = c.get('services').now().toISOString().slice(0, 10);
    const rows = exportRows(c, fromBody(body), ids);
    return c.body(
      csvStream(TRANSACTION_EXPORT_HEADER, rows),
      200,
      fileHeaders(`Transactions-${day}.csv`),
    );
  });
}
