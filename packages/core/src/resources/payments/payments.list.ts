import { MESSAGES } from '../../messages/messages.ts';
import type { ListedResource } from '../../resource/resource.types.ts';
import { reversePayment } from './payments.actions.ts';
import { paymentMeta } from './payments.meta.ts';
import { type Payment, paymentSchema } from './payments.schema.ts';

export const paymentList = {
  ...paymentMeta,
  schema: paymentSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Invoice Payments',
    path: 'invoice-payments',
    columns: [
      {
        field: 'customer_name',
        label: 'Customer',
        kind: 'text',
        leadsTo: { resource: 'customers', by: 'name' },
      },
      { field: 'invoice_no', label: 'Invoice No', kind: 'code', leadsTo: { resource: 'invoices' } },
      { field: 'invoice_date', label: 'Invoice Date', kind: 'day' },
      { field: 'invoice_due_date', label: 'Due Date', kind: 'day' },
      { field: 'payment_mode', label: 'Payment Mode', kind: 'text' },
      { field: 'payment_date', label: 'Payment Date', kind: 'day' },
      { field: 'amount_paid', label: 'Amount Paid', kind: 'money' },
      { field: 'state', label: 'State', kind: 'status' },
      { field: 'reason', label: 'Reason', kind: 'text' },
    ],
    dateField: 'payment_date',
    defaultSort: { field: 'date', direction: 'desc' },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.payments.noRows },
  },
  actions: [reversePayment],
} satisfies ListedResource<Payment>;
