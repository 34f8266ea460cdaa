import { customers } from '@forecourt/core';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Writer } from '../db/store.ts';
import {
  bodyOf,
  decodeSent,
  formOf,
  issuesOf,
  overlay,
  refuseField,
  refuseIssues,
} from '../forms/sent-record.ts';
import type { AppEnv } from '../http/env.ts';
import { crudRoutes } from '../records/crud-routes.ts';
import { isNameTaken, LOOKS_ALIKE, nameKey } from '../records/name-key.ts';
import { visibleRow } from '../records/visible-row.ts';
import {
  CUSTOMER_LIST,
  type CustomerRow,
  customerColumns,
  presentCustomer,
} from './customer-wire.ts';

const form = formOf(customers);

/** The columns of a new name. Throws a 422 where another customer's or company's looks like it. */
async function newName(tx: Writer, { company_id, id }: CustomerRow, name: string) {
  const isTaken = await isNameTaken(tx, name, { company: company_id, customer: id });
  if (!isTaken) return { name, name_key: nameKey(name) };
  throw refuseField('/name', `This name is taken. ${LOOKS_ALIKE}`);
}

/** Customers (CUST-01, CUST-02; WIRE-01 with a filter on eobId). */
export function customerRoutes(app: Hono<AppEnv>): void {
  crudRoutes(app, customers, {
    list: CUSTOMER_LIST,
    present: (rows) => rows.map(presentCustomer),
    record: presentCustomer,
    read: (body) => decodeSent(customers.schema, body),
    update: async (tx, { account }, { record, row }, sent) => {
      const detail = z.parse(customers.schema, record);
      const draft = overlay(form.draft(detail), form.draft(sent), Object.keys(sent));
      const state = { mode: 'edit', draft, detail } as const;
      refuseIssues(issuesOf(form, state));
      const columns = customerColumns(bodyOf(form, state));
      const name = columns.name === row.name ? {} : await newName(tx, row, columns.name);
      await tx
        .updateTable('customers')
        .set({ ...columns, ...name })
        .where('id', '=', row.id)
        .execute();
      return visibleRow(tx, CUSTOMER_LIST, account, row.id, 'customer');
    },
  });
}
