import { scaledText } from './cells/number.ts';
import { cellText, siteText } from './cells/text.ts';
import { N, orZero, SCALE, type TextField } from './fields.ts';
import type { Figures } from './figures.ts';
import { hasVolume } from './figures.ts';
import type { Plan } from './plan.ts';
import type { RowFacts } from './row-facts.ts';
import type { DecimalText, ProviderLine, SheetRow } from './types.ts';

/** Facts that a file states once, above its rows. */
export interface FileFacts {
  readonly account: string;
  readonly invoiceNumber: string;
}

/** Creates the line to import from a checked product of a row. */
export function toLine(
  plan: Plan,
  row: SheetRow,
  file: FileFacts,
  facts: RowFacts,
  line: Figures,
): ProviderLine {
  const { n, product } = line;
  const text = (field: TextField) =>
    plan.text[field] < 0 ? '' : cellText(row.cells[plan.text[field]]);
  const station = row.cells[plan.text.stationNumber];
  return {
    provider: plan.layout.provider,
    sheet: plan.sheet,
    row: row.row,
    account: text('account') || file.account,
    cardNumber: facts.card,
    businessDate: facts.day.iso,
    time: facts.time,
    authCode: text('authCode'),
    transactionNumber: text('transactionNumber'),
    stationNumber: siteText(station, plan.stationDigits),
    stationName: text('stationName'),
    stationAddress: text('stationAddress'),
    city: text('city'),
    province: facts.province,
    product,
    productCode: line.productCode,
    productDescription: line.description,
    unit: hasVolume(product) ? facts.unit : '',
    currency: facts.currency,
    quantity: decimal(orZero(n[N.quantity]), SCALE.quantity, 2),
    retailPrice: price(n[N.retailPrice]),
    billedPrice: price(n[N.billedPrice]),
    netPrice: price(n[N.netPrice]),
    fetRate: price(n[N.fetRate]),
    pftRate: price(n[N.pftRate]),
    cbtRate: price(n[N.cbtRate]),
    gst: money(n[N.gst]),
    hst: money(n[N.hst]),
    pst: money(n[N.pst]),
    qst: money(n[N.qst]),
    discount: money(n[N.discount]),
    misc: money(n[N.misc]),
    amount: money(n[N.amount]),
    odometer: text('odometer'),
    unitNumber: text('unitNumber'),
    driver: text('driver'),
    saleType: line.saleType,
    breakdownName: text('breakdownName'),
    invoiceNumber: text('invoiceNumber') || file.invoiceNumber,
    reversal: facts.cancelled || orZero(n[N.quantity]) < 0,
  };
}

const decimal = scaledText;

function money(cents: number | undefined): DecimalText {
  return decimal(orZero(cents), SCALE.money, 2);
}

function price(value: number | undefined): DecimalText | null {
  return value === undefined || Number.isNaN(value) ? null : decimal(value, SCALE.price, 4);
}
