import { isDay, localToday, toWireDay } from '../../format/dates.ts';
import { Decimal } from '../../format/decimal.ts';
import { MOVED_DUE_MESSAGES } from '../../messages/form-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type {
  Draft,
  FormDefinition,
  FormField,
  FormState,
  Issues,
} from '../../resource/form.types.ts';
import { type FieldNames, formSection, lock } from '../../resource/form-fields.ts';
import { CONTROLS, issueAt } from '../../resource/form-rules.ts';
import { changedFields, decimalIn, moneyIn, textIn, toDraft } from '../../resource/form-values.ts';
import { reasonIssues } from '../../resource/reason.ts';
import type { InvoiceDetail } from './invoices.schema.ts';
import {
  dueLimit,
  moneyText,
  REASON,
  reasonField,
  statusIssues,
  statusName,
  statusOf,
} from './invoices.status.ts';

type State = FormState<InvoiceDetail>;

const PATH = 'spol/invoices/';
const REQUIRED = { required: true } as const;
const MONEY = { required: true, shownPlaces: 2 } as const;

const FIELDS = formSection('Invoice', [
  ['invoice_number', 'Invoice Number', 'text', REQUIRED],
  ['company_name', 'Company', 'text', REQUIRED],
  ['issued_date', 'Date Issued', 'day', REQUIRED],
  ['due_date', 'Date Due', 'day', REQUIRED],
  ['start_date', 'Start Date', 'instant', REQUIRED],
  ['end_date', 'End Date', 'instant', REQUIRED],
  [
    'status',
    'Status',
    'choice',
    { ...REQUIRED, options: { reference: 'invoiceStatuses' }, guarded: true },
  ],
  ['total_amount', 'Total', 'decimal', MONEY],
  ['amount_due', 'Amount Due', 'decimal', MONEY],
  ['currency', 'Currency', 'choice', { required: true, options: { reference: 'currencies' } }],
]);

/** A field of the form of an invoice. */
export type InvoiceField = FieldNames<typeof FIELDS> | typeof REASON.name;

/**
 * Fields that can't be edited (INV-03), such as the period of an invoice created from unbilled lines
 * (INV-14).
 */
const FIXED: readonly string[] = ['invoice_number', 'company_name', 'total_amount', 'currency'];

/** Chosen by name while the invoice is created; afterwards the field only shows it. */
const COMPANY = { input: 'choice', options: { reference: 'userCompanies' } } as const;

const DAYS: readonly string[] = ['issued_date', 'due_date'];
const MOMENTS: readonly string[] = ['start_date', 'end_date'];

const ALL_BUT_STATUS = FIELDS.map(({ name }) => name).filter((name) => name !== 'status');

/**
 * Fields that a saved status locks, in both spellings of the statuses; other statuses lock nothing
 * (INV-04).
 */
const LOCKS: Readonly<Record<string, readonly string[]>> = {
  'fully paid': [...ALL_BUT_STATUS, 'status'],
  sent: ALL_BUT_STATUS,
  'partially paid': ALL_BUT_STATUS,
  draft: ['invoice_number', 'company_name', 'amount_due'],
  // Final, because its lines can already be billed again (INV-14).
  void: [...ALL_BUT_STATUS, 'status'],
};

const lockedBy = (status: string): readonly string[] =>
  new Map(Object.entries(LOCKS)).get(statusName(status)) ?? [];

/**
 * Uses the saved status, not the one just chosen (INV-04); adds a reason if the change requires one
 * (INV-12).
 */
function fields(state: State): readonly FormField<InvoiceField>[] {
  const { detail, draft, mode } = state;
  const unit = textIn(draft, 'currency');
  const all = FIELDS.map((field) => (field.input === 'decimal' ? { ...field, unit } : field));
  if (mode === 'create') {
    return all.map((field) => (field.name === 'company_name' ? { ...field, ...COMPANY } : field));
  }
  if (mode === 'view') return all.map((field) => lock(field, MESSAGES.field.viewing));
  const status = detail?.status ?? '';
  const byStatus = lockedBy(status);
  const billed = detail?.made_from === 'unbilled';
  const reason = reasonField(state, (name) => byStatus.includes(name));
  const locked = all.map((field) => {
    if (FIXED.includes(field.name)) return lock(field, MESSAGES.field.readOnly);
    if (byStatus.includes(field.name)) return lock(field, MESSAGES.invoices.locked(status));
    return billed && MOMENTS.includes(field.name)
      ? lock(field, MESSAGES.invoices.ofPurchases)
      : field;
  });
  return reason ? [...locked, reason] : locked;
}

/** A day without a time means midnight. */
const toMoment = (value: string): string => (isDay(value) ? `${value}T00:00:00` : value);

function toInvoiceDraft(detail: InvoiceDetail | undefined): Draft {
  const draft = toDraft(FIELDS, detail);
  const moments = MOMENTS.map((name) => [name, toMoment(textIn(draft, name))]);
  return {
    ...draft,
    ...Object.fromEntries(moments),
    status: detail?.status_key ?? detail?.status ?? '',
    // No field: it shows whether a payment moved what is due.
    ...(detail?.amount_paid && { amount_paid: detail.amount_paid.toString() }),
    ...(detail && { reason: '' }),
  };
}

/** A payment or a reversal moves what is due: an amount typed before it would undo it (INV-12). */
function movedDue(loaded: Draft, now: Draft): Readonly<Record<string, string>> {
  const [before, after] = [decimalIn(loaded, 'amount_paid'), decimalIn(now, 'amount_paid')];
  const due = decimalIn(now, 'amount_due');
  if (!before || !after || !due || before.equals(after)) return {};
  const paid = after.minus(before);
  const money = (value: Decimal) => moneyText(now, value);
  const amount_due =
    paid.compare(Decimal.ZERO) > 0
      ? MOVED_DUE_MESSAGES.paid(money(paid), money(due))
      : MOVED_DUE_MESSAGES.reversed(money(before.minus(after)), money(due));
  return { amount_due };
}

/** Checks 0 ≤ amount due ≤ total − paid (INV-12). */
function amountIssues(state: State): Issues {
  const { draft } = state;
  const [total, due] = [decimalIn(draft, 'total_amount'), decimalIn(draft, 'amount_due')];
  const limit = dueLimit(state);
  const negative = (value: Decimal | undefined) => value && value.compare(Decimal.ZERO) < 0;
  const texts = MESSAGES.invoices;
  return {
    ...(negative(total) ? issueAt('total_amount', 'too_small', texts.negativeTotal) : {}),
    ...(limit && due && due.compare(limit) > 0 && !negative(limit)
      ? issueAt('amount_due', 'exceeds_total', texts.dueTooMuch(limit.round(2).toString()))
      : {}),
    ...(negative(due) ? issueAt('amount_due', 'too_small', texts.negativeDue) : {}),
  };
}

/** Text order equals chronological order, because both have the same format. */
const isBefore = (draft: Draft, name: string, other: string): boolean => {
  const [one, two] = [textIn(draft, name), textIn(draft, other)];
  return one !== '' && two !== '' && one.slice(0, two.length) < two.slice(0, one.length);
};

/** Earliest day of an invoice. */
const FIRST_DAY = '2000-01-01';

/** Accepts days from 2000 to a year from today (INV-12), and any day saved before the rule existed. */
function dayIssues({ detail, draft, today = localToday() }: State): Issues {
  const loaded = detail && toInvoiceDraft(detail);
  const last = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  const found = FIELDS.filter(({ name }) => {
    const day = textIn(draft, name);
    const kept = loaded !== undefined && day === textIn(loaded, name);
    return DAYS.includes(name) && isDay(day) && !kept && (day < FIRST_DAY || day > last);
  });
  const texts = MESSAGES.invoices;
  return Object.assign(
    {},
    ...found.map(({ label, name }) => issueAt(name, 'date_limits', texts.dateLimits(label))),
  );
}

/**
 * Characters that are safe in routes, file names and e-mails. Two numbers that look alike are equal: letters of one
 * script, none of a width of its own, and single spaces. Existing invoices may have other numbers.
 */
const NUMBER = /^[\p{Script=Latin}0-9](?:[\p{Script=Latin}0-9\-_./#]| (?! ))*$/u;
const isPlain = (number: string): boolean =>
  NUMBER.test(number) && number === number.normalize('NFKC');

const MAX_NUMBER_LENGTH = 64;

function numberIssues({ draft, mode }: State): Issues {
  const number = textIn(draft, 'invoice_number').trim();
  if (mode !== 'create' || number === '') return {};
  const texts = MESSAGES.invoices;
  // The form's own rule reports these.
  if (CONTROLS.test(number)) return {};
  if (!isPlain(number)) return issueAt('invoice_number', 'characters', texts.numberCharacters);
  if (number.length <= MAX_NUMBER_LENGTH) return {};
  return issueAt('invoice_number', 'too_long', texts.numberLength);
}

/**
 * Checks amounts, dates and status against each other (INV-12); reports nothing at a locked field, which
 * nobody can correct.
 */
function check(state: State): Issues {
  const { draft } = state;
  const texts = MESSAGES.invoices;
  const issues: Issues = {
    ...numberIssues(state),
    ...amountIssues(state),
    ...statusIssues(state),
    ...reasonIssues(state),
    ...(isBefore(draft, 'due_date', 'issued_date')
      ? issueAt('due_date', 'before_issued', texts.dueBeforeIssued)
      : {}),
    ...(isBefore(draft, 'end_date', 'start_date')
      ? issueAt('end_date', 'before_start', texts.endBeforeStart)
      : {}),
    ...dayIssues(state),
  };
  const open = fields(state).filter(({ locked }) => locked === undefined);
  return Object.fromEntries(
    open.flatMap(({ name }) => (issues[name] ? [[name, issues[name]] as const] : [])),
  );
}

function common(state: State, draft: Draft) {
  const dates = [...DAYS, ...MOMENTS].map((name) => {
    const value = textIn(draft, name);
    return [name, value === '' ? null : toWireDay(value)];
  });
  return {
    ...Object.fromEntries(dates),
    status: statusOf(state, textIn(draft, 'status')),
    amount_due: moneyIn(draft, 'amount_due'),
    currency: textIn(draft, 'currency'),
  };
}

const createBody = (state: State) => ({
  invoice_number: textIn(state.draft, 'invoice_number'),
  company_name: textIn(state.draft, 'company_name'),
  total_amount: moneyIn(state.draft, 'total_amount'),
  ...common(state, state.draft),
});

/** INV-06: the values of all unlocked fields, and the loaded values of the locked ones. */
function updateBody(state: State) {
  const loaded = toInvoiceDraft(state.detail);
  const changed = changedFields(fields(state), state.draft, loaded);
  const typed = changed.map(({ name }) => [name, state.draft[name] ?? '']);
  const body = common(state, { ...loaded, ...Object.fromEntries(typed) });
  const reason = fields(state).some(({ name }) => name === 'reason')
    ? textIn(state.draft, 'reason').trim()
    : '';
  return {
    id: state.detail?.id ?? '',
    ...body,
    status: { ...body.status, value2: 'Urgent' },
    ...(reason !== '' && { reason }),
  };
}

/** How an invoice is created and changed (INV-03 to INV-06, INV-11). */
export const invoiceForm: FormDefinition<InvoiceDetail, InvoiceField> = {
  titles: { create: 'Add Invoice', edit: 'Invoice', view: 'Invoice' },
  submitLabels: { create: 'Save', edit: 'Update' },
  fields,
  sometimes: [REASON],
  draft: toInvoiceDraft,
  check,
  moved: movedDue,
  fieldAt: (pointer) => (pointer.startsWith('/status/') ? 'status' : undefined),
  create: { method: 'POST', path: () => PATH, body: createBody },
  update: { method: 'PUT', path: () => `${PATH}update`, body: updateBody },
  onlyIfChanged: true,
  texts: {
    created: MESSAGES.invoices.created,
    updated: MESSAGES.invoices.updated,
    createFailed: MESSAGES.invoices.createFailed,
    updateFailed: MESSAGES.invoices.updateFailed,
  },
  after: 'back',
};
