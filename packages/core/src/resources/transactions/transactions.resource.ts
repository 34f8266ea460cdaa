/**
 * Fuel transactions: list, record, the form with its purchase sections, import and export. The check of a
 * provider's file is in `provider-files`.
 */

import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { pathPart } from '../../resource/path-part.ts';
import type { ColumnDefinition, NestedDefinition } from '../../resource/resource.types.ts';
import { PURCHASE_SECTIONS, purchasesBySection } from './purchase-sections.ts';
import { type TransactionField, transactionForm } from './transactions.form.ts';
import { type TransactionNames, transactionList } from './transactions.list.ts';
import {
  type Transaction,
  type TransactionDetail,
  type TransactionLine,
  transactionDetailSchema,
} from './transactions.schema.ts';

const SECTION = 'View Transaction';

/** A line as shown in the record. */
type Purchase = TransactionLine & {
  readonly groupTitle: string | undefined;
  readonly currency: string | null | undefined;
};

/** Columns of a purchase in a record; the list's sub-rows have fewer (TXN-06). */
const PURCHASE: readonly ColumnDefinition<Purchase>[] = [
  { field: 'dtl_prd_cd', label: 'Code', kind: 'code' },
  { field: 'dtl_prd_desc', label: 'Product', kind: 'text' },
  { field: 'dtl_qty', label: 'Quantity', kind: 'volume', unitField: 'dtl_unit' },
  { field: 'dtl_net_price', label: 'Billed PPU', kind: 'price', unitField: 'currency' },
  { field: 'retailPrice', label: 'Retail PPU', kind: 'price', unitField: 'currency' },
  { field: 'dtl_amt', label: 'Amount', kind: 'money', unitField: 'currency' },
  { field: 'discount', label: 'Discount', kind: 'money' },
  { field: 'dtl_sls_type', label: 'Sales Type', kind: 'text' },
  { field: 'dtl_hst_amt', label: 'HST', kind: 'money' },
  { field: 'dtl_gst_amt', label: 'GST', kind: 'money' },
  { field: 'dtl_pst_amt', label: 'PST', kind: 'money' },
  { field: 'dtl_qst_amt', label: 'QST', kind: 'money' },
  { field: 'dtl_fet_rt', label: 'FET', kind: 'price' },
  { field: 'dtl_pft_rt', label: 'PFT', kind: 'price' },
  { field: 'pct', label: 'PCT', kind: 'price' },
  { field: 'local_tax', label: 'Local Tax', kind: 'integer' },
];

const purchasesIn =
  (section: string) =>
  ({ hdr_currency: currency, txn_attr }: TransactionDetail): readonly Purchase[] =>
    (purchasesBySection(txn_attr ?? []).get(section) ?? []).map((line) => ({ ...line, currency }));

const purchases = (title: string): NestedDefinition<Purchase> => ({
  title,
  empty: MESSAGES.transactions.noPurchase,
  columns: PURCHASE,
  groupTitle: (line) => line.groupTitle,
});

/** Fuel transactions, their import and export (TXN-01 to TXN-11). */
export const transactions = defineResource<
  Transaction,
  TransactionDetail,
  TransactionField,
  TransactionNames
>({
  ...transactionList,
  record: {
    path: (id) => `fuel-transaction/transactionsbyid/${pathPart(id)}`,
    schema: transactionDetailSchema,
    title: SECTION,
    back: 'Back to Transactions',
    fields: transactionList.list.columns
      .filter(({ field }) => field !== 'line_amount')
      .map((column) => ({ ...column, section: SECTION })),
    summary: ['txn_amount', 'txn_date', 'txn_company', 'card_number'],
    related: [{ resource: 'exceptions', field: 'authentication_id', from: 'authentication_id' }],
    nested: [...new Set(PURCHASE_SECTIONS.map(({ section }) => section))].map((section) => ({
      rows: purchasesIn(section),
      definition: purchases(section),
    })),
  },
  form: transactionForm,
});
