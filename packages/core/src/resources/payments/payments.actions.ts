import { Decimal } from '../../format/decimal.ts';
import { EMPTY, formatMoney, formatValue } from '../../format/values.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { ActionDefinition, ActionPreview } from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';

/** Which payment it is: two of one invoice differ in little. */
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

/** Takes a payment back, with a reason; offered for one that still counts (PAY-05). */
export const reversePayment: ActionDefinition = {
  name: 'reverse',
  action: 'payments.reverse',
  label: 'Reverse',
  title: 'Reverse Payment',
  on: 'row',
  fields: formSection('Reverse Payment', [['reason', 'Reason', 'multiline', { required: true }]]),
  about: paymentFacts,
  // A service that gives no state decides by itself.
  offered: ({ state }) => !['Reversed', 'Reversal'].includes(String(state ?? '')),
  call: ([id = ''], { reason }) => ({
    method: 'POST',
    path: `fuel-payment/${encodeURIComponent(id)}/reverse`,
    json: { reason: String(reason ?? '').trim() },
  }),
  texts: {
    success: MESSAGES.payments.reversed,
    failure: MESSAGES.payments.reverseFailed,
    settled: MESSAGES.payments.reverseSettled,
  },
};
