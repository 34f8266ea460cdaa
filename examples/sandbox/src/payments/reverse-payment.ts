import { moneyText } from '../amounts.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import { refuseField } from '../forms/sent-record.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { InvoiceRow } from '../invoices/invoice-store.ts';
import { STEPS } from './register-payment.ts';

const MAX_REASON = 500;

/** The reason that was sent. Throws a 422 for none, or a very long one. */
export function reasonIn(body: Readonly<Record<string, unknown>>): string {
  const reason = typeof body.reason === 'string' ? body.reason.trim() : '';
  if (reason === '') throw refuseField('/reason', 'Reason is required');
  if (reason.length > MAX_REASON) {
    throw refuseField('/reason', `Reason may have at most ${MAX_REASON} characters`);
  }
  return reason;
}

/** Where an invoice stands without a payment that found it in the status `before`; '' of old payments. */
function statusWithout({ status }: InvoiceRow, paid: number, before: string): string {
  if (STEPS.includes(status)) {
    if (paid > 0) return 'Partially Paid';
    return before === 'Draft' ? 'Draft' : 'Sent';
  }
  return status === 'Closed' ? before || 'Open' : status;
}

/** An old payment of a day to come is reversed on that day, so that no day has the one without the other. */
const laterOf = (...days: readonly [string, string]): string => days.toSorted()[1] ?? days[0];

/** What the invoice was before any payment: a reversal of all leads back there. */
async function statusAtFirst(tx: Writer, invoiceId: number): Promise<string> {
  const first = await tx
    .selectFrom('payments')
    .select('status_before')
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.status_before ?? '';
}

/**
 * Takes a payment back, once (PAY-05): the payment stays, a reversal of the same amount joins it, and the
 * invoice owes again what it owed without it. Returns the reversal's id. Throws 404 for a payment that this
 * account does not see, 409 for one that was taken back or is itself a reversal.
 */
export async function reversePayment(
  tx: Writer,
  actor: Actor,
  id: number,
  reason: string,
): Promise<number> {
  const { companyId, userId } = actor.account;
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
  const at = actor.at.toISOString();
  const marked = await tx
    .updateTable('payments')
    .set({ reversed_at: at })
    .where('id', '=', id)
    .where('reversed_at', '=', '')
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) throw new Problem(409, 'This payment was reversed already.');
  const invoice = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', payment.invoice_id)
    .executeTakeFirstOrThrow();
  const due = invoice.due_minor + payment.amount_minor;
  const paid = invoice.paid_minor - payment.amount_minor;
  const before = STEPS.includes(invoice.status)
    ? await statusAtFirst(tx, invoice.id)
    : payment.status_before;
  const status = statusWithout(invoice, paid, before);
  await tx
    .updateTable('invoices')
    .set({ due_minor: due, paid_minor: paid, status })
    .where('id', '=', invoice.id)
    .execute();
  const reversal = await tx
    .insertInto('payments')
    .values({
      invoice_id: invoice.id,
      company_id: payment.company_id,
      customer_name: payment.customer_name,
      payment_mode: payment.payment_mode,
      payment_date: laterOf(actor.today, payment.payment_date),
      currency: payment.currency,
      reference: payment.reference,
      amount_minor: -payment.amount_minor,
      reverses_id: payment.id,
      reason,
      due_before_minor: invoice.due_minor,
      status_before: invoice.status,
      created_by: userId,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordChange(tx, actor, {
    action: 'payments.reverse',
    resource: 'payments',
    recordId: reversal.id,
    created: true,
    changes: {
      payment: payment.id,
      reason,
      invoice_number: invoice.invoice_number,
      amount_paid: moneyText(-payment.amount_minor),
      currency: invoice.currency,
      amount_due: [moneyText(invoice.due_minor), moneyText(due)],
      status: [invoice.status, status],
    },
  });
  return reversal.id;
}
