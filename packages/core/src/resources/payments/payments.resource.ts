import { defineResource } from '../../resource/define-resource.ts';
import { paymentForm } from './payments.form.ts';
import { paymentList } from './payments.list.ts';
import type { Payment } from './payments.schema.ts';

export const payments = defineResource<Payment>({
  ...paymentList,
  form: paymentForm,
});
