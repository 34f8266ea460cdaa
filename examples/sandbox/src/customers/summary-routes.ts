import { localToday } from '@forecourt/core';
import type { Hono } from 'hono';
import { compactIfMany } from '../dashboard/compact-sums.ts';
import { exceptionsOfCompany } from '../dashboard/counts.ts';
import { moneyOwed } from '../dashboard/money-owed.ts';
import { computeParts, type Part } from '../dashboard/parts.ts';
import { unbilledPurchases } from '../dashboard/purchases.ts';
import { addDays } from '../days.ts';
import type { Reader } from '../db/store.ts';
import type { AppEnv } from '../http/env.ts';
import { queryOf, refuseUnknownParameters } from '../http/known-fields.ts';
import { permit, signedIn } from '../http/permit.ts';
import { recipientOf } from '../invoices/invoice-document.ts';
import { visibleRow } from '../records/visible-row.ts';
import { type CustomerAsked, ofCompany } from './customer-asked.ts';
import {
  balanceByAge,
  cardsByStatus,
  lastPayments,
  markupsOf,
  pricesWithMarkup,
  spendByMonth,
  userCount,
} from './customer-parts.ts';
import { CUSTOMER_LIST, type CustomerRow } from './customer-wire.ts';

/** The parts, each with the rights to the lists behind its figures. */
const PARTS: Readonly<Record<string, Part<CustomerAsked>>> = {
  balance: [['invoices.list'], balanceByAge],
  owed: [['invoices.list'], moneyOwed],
  unbilled: [['transactions.list'], unbilledPurchases],
  spend: [['transactions.list'], spendByMonth],
  payments: [['payments.list'], lastPayments],
  cards: [['cards.list'], cardsByStatus],
  users: [['users.list'], userCount],
  exceptions: [['exceptions.list'], exceptionsOfCompany],
  markups: [['markups.list'], markupsOf],
  prices: [['transactions.list', 'rates.list'], pricesWithMarkup],
};

/** Days to look back for a price. */
const DAYS = 30;

async function contactOf(read: Reader, row: CustomerRow) {
  const { company_id, cont_name, due_days, email, id, name, phone, phone2 } = row;
  const { address } = await recipientOf(read, { company_id, company_name: name });
  return { id, name, cont_name, email, phone, phone2, address, due_days };
}

/** A customer's page: what the account may read of it, each figure with its list (CUST-03). */
export function summaryRoutes(app: Hono<AppEnv>): void {
  app.get('/customers/:id/summary', permit('customers.summary'), async (c) => {
    refuseUnknownParameters(queryOf(c), []);
    const services = c.get('services');
    const { read } = services.store;
    const reader = signedIn(c);
    const row = await visibleRow(read, CUSTOMER_LIST, reader, c.req.param('id'), 'customer');
    // Its invoices and cards have the company's name; the customer may have been renamed since.
    const company = row.company_name || row.name;
    const today = localToday(services.now(), services.timeZone);
    // 0 would be everybody's sums.
    const companyId = row.company_id ?? -1;
    await compactIfMany(services.store);
    const parts = await computeParts('customer', PARTS, reader.access, {
      ...{ services, today, reader, companyId, company },
      from: addDays(today, 1 - DAYS),
      account: { ...reader, companyId },
    });
    return c.json({
      today,
      customer: { ...(await contactOf(read, row)), company_name: company },
      ...(ofCompany(parts, company) as object),
    });
  });
}
