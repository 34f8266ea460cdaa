import type { Requirements } from './requirement.types.ts';

/** Invoices and payments. */
export const INVOICES = {
  'INV-01': {
    rule: 'The invoice list has these columns and filters.',
    surfaces: 'CWL',
    source: ['examples/sandbox/src/invoices/invoice-routes.ts'],
    texts: { 'invoices.noRows': 'No Invoice found.' },
    fixed: {
      title: 'Invoice',
      columns: [
        ...['Invoice Number', 'Company', 'Date Issued', 'Date Due', 'Start Date', 'End Date'],
        ...['Status', 'Total', 'Amount Due', 'Currency'],
      ],
      filters: [
        ...['invoice_number', 'company_name', 'issued_date', 'due_date', 'start_date'],
        ...['end_date', 'status', 'total_amount', 'amount_due', 'currency'],
      ],
    },
  },
  'INV-02': {
    rule: 'A button leads to the payments. Rows offer edit, view, email and download, and Payment Offline without checking rights.',
    surfaces: 'W',
    source: [
      'packages/web/src/views/list/ListNeighbours.tsx',
      'packages/core/src/resources/invoices/invoices.actions.ts',
    ],
    fixed: { button: 'Payments', more: 'Payment Offline', dialog: 'Add Payment' },
  },
  'INV-03': {
    rule: 'Number, company and total are always read-only; status, amount due and the dates can be edited.',
    surfaces: 'W',
    source: [
      'packages/web/src/views/record/RecordSummary.tsx',
      'packages/core/src/resources/invoices/invoices.form.ts',
    ],
    fixed: { back: 'Back to Invoices' },
  },
  'INV-04': {
    rule: 'The saved status locks fields: Fully Paid locks all; Sent and Partially Paid lock all but the status; Draft locks number, company and amount due.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/invoices/invoices.form.ts',
      'examples/sandbox/src/invoices/invoice-store.ts',
    ],
  },
  'INV-05': {
    rule: 'The service sends statuses in either form; the client sends a status with value2.',
    surfaces: 'C',
    source: [
      'packages/core/src/resource/wire-values.ts',
      'examples/sandbox/src/invoices/invoice-store.ts',
    ],
    fixed: {
      type: 'INVOICE_STATUS',
      statuses: ['Open', 'Closed', 'NSF', 'Draft', 'Sent', 'Partially Paid', 'Fully Paid'],
      value2: 'Urgent',
    },
  },
  'INV-06': {
    rule: 'The client sends an edit only if something changed, with these fields.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/invoices/invoices.form.ts',
      'examples/sandbox/src/invoices/invoice-routes.ts',
    ],
    fixed: {
      call: 'PUT spol/invoices/update',
      payload: [
        ...['id', 'issued_date', 'due_date', 'start_date', 'end_date', 'status', 'amount_due'],
        'currency',
      ],
    },
  },
  'INV-07': {
    rule: 'An invoice lists its fuel transactions.',
    surfaces: 'W',
    source: [
      'packages/web/src/views/record/NestedFilters.tsx',
      'examples/sandbox/src/invoices/invoice-store.ts',
    ],
    texts: { 'invoices.noFuelRows': 'No Fuel Invoice found.' },
    fixed: {
      title: 'Billed Fuel Invoices',
      filters: ['auth_code', 'timestamp', 'merchant_number', 'merchant_city', 'amount'],
    },
  },
  'INV-08': {
    rule: 'Payment dates are YYYY-MM-DD on the wire, invoice dates DD-MM-YYYY; start and end carry a time.',
    surfaces: 'C',
    source: [
      'packages/core/src/resource/wire-values.ts',
      'examples/sandbox/src/invoices/invoice-wire.ts',
    ],
  },
  'INV-09': {
    rule: 'Users send an invoice by e-mail.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/resources/invoices/invoices.actions.ts',
      'examples/sandbox/src/invoices/invoice-file-routes.ts',
    ],
    texts: {
      'invoices.emailed': 'Invoice emailed successfully!',
      'invoices.emailFailed': 'Error while sending invoice email.',
    },
    fixed: { call: 'POST email-invoice', type: 'spol/invoices' },
  },
  'INV-10': {
    rule: 'One invoice downloads as PDF or CSV, several as one ZIP; if one fails, the ZIP has the others, and a report names it.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/client/ports-bundle.ts',
      'packages/web/src/views/dialogs/BundleButton.tsx',
      'packages/cli/src/handlers/download.ts',
    ],
    texts: {
      'invoices.selectToExport': 'Please select an invoice to export.',
      'invoices.downloadTitle': 'Export selected invoices to a ZIP file',
      'invoices.downloaded': 'Invoice Download {type} Successfully',
      'invoices.downloadFailed': 'Error while Downloading {type} Invoice',
    },
    fixed: { files: ['invoice.pdf', 'invoice.csv', 'invoices.zip'] },
  },
  'INV-11': {
    rule: 'Saved invoices have these texts.',
    surfaces: 'W',
    source: ['packages/core/src/resources/invoices/invoices.form.ts'],
    texts: {
      'invoices.created': 'Invoice Created Successfully',
      'invoices.updated': 'Invoice Updated Successfully',
      'invoices.createFailed': 'Error while Creating Invoice',
      'invoices.updateFailed': 'Error while updating Invoice',
    },
  },
  'INV-12': {
    rule: 'The amount due is between 0 and the total less what was paid; dates are in order; Fully Paid means that nothing is due.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/resources/invoices/invoices.form.ts',
      'examples/sandbox/src/invoices/invoice-store.ts',
    ],
  },
  'INV-13': {
    rule: 'E-mail asks for confirmation and warns if the invoice was sent before. A draft is not sent, and a paid invoice is mailed as paid. E-mails per hour are limited by invoice and by account (429 above the limit). Documents carry the company’s brand.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/resources/invoices/invoices.actions.ts',
      'packages/web/src/views/dialogs/PreviewDialog.tsx',
      'packages/cli/src/drive/run-action.ts',
      'examples/sandbox/src/invoices/invoice-file-routes.ts',
      'examples/sandbox/src/mail/mail-limit.ts',
    ],
  },
  'INV-14': {
    rule: 'An invoice is created from unbilled lines by company, currency and period, with each line on at most one invoice, and only for the previewed total. Such a draft can be voided, which makes its lines unbilled again.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/workflows/billing/billing.machine.ts',
      'packages/web/src/screens/invoices/BillingDialog.tsx',
      'examples/sandbox/src/db/schema-office.ts',
    ],
    fixed: { calls: ['POST spol/invoices/preview', 'POST spol/invoices/'] },
  },
  'PAY-01': {
    rule: 'The payment list has these columns and filters.',
    surfaces: 'CWL',
    source: [
      'packages/web/src/views/list/ListNeighbours.tsx',
      'examples/sandbox/src/payments/payment-routes.ts',
    ],
    texts: { 'payments.noRows': 'No Invoice Payments found.' },
    fixed: {
      title: 'Invoice Payments',
      back: 'Back to Invoices',
      columns: [
        ...['Customer', 'Invoice No', 'Invoice Date', 'Due Date', 'Payment Mode'],
        ...['Payment Date', 'Amount Paid'],
      ],
      filters: [
        ...['customer_name', 'invoice_no', 'invoice_date', 'invoice_due_date', 'payment_mode'],
        ...['payment_date', 'amount_paid'],
      ],
    },
  },
  'PAY-02': {
    rule: 'All fields of a payment are required; the amount is more than 0 and at most the amount due.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/resources/payments/payments.form.ts',
      'packages/web/src/views/form/FormDialog.tsx',
    ],
    texts: {
      'payments.required': 'This field is required.',
      'payments.tooMuch': 'Amount paid cannot exceed amount due.',
      'payments.created': 'Invoice Payment Created Successfully',
      'payments.createFailed': 'Error while creating Invoice Payment',
    },
  },
  'PAY-03': {
    rule: 'A payment is registered with these fields, in one of the service’s modes.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/payments/payments.form.ts',
      'examples/sandbox/src/payments/payment-routes.ts',
    ],
    fixed: {
      call: 'POST fuel-payment/register',
      payload: [
        ...['payment_date', 'company_name', 'invoice_id', 'amount_due', 'amount_paid'],
        ...['currency', 'payment_mode', 'referenceId'],
      ],
      modes: ['Cheque', 'Cash', 'Interac/debit/credit'],
    },
  },
  'PAY-04': {
    rule: 'Money is decimal and exact to the cent, and a payment is never registered twice.',
    surfaces: 'C',
    source: [
      'packages/core/src/format/decimal.ts',
      'examples/sandbox/src/payments/register-payment.ts',
    ],
  },
  'PAY-05': {
    rule: 'A payment’s date is neither in the future nor before 2020. A payment can be reversed once, with a reason; the reversal restores the amount due.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/resource/form.types.ts',
      'examples/sandbox/src/db/schema-office.ts',
    ],
    fixed: { firstDay: '2020-01-01', call: 'POST fuel-payment/{id}/reverse' },
  },
} as const satisfies Requirements;
