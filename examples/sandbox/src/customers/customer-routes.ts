import { customers } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf, recordChange } from '../audit/audit.ts';
import { changesBetween } from '../audit/changes.ts';
import type { Account } from '../auth/account.ts';
import type { Reader, Writer } from '../db/store.ts';
import {
  bodyOf,
  decodeSent,
  formOf,
  issuesOf,
  overlay,
  refuseIssues,
} from '../forms/sent-record.ts';
import type { AppEnv } from '../http/env.ts';
import { answerRecord, ifMatch } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { notFound } from '../http/problem.ts';
import { listRoutes } from '../lists/list-routes.ts';
import {
  CUSTOMER_LIST,
  type CustomerRow,
  customerColumns,
  presentCustomer,
} from './customer-wire.ts';

const ONE = '/customers/:id{[0-9]{1,9}}';
const form = formOf(customers);

async function visibleCustomer(
  read: Reader | Writer,
  { companyId }: Account,
  id: string,
): Promise<CustomerRow> {
  const found = read.selectFrom('customer_rows').selectAll().where('id', '=', Number(id));
  const row = await (companyId === null
    ? found
    : found.where('company_id', '=', companyId)
  ).executeTakeFirst();
  if (!row) throw notFound(`Customer ${id}`);
  return row;
}

/** Customers (CUST-01, CUST-02; WIRE-01 with a filter on eobId). */
export function customerRoutes(app: Hono<AppEnv>): void {
  listRoutes(app, {
    path: '/customers',
    action: 'customers.list',
    list: CUSTOMER_LIST,
    present: (rows) => rows.map(presentCustomer),
  });

  app.get(ONE, permit('customers.get'), async (c) => {
    const { read } = c.get('services').store;
    const row = await visibleCustomer(read, signedIn(c), c.req.param('id'));
    return answerRecord(c, row, presentCustomer(row));
  });

  app.put(ONE, permit('customers.update'), async (c) => {
    const sent = decodeSent(customers.schema, await jsonBody(c));
    const actor = actorOf(c, signedIn(c));
    const match = ifMatch(c, 'customers.get');
    const row = await c.get('services').store.write(async (tx) => {
      const stored = await visibleCustomer(tx, actor.account, c.req.param('id'));
      const before = presentCustomer(stored);
      await match(stored, () => before);
      const detail = customers.schema.parse(before);
      const draft = overlay(form.draft(detail), form.draft(sent), Object.keys(sent));
      const state = { mode: 'edit', draft, detail } as const;
      refuseIssues(issuesOf(form, state));
      await tx
        .updateTable('customers')
        .set(customerColumns(bodyOf(form, state)))
        .where('id', '=', Number(before.id))
        .execute();
      const after = await visibleCustomer(tx, actor.account, String(before.id));
      await recordChange(tx, actor, {
        action: 'customers.update',
        resource: 'customers',
        recordId: Number(before.id),
        changes: changesBetween(before, presentCustomer(after)),
      });
      return after;
    });
    return answerRecord(c, row, presentCustomer(row));
  });
}
