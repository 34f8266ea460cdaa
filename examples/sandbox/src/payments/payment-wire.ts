import { type Selectable, sql } from 'kysely';
import { money } from '../amounts.ts';
import type { PaymentRows } from '../db/schema-rows.ts';
import { dayFirst, hiddenStatuses } from '../invoices/invoice-wire.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';

export const PAYMENT_LIST: ListDefinition<'payment_rows'> = {
  table: 'payment_rows',
  rows: sql`select payment_rows.*, coalesce(reverses_id, (
      select reversals.id from payments reversals where reversals.reverses_id = payment_rows.id
    )) as counterpart_id from payment_rows`,
  fields: fieldsOf({
    whole: { id: 'id', reverses: 'reverses_id', counterpart: 'counterpart_id' },
    text: {
      customer_name: 'customer_name',
      invoice_no: 'invoice_no',
      payment_mode: 'mode_name',
      currency: 'currency',
      referenceId: 'reference',
      state: 'state',
      reason: 'reason',
    },
    day: 'invoice_date invoice_due_date payment_date',
    money: { amount_paid: 'amount_minor' },
  }),
  dateField: 'payment_date',
  order: { field: 'payment_date', direction: 'desc' },
  scoped: true,
  // A payment and its reversal leave a Draft behind, which its customer doesn't see either.
  visible: (account) => {
    const hidden = hiddenStatuses(account);
    return hidden.length === 0
      ? undefined
      : sql`invoice_id not in (select id from invoices where status in (${sql.join(hidden)}))`;
  },
};

/** A row of the list knows its counterpart; the answer of a call only what it reverses itself. */
type PaymentRow = Selectable<PaymentRows> & { readonly counterpart_id?: number | null };

/** A payment as its list has it (PAY-01): invoice dates day first, its own as YYYY-MM-DD (INV-08). */
export const presentPayment = (row: PaymentRow) => ({
  id: row.id,
  customer_name: row.customer_name,
  invoice_no: row.invoice_no,
  invoice_date: dayFirst(row.invoice_date),
  invoice_due_date: dayFirst(row.invoice_due_date),
  payment_mode: row.mode_name,
  payment_date: row.payment_date,
  amount_paid: money(row.amount_minor),
  currency: row.currency,
  referenceId: row.reference,
  /** 'Registered', 'Reversed' or 'Reversal' (PAY-05). */
  state: row.state,
  reverses: row.reverses_id,
  /** The payment's reversal, or the payment that a reversal takes back. */
  counterpart: row.counterpart_id ?? row.reverses_id,
  reason: row.reason,
});
