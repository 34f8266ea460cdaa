import { invoices } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf } from '../audit/audit.ts';
import { searchesLong } from '../db/store.ts';
import { reasonIn } from '../forms/reason.ts';
import type { AppEnv } from '../http/env.ts';
import { answerRecord, ifMatch } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { onlyOne } from '../http/only-one.ts';
import { permit, signedIn } from '../http/permit.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { wholeListRoutes } from '../lists/whole-list-routes.ts';
import { offThread } from '../threads/off-thread.ts';
import { billUnbilled, isFromUnbilled } from './bill-unbilled.ts';
import {
  createInvoice,
  invoiceDetail,
  updateInvoice,
  visibleInvoice,
  wholeInvoice,
} from './invoice-store.ts';
import { INVOICE_LIST, presentInvoice } from './invoice-wire.ts';
import { previewUnbilled } from './unbilled-lines.ts';
import { voidInvoice } from './void-invoice.ts';

const PATH = '/spol/invoices';

/** Invoices (INV-01, INV-04, INV-06, INV-14). */
export function invoiceRoutes(app: Hono<AppEnv>): void {
  wholeListRoutes(app, invoices, { list: INVOICE_LIST });
  listRoutes(app, {
    path: PATH,
    action: 'invoices.list',
    list: INVOICE_LIST,
    present: (rows) => rows.map(presentInvoice),
    answer: ({ rows, total, request }) => ({
      pageable: { pageNumber: request.page + 1, pageSize: request.size },
      total_elements: total,
      content: rows,
    }),
  });

  app.post(PATH, permit('invoices.create'), async (c) => {
    const body = await jsonBody(c);
    const actor = actorOf(c, signedIn(c));
    const { store } = c.get('services');
    const row = await store.write((tx) =>
      isFromUnbilled(body) ? billUnbilled(tx, store, actor, body) : createInvoice(tx, actor, body),
    );
    return answerRecord(c, row, await wholeInvoice(store.read, row), 201);
  });

  app.post(`${PATH}/preview`, permit('invoices.preview'), offThread('pages'), async (c) => {
    const { read } = c.get('services').store;
    return c.json(await previewUnbilled(read, signedIn(c), await jsonBody(c)));
  });

  app.post(`${PATH}/:id/void`, permit('invoices.void'), async (c) => {
    const reason = reasonIn(await jsonBody(c));
    const which = { text: c.req.param('id'), by: onlyOne(c, 'by') };
    const actor = actorOf(c, signedIn(c));
    const match = ifMatch(c, 'invoices.get');
    const { store } = c.get('services');
    const row = await store.write((tx) => voidInvoice(tx, actor, which, { match, reason }));
    return answerRecord(c, row, await wholeInvoice(store.read, row));
  });

  app.put(`${PATH}/update`, permit('invoices.update'), async (c) => {
    const body = await jsonBody(c);
    const actor = actorOf(c, signedIn(c));
    const match = ifMatch(c, 'invoices.get');
    const { store } = c.get('services');
    const row = await store.write((tx) => updateInvoice(tx, actor, body, match));
    return answerRecord(c, row, await wholeInvoice(store.read, row));
  });

  app.get(`${PATH}/:id`, permit('invoices.get'), async (c) => {
    const { store, threads } = c.get('services');
    // An invoice of a month may bill any number of purchases.
    if (threads && searchesLong(store)) return threads.answer(c, 'pages');
    const which = { text: c.req.param('id'), by: onlyOne(c, 'by') };
    const invoice = await visibleInvoice(store.read, signedIn(c), which);
    return answerRecord(c, invoice, await invoiceDetail(store.read, invoice));
  });
}
