import { transactions } from '@forecourt/core';
import type { Hono } from 'hono';
import { judgeSaved } from '../exceptions/judge-changes.ts';
import type { AppEnv } from '../http/env.ts';
import { crudRoutes } from '../records/crud-routes.ts';
import { linesOf, transactionDetail, visibleTransaction } from './transaction-store.ts';
import { presentTransaction, TRANSACTION_EXPORT, TRANSACTION_LIST } from './transaction-wire.ts';
import { createTransaction, deleteTransaction, updateTransaction } from './write-transaction.ts';

/** Fuel transactions (TXN-01, TXN-03, TXN-10). */
export function transactionRoutes(app: Hono<AppEnv>): void {
  crudRoutes(app, transactions, {
    list: TRANSACTION_LIST,
    exported: TRANSACTION_EXPORT,
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
    after: (tx, services, rows, verb) => judgeSaved(tx, services, rows, verb === 'delete'),
  });
}
