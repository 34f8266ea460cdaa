import { payments } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf } from '../audit/audit.ts';
import { reasonIn } from '../forms/reason.ts';
import type { AppEnv } from '../http/env.ts';
import { answerRecord, FIRST_VERSION } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { onlyOne } from '../http/only-one.ts';
import { permit, signedIn } from '../http/permit.ts';
import { notFound } from '../http/problem.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { wholeListRoutes } from '../lists/whole-list-routes.ts';
import { PAYMENT_LIST, presentPayment } from './payment-wire.ts';
import { paymentDraft, registerPayment } from './register-payment.ts';
import { reversePayment } from './reverse-payment.ts';

/** Payments of invoices (PAY-01, PAY-03, PAY-05). */
export function paymentRoutes(app: Hono<AppEnv>): void {
  wholeListRoutes(app, payments, { list: PAYMENT_LIST });
  listRoutes(app, {
    path: '/invoice-payments',
    action: 'payments.list',
    list: PAYMENT_LIST,
    present: (rows) => rows.map(presentPayment),
    answer: ({ rows, total }) => ({ total_elements: total, content: rows }),
  });

  app.post('/fuel-payment/register', permit('payments.create'), async (c) => {
    const draft = paymentDraft(await jsonBody(c));
    const actor = actorOf(c, signedIn(c));
    const by = onlyOne(c, 'by');
    const id = await c.get('services').store.write((tx) => registerPayment(tx, actor, draft, by));
    return answerRecord(c, FIRST_VERSION, { id }, 201);
  });

  app.post('/fuel-payment/:id/reverse', permit('payments.reverse'), async (c) => {
    const payment = c.req.param('id');
    const reason = reasonIn(await jsonBody(c));
    if (!/^\d{1,15}$/.test(payment)) throw notFound(`Payment ${payment}`);
    const actor = actorOf(c, signedIn(c));
    const id = await c
      .get('services')
      .store.write((tx) => reversePayment(tx, actor, Number(payment), reason));
    return c.json({ id }, 201);
  });
}
