import { MESSAGES } from '../../messages/messages.ts';
import type { ListedResource, NestedDefinition } from '../../resource/resource.types.ts';
import { transactionMeta } from './transactions.meta.ts';
import {
  type Transaction,
  type TransactionLine,
  transactionSchema,
} from './transactions.schema.ts';

/** Sub-rows of the list (TXN-02). */
export const subTransactions: NestedDefinition<TransactionLine> = {
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

export const transactionList = {
  ...transactionMeta,
  schema: transactionSchema,
  id: (row) => row.id ?? '',
  routeId: (row) => row.authentication_id ?? row.id ?? '',
  list: {
    title: 'Transactions',
    path: 'fuel-transaction/authcode',
    rowsKey: 'transactions',
    columns: [
      {
        field: 'authentication_id',
        label: 'Auth Code',
        kind: 'code',
        leadsTo: { resource: 'transactions' },
      },
      { field: 'txn_date', label: 'Time Stamp', kind: 'instant' },
      {
        field: 'card_number',
        label: 'Card Number',
        kind: 'card',
        leadsTo: { resource: 'cards', by: 'card_number' },
      },
      { field: 'txn_station', label: 'Site Number', kind: 'code' },
      { field: 'dtl_stn_prv', label: 'Province State', kind: 'text', reference: 'provinces' },
      { field: 'dtl_stn_addr', label: 'Location', kind: 'text' },
      {
        field: 'txn_company',
        label: 'Company',
        kind: 'text',
        leadsTo: { resource: 'customers', by: 'name' },
      },
      { field: 'txn_amount', label: 'Amount', kind: 'money', unitField: 'hdr_currency' },
      { field: 'hdr_currency', label: 'Currency', kind: 'text', reference: 'currencies' },
    ],
    dateField: 'txn_date',
    defaultSort: { field: 'date', direction: 'desc' },
    add: {
      label: 'Add Transaction',
      action: 'transactions.create',
      route: '/transactions/add-new',
    },
    selectable: true,
    nested: { rows: (row) => row.sub_transactions ?? [], definition: subTransactions },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.transactions.noRows },
  },
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
} satisfies ListedResource<Transaction>;
