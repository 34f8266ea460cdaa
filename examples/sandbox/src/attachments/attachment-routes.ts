import type { Hono } from 'hono';
import { fileHeaders } from '../csv.ts';
import type { Store } from '../db/store.ts';
import type { AppEnv } from '../http/env.ts';
import { permit, signedIn } from '../http/permit.ts';
import { notFound } from '../http/problem.ts';
import { offThread } from '../threads/off-thread.ts';
import { visibleTransaction } from '../transactions/transaction-store.ts';
import { type ZipFile, zipStream } from './zip-stream.ts';

async function* filesOf(store: Store, ids: readonly number[]): AsyncGenerator<ZipFile> {
  for (const id of ids) {
    const file = await store.read
      .selectFrom('attachments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!file) continue;
    const bytes = Buffer.from(file.content, 'base64');
    yield { name: file.name, bytes, at: new Date(file.created_at) };
  }
}

/** Files of a transaction: one, or all as a ZIP (TXN-09, WIRE-02). */
export function attachmentRoutes(app: Hono<AppEnv>): void {
  app.get(
    '/attachments/:id{[0-9]{1,15}}',
    permit('transactions.attachments'),
    offThread('files'),
    async (c) => {
      const { companyId } = signedIn(c);
      const id = c.req.param('id');
      const found = c
        .get('services')
        .store.read.selectFrom('attachments')
        .innerJoin('transactions', 'transactions.id', 'attachments.transaction_id')
        .selectAll('attachments')
        .where('attachments.id', '=', Number(id));
      const file = await (companyId === null
        ? found
        : found.where('transactions.company_id', '=', companyId)
      ).executeTakeFirst();
      if (!file) throw notFound(`Attachment ${id}`);
      const bytes = new Uint8Array(Buffer.from(file.content, 'base64'));
      return c.body(bytes, 200, fileHeaders(file.name, file.content_type));
    },
  );

  app.get(
    '/attachments/:id/zip',
    permit('transactions.attachments'),
    offThread('files'),
    async (c) => {
      const { store } = c.get('services');
      const row = await visibleTransaction(store.read, signedIn(c), c.req.param('id'));
      const files = await store.read
        .selectFrom('attachments')
        .select('id')
        .where('transaction_id', '=', row.id)
        .orderBy('id')
        .execute();
      if (files.length === 0) throw notFound(`An attachment of transaction ${row.id}`);
      const ids = files.map(({ id }) => id);
      const name = `attachments-${row.id}.zip`;
      return c.body(zipStream(filesOf(store, ids)), 200, fileHeaders(name, 'application/zip'));
    },
  );
}
