import { can, type Draft, MESSAGES, payments } from '@forecourt/core';
import { money, moneyText, SCALES, toUnits } from '../amounts.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { Account } from '../auth/account.ts';
import type { Writer } from '../db/store.ts';
import { formOf, issuesOf, refuseField, refuseIssues, unacceptable } from '../forms/sent-record.ts';
import { type FieldError, Problem } from '../http/problem.ts';
import { keepFormerState } from '../invoices/invoice-history.ts';
import {
  type InvoiceReference,
  type InvoiceRow,
  visibleInvoice,
} from '../invoices/invoice-store.ts';

const form = formOf(payments);
const FIELDS = form.fields({ mode: 'create', draft: {}, detail: undefined });

/** Returns the sent fields as the form holds them. Throws a 422 if one is neither text nor a number. */
export function paymentDraft(body: Readonly<Record<string, unknown>>): Draft {
  const values = FIELDS.map(({ label, name }) => {
    const value = body[name] ?? '';
    if (typeof value === 'string' || typeof value === 'number') return [name, String(value).trim()];
    throw refuseField(`/${name}`, `${label} must be text or a number.`);
  });
  const { invoice_status: status = '' } = body;
  if (typeof status !== 'string') throw refuseField('/invoice_status', 'It must be text.');
  return Object.fromEntries([...values, ['invoice_status', status.trim()]]);
}

/** Nothing more is expected of a closed invoice: a caller who knew it open is refused once, and may then pay it anyway. */
function refuseClosed(
  { due_minor, invoice_number: number, status }: InvoiceRow,
  draft: Draft,
): void {
  const known = String(draft.invoice_status ?? '');
  if (status !== 'Closed' || due_minor === 0 || known === '' || known === status) return;
  const detail = `Invoice ${number} was closed meanwhile: nothing more is expected of it. Save again to register the payment anyway.`;
  throw refuseField('/invoice_id', detail, {
    readBy: ['invoices.get'],
    detail: 'The invoice has changed meanwhile. Load it again.',
  });
}

const refuse = (draft: Draft, today: string): void =>
  refuseIssues(issuesOf(form, { mode: 'create', draft, detail: undefined, today }));

/** Callers who can't read the invoice see only that something differs (ACC-04). */
function checkAgainst(invoice: InvoiceRow, draft: Draft, { access }: Account): void {
  const { company_name: company, currency, invoice_number: number } = invoice;
  const mayRead = can(access, 'invoices.get').allowed;
  const errors: FieldError[] = [];
  const differs = (name: string, message: string, unread: string): void => {
    errors.push({ pointer: `/${name}`, detail: mayRead ? message : unread });
  };
  if (draft.company_name !== company) {
    differs('company_name', `Invoice ${number} is ${company}’s.`, 'The invoice is another’s.');
  }
  if (draft.currency !== currency) {
    const other = 'The invoice is in another currency.';
    differs('currency', `Invoice ${number} is in ${currency}.`, other);
  }
  if (errors.length > 0) throw unacceptable(errors);
}

/**
 * Refuses an amount due that the invoice never had, because it belongs to another one. Accepts an amount that was due
 * before a concurrent payment or reversal (PAY-02).
 */
async function refuseOtherDue(tx: Writer, invoice: InvoiceRow, draft: Draft): Promise<void> {
  const sent = toUnits(String(draft.amount_due), SCALES.money);
  if (sent === invoice.due_minor) return;
  const paid = await tx
    .selectFrom('payments')
    .select(['due_before_minor', 'amount_minor'])
    .where('invoice_id', '=', invoice.id)
    .execute();
  const had = paid.some(
    ({ amount_minor, due_before_minor: before }) =>
      before !== null && (before === sent || before - amount_minor === sent),
  );
  if (had) return;
  const { currency, due_minor, invoice_number } = invoice;
  throw refuseField(
    '/amount_due',
    `${moneyText(due_minor)} ${currency} is due on invoice ${invoice_number}. Load it again, then register the payment.`,
    {
      readBy: ['invoices.get'],
      detail: 'Another amount is due on the invoice. Load it again, then register the payment.',
    },
  );
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

/** Returns the invoice that the payment is for. Throws a 422 at its field if there is none. */
async function invoiceOf(tx: Writer, account: Account, which: InvoiceReference) {
  try {
    return await visibleInvoice(tx, account, which);
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error;
    const kind = which.by === undefined ? '' : ` with the ${which.by}`;
    throw refuseField('/invoice_id', `There is no invoice${kind} ${which.text}.`);
  }
}

/**
 * Registers a payment: reduces the amount due, and moves the invoice's status. The current amount due is the limit, not
 * the one that was sent (PAY-02, PAY-04). `by` says whether the draft names the invoice by its id or its number; see
 * `visibleInvoice`.
 */
export async function registerPayment(
  tx: Writer,
  actor: Actor,
  draft: Draft,
  by?: string,
): Promise<number> {
  refuse(draft, actor.today);
  const { account } = actor;
  const invoice = await invoiceOf(tx, account, { text: String(draft.invoice_id), by });
  const { invoice_number: number } = invoice;
  checkAgainst(invoice, draft, account);
  if (invoice.status === 'Void') {
    const detail = 'Nothing can be paid on this invoice.';
    throw refuseField('/invoice_id', `Invoice ${number} is void.`, {
      readBy: ['invoices.get'],
      detail,
    });
  }
  refuseClosed(invoice, draft);
  refuse({ ...draft, amount_due: moneyText(invoice.due_minor) }, actor.today);
  await refuseOtherDue(tx, invoice, draft);
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
    companyId: invoice.company_id,
    invoiceStatus: status,
    also: [`invoices:${invoice.invoice_number}`],
    changes: {
      invoice_number: invoice.invoice_number,
      amount_paid: money(amount),
      currency: invoice.currency,
      payment_mode: String(draft.payment_mode),
      payment_date: String(draft.payment_date),
      referenceId: String(draft.referenceId),
      amount_due: [money(invoice.due_minor), money(due)],
      status: [invoice.status, status],
      ...(twin !== undefined && { same_as: twin }),
    },
  });
  return id;
}
