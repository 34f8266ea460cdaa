import { transactions } from '@forecourt/core';
import type { Hono } from 'hono';
import { type SqlBool, sql } from 'kysely';
import { moneyText } from '../amounts.ts';
import { csvStream, fileHeaders } from '../csv.ts';
import { refuseField } from '../forms/sent-record.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { idsOf } from '../ids.ts';
import { fromBody, type ListRequest } from '../lists/list-request.ts';
import { matching, ordered } from '../lists/matching.ts';
import { crudRoutes } from '../records/crud-routes.ts';
import { offThread } from '../threads/off-thread.ts';
import { linesOf, transactionDetail, visibleTransaction } from './transaction-store.ts';
import {
  presentTransaction,
  TRANSACTION_EXPORT_HEADER,
  TRANSACTION_LIST,
  type TransactionRow,
} from './transaction-wire.ts';
import { createTransaction, deleteTransaction, updateTransaction } from './write-transaction.ts';

/** What says which transactions an export is of: without any of them, all would leave by mistake. */
const SELECTIONS = ['ids', 'filters', 'from', 'to'] as const;

async function* exportRows(c: AppContext, request: ListRequest, ids: number[] | undefined) {
  const { store } = c.get('services');
  const account = signedIn(c);
  const rows = store.stream((reader) => {
    const all = ordered(
      matching(reader, TRANSACTION_LIST, request, account),
      TRANSACTION_LIST,
      request,
    ).selectAll();
    const asked = ids === undefined ? all : all.where(sql<SqlBool>`id in ${store.among(ids)}`);
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
  crudRoutes(app, transactions, {
    list: TRANSACTION_LIST,
    present: async (rows, read) => {
      const lines = await linesOf(read, rows);
      return rows.map((row) => presentTransaction(row, lines.get(row.id) ?? []));
    },
    answer: ({ rows, total, request }) => ({
      metadata: { page: request.page + 1, size: request.size, total_count: total },
      transactions: rows,
    }),
    record: (row, read) => transactionDetail(read, row),
    find: visibleTransaction,
    read: (body) => body,
    create: createTransaction,
    update: (tx, actor, { row }, body) => updateTransaction(tx, actor, row, body),
    remove: (tx, _actor, row) => deleteTransaction(tx, row),
  });

  app.post(
    '/fuel-transaction/export',
    permit('transactions.export'),
    offThread('files'),
    async (c) => {
      const body = await jsonBody(c);
      if (!SELECTIONS.some((name) => body[name] !== undefined)) {
        throw refuseField(
          '/ids',
          'Send the ids of the transactions, or filters: [] for all of them.',
        );
      }
      const ids = body.ids === undefined ? undefined : idsOf(body.ids, 'ids');
      const day = c.get('services').now().toISOString().slice(0, 10);
      const rows = exportRows(c, fromBody(body), ids);
      return c.body(
        csvStream(TRANSACTION_EXPORT_HEADER, rows),
        200,
        fileHeaders(`Transactions-${day}.csv`),
      );
    },
  );
}
