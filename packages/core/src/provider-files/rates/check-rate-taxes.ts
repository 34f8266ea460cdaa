import { priceText } from '../checks/check-amount.ts';
import { shareOf } from '../checks/check-taxes.ts';
import { taxedFuel } from '../figures.ts';
import { PROVINCES, type Province } from '../provinces.ts';
import type { RowContext } from '../row-context.ts';
import { federalExciseOn, salesTaxOn } from '../tax-tables.ts';
import type { Product } from '../types.ts';
import type { RatePlan } from './plan-rates.ts';
import type { RowPrices } from './rate-checker.ts';
import type { RatePrice } from './rate-layout.schema.ts';

/** Holds printed taxes against the tables of the day; rates in the United States print none. */
export function checkRateTaxes(
  context: RowContext<RatePlan>,
  prices: RowPrices,
  of: { readonly province: string; readonly product: Product; readonly day: string },
): void {
  const province = PROVINCES.find((known) => known === of.province);
  if (!province) return;
  for (const [field, expected] of expectedTaxes(prices.price, province, of)) {
    const given = prices[field];
    const { price, lastPlace } = context.plan;
    // Some providers cut where others round.
    if (Number.isNaN(given) || Math.abs(given - expected) <= lastPlace[field]) continue;
    context.note('RATE-TAX', price[field], priceText(expected), priceText(given));
  }
}

function expectedTaxes(
  price: number,
  province: Province,
  { product, day }: { readonly product: Product; readonly day: string },
): readonly (readonly [RatePrice, number])[] {
  const { gst, hst, qst } = salesTaxOn(province, day);
  const fuel = taxedFuel(product);
  return [
    ...(fuel ? [['fet', federalExciseOn(fuel, day)] as const] : []),
    ['gstHst', shareOf(price, gst + hst)],
    // Whether PST is charged on what is no motor fuel differs by place and use.
    ...(fuel ? [['pstQst', shareOf(price, qst)] as const] : []),
  ];
}
