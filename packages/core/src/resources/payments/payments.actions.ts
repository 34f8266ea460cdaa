import { MESSAGES } from '../../messages/messages.ts';
import type { ActionDefinition } from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';

/** Takes a payment back, with a reason; offered for one that still counts (PAY-05). */
export const reversePayment: ActionDefinition = {
  name: 'reverse',
  action: 'payments.reverse',
  label: 'Reverse',
  title: 'Reverse Payment',
  on: 'row',
  fields: formSection('Reverse Payment', [['reason', 'Reason', 'multiline', { required: true }]]),
  // A service that gives no state decides by itself.
  offered: ({ state }) => !['Reversed', 'Reversal'].includes(String(state ?? '')),
  call: ([id = ''], { reason }) => ({
    method: 'POST',
    path: `fuel-payment/${encodeURIComponent(id)}/reverse`,
    json: { reason: String(reason ?? '').trim() },
  }),
  texts: { success: MESSAGES.payments.reversed, failure: MESSAGES.payments.reverseFailed },
};
