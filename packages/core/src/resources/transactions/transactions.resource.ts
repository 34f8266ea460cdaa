import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import type { NestedDefinition } from '../../resource/resource.types.ts';
import { transactionForm } from './transactions.form.ts';
import {
  type Transaction,
  type TransactionDetail,
  type TransactionLine,
  transactionDetailSchema,
  transactionSchema,
} from './transactions.schema.ts';

/** Sub-rows of the list (TXN-02). */
const subTransactions: NestedDefinition<TransactionLine> = {
  title: 'Sub-transactions',
  empty: MESSAGES.noRecordInTable,
  columns: [
    { field: 'dtl_auth_id', label: 'Auth Code', kind: 'code' },
    { field: 'dtl_prd_cd', label: 'Fuel Code', kind: 'code' },
    { field: 'dtl_net_price', label: 'PPU', kind: 'price' },
    { field: 'dtl_fet_rt', label: 'FET', kind: 'price' },
    { field: 'dtl_gst_amt', label: 'GST', kind: 'money' },
    { field: 'dtl_hst_amt', label: 'HST', kind: 'money' },
    { field: 'local_tax', label: 'Local Tax', kind: 'integer' },
    { field: 'pct', label: 'PCT', kind: 'price' },
    { field: 'dtl_pft_rt', label: 'PFT', kind: 'price' },
    { field: 'dtl_pst_amt', label: 'PST', kind: 'money' },
    { field: 'dtl_qst_amt', label: 'QST', kind: 'money' },
    { field: 'dtl_amt', label: 'Billed Amount', kind: 'money' },
  ],
};

/** Lines of a record: the sub-rows with what was bought, how much of it, and the pump's price. */
const lines: NestedDefinition<TransactionLine> = {
  title: 'Purchases',
  empty: MESSAGES.noRecordInTable,
  columns: [
    ...subTransactions.columns.slice(0, 2),
    { field: 'dtl_prd_desc', label: 'Product', kind: 'text' },
    { field: 'dtl_qty', label: 'Quantity', kind: 'volume' },
    { field: 'retailPrice', label: 'Retail PPU', kind: 'price' },
    ...subTransactions.columns.slice(2),
  ],
};

export const transactions = defineResource<Transaction, TransactionDetail>({
  name: 'transactions',
  noun: ['transaction', 'transactions'],
  menu: 'transactions',
  menuLabel: 'Transactions',
  route: '/transactions',
  schema: transactionSchema,
  id: (row) => row.id ?? '',
  routeId: (row) => row.authentication_id ?? row.id ?? '',
  list: {
    title: 'Transactions',
    path: 'fuel-transaction/authcode',
    rowsKey: 'transactions',
    columns: [
      { field: 'authentication_id', label: 'Auth Code', kind: 'code' },
      { field: 'txn_date', label: 'Time Stamp', kind: 'instant' },
      { field: 'card_number', label: 'Card Number', kind: 'card' },
      { field: 'txn_station', label: 'Site Number', kind: 'code' },
      { field: 'dtl_stn_prv', label: 'Province State', kind: 'text' },
      { field: 'dtl_stn_addr', label: 'Location', kind: 'text' },
      { field: 'txn_company', label: 'Company', kind: 'text' },
      { field: 'txn_amount', label: 'Amount', kind: 'money', unitField: 'hdr_currency' },
      { field: 'hdr_currency', label: 'Currency', kind: 'text' },
    ],
    dateField: 'txn_date',
    defaultSort: { field: 'date', direction: 'desc' },
    selectable: true,
    nested: { rows: (row) => row.sub_transactions ?? [], definition: subTransactions },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.transactions.noRows },
  },
  record: {
    path: (id) => `fuel-transaction/transactionsbyid/${encodeURIComponent(id)}`,
    schema: transactionDetailSchema,
    title: 'View Transaction',
    back: 'Back to Transactions',
    fields: [
      { section: 'View Transaction', field: 'authentication_id', label: 'Auth Code', kind: 'code' },
      { section: 'View Transaction', field: 'txn_date', label: 'Time Stamp', kind: 'instant' },
      { section: 'View Transaction', field: 'card_number', label: 'Card Number', kind: 'card' },
      { section: 'View Transaction', field: 'txn_company', label: 'Company', kind: 'text' },
      {
        section: 'View Transaction',
        field: 'txn_amount',
        label: 'Amount',
        kind: 'money',
        unitField: 'hdr_currency',
      },
      { section: 'View Transaction', field: 'hdr_currency', label: 'Currency', kind: 'text' },
      { section: 'View Transaction', field: 'txn_station', label: 'Site Number', kind: 'code' },
      { section: 'View Transaction', field: 'dtl_stn_addr', label: 'Location', kind: 'text' },
      { section: 'View Transaction', field: 'dtl_stn_prv', label: 'Province State', kind: 'text' },
    ],
    nested: [{ rows: (detail) => detail.txn_attr ?? [], definition: lines }],
  },
  form: transactionForm,
  remove: { path: (id) => `transaction/${encodeURIComponent(id)}` },
  export: {
    action: 'transactions.export',
    path: 'fuel-transaction/export',
    body: (ids) => ({ ids }),
    byFilter: true,
    fileName: 'Transactions.csv',
    label: 'Export Transactions',
    texts: {
      none: MESSAGES.transactions.selectToExport,
      success: MESSAGES.transactions.exported,
      failure: MESSAGES.transactions.exportFailed,
    },
  },
  import: {
    action: 'transactions.import',
    label: 'Import Transactions',
    texts: {
      success: MESSAGES.transactions.imported,
      failure: MESSAGES.transactions.importFailed,
      warning: MESSAGES.transactions.importWarning,
    },
  },
});
