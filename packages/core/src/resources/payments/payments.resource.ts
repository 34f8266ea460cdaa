/** Payments of invoices: list, form and reversal. Invoices open the form through their `rowForms`. */

import { defineResource } from '../../resource/define-resource.ts';
import { type PaymentField, paymentForm } from './payments.form.ts';
import { type PaymentNames, paymentList } from './payments.list.ts';
import type { Payment } from './payments.schema.ts';

/** Payments of invoices (PAY-01 to PAY-05). */
export const payments = defineResource<Payment, Payment, PaymentField, PaymentNames>({
  ...paymentList,
  form: paymentForm,
});
