import type { Selectable } from 'kysely';
import { money, moneyText, price, quantity } from '../amounts.ts';
import type { TransactionLinesTable, TransactionsTable } from '../db/schema-fleet.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import type { ExportColumn } from '../lists/whole-list-routes.ts';
import { STATES_BY_NAME } from '../reference/places.ts';
import { LINE_FILTERS, matchingLines } from './line-filters.ts';

export type TransactionRow = Selectable<TransactionsTable>;
export type LineRow = Selectable<TransactionLinesTable>;

export const TRANSACTION_LIST: ListDefinition<'transactions'> = {
  table: 'transactions',
  fields: {
    ...fieldsOf({
      whole: 'id import_id',
      text: {
        txn_id: 'txn_number',
        authentication_id: 'authentication_id',
        dtl_auth_id: 'printed_auth_code',
        card_number: 'card_number',
        txn_company: 'company_name',
        txn_station: 'station_number',
        dtl_stn_addr: 'address',
        txn_fuel_type: 'fuel_type',
        txn_driver: 'driver',
        txn_unit_number: 'unit_number',
        hdr_currency: 'currency',
      },
      money: { txn_amount: 'amount_minor', dtl_amt: 'amount_minor' },
      moment: { txn_date: 'txn_date' },
    }),
    dtl_stn_prv: { column: 'province', kind: 'text', sequence: STATES_BY_NAME },
    ...LINE_FILTERS,
  },
  sums: { line_amount: matchingLines },
  daySums: 'txn_amount',
  parts: ['authentication_id', 'amount_minor'],
  dateField: 'txn_date',
  order: { field: 'txn_date', direction: 'desc' },
  scoped: true,
  words: [
    'card_number',
    'company_name',
    'station_number',
    'province',
    'address',
    'currency',
    'txn_date',
  ],
};

const sum = (lines: readonly LineRow[], of: (line: LineRow) => number): number =>
  money(lines.reduce((total, line) => total + of(line), 0));

/** What a line shows of its transaction. */
export type LineHeader = Pick<
  TransactionRow,
  'address' | 'amount_minor' | 'currency' | 'printed_auth_code' | 'province' | 'station_number'
>;

export const presentLine = (row: LineHeader, line: LineRow) => ({
  id: line.id,
  dtl_stn_addr: row.address,
  dtl_stn_prv: row.province,
  dtl_stn_no: row.station_number,
  header: { hdr_currency: row.currency },
  dtl_auth_id: row.printed_auth_code,
  dtl_tran_no: line.txn_number,
  dtl_prd_cd: line.product_code,
  dtl_prd_desc: line.product_description,
  dtl_qty: quantity(line.quantity_e3),
  dtl_unit: line.unit,
  dtl_amt: money(line.amount_minor),
  dtl_net_price: price(line.net_price_e5),
  retailPrice: price(line.retail_price_e5),
  dtl_fet_rt: price(line.fet_rate_e5),
  dtl_gst_amt: money(line.gst_minor),
  dtl_hst_amt: money(line.hst_minor),
  dtl_pst_amt: money(line.pst_minor),
  dtl_qst_amt: money(line.qst_minor),
  dtl_pft_rt: price(line.pft_rate_e5),
  provincial_fuel_tax_rate: price(line.pft_rate_e5),
  dtl_cbt_rt: price(line.cbt_rate_e5),
  pct: price(line.cbt_rate_e5),
  dtl_misc: money(line.misc_minor),
  discount: money(line.discount_minor),
  dtl_odometer: line.odometer,
  dtl_sls_type: line.sale_type,
  dtl_brkn_name: line.breakdown_name,
  trailer: { total_amount: money(row.amount_minor) },
});

/** What was bought, each product once. */
const productsOf = (lines: readonly LineRow[]): string =>
  [...new Set(lines.map((line) => line.product_description || line.product_code))].join(', ');

/** The sum in the first line's unit, because litres and gallons don't add up. */
const quantityOf = (lines: readonly LineRow[]): number =>
  quantity(
    lines
      .filter(({ unit }) => unit === lines[0]?.unit)
      .reduce((total, line) => total + line.quantity_e3, 0),
  );

const presentHeader = (row: TransactionRow, lines: readonly LineRow[]) => {
  const [first] = lines;
  return {
    id: row.id,
    txn_id: row.txn_number,
    authentication_id: row.authentication_id,
    txn_date: row.txn_date,
    card_number: row.card_number,
    txn_company: row.company_name,
    txn_amount: money(row.amount_minor),
    txn_price_per_unit: price(row.price_e5),
    txn_station: row.station_number,
    txn_fuel_type: row.fuel_type,
    txn_driver: row.driver,
    txn_unit_number: row.unit_number,
    import_id: row.import_id,
    hdr_currency: row.currency,
    dtl_auth_id: row.printed_auth_code,
    dtl_stn_prv: row.province,
    dtl_stn_addr: row.address,
    txn_product: productsOf(lines),
    line_amount: sum(lines, (line) => line.amount_minor),
    billing: lines.some((line) => line.invoice_id === null) ? 'Unbilled' : 'Billed',
    txn_qty: quantityOf(lines),
    txn_qty_unit: first?.unit ?? '',
    dtl_fet_rt: price(first?.fet_rate_e5 ?? 0),
    dtl_pft_rt: price(first?.pft_rate_e5 ?? 0),
    pct: price(first?.cbt_rate_e5 ?? 0),
    dtl_price_wo_tax: price(first?.net_price_e5 ?? 0),
    dtl_gst_amt: sum(lines, (line) => line.gst_minor),
    dtl_hst_amt: sum(lines, (line) => line.hst_minor),
    dtl_pst_amt: sum(lines, (line) => line.pst_minor),
    dtl_qst_amt: sum(lines, (line) => line.qst_minor),
    dtl_amt: money(row.amount_minor),
  };
};

/** A row of the list with its sub-transactions (TXN-01, TXN-02). */
export const presentTransaction = (row: TransactionRow, lines: readonly LineRow[]) => ({
  ...presentHeader(row, lines),
  sub_transactions: lines.map((line) => presentLine(row, line)),
});

/** In degrees. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** A single transaction: with lines, attachments and the station's location. */
export const presentTransactionDetail = (
  row: TransactionRow,
  lines: readonly LineRow[],
  attachments: readonly unknown[],
  station: Place | null,
) => ({
  ...presentHeader(row, lines),
  txn_attr: lines.map((line) => presentLine(row, line)),
  attachments,
  station,
});

/** Columns of an exported transaction (TXN-03). */
export const TRANSACTION_EXPORT: readonly ExportColumn<TransactionRow>[] = [
  ['Auth Code', (row) => row.authentication_id],
  ['Transaction Number', (row) => row.txn_number],
  ['Time Stamp', (row) => row.txn_date],
  ['Card Number', (row) => row.card_number],
  ['Site Number', (row) => row.station_number],
  ['Province State', (row) => row.province],
  ['Location', (row) => row.address],
  ['Company', (row) => row.company_name],
  ['Fuel Type', (row) => row.fuel_type],
  ['Driver', (row) => row.driver],
  ['Unit', (row) => row.unit_number],
  ['Amount', (row) => moneyText(row.amount_minor)],
  ['Currency', (row) => row.currency],
];
