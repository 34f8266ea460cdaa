import type { Requirements } from './requirement.types.ts';

/** Fuel transactions and the import of provider files. */
export const TRANSACTIONS = {
  'TXN-01': {
    rule: 'The transaction list has these columns.',
    surfaces: 'CWL',
    source: [
      'examples/sandbox/src/transactions/transaction-routes.ts',
      'examples/sandbox/src/transactions/transaction-wire.ts',
    ],
    fixed: {
      path: 'fuel-transaction/authcode',
      columns: [
        ...['Auth Code', 'Time Stamp', 'Card Number', 'Site Number', 'Province State'],
        ...['Location', 'Company', 'Amount', 'Currency'],
      ],
    },
  },
  'TXN-02': {
    rule: 'A row expands to its sub-transactions, each with product and quantity; local tax is shown as 0.',
    surfaces: 'CW',
    source: [
      'packages/core/src/resources/transactions/transactions.list.ts',
      'examples/sandbox/src/transactions/transaction-wire.ts',
    ],
    fixed: {
      columns: [
        ...['Product', 'Fuel Code', 'Quantity', 'PPU', 'FET', 'GST', 'HST', 'Local Tax', 'PCT'],
        ...['PFT', 'PST', 'QST', 'Billed Amount'],
      ],
    },
  },
  'TXN-03': {
    rule: 'Users export the selected transactions as CSV with the service’s file name; the command line also exports by filter.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/http/list-dialects.ts',
      'packages/web/src/views/list/ExportButton.tsx',
    ],
    texts: {
      'transactions.selectToExport': 'Please select at least one transaction to export.',
      'transactions.exported': 'Transactions Exported Successfully',
      'transactions.exportFailed': 'Error while exporting transactions.',
    },
    fixed: { call: 'POST fuel-transaction/export', file: 'Transactions.csv' },
  },
  'TXN-04': {
    rule: 'An import needs a provider and a workbook; the service’s answer is a file, which the command line saves and the portal opens.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/client/imports.ts',
      'packages/web/src/screens/transactions/ImportDialog.tsx',
      'packages/cli/src/handlers/import.ts',
    ],
    texts: {
      'transactions.imported': 'Import transactions successfully!',
      'transactions.importFailed': 'Error while Importing transactions.',
    },
    fixed: {
      providers: ['ESSO', 'Suncore', 'Comdata', 'Pipeline', 'TAPetro'],
      types: ['.xls', '.xlsx'],
      call: 'POST import_transactions',
      field: 'file',
    },
  },
  'TXN-05': {
    rule: 'The transaction form has these sections; Save and Cancel appear only in edit mode, and the add route is the same form with every field open.',
    surfaces: 'W',
    source: [
      'packages/core/src/resources/transactions/purchase-sections.ts',
      'packages/core/src/resources/transactions/transactions.form.ts',
    ],
    fixed: {
      sections: [
        ...['View Transaction', 'Fuel Purchase', 'Other 1 Purchase', 'Other 2 Purchase'],
        'Other Purchase',
      ],
      back: 'Back to Transactions',
    },
  },
  'TXN-06': {
    rule: 'Purchases are fuel, non-highway, two others, cash and oil, each with code, prices, quantity, taxes, amount and discount.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/transactions/transactions.form.ts',
      'packages/core/src/resources/transactions/transactions.resource.ts',
    ],
  },
  'TXN-07': {
    rule: 'D1 lines fill fuel, Other 1 and Other 2 in order; a DEF line uses Other 1 and leaves fuel empty, and D1 then goes to Other 2. Other codes go to Other Purchase. No line is dropped or shown twice.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/transactions/purchase-sections.ts',
      'examples/sandbox/src/imports/line-columns.ts',
    ],
  },
  'TXN-08': {
    rule: 'Nearly all purchase fields are required in a section that has a line or user input. Local tax is 0.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/transactions/transactions.form.ts',
      'examples/sandbox/src/transactions/sent-transaction.ts',
    ],
    fixed: { products: { 1: 'PC1', 2: 'PC2' }, localTax: 0 },
  },
  'TXN-09': {
    rule: 'Attachments appear as thumbnails with shortened names and download as one ZIP, fetched with the authorization header. A map shows the station.',
    surfaces: 'W',
    source: [
      'packages/web/src/screens/transactions/AttachmentTile.tsx',
      'packages/core/src/client/attachments.ts',
    ],
    texts: { 'transactions.noAttachments': 'No attachments to show' },
    fixed: { thumbnailPixels: 180, nameCharacters: 30, mapZoom: 9 },
  },
  'TXN-10': {
    rule: 'Transactions are read by authentication id or id, and changed by id.',
    surfaces: 'C',
    source: [
      'examples/sandbox/src/transactions/write-transaction.ts',
      'examples/sandbox/src/db/first-ids.ts',
    ],
    fixed: {
      calls: [
        ...['GET fuel-transaction/transactionsbyid/{id}', 'PUT fuel-transaction/{id}'],
        ...['POST transaction', 'DELETE transaction/{id}'],
      ],
    },
  },
  'TXN-11': {
    rule: 'Empty transaction lists, saved transactions and saved users have these texts.',
    surfaces: 'W',
    source: ['packages/core/src/resources/transactions/transactions.form.ts'],
    texts: {
      'transactions.noRows': 'No Transaction found.',
      'transactions.created': 'Transaction Created Successfully',
      'transactions.updated': 'Transaction Updated Successfully',
      'transactions.createFailed': 'Error while Creating Transaction',
      'transactions.updateFailed': 'Error while updating Transaction',
      'users.created': 'User Created Successfully',
      'users.updated': 'User Updated Successfully',
      'users.createFailed': 'Error while Creating User',
      'users.updateFailed': 'Error while updating User',
    },
  },
  'TXN-12': {
    rule: 'A provider file is checked row by row before anything is sent; each finding names sheet, row, column, value and rule.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/provider-files/read-provider-file.ts',
      'packages/web/src/screens/transactions/ImportDialog.tsx',
      'packages/cli/src/handlers/check.ts',
    ],
  },
  'TXN-13': {
    rule: 'A file is imported exactly once, even after interruptions; equal rows count by their occurrences, a row entered from one corrected copy is refused from another, and only `--force` and `--allow-repeat` enter one again.',
    surfaces: 'CL',
    source: [
      'packages/core/src/provider-files/line-identity.ts',
      'packages/cli/src/handlers/import.ts',
    ],
  },
  'TXN-14': {
    rule: 'The transaction list has buttons to export and to import, which needs create. A manually created transaction has a card and a company chosen from lists and at least one purchase; users can type amounts as they are shown.',
    surfaces: 'CWLS',
    source: [
      'packages/web/src/screens/transactions/ImportTools.tsx',
      'packages/core/src/resources/transactions/transactions.form.ts',
      'examples/sandbox/src/transactions/transaction-header.ts',
    ],
    fixed: { buttons: ['Export Transactions', 'Import Transactions'] },
  },
  'TXN-15': {
    rule: 'Tax tables are data with a source and a last verified day. Deployments can supply their own tables, and a difference after that day is a guard that can be accepted.',
    surfaces: 'CLS',
    source: [
      'packages/core/src/provider-files/tax-table.schema.ts',
      'packages/cli/src/handlers/doctor.ts',
      'examples/sandbox/src/imports/import-routes.ts',
    ],
  },
  'TXN-16': {
    rule: 'A provider is a string: a custom layout may name a new one, which then appears wherever users choose a provider.',
    surfaces: 'CLS',
    source: [
      'packages/core/src/client/imports.ts',
      'packages/cli/src/preflight/own-tables.ts',
      'examples/sandbox/src/imports/own-layouts.ts',
    ],
  },
  'TXN-17': {
    rule: 'Repeated rows, repeated sheets, a second column with the same name, a missing header record, future dates and unusually small files are reported.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/provider-files/read-provider-file.ts',
      'packages/core/src/provider-files/twins.ts',
    ],
    fixed: { rules: ['TXN-TWIN', 'TXN-SHEET-TWICE'] },
  },
  'TXN-18': {
    rule: 'Purchases that break a card’s limits or look unusual become exceptions, which users explain or dismiss with a reason, and reopen. Rules and thresholds are data.',
    surfaces: 'CWLS',
    source: ['packages/core/src/provider-files/checks/check-plausible.ts'],
    fixed: { states: ['open', 'explained', 'dismissed'] },
  },
  'TXN-19': {
    rule: 'A finished import says how many lines became how many purchases, and what their sum consists of by currency, so that it agrees with the check to the cent: what was checked, what was not entered, the cost, and the markup. It leads to the purchases and to their open exceptions.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/workflows/import/import.totals.ts',
      'packages/web/src/screens/transactions/ImportOutcome.tsx',
      'packages/cli/src/imports/import-text.ts',
      'examples/sandbox/src/imports/import-totals.ts',
    ],
  },
} as const satisfies Requirements;
