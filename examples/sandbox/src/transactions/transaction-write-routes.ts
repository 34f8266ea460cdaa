import type { Hono } from 'hono';
import { actorOf } from '../audit/audit.ts';
import type { AppEnv } from '../http/env.ts';
import { answerRecord, ifMatch } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { createTransaction, deleteTransaction, updateTransaction } from './write-transaction.ts';

const ID = ':id{[0-9]{1,15}}';

/** Entering, correcting and deleting transactions (TXN-10). */
export function transactionWriteRoutes(app: Hono<AppEnv>): void {
  app.post('/transaction', permit('transactions.create'), async (c) => {
    const body = await jsonBody(c);
    const actor = actorOf(c, signedIn(c));
    const { store } = c.get('services');
    const { record, row } = await store.write((tx) => createTransaction(tx, actor, body));
    return answerRecord(c, row, record, 201);
  });

  app.put(`/fuel-transaction/${ID}`, permit('transactions.update'), async (c) => {
    const body = await jsonBody(c);
    const actor = actorOf(c, signedIn(c));
    const { store } = c.get('services');
    const id = c.req.param('id');
    const match = ifMatch(c, 'transactions.get');
    const { record, row } = await store.write((tx) =>
      updateTransaction(tx, actor, { id, body, match }),
    );
    return answerRecord(c, row, record);
  });

  app.delete(`/transaction/${ID}`, permit('transactions.delete'), async (c) => {
    const actor = actorOf(c, signedIn(c));
    const { store } = c.get('services');
    const match = ifMatch(c, 'transactions.get');
    await store.write((tx) => deleteTransaction(tx, actor, c.req.param('id'), match));
    return c.json({});
  });
}
