import type { Selectable } from 'kysely';
import { money } from '../amounts.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { Schema } from '../db/schema.ts';
import type { Writer } from '../db/store.ts';
import { notFound, Problem } from '../http/problem.ts';
import { keepFormerState } from '../invoices/invoice-history.ts';
import type { InvoiceRow } from '../invoices/invoice-store.ts';
import { STEPS } from './register-payment.ts';

/**
 * Returns the status of an invoice without one of its payments. A write-off remains; if the payment closed the invoice,
 * its former status returns.
 */
async function statusWithout(tx: Writer, invoice: InvoiceRow, paid: number): Promise<string> {
  const { status } = invoice;
  if (STEPS.includes(status)) {
    if (paid > 0) return 'Partially Paid';
    return (await statusAtFirst(tx, invoice.id)) === 'Draft' ? 'Draft' : 'Sent';
  }
  return status === 'Closed' ? await statusBeforeClosing(tx, invoice) : status;
}

/**
 * Returns the status before a payment closed the invoice; '' for old payments. An invoice closed by a person remains
 * Closed: something was still due, or a credit covered the rest (INV-12).
 */
async function statusBeforeClosing(tx: Writer, { due_minor, id }: InvoiceRow): Promise<string> {
  if (due_minor !== 0) return 'Closed';
  const closing = await tx
    .selectFrom('payments')
    .select('status_before')
    .where('invoice_id', '=', id)
    .where('reverses_id', 'is', null)
    .whereRef('due_before_minor', '=', 'amount_minor')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return closing ? closing.status_before || 'Open' : 'Closed';
}

/** An old payment with a future day is reversed on that day, so that no day has one without the other. */
const laterOf = (...days: readonly [string, string]): string => days.toSorted()[1] ?? days[0];

/** Returns the status when nothing was paid last, regardless of earlier reversed payments. */
async function statusAtFirst(tx: Writer, invoiceId: number): Promise<string> {
  const rows = await tx
    .selectFrom('payments')
    .select(['amount_minor', 'status_before'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute();
  let [paid, found] = [0, ''];
  for (const { amount_minor, status_before } of rows) {
    if (paid === 0) found = status_before;
    paid += amount_minor;
  }
  return found;
}

/** Marks a payment as reversed, which only the first of several calls can. Throws as `reversePayment` does. */
async function markReversed(
  tx: Writer,
  { account, at }: Actor,
  id: number,
): Promise<Selectable<Schema['payments']>> {
  const { companyId } = account;
  const found = tx.selectFrom('payments').selectAll().where('id', '=', id);
  const payment = await (companyId === null
    ? found
    : found.where('company_id', '=', companyId)
  ).executeTakeFirst();
  if (!payment) throw notFound(`Payment ${id}`);
  if (payment.reverses_id !== null) {
    throw new Problem(
      409,
      'This is a reversal, which can’t be reversed. Register a payment instead.',
    );
  }
  const marked = await tx
    .updateTable('payments')
    .set({ reversed_at: at.toISOString() })
    .where('id', '=', id)
    .where('reversed_at', '=', '')
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) throw new Problem(409, 'This payment was reversed already.');
  return payment;
}

/**
 * Reverses a payment once (PAY-05): adds a reversal of the same amount, and the invoice's amount due returns to what it
 * is without the payment. Returns the reversal's id. Throws 404 for a payment that this account can't see, 409 for one
 * that is already reversed or is itself a reversal.
 */
export async function reversePayment(
  tx: Writer,
  actor: Actor,
  id: number,
  reason: string,
): Promise<number> {
  const payment = await markReversed(tx, actor, id);
  const invoice = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', payment.invoice_id)
    .executeTakeFirstOrThrow();
  const due = invoice.due_minor + payment.amount_minor;
  const paid = invoice.paid_minor - payment.amount_minor;
  const status = await statusWithout(tx, invoice, paid);
  const changed = { due_minor: due, paid_minor: paid, status };
  await tx.updateTable('invoices').set(changed).where('id', '=', invoice.id).execute();
  const date = laterOf(actor.today, payment.payment_date);
  await keepFormerState(tx, actor, invoice, { ...invoice, ...changed });
  const reversal = await tx
    .insertInto('payments')
    .values({
      invoice_id: invoice.id,
      company_id: payment.company_id,
      customer_name: payment.customer_name,
      payment_mode: payment.payment_mode,
      payment_date: date,
      currency: payment.currency,
      reference: payment.reference,
      amount_minor: -payment.amount_minor,
      reverses_id: payment.id,
      reason,
      due_before_minor: invoice.due_minor,
      status_before: invoice.status,
      created_by: actor.account.userId,
      created_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordChange(tx, actor, {
    action: 'payments.reverse',
    resource: 'payments',
    recordId: reversal.id,
    created: true,
    companyId: invoice.company_id,
    invoiceStatus: status,
    also: [`invoices:${invoice.invoice_number}`, `payments:${payment.id}`],
    changes: {
      payment: payment.id,
      reason,
      invoice_number: invoice.invoice_number,
      amount_paid: money(-payment.amount_minor),
      currency: invoice.currency,
      payment_mode: payment.payment_mode,
      payment_date: date,
      referenceId: payment.reference,
      amount_due: [money(invoice.due_minor), money(due)],
      status: [invoice.status, status],
    },
  });
  return reversal.id;
}
