import { MESSAGES } from '../../messages/messages.ts';
import type {
  ColumnDefinition,
  ColumnNames,
  ListedResource,
} from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { emailInvoice, invoiceBulk, paymentOffline, voidInvoice } from './invoices.actions.ts';
import { invoiceFiles } from './invoices.files.ts';
import { invoiceMeta } from './invoices.meta.ts';
import { type Invoice, invoiceSchema } from './invoices.schema.ts';
import { INVOICE_STATES } from './invoices.states.ts';

const columns = [
  {
    field: 'invoice_number',
    label: 'Invoice Number',
    kind: 'code',
    leadsTo: { resource: 'invoices' },
  },
  {
    field: 'company_name',
    label: 'Company',
    kind: 'text',
    leadsTo: { resource: 'customers', by: 'company_name' },
  },
  { field: 'issued_date', label: 'Date Issued', kind: 'day' },
  { field: 'due_date', label: 'Date Due', kind: 'day' },
  { field: 'start_date', label: 'Start Date', kind: 'instant' },
  { field: 'end_date', label: 'End Date', kind: 'instant' },
  {
    field: 'status',
    label: 'Status',
    kind: 'status',
    reference: 'invoiceStatuses',
    states: INVOICE_STATES,
    dueBy: { day: 'due_date', due: 'amount_due' },
  },
  { field: 'total_amount', label: 'Total', kind: 'money', unitField: 'currency' },
  { field: 'amount_due', label: 'Amount Due', kind: 'money', unitField: 'currency' },
  { field: 'currency', label: 'Currency', kind: 'text', reference: 'currencies' },
] as const satisfies readonly ColumnDefinition<Invoice>[];

export const invoiceList = {
  ...invoiceMeta,
  schema: invoiceSchema,
  id: (row) => row.id ?? '',
  routeId: (row) => row.invoice_number ?? row.id ?? '',
  named: 'number',
  list: {
    title: 'Invoice',
    path: 'spol/invoices/',
    sortStyle: 'sortParam',
    columns,
    dateField: 'issued_date',
    totals: {
      by: 'currency',
      fields: ['total_amount', 'amount_due'],
      // A void invoice is owed by nobody.
      except: { field: 'status', value: 'Void' },
    },
    defaultSort: { field: 'date', direction: 'desc' },
    add: { label: 'Add Invoice', action: 'invoices.create', route: '/invoices/add-new' },
    selectable: true,
    brief: {
      names: ['invoice_number'],
      about: ['company_name', 'amount_due', 'status', 'due_date'],
      labelled: ['total_amount', 'amount_due'],
    },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.invoices.noRows },
  },
  bundle: invoiceFiles,
  actions: [emailInvoice, voidInvoice],
  bulk: invoiceBulk,
  rowForms: [paymentOffline],
  export: rowExport(invoiceMeta, 'spol/invoices', 'Invoices'),
} satisfies ListedResource<Invoice>;

/** What the list is filtered and sorted by. */
export interface InvoiceNames extends ColumnNames<typeof invoiceList> {}
