import { priceText } from '../checks/check-amount.ts';
import { shareOf } from '../checks/check-taxes.ts';
import { taxedFuel } from '../figures.ts';
import { PROVINCES, type Province } from '../provinces.ts';
import type { RowContext } from '../row-context.ts';
import type { TaxTables } from '../tax-tables.ts';
import type { Product } from '../types.ts';
import type { RatePlan } from './plan-rates.ts';
import type { RowPrices } from './rate-checker.ts';
import type { RatePrice } from './rate-layout.schema.ts';

interface Taxed {
  readonly product: Product;
  readonly day: string;
  readonly taxes: TaxTables;
}

/** Checks printed taxes against the day's rates; rates in the United States print none. */
export function checkRateTaxes(
  context: RowContext<RatePlan>,
  prices: RowPrices,
  of: Taxed & { readonly province: string },
): void {
  const province = PROVINCES.find((known) => known === of.province);
  if (!province) return;
  for (const [field, expected] of expectedTaxes(prices.price, province, of)) {
    const actual = prices[field];
    const { price, lastPlace } = context.plan;
    // Some providers truncate where others round.
    if (Number.isNaN(actual) || Math.abs(actual - expected) <= lastPlace[field]) continue;
    context.note('RATE-TAX', price[field], priceText(expected), priceText(actual));
  }
}

function expectedTaxes(
  price: number,
  province: Province,
  { product, day, taxes }: Taxed,
): readonly (readonly [RatePrice, number])[] {
  const { gst, hst, qst, known } = taxes.salesOn(province, day);
  const fuel = taxedFuel(product);
  const excise = fuel && taxes.exciseOn(fuel, day);
  return [
    ...(excise ? [['fet', excise.rate] as const] : []),
    ...(known ? [['gstHst', shareOf(price, gst + hst)] as const] : []),
    // Whether PST applies to other products than fuel depends on place and use.
    ...(fuel && known ? [['pstQst', shareOf(price, qst)] as const] : []),
  ];
}
