import { isDay, localToday } from '../../format/dates.ts';
import { Decimal } from '../../format/decimal.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type {
  Draft,
  FormDefinition,
  FormField,
  FormState,
  Issues,
} from '../../resource/form.types.ts';
import { formSection, lock } from '../../resource/form-fields.ts';
import { isBlank, issueAt } from '../../resource/form-rules.ts';
import { decimalIn, flagsIn, moneyIn, textIn, toDraft } from '../../resource/form-values.ts';
import type { Payment } from './payments.schema.ts';

type State = FormState<Payment>;

const ASKED = { required: true, requiredText: MESSAGES.payments.required } as const;

const FIELDS: readonly FormField[] = formSection('Add Payment', [
  ['payment_date', 'Payment Date', 'day', ASKED],
  ['company_name', 'Customer', 'text', { ...ASKED, lead: true }],
  ['invoice_id', 'Invoice', 'text', { ...ASKED, lead: true }],
  ['amount_due', 'Amount Due', 'decimal', { ...ASKED, shownPlaces: 2, lead: true }],
  ['amount_paid', 'Amount Paid', 'decimal', ASKED],
  ['currency', 'Currency', 'choice', { ...ASKED, options: { reference: 'currencies' } }],
  ['payment_mode', 'Payment Mode', 'choice', { ...ASKED, options: { reference: 'paymentModes' } }],
  ['referenceId', 'Reference Id', 'text', ASKED],
]);

/** What an invoice gives (INV-02). */
const OF_INVOICE: readonly string[] = ['company_name', 'invoice_id', 'amount_due', 'currency'];

/** Beside the fields, a draft holds which of them came from the invoice. */
const GIVEN = 'given';

function toPaymentDraft(_: Payment | undefined, given: Draft = {}): Draft {
  const names = OF_INVOICE.filter((name) => !isBlank(given[name] ?? ''));
  return {
    ...toDraft(FIELDS, given),
    [GIVEN]: Object.fromEntries(names.map((name) => [name, true])),
  };
}

/** All that is due, to the cent (PAY-05). */
const inFull = (draft: Draft) => ({
  name: 'in-full',
  label: MESSAGES.payments.inFull,
  value: decimalIn(draft, 'amount_due')?.toFixed(2) ?? '',
});

function fields({ draft }: State): readonly FormField[] {
  const given = flagsIn(draft, GIVEN);
  const unit = textIn(draft, 'currency');
  return FIELDS.map((field) => {
    const known = field.input === 'decimal' ? { ...field, unit } : field;
    if (given[field.name]) return lock(known, MESSAGES.payments.ofInvoice);
    return field.name === 'amount_paid' ? { ...known, offer: inFull(draft) } : known;
  });
}

/** The first day a payment can have (PAY-05). */
const FIRST_DAY = '2020-01-01';

function dateIssues({ draft, today = localToday() }: State): Issues {
  const day = textIn(draft, 'payment_date');
  if (!isDay(day)) return {};
  if (day > today) return issueAt('payment_date', 'after_today', MESSAGES.payments.afterToday);
  return day < FIRST_DAY ? issueAt('payment_date', 'too_early', MESSAGES.payments.tooEarly) : {};
}

/** More than nothing, and not more than is due; to the cent (PAY-02, PAY-04). */
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

const body = ({ draft }: State) => ({
  payment_date: textIn(draft, 'payment_date'),
  company_name: textIn(draft, 'company_name'),
  invoice_id: textIn(draft, 'invoice_id'),
  amount_due: moneyIn(draft, 'amount_due'),
  amount_paid: moneyIn(draft, 'amount_paid'),
  currency: textIn(draft, 'currency'),
  payment_mode: textIn(draft, 'payment_mode'),
  referenceId: textIn(draft, 'referenceId'),
});

/** Registers a payment of an invoice (PAY-02, PAY-03). */
export const paymentForm: FormDefinition<Payment> = {
  titles: { create: 'Add Payment' },
  submitLabels: { create: 'Save' },
  fields,
  draft: toPaymentDraft,
  check,
  create: { method: 'POST', path: () => 'fuel-payment/register', body },
  onlyIfChanged: true,
  texts: { created: MESSAGES.payments.created, createFailed: MESSAGES.payments.createFailed },
  after: 'close',
};
