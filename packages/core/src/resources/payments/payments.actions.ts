import { Decimal } from '../../format/decimal.ts';
import { EMPTY, formatMoney, formatValue } from '../../format/values.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { ActionDefinition, ActionPreview } from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';
import { pathPart } from '../../resource/path-part.ts';

/** Returns the facts that identify a payment, because two of one invoice may look alike. */
const paymentFacts = (row: Readonly<Record<string, unknown>>): ActionPreview['facts'] => {
  const { amount_paid: amount, currency } = row;
  const paid = amount instanceof Decimal ? formatMoney(amount, String(currency ?? '')) : EMPTY;
  return [
    ['Invoice', formatValue('text', row.invoice_no)],
    ['Customer', formatValue('text', row.customer_name)],
    ['Payment Date', formatValue('day', row.payment_date)],
    ['Amount Paid', paid],
    ['Payment Mode', formatValue('text', row.payment_mode)],
    ['Reference Id', formatValue('text', row.referenceId)],
  ];
};

/** Reverses a payment, with a reason; offered for one that hasn't been reversed (PAY-05). */
export const reversePayment: ActionDefinition = {
  name: 'reverse',
  action: 'payments.reverse',
  label: 'Reverse',
  title: 'Reverse Payment',
  on: 'row',
  fields: formSection('Reverse Payment', [['reason', 'Reason', 'multiline', { required: true }]]),
  about: paymentFacts,
  // If the service sends no state, offer it and let the service decide.
  offered: ({ state }) => !['Reversed', 'Reversal'].includes(String(state ?? '')),
  call: ([id = ''], { reason }) => ({
    method: 'POST',
    path: `fuel-payment/${pathPart(id)}/reverse`,
    json: { reason: String(reason ?? '').trim() },
  }),
  texts: {
    success: MESSAGES.payments.reversed,
    failure: MESSAGES.payments.reverseFailed,
    settled: MESSAGES.payments.reverseSettled,
  },
};
