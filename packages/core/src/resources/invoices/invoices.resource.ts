/**
 * Invoices: list, record, form, status rules, actions and files, and the schema of unbilled lines. Billing
 * runs are a workflow, and payments have their own folder.
 */

import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { referencePath } from '../../resource/record-reference.ts';
import type { NestedDefinition } from '../../resource/resource.types.ts';
import { type InvoiceField, invoiceForm } from './invoices.form.ts';
import { type InvoiceNames, invoiceList } from './invoices.list.ts';
import {
  type BilledFuel,
  type Invoice,
  type InvoiceDetail,
  invoiceDetailSchema,
} from './invoices.schema.ts';

const billedFuel: NestedDefinition<BilledFuel> = {
  title: 'Billed Fuel Invoices',
  empty: MESSAGES.invoices.noFuelRows,
  filters: true,
  columns: [
    { field: 'auth_code', label: 'Auth Code', kind: 'code', leadsTo: { resource: 'transactions' } },
    { field: 'timestamp', label: 'Time Stamp', kind: 'instant' },
    { field: 'merchant_number', label: 'Merchant Number', kind: 'code' },
    { field: 'merchant_city', label: 'Merchant City', kind: 'text' },
    { field: 'amount', label: 'Amount', kind: 'money' },
  ],
};

/** Invoices, their files and actions (INV-01 to INV-14). */
export const invoices = defineResource<Invoice, InvoiceDetail, InvoiceField, InvoiceNames>({
  ...invoiceList,
  record: {
    path: (id) => referencePath('spol/invoices/', id, 'number'),
    schema: invoiceDetailSchema,
    title: 'Invoice',
    back: 'Back to Invoices',
    fields: invoiceList.list.columns.map((column) => ({ ...column, section: 'Invoice' })),
    summary: ['company_name', 'status', 'total_amount', 'amount_due'],
    related: [{ resource: 'payments', field: 'invoice_no', from: 'invoice_number' }],
    nested: [
      {
        rows: (detail) => detail.fuel_transaction_dto_list ?? [],
        definition: billedFuel,
        withForm: true,
      },
    ],
  },
  form: invoiceForm,
});
