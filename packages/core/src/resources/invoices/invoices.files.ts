import { MESSAGES } from '../../messages/messages.ts';
import type { BundleDefinition } from '../../resource/form.types.ts';
import { readReference, referencePath } from '../../resource/record-reference.ts';
import type { Invoice } from './invoices.schema.ts';

/** Invoices as files: a single one as it is, several as one ZIP (INV-10). */
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
    referencePath('spol/invoices/', number, 'number', `/download${type === 'csv' ? '/csv' : ''}`),
  fileName: (type) => `invoice.${type}`,
  entryName: (number, type) => `${readReference(number, 'number').text}.${type}`,
  bundleName: 'invoices.zip',
  texts: {
    none: MESSAGES.invoices.selectToExport,
    success: MESSAGES.invoices.downloaded,
    failure: MESSAGES.invoices.downloadFailed,
  },
};
