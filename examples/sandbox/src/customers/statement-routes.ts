import { localToday, safeFileName } from '@forecourt/core';
import type { Hono } from 'hono';
import { moneyText } from '../amounts.ts';
import { csvStream, fileHeaders } from '../csv.ts';
import { inOneMoment } from '../db/store.ts';
import { documentBrand } from '../documents/document-brand.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { queryOf, refuseUnknownParameters } from '../http/known-fields.ts';
import { onlyOne } from '../http/only-one.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest } from '../http/problem.ts';
import { recipientOf } from '../invoices/invoice-document.ts';
import { dayOf } from '../lists/list-request.ts';
import { visibleRow } from '../records/visible-row.ts';
import { offThread } from '../threads/off-thread.ts';
import { CUSTOMER_LIST } from './customer-wire.ts';
import { readStatement, type StatementAccount } from './statement.ts';
import type { StatementDocument } from './statement-pdf.ts';
import { STATEMENT_CSV_HEADER, statementCsvRows } from './statement-words.ts';

const FORMATS: readonly string[] = ['json', 'pdf', 'csv'];

/** Reads what was asked. Throws a 400: both days are needed, in order, and none after today. */
function periodOf(c: AppContext): { readonly from: string; readonly to: string } {
  const day = (name: string): string => {
    const found = dayOf(name, onlyOne(c, name));
    if (found === undefined)
      throw badRequest(`${name} is missing: a day written YYYY-MM-DD.`, `/${name}`);
    return found;
  };
  const [from, to] = [day('from'), day('to')];
  if (from > to) throw badRequest('To must not be before From', '/to');
  const { now, timeZone } = c.get('services');
  const today = localToday(now(), timeZone);
  if (to > today) throw badRequest(`To must not be after today, ${today}`, '/to');
  return { from, to };
}

async function documentOf(c: AppContext): Promise<StatementDocument> {
  const period = periodOf(c);
  const { store, timeZone } = c.get('services');
  const id = c.req.param('id') ?? '';
  return inOneMoment(store, async (read) => {
    const row = await visibleRow(read, CUSTOMER_LIST, signedIn(c), id, 'customer');
    const { company_id, name } = row;
    const customer = await recipientOf(read, { company_id, company_name: name });
    // A customer without a company has no invoices.
    const companyId = company_id ?? -1;
    return {
      ...period,
      customer,
      accounts: await readStatement(read, { ...period, companyId, timeZone }),
    };
  });
}

const presentAccount = ({ ages, closing, currency, movements, opening }: StatementAccount) => ({
  currency,
  opening: moneyText(opening),
  movements: movements.map(({ amount, balance, day, invoice, kind, payment }) => ({
    ...{ day, kind, invoice_number: invoice },
    ...(payment && {
      payment: { id: payment.id, mode: payment.mode, reference: payment.reference },
    }),
    amount: moneyText(amount),
    balance: moneyText(balance),
  })),
  closing: moneyText(closing),
  ages: ages.map(({ amount, count, title }) => ({ age: title, amount: moneyText(amount), count })),
});

async function answer(c: AppContext, format: string): Promise<Response> {
  const document = await documentOf(c);
  const { accounts, customer, from, to } = document;
  const name = safeFileName(`statement-${customer.name}-${from}-${to}`);
  if (format === 'json') {
    return c.json({ customer: customer.name, from, to, accounts: accounts.map(presentAccount) });
  }
  if (format === 'csv') {
    const rows = statementCsvRows(document, accounts);
    return c.body(csvStream(STATEMENT_CSV_HEADER, rows), 200, fileHeaders(`${name}.csv`));
  }
  const { brandsFile, now } = c.get('services');
  const { statementPdf } = await import('./statement-pdf.ts');
  const brand = await documentBrand(brandsFile, customer.brand);
  const pdf = await statementPdf(document, { at: now(), brand });
  return c.body(pdf, 200, fileHeaders(`${name}.pdf`, 'application/pdf'));
}

/** A customer's statement, as JSON, PDF or CSV (CUST-04). It says what invoices and payments say, and needs their right. */
export function statementRoutes(app: Hono<AppEnv>): void {
  app.get(
    '/customers/:id/statement',
    permit('customers.statement'),
    offThread('files'),
    async (c) => {
      refuseUnknownParameters(queryOf(c), ['from', 'to', 'format']);
      const format = onlyOne(c, 'format') ?? 'json';
      if (FORMATS.includes(format)) return answer(c, format);
      throw badRequest('format must be json, pdf or csv.', '/format');
    },
  );
}
