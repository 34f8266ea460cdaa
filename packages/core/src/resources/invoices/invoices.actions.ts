import * as z from 'zod/mini';
import { formatInstant } from '../../format/dates.ts';
import { Decimal } from '../../format/decimal.ts';
import { EMPTY } from '../../format/values.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type {
  ActionDefinition,
  ActionPreview,
  BulkDefinition,
  RowForm,
} from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';
import { toDraftValue } from '../../resource/form-values.ts';
import { pathPart } from '../../resource/path-part.ts';
import type { Invoice } from './invoices.schema.ts';
import { statusName } from './invoices.status.ts';

const previewSchema = z.object({
  to: z.nullish(z.string()),
  subject: z.nullish(z.string()),
  attachment: z.nullish(z.string()),
  sent_before: z.nullish(z.array(z.object({ at: z.string(), to: z.nullish(z.string()) }))),
});

/** Returns recipient, subject and file of the e-mail, and how often and when it was sent before (INV-13). */
function previewOf(answer: unknown): ActionPreview {
  const { attachment, sent_before, subject, to } = z.parse(previewSchema, answer);
  const sent = sent_before ?? [];
  const [last] = sent;
  return {
    facts: [
      ['To', to || EMPTY],
      ['Subject', subject || EMPTY],
      ['Attachment', attachment || EMPTY],
    ],
    ...(last && {
      doneBefore: last.at,
      warning: MESSAGES.invoices.emailedBefore(sent.length, formatInstant(last.at), last.to ?? ''),
    }),
  };
}

/** Sends an invoice to its company after confirmation (INV-09, INV-13). */
export const emailInvoice: ActionDefinition = {
  name: 'email',
  action: 'invoices.email',
  label: 'Email',
  title: 'Email Invoice',
  submitLabel: 'Send',
  on: 'row',
  fields: [],
  call: ([id = '']) => ({
    method: 'POST',
    path: 'email-invoice',
    query: [
      ['type', 'spol/invoices'],
      ['id', id],
      ['by', 'id'],
    ],
  }),
  preview: {
    call: ([id = '']) => ({
      path: 'email-invoice/preview',
      query: [
        ['type', 'spol/invoices'],
        ['id', id],
        ['by', 'id'],
      ],
    }),
    facts: previewOf,
    question: MESSAGES.invoices.emailQuestion,
  },
  texts: { success: MESSAGES.invoices.emailed, failure: MESSAGES.invoices.emailFailed },
};

/** Sends each picked invoice to its company (LIST-15). */
export const invoiceBulk: readonly BulkDefinition[] = [
  {
    name: 'email',
    action: 'invoices.email',
    label: 'Email',
    runs: 'email',
    texts: { done: 'e-mailed' },
  },
];

/**
 * Voids a draft created from unbilled lines, with a reason; its lines can then be billed again (INV-14).
 */
export const voidInvoice: ActionDefinition = {
  name: 'void',
  action: 'invoices.void',
  label: 'Void',
  title: 'Void Invoice',
  on: 'row',
  fields: formSection('Void Invoice', [['reason', 'Reason', 'multiline', { required: true }]]),
  offered: ({ made_from, status }) => made_from === 'unbilled' && status === 'Draft',
  call: ([id = ''], { reason }) => ({
    method: 'POST',
    path: `spol/invoices/${pathPart(id)}/void`,
    query: [['by', 'id']],
    json: { reason: String(reason ?? '').trim() },
  }),
  texts: { success: MESSAGES.invoices.voided, failure: MESSAGES.invoices.voidFailed },
};

/**
 * Returns why nothing can be paid; undefined if something is due. An invoice closed by a credit doesn't
 * count as paid.
 */
function whyNoPayment({
  amount_due,
  amount_paid,
  invoice_number,
  status,
  total_amount,
}: Invoice): string | undefined {
  const [texts, number] = [MESSAGES.payments, invoice_number ?? ''];
  const state = statusName(status ?? '');
  if (state === 'void') return texts.isVoid(number);
  if (!amount_due || amount_due.compare(Decimal.ZERO) > 0) return undefined;
  const paid =
    amount_paid && total_amount
      ? amount_paid.compare(Decimal.ZERO) > 0 && amount_paid.compare(total_amount) >= 0
      : state === 'fully paid';
  return paid ? texts.isPaid(number) : texts.nothingDue(number);
}

/** Opens 'Add Payment' with the invoice's values (INV-02); shown regardless of rights (ACC-04). */
export const paymentOffline: RowForm<Invoice> = {
  label: 'Payment Offline',
  action: 'payments.open',
  resource: 'payments',
  refuse: whyNoPayment,
  provided: (invoice) => ({
    company_name: toDraftValue(invoice.company_name),
    invoice_id: toDraftValue(invoice.invoice_number),
    amount_due: toDraftValue(invoice.amount_due),
    currency: toDraftValue(invoice.currency),
    issued_date: toDraftValue(invoice.issued_date),
    invoice_status: toDraftValue(invoice.status),
  }),
};
