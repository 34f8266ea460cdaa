import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import type { NestedDefinition } from '../../resource/resource.types.ts';
import { transactionForm } from './transactions.form.ts';
import { subTransactions, transactionList } from './transactions.list.ts';
import {
  type Transaction,
  type TransactionDetail,
  type TransactionLine,
  transactionDetailSchema,
} from './transactions.schema.ts';

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
  ...transactionList,
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
});
