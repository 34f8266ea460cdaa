import { moneyText, price, quantity } from '../amounts.ts';
import type { BilledLine, InvoiceDocument } from './invoice-document.ts';

type Value = (line: BilledLine, document: InvoiceDocument) => string | number;

const COLUMNS: Readonly<Record<string, Value>> = {
  invoice_number: (_, { invoice }) => invoice.invoice_number,
  auth_code: (line) => line.authentication_id,
  timestamp: (line) => line.txn_date,
  // The last digits distinguish a fleet's cards.
  card_number: (line) => `…${line.card_number.slice(-4)}`,
  unit_number: (line) => line.unit_number,
  driver: (line) => line.driver,
  merchant_number: (line) => line.station_number,
  merchant_name: (line) => line.station_name,
  merchant_city: (line) => line.city,
  province: (line) => line.province,
  product_code: (line) => line.product_code,
  product: (line) => line.product_description,
  quantity: (line) => quantity(line.quantity_e3),
  unit: (line) => line.unit,
  price_per_unit: (line) => price(line.billed_price_e5),
  fet_rate: (line) => price(line.fet_rate_e5),
  pft_rate: (line) => price(line.pft_rate_e5),
  carbon_rate: (line) => price(line.cbt_rate_e5),
  gst: (line) => moneyText(line.gst_minor),
  hst: (line) => moneyText(line.hst_minor),
  pst: (line) => moneyText(line.pst_minor),
  qst: (line) => moneyText(line.qst_minor),
  discount: (line) => moneyText(line.discount_minor),
  amount: (line) => moneyText(line.amount_minor),
  currency: (_, { invoice }) => invoice.currency,
};

export const INVOICE_CSV_HEADER: readonly string[] = Object.keys(COLUMNS);

/** Every line that an invoice bills (INV-10). */
export async function* invoiceCsvRows(
  document: InvoiceDocument,
): AsyncGenerator<(string | number)[]> {
  for (const line of document.lines)
    yield Object.values(COLUMNS).map((value) => value(line, document));
}
