import { Decimal } from '../format/decimal.ts';
import { hasVolume } from './figures.ts';
import type { CheckTotals, ProviderLine } from './types.ts';

/** Quantities are printed with at most three decimals. */
const QUANTITY_PLACES = 3;

type Line = Pick<ProviderLine, 'amount' | 'currency' | 'product' | 'quantity'>;

interface Sums {
  lines: number;
  quantity: Decimal;
  amount: Decimal;
}

/** Adds up selected lines of a file by currency, exactly, in the format of a check report's `totals`. */
export class LineTotals {
  private readonly sums = new Map<Line['currency'], Sums>();

  /**
   * Adds a line. Throws a RangeError for an amount or a quantity that is no number.
   *
   * @param line a line that will be sent
   */
  add({ amount, currency, product, quantity }: Line): void {
    const sums = this.sums.get(currency) ?? {
      lines: 0,
      quantity: Decimal.ZERO,
      amount: Decimal.ZERO,
    };
    sums.lines += 1;
    sums.amount = sums.amount.plus(Decimal.from(amount));
    if (hasVolume(product)) sums.quantity = sums.quantity.plus(Decimal.from(quantity));
    this.sums.set(currency, sums);
  }

  get totals(): readonly CheckTotals[] {
    return [...this.sums].map(([currency, { lines, quantity, amount }]) => ({
      currency,
      lines,
      quantity: quantity.toFixed(QUANTITY_PLACES),
      amount: amount.toString(),
    }));
  }
}
