import { MESSAGES } from '../../messages/messages.ts';
import type {
  ColumnNames,
  ListedResource,
  StateDefinition,
} from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { reversePayment } from './payments.actions.ts';
import { paymentMeta } from './payments.meta.ts';
import { type Payment, paymentSchema } from './payments.schema.ts';

const STATES: readonly StateDefinition[] = [
  { value: 'Registered', tone: 'good', means: 'Counts towards its invoice.' },
  { value: 'Reversed', tone: 'muted', means: 'Taken back by a reversal; it no longer counts.' },
  { value: 'Reversal', tone: 'warn', means: 'Takes a payment back; its amount is due again.' },
];

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
        leadsTo: { resource: 'customers', by: 'company_name' },
      },
      { field: 'invoice_no', label: 'Invoice No', kind: 'code', leadsTo: { resource: 'invoices' } },
      { field: 'invoice_date', label: 'Invoice Date', kind: 'day' },
      { field: 'invoice_due_date', label: 'Due Date', kind: 'day' },
      {
        field: 'payment_mode',
        label: 'Payment Mode',
        kind: 'text',
        reference: 'paymentModeNames',
      },
      { field: 'payment_date', label: 'Payment Date', kind: 'day' },
      { field: 'amount_paid', label: 'Amount Paid', kind: 'money', unitField: 'currency' },
      { field: 'currency', label: 'Currency', kind: 'text', reference: 'currencies' },
      { field: 'state', label: 'State', kind: 'status', states: STATES },
      // From here on, not columns of PAY-01.
      { field: 'referenceId', label: 'Reference Id', kind: 'text' },
      { field: 'reason', label: 'Reason', kind: 'text' },
      {
        field: 'counterpart',
        label: 'Counterpart',
        kind: 'code',
        leadsTo: { resource: 'payments', by: 'id' },
      },
      { field: 'id', label: 'Payment', kind: 'code', hidden: true },
    ],
    dateField: 'payment_date',
    totals: { by: 'currency', fields: ['amount_paid'] },
    defaultSort: { field: 'date', direction: 'desc' },
    brief: {
      names: ['invoice_no'],
      about: ['customer_name', 'amount_paid', 'state', 'payment_date'],
      searched: ['referenceId'],
    },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.payments.noRows },
  },
  actions: [reversePayment],
  export: rowExport(paymentMeta, 'invoice-payments', 'Payments'),
} satisfies ListedResource<Payment>;

/** What the list is filtered and sorted by. */
export interface PaymentNames extends ColumnNames<typeof paymentList> {}
