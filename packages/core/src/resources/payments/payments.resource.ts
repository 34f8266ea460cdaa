import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { paymentForm } from './payments.form.ts';
import { type Payment, paymentSchema } from './payments.schema.ts';

/** Payments of invoices; reached from these, and under their rights (SHELL-05). */
export const payments = defineResource<Payment>({
  name: 'payments',
  noun: ['payment', 'payments'],
  menu: 'invoices',
  menuLabel: 'Payments',
  route: '/invoices/payments',
  under: { route: '/invoices', back: 'Back to Invoices' },
  schema: paymentSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Invoice Payments',
    path: 'invoice-payments',
    columns: [
      { field: 'customer_name', label: 'Customer', kind: 'text' },
      { field: 'invoice_no', label: 'Invoice No', kind: 'code' },
      { field: 'invoice_date', label: 'Invoice Date', kind: 'day' },
      { field: 'invoice_due_date', label: 'Due Date', kind: 'day' },
      { field: 'payment_mode', label: 'Payment Mode', kind: 'text' },
      { field: 'payment_date', label: 'Payment Date', kind: 'day' },
      { field: 'amount_paid', label: 'Amount Paid', kind: 'money' },
    ],
    dateField: 'payment_date',
    defaultSort: { field: 'date', direction: 'desc' },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.payments.noRows },
  },
  form: paymentForm,
});
