import { can } from '@forecourt/core';
import { type Selectable, sql } from 'kysely';
import { money } from '../amounts.ts';
import { type Account, isStaff } from '../auth/account.ts';
import type { TransactionsTable } from '../db/schema-fleet.ts';
import type { InvoicesTable } from '../db/schema-office.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';

/**
 * The statuses of invoices that this account does not see: a customer's reader sees an invoice once it is issued. A
 * Draft may still change or be voided, and only a Draft becomes void.
 */
export const hiddenStatuses = (account: Account): readonly string[] =>
  isStaff(account) || can(account.access, 'invoices.update').allowed ? [] : ['Draft', 'Void'];

export const INVOICE_LIST: ListDefinition<'invoices'> = {
  table: 'invoices',
  fields: fieldsOf({
    text: 'invoice_number company_name status currency file_name',
    whole: 'id',
    day: 'issued_date due_date',
    moment: 'start_date end_date',
    money: { total_amount: 'total_minor', amount_due: 'due_minor', amount_paid: 'paid_minor' },
  }),
  dateField: 'issued_date',
  order: { field: 'issued_date', direction: 'desc' },
  scoped: true,
  visible: (account) => {
    const hidden = hiddenStatuses(account);
    return hidden.length === 0 ? undefined : sql`status not in (${sql.join(hidden)})`;
  },
};

/** 2026-11-20T08:30 → '20-11-2026 08:30' (INV-08). */
export const dayFirst = (iso: string): string => {
  const [day = '', time] = iso.split('T');
  const written = day.split('-').reverse().join('-');
  return time === undefined ? written : `${written} ${time.slice(0, 5)}`;
};

export const presentInvoice = (row: Selectable<InvoicesTable>) => ({
  id: row.id,
  invoice_number: row.invoice_number,
  company_name: row.company_name,
  issued_date: dayFirst(row.issued_date),
  due_date: dayFirst(row.due_date),
  start_date: dayFirst(row.start_date),
  end_date: dayFirst(row.end_date),
  status: row.status,
  total_amount: money(row.total_minor),
  amount_due: money(row.due_minor),
  amount_paid: money(row.paid_minor),
  currency: row.currency,
  file_name: row.file_name,
  /** 'unbilled' if it was made from unbilled lines: such a draft can be voided (INV-14). */
  made_from: row.made_from,
});

type BilledFuel = Pick<
  Selectable<TransactionsTable>,
  'amount_minor' | 'authentication_id' | 'city' | 'station_number' | 'txn_date'
>;

/** A billed line with its transaction (INV-07). */
export const presentBilledFuel = (row: BilledFuel) => ({
  auth_code: row.authentication_id,
  timestamp: row.txn_date,
  merchant_number: row.station_number,
  merchant_city: row.city,
  amount: money(row.amount_minor),
});
