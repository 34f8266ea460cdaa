import { SCALES, toUnits } from '../amounts.ts';
import type { CardMatch } from './card-directory.ts';
import type { StagedLine } from './staged-rows.ts';

type Columns = Record<string, string | number | null>;

/** The wire's product codes for fuel and DEF; every other product keeps its printed code (TXN-07). */
const WIRE_CODES: Readonly<Record<string, string>> = { DIESEL: 'D1', DEF: 'DEF' };

const codeOf = (line: StagedLine): string => WIRE_CODES[line.product] ?? line.productCode;

const money = (text: string | null): number => toUnits(text, SCALES.money);
const price = (text: string | null): number => toUnits(text, SCALES.price);

/** A staged line as `transaction_lines` stores it, except for its transaction and position. */
export const lineColumns = (line: StagedLine) => ({
  line_key: line.key,
  reversal: line.reversal ? 1 : 0,
  product: line.product,
  product_code: codeOf(line),
  product_description: line.productDescription,
  unit: line.unit,
  sale_type: line.saleType,
  breakdown_name: line.breakdownName,
  provider_invoice: line.invoiceNumber,
  odometer: line.odometer,
  account: line.account,
  card_number: line.cardNumber,
  station_number: line.stationNumber,
  txn_number: line.transactionNumber,
  business_date: line.businessDate,
  quantity_e3: toUnits(line.quantity, SCALES.quantity),
  retail_price_e5: price(line.retailPrice),
  billed_price_e5: price(line.billedPrice),
  net_price_e5: price(line.netPrice),
  fet_rate_e5: price(line.fetRate),
  pft_rate_e5: price(line.pftRate),
  cbt_rate_e5: price(line.cbtRate),
  gst_minor: money(line.gst),
  hst_minor: money(line.hst),
  pst_minor: money(line.pst),
  qst_minor: money(line.qst),
  discount_minor: money(line.discount),
  misc_minor: money(line.misc),
  amount_minor: money(line.amount),
});

/** The transaction that starts with this line, as `transactions` stores it. */
export function headerColumns(
  line: StagedLine,
  of: {
    readonly id: number;
    readonly identity: string;
    readonly authenticationId: string;
    readonly importId: number;
    readonly card: CardMatch;
    readonly stationId: number | undefined;
    /** Billed price of its first line, in 1/100,000. */
    readonly price: number;
    readonly at: string;
  },
): Columns {
  const known = typeof of.card === 'object' ? of.card : undefined;
  const company = known?.companyOn(line.businessDate);
  return {
    id: of.id,
    identity: of.identity,
    txn_number: line.transactionNumber || line.invoiceNumber,
    authentication_id: of.authenticationId,
    printed_auth_code: line.authCode,
    txn_date: `${line.businessDate}T${line.time || '00:00'}:00`,
    business_date: line.businessDate,
    card_number: line.cardNumber,
    account: line.account,
    provider: line.provider,
    company_id: company?.id ?? null,
    company_name: company?.name ?? '',
    card_id: known?.id ?? null,
    station_id: of.stationId ?? null,
    station_number: line.stationNumber,
    station_name: line.stationName,
    address: [line.stationAddress || line.stationName, line.city].filter(Boolean).join(', '),
    city: line.city,
    province: line.province,
    fuel_type: codeOf(line),
    currency: line.currency,
    driver: line.driver,
    unit_number: line.unitNumber,
    reversal: line.reversal ? 1 : 0,
    amount_minor: 0,
    price_e5: of.price,
    import_id: of.importId,
    created_at: of.at,
  };
}
