import { type Draft, type Issues, MESSAGES, payments } from '@forecourt/core';
import { money, moneyText, SCALES, toUnits } from '../amounts.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import { formOf, issuesOf, refuseField, refuseIssues } from '../forms/sent-record.ts';
import { keepFormerState } from '../invoices/invoice-history.ts';
import { type InvoiceRow, invoiceNumbered } from '../invoices/invoice-store.ts';

const form = formOf(payments);
const FIELDS = form.fields({ mode: 'create', draft: {}, detail: undefined });

/** Returns the sent fields as the form holds them. Throws a 422 if one is neither text nor a number. */
export function paymentDraft(body: Readonly<Record<string, unknown>>): Draft {
  const values = FIELDS.map(({ label, name }) => {
    const value = body[name] ?? '';
    if (typeof value === 'string' || typeof value === 'number') return [name, String(value).trim()];
    throw refuseField(`/${name}`, `${label} must be text or a number.`);
  });
  return Object.fromEntries(values);
}

const refuse = (draft: Draft, today: string): void =>
  refuseIssues(issuesOf(form, { mode: 'create', draft, detail: undefined, today }));

function checkAgainst(invoice: InvoiceRow, draft: Draft): void {
  const issues: Record<string, Issues[string]> = {};
  const differs = (name: string, message: string): void => {
    issues[name] = [{ code: 'not_of_invoice', message }];
  };
  if (draft.company_name !== invoice.company_name) {
    differs('company_name', `Invoice ${invoice.invoice_number} is ${invoice.company_name}’s.`);
  }
  if (draft.currency !== invoice.currency) {
    differs('currency', `Invoice ${invoice.invoice_number} is in ${invoice.currency}.`);
  }
  refuseIssues(issues);
}

/** The statuses that payments move through; other invoices use Open, Closed and NSF (INV-05). */
export const STEPS: readonly string[] = ['Draft', 'Sent', 'Partially Paid', 'Fully Paid'];

/** Returns an invoice's status after a payment, from the same set of statuses. */
function statusAfter({ status }: InvoiceRow, due: number): string {
  const bySteps = STEPS.includes(status);
  if (bySteps) return due === 0 ? 'Fully Paid' : 'Partially Paid';
  return due === 0 ? 'Closed' : status;
}

/**
 * Finds an earlier payment that still counts, of the same invoice, mode, reference and amount. It may be correct, so
 * it isn't refused, but the trail names it (PAY-04).
 */
async function sameBefore(
  tx: Writer,
  invoice: InvoiceRow,
  draft: Draft,
  amount: number,
  id: number,
): Promise<number | undefined> {
  const found = await tx
    .selectFrom('payments')
    .select(['id', 'reference'])
    .where('invoice_id', '=', invoice.id)
    .where('payment_mode', '=', String(draft.payment_mode))
    .where('amount_minor', '=', amount)
    .where('reversed_at', '=', '')
    .where('id', '<', id)
    .orderBy('id')
    .execute();
  const plain = (reference: unknown) => String(reference).trim().toLowerCase();
  return found.find(({ reference }) => plain(reference) === plain(draft.referenceId))?.id;
}

/** An id has digits alone, which no invoice number of the service has by itself. */
const noInvoice = (number: string): string =>
  /^\d+$/.test(number)
    ? `There is no invoice with the number ${number}. Send the invoice’s number, not its id.`
    : `There is no invoice ${number}.`;

/**
 * Registers a payment: reduces the amount due, and moves the invoice's status. The current amount due is the limit, not
 * the one that was sent (PAY-02, PAY-04).
 */
export async function registerPayment(tx: Writer, actor: Actor, draft: Draft): Promise<number> {
  refuse(draft, actor.today);
  const number = String(draft.invoice_id);
  const invoice = await invoiceNumbered(tx, actor.account, number);
  if (!invoice) throw refuseField('/invoice_id', noInvoice(number));
  checkAgainst(invoice, draft);
  if (invoice.status === 'Void') throw refuseField('/invoice_id', `Invoice ${number} is void.`);
  refuse({ ...draft, amount_due: moneyText(invoice.due_minor) }, actor.today);
  const amount = toUnits(String(draft.amount_paid), SCALES.money);
  const due = invoice.due_minor - amount;
  const status = statusAfter(invoice, due);
  const changed = { due_minor: due, paid_minor: invoice.paid_minor + amount, status };
  const moved = await tx
    .updateTable('invoices')
    .set(changed)
    .where('id', '=', invoice.id)
    .where('due_minor', '=', invoice.due_minor)
    .executeTakeFirst();
  // Another server has registered a payment meanwhile.
  if (moved.numUpdatedRows !== 1n) throw refuseField('/amount_paid', MESSAGES.payments.tooMuch);
  await keepFormerState(tx, actor, invoice, { ...invoice, ...changed });
  const { id } = await tx
    .insertInto('payments')
    .values({
      invoice_id: invoice.id,
      company_id: invoice.company_id,
      customer_name: invoice.company_name,
      payment_mode: String(draft.payment_mode),
      payment_date: String(draft.payment_date),
      currency: invoice.currency,
      reference: String(draft.referenceId),
      amount_minor: amount,
      due_before_minor: invoice.due_minor,
      status_before: invoice.status,
      created_by: actor.account.userId,
      created_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const twin = await sameBefore(tx, invoice, draft, amount, id);
  await recordChange(tx, actor, {
    action: 'payments.create',
    resource: 'payments',
    recordId: id,
    changes: {
      invoice_number: invoice.invoice_number,
      amount_paid: money(amount),
      currency: invoice.currency,
      amount_due: [money(invoice.due_minor), money(due)],
      status: [invoice.status, status],
      ...(twin !== undefined && { same_as: twin }),
    },
  });
  return id;
}
