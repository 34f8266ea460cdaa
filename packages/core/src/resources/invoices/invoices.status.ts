import { Decimal } from '../../format/decimal.ts';
import { groupThousands } from '../../format/values.ts';
import { REASON_MESSAGES } from '../../messages/form-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { FormField, FormState, Issues } from '../../resource/form.types.ts';
import { issueAt } from '../../resource/form-rules.ts';
import { decimalIn, textIn } from '../../resource/form-values.ts';
import type { InvoiceDetail } from './invoices.schema.ts';

// What a status may say of an invoice, and which changes want a reason (INV-12). The locks are the form's (INV-04).

type State = FormState<InvoiceDetail>;
type Amount = Decimal | null | undefined;

/** 'FULLY_PAID' and 'Fully Paid' are one status. */
export const statusName = (status: string): string =>
  status.trim().toLowerCase().replaceAll('_', ' ');

/** The chosen status with its text; by its text too, for some services send no key (INV-05). */
export function statusOf({ choices, detail }: State, provided: string) {
  const known = choices?.('invoiceStatuses') ?? [];
  const loaded = { key: detail?.status_key ?? detail?.status ?? '', value: detail?.status ?? '' };
  const found =
    known.find(({ key }) => key === provided) ??
    known.find(({ value }) => value === provided) ??
    (loaded.key === provided ? loaded : { key: provided, value: provided });
  return { key: found.key, value: found.value };
}

const chosen = (state: State): string => statusOf(state, textIn(state.draft, 'status')).value;
const saved = ({ detail }: State): string => statusName(detail?.status ?? '');

const isPositive = (value: Amount): boolean => (value ? value.compare(Decimal.ZERO) > 0 : false);
/** It is known, and it is nothing. */
const isNone = (value: Amount): boolean => (value ? value.compare(Decimal.ZERO) <= 0 : false);

const issue = (code: string, message: string): Issues => issueAt('status', code, message);

/** Of a status that was just chosen: what the amounts must be for it. */
function claimIssues(state: State, paid: Amount, due: Amount): Issues {
  const texts = MESSAGES.invoices;
  const { detail, mode } = state;
  switch (statusName(chosen(state))) {
    case 'partially paid':
      if (isNone(paid)) return issue('nothing_paid', texts.notPaidYet);
      return isNone(due) ? issue('nothing_due', texts.nothingDue) : {};
    case 'nsf':
      // A returned payment was reversed, so that nothing of it is paid now.
      if (mode === 'create' || detail?.payment_count === 0) {
        return issue('nothing_paid', texts.notPaidYet);
      }
      return {};
    case 'draft':
      return isPositive(paid) ? issue('something_paid', texts.paidDraft) : {};
    case 'sent':
      return mode === 'create' && isNone(due) ? issue('nothing_due', texts.nothingDue) : {};
    default:
      return {};
  }
}

/**
 * A status says no more than the amounts do: Fully Paid only what was paid, for nothing corrects it later. An invoice
 * that is made here was not paid yet; a service that does not say what was paid is believed.
 */
export function statusIssues(state: State): Issues {
  const { detail, draft, mode } = state;
  const [total, due] = [decimalIn(draft, 'total_amount'), decimalIn(draft, 'amount_due')];
  const paid = mode === 'create' ? Decimal.ZERO : detail?.amount_paid;
  const status = statusName(chosen(state));
  if (status === 'fully paid') {
    if (isPositive(due)) return issue('still_due', MESSAGES.invoices.stillDue);
    const unpaid = isNone(paid) && isPositive(total);
    return unpaid ? issue('nothing_paid', MESSAGES.invoices.nothingPaid) : {};
  }
  // What was saved so before may stay.
  return mode === 'edit' && status === saved(state) ? {} : claimIssues(state, paid, due);
}

const ISSUED: readonly string[] = ['sent', 'partially paid'];
const UNLOCKED: readonly string[] = ['draft', 'open'];

const money = (state: State, value: Decimal): string => {
  const currency = textIn(state.draft, 'currency');
  return `${groupThousands(value, 2)}${currency === '' ? '' : ` ${currency}`}`;
};

/** The most that can be due: total − paid. A service that does not say what was paid leaves the total. */
export const dueLimit = ({ detail, draft }: State): Decimal | undefined =>
  decimalIn(draft, 'total_amount')?.minus(detail?.amount_paid ?? Decimal.ZERO);

/** What a change must say why: a credit, one that is taken back, money that is written off, an invoice that is opened again; undefined: nothing. */
function whyNeeded(state: State, isLocked: (name: string) => boolean): string | undefined {
  const { detail, draft, mode } = state;
  if (mode !== 'edit') return undefined;
  const texts = REASON_MESSAGES;
  const [before, due] = [detail?.amount_due, decimalIn(draft, 'amount_due')];
  const lowered = before && due && due.compare(Decimal.ZERO) >= 0 && due.compare(before) < 0;
  if (lowered && !isLocked('amount_due')) {
    return texts.credit(money(state, before.minus(due)));
  }
  // Payments and reversals move it by themselves: what an edit adds is a credit taken back.
  const limit = dueLimit(state);
  const raised = before && due && due.compare(before) > 0 && !(limit && due.compare(limit) > 0);
  if (raised && !isLocked('amount_due')) {
    return texts.raised(money(state, due.minus(before)));
  }
  const [was, now] = [saved(state), statusName(chosen(state))];
  if (was === now || isLocked('status')) return undefined;
  const owed = isLocked('amount_due') ? before : due;
  if (now === 'closed' && owed && isPositive(owed)) return texts.closed(money(state, owed));
  return ISSUED.includes(was) && UNLOCKED.includes(now)
    ? texts.opened(detail?.status ?? '', chosen(state))
    : undefined;
}

export const REASON: FormField = {
  name: 'reason',
  label: 'Reason',
  section: 'Invoice',
  input: 'multiline',
  required: true,
};

/** The reason to ask for, with what for; undefined where the change needs none (INV-12). */
export function reasonField(
  state: State,
  isLocked: (name: string) => boolean,
): FormField | undefined {
  const requiredText = whyNeeded(state, isLocked);
  return requiredText === undefined ? undefined : { ...REASON, requiredText };
}

const MAX_REASON = 500;

export const reasonIssues = ({ draft }: State): Issues =>
  textIn(draft, 'reason').trim().length > MAX_REASON
    ? issueAt('reason', 'too_long', REASON_MESSAGES.long(MAX_REASON))
    : {};
