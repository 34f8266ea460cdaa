import { priceText } from '../checks/check-amount.ts';
import { orZero } from '../fields.ts';
import type { RowContext } from '../row-context.ts';
import type { RatePlan } from './plan-rates.ts';
import type { RowPrices } from './rate-checker.ts';

/** Checks prices that are sums of others; a missing summand counts as zero. */
export function checkSums(context: RowContext<RatePlan>, prices: RowPrices): void {
  const { layout, price, lastPlace } = context.plan;
  for (const { of, plus, minus } of layout.sums) {
    const actual = prices[of];
    // Without summands there is nothing to check: a site without a retail price has no savings.
    if (Number.isNaN(actual) || plus.every((part) => Number.isNaN(prices[part]))) continue;
    const added = plus.reduce((sum, part) => sum + orZero(prices[part]), 0);
    const sum = minus.reduce((rest, part) => rest - orZero(prices[part]), added);
    const off = Math.abs(actual - sum);
    if (off === 0) continue;
    const rule = off <= lastPlace[of] ? 'RATE-SUM-ROUNDING' : 'RATE-SUM';
    context.note(rule, price[of], priceText(sum), priceText(actual));
  }
}
