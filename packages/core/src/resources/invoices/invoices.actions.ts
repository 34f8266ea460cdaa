import { MESSAGES } from '../../messages/messages.ts';
import type { ActionDefinition, BundleDefinition, RowForm } from '../../resource/form.types.ts';
import { toDraftValue } from '../../resource/form-values.ts';
import type { Invoice } from './invoices.schema.ts';

/** Sends an invoice to its company (INV-09). */
export const emailInvoice: ActionDefinition = {
  name: 'email',
  action: 'invoices.email',
  label: 'Email',
  on: 'row',
  fields: [],
  call: ([id = '']) => ({
    method: 'POST',
    path: 'email-invoice',
    query: [
      ['type', 'spol/invoices'],
      ['id', id],
    ],
  }),
  texts: { success: MESSAGES.invoices.emailed, failure: MESSAGES.invoices.emailFailed },
};

/** Invoices as files: one by itself, several as one ZIP (INV-10). */
export const invoiceFiles: BundleDefinition<Invoice> = {
  action: 'invoices.download',
  selectionAction: 'invoices.export',
  label: 'Download',
  title: MESSAGES.invoices.downloadTitle,
  warning: MESSAGES.invoices.downloadWarning,
  submitLabel: 'Export',
  closeLabel: 'Close',
  types: [
    { key: 'pdf', value: 'PDF' },
    { key: 'csv', value: 'CSV' },
  ],
  key: ({ invoice_number }) => invoice_number ?? '',
  path: (number, type) =>
    `spol/invoices/${encodeURIComponent(number)}/download${type === 'csv' ? '/csv' : ''}`,
  fileName: (type) => `invoice.${type}`,
  entryName: (number, type) => `${number}.${type}`,
  bundleName: 'invoices.zip',
  texts: {
    none: MESSAGES.invoices.selectToExport,
    success: MESSAGES.invoices.downloaded,
    failure: MESSAGES.invoices.downloadFailed,
  },
};

/** Opens 'Add Payment' with what the invoice says (INV-02); shown with no check (ACC-04). */
export const paymentOffline: RowForm<Invoice> = {
  label: 'Payment Offline',
  action: 'payments.open',
  resource: 'payments',
  given: (invoice) => ({
    company_name: toDraftValue(invoice.company_name),
    invoice_id: toDraftValue(invoice.invoice_number),
    amount_due: toDraftValue(invoice.amount_due),
    currency: toDraftValue(invoice.currency),
  }),
};
