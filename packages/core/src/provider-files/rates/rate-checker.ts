import { type NumberNote, readScaled } from '../cells/number.ts';
import { cellText, isBlank, siteText } from '../cells/text.ts';
import { priceText } from '../checks/check-amount.ts';
import { lowestUsual, USUAL } from '../checks/check-plausible.ts';
import { orZero } from '../fields.ts';
import { hasVolume } from '../figures.ts';
import { countryOf } from '../provinces.ts';
import { RowContext } from '../row-context.ts';
import type { RuleId } from '../rules.ts';
import type { TaxTables } from '../tax-tables.ts';
import type { CheckIssue, Product, SheetRow } from '../types.ts';
import { checkRateTaxes } from './check-rate-taxes.ts';
import type { FormerRates } from './former-rates.ts';
import type { RatePlan } from './plan-rates.ts';
import type { RateLine } from './rate.types.ts';
import { RATE_PRICES, type RatePrice } from './rate-layout.schema.ts';
import { checkSums } from './sums.ts';
import { toRateLine } from './to-rate-line.ts';

/** A row's prices in scaled dollars; NaN if missing. */
export type RowPrices = Readonly<Record<RatePrice, number>>;

/** A product that a row prices, and the price's column. */
export interface Priced {
  readonly site: string;
  readonly product: Product;
  readonly productCode: string;
  /** NaN if the cell is empty or unreadable. */
  readonly price: number;
  readonly field: 'price' | 'secondPrice';
}

/** A checked row of rates. */
export interface CheckedRates {
  readonly issues: readonly CheckIssue[];
  readonly accepted: boolean;
  /** Empty if the row is refused. */
  readonly lines: readonly RateLine[];
}

/** State shared by all rows of a file. */
export interface RateBook {
  readonly today: string;
  readonly former: FormerRates;
  readonly waived: ReadonlySet<RuleId>;
  /** Prices by day, site and code. */
  readonly prices: Map<string, number>;
  readonly taxes: TaxTables;
}

/** Checks the rows of one sheet. */
export class RateChecker {
  private readonly plan: RatePlan;
  private readonly days: { readonly from: string; readonly to: string };
  private readonly book: RateBook;
  /** Part of the key that finds a product priced twice on one day, across sheets. */
  private readonly day: string;

  constructor(plan: RatePlan, days: RateChecker['days'], book: RateBook) {
    this.plan = plan;
    this.days = days;
    this.book = book;
    const current = days.from <= book.today && book.today <= days.to;
    this.day = current ? book.today : days.from;
  }

  check(row: SheetRow): CheckedRates {
    const { plan, book } = this;
    const context = new RowContext(plan, row, book.waived);
    checkPlace(context);
    const site = siteText(row.cells[plan.text.site], plan.siteDigits);
    const before = context.errors;
    noteEmpty(context);
    const prices = readPrices(context);
    const readable = context.errors === before;
    const priced = pricedProducts(context, site, prices);
    const fresh = priced.filter((one) => this.checkPriced(context, one));
    // Sums that include a missing or unreadable number would produce misleading issues.
    if (readable) checkSums(context, prices);
    const accepted = context.errors === 0;
    const { from, to } = this.days;
    const product = priced.find(({ field }) => field === 'price')?.product;
    if (accepted && product) {
      const province = cellText(row.cells[plan.text.province]).toUpperCase();
      checkRateTaxes(context, prices, { province, product, day: from, taxes: this.book.taxes });
    }
    return {
      issues: context.issues,
      accepted,
      lines: accepted ? fresh.map((one) => toRateLine(plan, row, prices, one, { from, to })) : [],
    };
  }

  /** Returns false if an earlier row of the site already states the same price. */
  private checkPriced(context: RowContext<RatePlan>, one: Priced): boolean {
    const { prices, former } = this.book;
    const column = this.plan.price[one.field];
    former.see(one);
    if (Number.isNaN(one.price)) return true;
    const moved = former.movedFrom(one, one.price);
    if (checkPlausible(context, one) && moved !== undefined) {
      const expected = `within ${former.maxChange} % of ${priceText(moved)}`;
      context.note('RATE-CHANGE', column, expected, priceText(one.price));
    }
    const key = [this.day, one.site, one.productCode].join('|').toUpperCase();
    const known = prices.get(key);
    if (known === undefined) {
      prices.set(key, one.price);
      return true;
    }
    if (one.field === 'secondPrice' && known === one.price) return false;
    const value = `${one.site} ${one.productCode}`;
    context.note('RATE-DUPLICATE', this.plan.text.site, null, value);
    return true;
  }
}

function noteEmpty(context: RowContext<RatePlan>): void {
  for (const column of context.plan.required) {
    if (isBlank(context.row.cells[column])) context.note('RATE-REQUIRED', column, null, '');
  }
}

/** Checks the province, and the currency against the row's own column and the country. */
function checkPlace(context: RowContext<RatePlan>): void {
  const { text, layout, currencies } = context.plan;
  const { cells } = context.row;
  for (const column of Object.values(text)) {
    if (typeof cells[column] === 'object') context.note('TXN-CELL', column);
  }
  const code = cellText(cells[text.currency]).toUpperCase();
  if (code !== '' && currencies.get(code) !== layout.currency) {
    context.note('RATE-CURRENCY', text.currency, layout.currency);
  }
  const province = cellText(cells[text.province]).toUpperCase();
  if (province === '') return;
  const country = countryOf(province);
  if (!country) context.note('RATE-PROVINCE', text.province);
  const local = country === 'US' ? 'USD' : 'CAD';
  if (country && local !== layout.currency) {
    context.note('RATE-CURRENCY', text.province, local, `${layout.currency} in ${province}`);
  }
}

function readPrices(context: RowContext<RatePlan>): RowPrices {
  const { price, scale } = context.plan;
  const note: NumberNote = { rule: null };
  const reported = new Set<number>();
  const values = RATE_PRICES.map((field) => {
    const column = price[field];
    const value = column < 0 ? Number.NaN : readScaled(context.row.cells[column], scale, note);
    if (column >= 0 && note.rule !== null && !reported.has(column)) context.note(note.rule, column);
    reported.add(column);
    return [field, value] as const;
  });
  return Object.fromEntries(values) as RowPrices;
}

function pricedProducts(
  context: RowContext<RatePlan>,
  site: string,
  prices: RowPrices,
): readonly Priced[] {
  const { layout, text, products } = context.plan;
  const code = cellText(context.row.cells[text.product]);
  const productCode = text.product < 0 ? (layout.product ?? '') : code;
  const product = products.get(productCode.toUpperCase());
  if (!product && productCode !== '') context.note('RATE-PRODUCT', text.product);
  const second = products.get(layout.secondProduct?.toUpperCase() ?? '');
  const found: Priced[] = [];
  if (product) found.push({ site, product, productCode, price: prices.price, field: 'price' });
  // A site without the second product has an empty cell, dashes or a zero.
  if (second && layout.secondProduct && orZero(prices.secondPrice) !== 0) {
    const also = { product: second, productCode: layout.secondProduct };
    found.push({ site, ...also, price: prices.secondPrice, field: 'secondPrice' });
  }
  return found;
}

/** Returns false for a price in another unit or of zero, which can't be compared with former ones. */
function checkPlausible(context: RowContext<RatePlan>, { product, price, field }: Priced): boolean {
  const { unit, printedIn } = context.plan.layout;
  const usual = USUAL[unit];
  const column = context.plan.price[field];
  if (price <= 0) {
    context.note('RATE-PRICE', column, usual.range);
    return false;
  }
  if (!hasVolume(product)) return true;
  const low = lowestUsual(unit, product);
  if (price > usual.cents) context.note('RATE-CENTS', column, usual.range);
  else if (printedIn === 'cents' && price * 100 >= low && price * 100 <= usual.high) {
    context.note('RATE-DOLLARS', column, `${usual.range} dollars in cents`);
  } else {
    if (price < low || price > usual.high) {
      context.note('RATE-RANGE', column, usual.range, priceText(price));
    }
    return true;
  }
  return false;
}
