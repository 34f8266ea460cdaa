import { Decimal } from '../../format/decimal.ts';
import { groupThousands } from '../../format/values.ts';
import { REASON_MESSAGES } from '../../messages/form-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { Draft, FormField, FormState, Issues } from '../../resource/form.types.ts';
import { issueAt } from '../../resource/form-rules.ts';
import { decimalIn, textIn } from '../../resource/form-values.ts';
import type { InvoiceDetail } from './invoices.schema.ts';

// Which statuses an invoice may have, and which changes require a reason (INV-12). The form defines what a
// status locks (INV-04).

type State = FormState<InvoiceDetail>;
type Amount = Decimal | null | undefined;

/** Normalises a status: 'FULLY_PAID' and 'Fully Paid' are the same. */
export const statusName = (status: string): string =>
  status.trim().toLowerCase().replaceAll('_', ' ');

/**
 * Returns the chosen status with its text; also accepts its text as the key, because some services send no
 * key (INV-05).
 */
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
/** Returns whether an amount is known and not positive. */
const isNone = (value: Amount): boolean => (value ? value.compare(Decimal.ZERO) <= 0 : false);

const issue = (code: string, message: string): Issues => issueAt('status', code, message);

/** Checks the amounts that a newly chosen status requires. */
function claimIssues(state: State, paid: Amount, due: Amount): Issues {
  const texts = MESSAGES.invoices;
  const { detail, mode } = state;
  switch (statusName(chosen(state))) {
    case 'partially paid':
      if (isNone(paid)) return issue('nothing_paid', texts.notPaidYet);
      return isNone(due) ? issue('nothing_due', texts.nothingDue) : {};
    case 'nsf':
      // The payment may have been reversed, so the amount paid can be zero.
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
 * Checks that the status agrees with the amounts: Fully Paid requires that the total was paid, because
 * nothing corrects it later. A new invoice has no payments; if the service doesn't send what was paid, the
 * status is accepted.
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
  // Saved before the rule existed, so it may stay.
  return mode === 'edit' && status === saved(state) ? {} : claimIssues(state, paid, due);
}

/** Whether an issued invoice is reopened. Every status but Draft is of an issued invoice, in both readings (INV-05). */
const isReopened = (was: string, now: string): boolean =>
  (now === 'draft' || now === 'open') && was !== '' && was !== 'draft' && was !== now;

/** '1,000.00 CAD', in the draft's currency. */
export const moneyText = (draft: Draft, value: Decimal): string => {
  const currency = textIn(draft, 'currency');
  return `${groupThousands(value, 2)}${currency === '' ? '' : ` ${currency}`}`;
};

const money = ({ draft }: State, value: Decimal): string => moneyText(draft, value);

/**
 * Returns the largest possible amount due: total − paid, or the total if the service doesn't send what was
 * paid.
 */
export const dueLimit = ({ detail, draft }: State): Decimal | undefined =>
  decimalIn(draft, 'total_amount')?.minus(detail?.amount_paid ?? Decimal.ZERO);

/**
 * Returns what the user must give a reason for: a credit, a credit taken back, a write-off, a reopened
 * invoice. Undefined if no reason is required.
 */
function whyNeeded(state: State, isLocked: (name: string) => boolean): string | undefined {
  const { detail, draft, mode } = state;
  if (mode !== 'edit') return undefined;
  const texts = REASON_MESSAGES;
  const [before, due] = [detail?.amount_due, decimalIn(draft, 'amount_due')];
  const lowered = before && due && due.compare(Decimal.ZERO) >= 0 && due.compare(before) < 0;
  if (lowered && !isLocked('amount_due')) {
    return texts.credit(money(state, before.minus(due)));
  }
  // Payments and reversals change the amount due themselves, so an increase by an edit takes back a credit.
  const limit = dueLimit(state);
  const raised = before && due && due.compare(before) > 0 && !(limit && due.compare(limit) > 0);
  if (raised && !isLocked('amount_due')) {
    return texts.raised(money(state, due.minus(before)));
  }
  const [was, now] = [saved(state), statusName(chosen(state))];
  if (was === now || isLocked('status')) return undefined;
  const owed = isLocked('amount_due') ? before : due;
  if (now === 'closed' && owed && isPositive(owed)) return texts.closed(money(state, owed));
  return isReopened(was, now) ? texts.opened(detail?.status ?? '', chosen(state)) : undefined;
}

export const REASON: FormField<'reason'> = {
  name: 'reason',
  label: 'Reason',
  section: 'Invoice',
  input: 'multiline',
  required: true,
};

/**
 * Returns the reason field: required where the change needs a reason, with what for (INV-12). A reason given
 * without need stays on show and goes to the trail. Returns undefined if neither applies.
 */
export function reasonField(
  state: State,
  isLocked: (name: string) => boolean,
): FormField<'reason'> | undefined {
  const requiredText = whyNeeded(state, isLocked);
  if (requiredText !== undefined) return { ...REASON, requiredText };
  const hasReason = state.mode === 'edit' && textIn(state.draft, 'reason') !== '';
  return hasReason ? { ...REASON, required: false } : undefined;
}
