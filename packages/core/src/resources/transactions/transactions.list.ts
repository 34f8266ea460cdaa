import { MESSAGES } from '../../messages/messages.ts';
import { pathPart } from '../../resource/path-part.ts';
import type {
  ColumnDefinition,
  ColumnNames,
  ListedResource,
  NestedDefinition,
} from '../../resource/resource.types.ts';
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
    { field: 'dtl_prd_desc', label: 'Product', kind: 'text' },
    { field: 'dtl_prd_cd', label: 'Fuel Code', kind: 'code' },
    { field: 'dtl_qty', label: 'Quantity', kind: 'volume', unitField: 'dtl_unit' },
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

/** Columns to choose, for reading a purchase without opening it. */
const READING_COLUMNS = [
  {
    field: 'txn_product',
    label: 'Product',
    kind: 'text',
    hidden: true,
    sortable: false,
  },
  { field: 'txn_fuel_type', label: 'Product Code', kind: 'code', hidden: true },
  {
    field: 'txn_qty',
    label: 'Quantity',
    kind: 'volume',
    unitField: 'txn_qty_unit',
    hidden: true,
    sortable: false,
    filterable: false,
  },
  { field: 'txn_driver', label: 'Driver', kind: 'text', hidden: true },
  { field: 'txn_unit_number', label: 'Unit', kind: 'code', hidden: true },
  { field: 'import_id', label: 'Import', kind: 'code', hidden: true },
  {
    field: 'billing',
    label: 'Billing',
    kind: 'text',
    options: ['Unbilled', 'Billed'].map((name) => ({ key: name, value: name })),
    hidden: true,
    sortable: false,
  },
  {
    field: 'line_amount',
    label: 'Lines',
    kind: 'money',
    unitField: 'hdr_currency',
    hidden: true,
    sortable: false,
    filterable: false,
  },
] as const satisfies readonly ColumnDefinition<Transaction>[];

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
      { field: 'dtl_stn_prv', label: 'Province State', kind: 'province', reference: 'provinces' },
      { field: 'dtl_stn_addr', label: 'Location', kind: 'text' },
      {
        field: 'txn_company',
        label: 'Company',
        kind: 'text',
        leadsTo: { resource: 'customers', by: 'company_name' },
      },
      { field: 'txn_amount', label: 'Amount', kind: 'money', unitField: 'hdr_currency' },
      { field: 'hdr_currency', label: 'Currency', kind: 'text', reference: 'currencies' },
      ...READING_COLUMNS,
    ],
    dateField: 'txn_date',
    totals: {
      by: 'hdr_currency',
      fields: ['txn_amount'],
      // Of purchases with several products or a part that is billed, only what was asked for.
      lines: { field: 'line_amount', filters: ['billing', 'txn_product'] },
    },
    defaultSort: { field: 'date', direction: 'desc' },
    add: {
      label: 'Add Transaction',
      action: 'transactions.create',
      route: '/transactions/add-new',
    },
    selectable: true,
    nested: { rows: (row) => row.sub_transactions ?? [], definition: subTransactions },
    brief: {
      names: ['authentication_id'],
      about: ['txn_company', 'txn_amount', 'txn_date', 'card_number'],
    },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.transactions.noRows },
  },
  remove: { path: (id) => `transaction/${pathPart(id)}` },
  export: {
    action: 'transactions.export',
    path: 'fuel-transaction/export',
    body: (ids) => ({ ids }),
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

/** What the list is filtered and sorted by. */
export interface TransactionNames extends ColumnNames<typeof transactionList> {}
