import { formatDay, isDay, localToday } from '../../format/dates.ts';
import { Decimal } from '../../format/decimal.ts';
import { formatMoney, groupThousands } from '../../format/values.ts';
import { SAME_PAYMENT_MESSAGES } from '../../messages/form-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type {
  Draft,
  FormDefinition,
  FormField,
  FormState,
  Issues,
} from '../../resource/form.types.ts';
import { type FieldNames, formSection, lock } from '../../resource/form-fields.ts';
import { isBlank, issueAt } from '../../resource/form-rules.ts';
import { decimalIn, flagsIn, moneyIn, textIn, toDraft } from '../../resource/form-values.ts';
import { type RecordReference, readReference } from '../../resource/record-reference.ts';
import type { Payment } from './payments.schema.ts';

type State = FormState<Payment>;

const ASKED = { required: true, requiredText: MESSAGES.payments.required } as const;

const FIELDS = formSection('Add Payment', [
  ['payment_date', 'Payment Date', 'day', ASKED],
  ['company_name', 'Customer', 'text', { ...ASKED, lead: true }],
  ['invoice_id', 'Invoice', 'text', { ...ASKED, lead: true }],
  ['amount_due', 'Amount Due', 'decimal', { ...ASKED, shownPlaces: 2, lead: true }],
  ['amount_paid', 'Amount Paid', 'decimal', ASKED],
  ['currency', 'Currency', 'choice', { ...ASKED, options: { reference: 'currencies' } }],
  ['payment_mode', 'Payment Mode', 'choice', { ...ASKED, options: { reference: 'paymentModes' } }],
  ['referenceId', 'Reference Id', 'text', ASKED],
]);

/** A field of the form of a payment, or a value that it is compared with. */
export type PaymentField = FieldNames<typeof FIELDS> | (typeof CARRIED)[number];

/** Values taken from an invoice (INV-02). */
const OF_INVOICE: readonly string[] = ['company_name', 'invoice_id', 'amount_due', 'currency'];

/** No fields: the payment's date is compared with the first; the service refuses once if the status has changed meanwhile. */
const CARRIED = ['issued_date', 'invoice_status'] as const;

/** Draft entry that lists the values taken from the invoice; saved runs contain its name. */
const FROM_INVOICE = 'given';

function toPaymentDraft(_: Payment | undefined, provided: Draft = {}): Draft {
  const names = OF_INVOICE.filter((name) => !isBlank(provided[name] ?? ''));
  return {
    ...toDraft(FIELDS, provided),
    ...Object.fromEntries(CARRIED.map((name) => [name, provided[name] ?? ''])),
    [FROM_INVOICE]: Object.fromEntries(names.map((name) => [name, true])),
  };
}

/** Returns the full amount due, to the cent (PAY-05); '' if nothing is due. */
const inFull = (draft: Draft) => {
  const due = decimalIn(draft, 'amount_due');
  const value = due && !due.isZero ? due.toFixed(2) : '';
  return { name: 'in-full', label: MESSAGES.payments.inFull, value };
};

function fields({ draft }: State): readonly FormField<PaymentField>[] {
  const provided = flagsIn(draft, FROM_INVOICE);
  const unit = textIn(draft, 'currency');
  return FIELDS.map((field) => {
    const known = field.input === 'decimal' ? { ...field, unit } : field;
    if (provided[field.name]) return lock(known, MESSAGES.payments.ofInvoice);
    return field.name === 'amount_paid' ? { ...known, offer: inFull(draft) } : known;
  });
}

/** Earliest day of a payment (PAY-05). */
const FIRST_DAY = '2020-01-01';

function dateIssues({ draft, today = localToday() }: State): Issues {
  const day = textIn(draft, 'payment_date');
  if (!isDay(day)) return {};
  if (day >= FIRST_DAY && day <= today) return {};
  const code = day > today ? 'after_today' : 'too_early';
  return issueAt('payment_date', code, MESSAGES.payments.dateLimits);
}

/** Checks that the amount is positive, at most the amount due, and in whole cents (PAY-02, PAY-04). */
function amountIssues({ draft }: State): Issues {
  const paid = decimalIn(draft, 'amount_paid');
  const due = decimalIn(draft, 'amount_due');
  if (paid === undefined) return {};
  if (paid.compare(Decimal.ZERO) <= 0) {
    return issueAt('amount_paid', 'too_small', MESSAGES.payments.tooLittle);
  }
  return due && paid.compare(due) > 0
    ? issueAt('amount_paid', 'exceeds_due', MESSAGES.payments.tooMuch)
    : {};
}

const check = (state: State): Issues => ({ ...dateIssues(state), ...amountIssues(state) });

/** Returns 'Amount due changed from 1,000.00 to 600.00.', or undefined if it hasn't changed (PAY-02). */
function dueChange(before: Draft, now: Draft): string | undefined {
  const [then, due] = [decimalIn(before, 'amount_due'), decimalIn(now, 'amount_due')];
  if (then === undefined || due === undefined || then.equals(due)) return undefined;
  return MESSAGES.payments.dueChanged(groupThousands(then, 2), groupThousands(due, 2));
}

const isSame = (one: unknown, other: string): boolean =>
  String(one ?? '')
    .trim()
    .toLowerCase() === other.trim().toLowerCase();

/** Returns the chosen mode as shown in the list of payments. */
const modeOf = ({ choices, draft }: State): string => {
  const key = textIn(draft, 'payment_mode');
  return choices?.('paymentModes').find((mode) => mode.key === key)?.value ?? key;
};

/**
 * Finds a payment, not reversed, with the same invoice, mode, reference and amount: the same cheque entered
 * twice, perhaps by two users. It may be intended, so it leads to a question, not a refusal (PAY-04).
 */
function sameAgain(rows: readonly unknown[], state: State): string | undefined {
  const { draft } = state;
  const amount = decimalIn(draft, 'amount_paid');
  const number = textIn(draft, 'invoice_id');
  const reference = textIn(draft, 'referenceId').trim();
  const mode = modeOf(state);
  const found = (rows as readonly Payment[]).find(
    (row) =>
      !['Reversed', 'Reversal'].includes(row.state ?? '') &&
      isSame(row.invoice_no, number) &&
      isSame(row.referenceId, reference) &&
      [mode, textIn(draft, 'payment_mode')].some((one) => isSame(row.payment_mode, one)) &&
      amount !== undefined &&
      row.amount_paid?.equals(amount),
  );
  if (found === undefined || amount === undefined) return undefined;
  const { payment, question } = SAME_PAYMENT_MESSAGES;
  const paid = formatMoney(amount, textIn(draft, 'currency'));
  const what = payment(paid, found.payment_mode ?? mode, reference);
  return question(what, number, formatDay(found.payment_date ?? ''));
}

/** A payment dated before its invoice was issued may be an advance, or a slip in the year. */
function datedEarly({ draft }: State): string | undefined {
  const [day, issued] = [textIn(draft, 'payment_date'), textIn(draft, 'issued_date')];
  if (!isDay(day) || !isDay(issued) || day >= issued) return undefined;
  const number = textIn(draft, 'invoice_id');
  return SAME_PAYMENT_MESSAGES.early(formatDay(day), number, formatDay(issued));
}

/** Both questions at once: after one answer nothing is asked again. */
function questionOf(rows: readonly unknown[], state: State): string | undefined {
  const questions = [datedEarly(state), sameAgain(rows, state)].filter((one) => one !== undefined);
  return questions.length > 0 ? questions.join('\n') : undefined;
}

/** The invoice by its number, where the form was opened from it; otherwise as typed: '675', 'number:675', 'id:675'. */
function invoiceOf(draft: Draft): RecordReference {
  const text = textIn(draft, 'invoice_id');
  return flagsIn(draft, FROM_INVOICE).invoice_id
    ? { by: 'number', text }
    : readReference(text, 'number');
}

/** Only digits can be the number of one invoice and the id of another; then the call says which is meant. */
function path({ draft }: State): string {
  const { by, text } = invoiceOf(draft);
  return `fuel-payment/register${by !== undefined && /^\d+$/.test(text) ? `?by=${by}` : ''}`;
}

const body = ({ draft }: State) => ({
  payment_date: textIn(draft, 'payment_date'),
  company_name: textIn(draft, 'company_name'),
  invoice_id: invoiceOf(draft).text,
  amount_due: moneyIn(draft, 'amount_due'),
  amount_paid: moneyIn(draft, 'amount_paid'),
  currency: textIn(draft, 'currency'),
  payment_mode: textIn(draft, 'payment_mode'),
  referenceId: textIn(draft, 'referenceId'),
  ...(textIn(draft, 'invoice_status') !== '' && {
    invoice_status: textIn(draft, 'invoice_status'),
  }),
});

/** Registers a payment of an invoice (PAY-02, PAY-03). */
export const paymentForm: FormDefinition<Payment, PaymentField> = {
  titles: { create: 'Add Payment' },
  submitLabels: { create: 'Save' },
  fields,
  draft: toPaymentDraft,
  check,
  create: { method: 'POST', path, body },
  onlyIfChanged: true,
  effects: ({ draft }) => {
    const amount = decimalIn(draft, 'amount_paid');
    if (amount === undefined) return [];
    const label = textIn(draft, 'invoice_id');
    const paid = formatMoney(amount, textIn(draft, 'currency'));
    return [
      {
        name: 'paid',
        title: MESSAGES.payments.paid,
        lines: [{ key: label, label, values: [paid] }],
      },
    ];
  },
  opener: {
    resource: 'invoices',
    id: (draft) =>
      flagsIn(draft, FROM_INVOICE).amount_due ? `number:${textIn(draft, 'invoice_id')}` : '',
    carried: CARRIED,
    changed: dueChange,
    field: 'amount_paid',
  },
  warn: {
    filters: ({ draft }) => [
      { field: 'invoice_no', match: 'exact', value: textIn(draft, 'invoice_id') },
    ],
    question: questionOf,
    title: SAME_PAYMENT_MESSAGES.title,
    accept: SAME_PAYMENT_MESSAGES.accept,
    reject: SAME_PAYMENT_MESSAGES.reject,
  },
  texts: { created: MESSAGES.payments.created, createFailed: MESSAGES.payments.createFailed },
  after: 'close',
};
