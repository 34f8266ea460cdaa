import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { permit, signedIn } from '../http/permit.ts';
import { notFound } from '../http/problem.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { INVOICE_LIST, presentBilledFuel, presentInvoice } from './invoice-wire.ts';

const PATH = '/spol/invoices';

/** Invoices (INV-01, INV-06). */
export function invoiceRoutes(app: Hono<AppEnv>): void {
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

  app.get(`${PATH}/:id`, permit('invoices.get'), async (c) => {
    const { companyId } = signedIn(c);
    const { store } = c.get('services');
    const id = c.req.param('id');
    const query = store.read
      .selectFrom('invoices')
      .selectAll()
      .where((eb) =>
        eb.or([
          eb('invoice_number', '=', id),
          ...(/^\d{1,15}$/.test(id) ? [eb('id', '=', Number(id))] : []),
        ]),
      )
      // A number that is both an id and an invoice number means the invoice number.
      .orderBy((eb) => eb.case().when('invoice_number', '=', id).then(0).else(1).end());
    const invoice = await (companyId === null
      ? query
      : query.where('company_id', '=', companyId)
    ).executeTakeFirst();
    if (!invoice) throw notFound(`Invoice ${id}`);
    const billed = await store.read
      .selectFrom('transactions')
      .selectAll()
      .where('invoice_id', '=', invoice.id)
      .orderBy('txn_date')
      .execute();
    return c.json({
      invoice_dto: presentInvoice(invoice),
      fuel_transaction_dto_list: billed.map(presentBilledFuel),
    });
  });
}
