import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import type { ColumnDefinition, NestedDefinition } from '../../resource/resource.types.ts';
import { emailInvoice, invoiceFiles, paymentOffline } from './invoices.actions.ts';
import { invoiceForm } from './invoices.form.ts';
import {
  type BilledFuel,
  type Invoice,
  type InvoiceDetail,
  invoiceDetailSchema,
  invoiceSchema,
} from './invoices.schema.ts';

const columns: readonly ColumnDefinition<Invoice>[] = [
  { field: 'invoice_number', label: 'Invoice Number', kind: 'code' },
  { field: 'company_name', label: 'Company', kind: 'text' },
  { field: 'issued_date', label: 'Date Issued', kind: 'day' },
  { field: 'due_date', label: 'Date Due', kind: 'day' },
  { field: 'start_date', label: 'Start Date', kind: 'instant' },
  { field: 'end_date', label: 'End Date', kind: 'instant' },
  { field: 'status', label: 'Status', kind: 'status' },
  { field: 'total_amount', label: 'Total', kind: 'money', unitField: 'currency' },
  { field: 'amount_due', label: 'Amount Due', kind: 'money', unitField: 'currency' },
  { field: 'currency', label: 'Currency', kind: 'text' },
];

const billedFuel: NestedDefinition<BilledFuel> = {
  title: 'Billed Fuel Invoices',
  empty: MESSAGES.invoices.noFuelRows,
  columns: [
    { field: 'auth_code', label: 'Auth Code', kind: 'code' },
    { field: 'timestamp', label: 'Time Stamp', kind: 'instant' },
    { field: 'merchant_number', label: 'Merchant Number', kind: 'code' },
    { field: 'merchant_city', label: 'Merchant City', kind: 'text' },
    { field: 'amount', label: 'Amount', kind: 'money' },
  ],
};

export const invoices = defineResource<Invoice, InvoiceDetail>({
  name: 'invoices',
  noun: ['invoice', 'invoices'],
  menu: 'invoices',
  menuLabel: 'Invoices',
  route: '/invoices',
  schema: invoiceSchema,
  id: (row) => row.id ?? '',
  routeId: (row) => row.invoice_number ?? row.id ?? '',
  list: {
    title: 'Invoice',
    path: 'spol/invoices/',
    sortStyle: 'sortParam',
    columns,
    dateField: 'issued_date',
    defaultSort: { field: 'date', direction: 'desc' },
    selectable: true,
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.invoices.noRows },
  },
  record: {
    path: (id) => `spol/invoices/${encodeURIComponent(id)}`,
    schema: invoiceDetailSchema,
    title: 'Invoice',
    back: 'Back to Invoices',
    fields: columns.map((column) => ({ ...column, section: 'Invoice' })),
    nested: [{ rows: (detail) => detail.fuel_transaction_dto_list ?? [], definition: billedFuel }],
  },
  form: invoiceForm,
  actions: [emailInvoice],
  bundle: invoiceFiles,
  rowForms: [paymentOffline],
});
