import { scaledText } from '../cells/number.ts';
import { N, SCALE } from '../fields.ts';
import { columnOf, type Figures, hasVolume } from '../figures.ts';
import type { RowContext } from '../row-context.ts';
import type { RowFacts } from '../row-facts.ts';
import type { Product } from '../types.ts';
import { CENT, moneyText, toCents } from './check-amount.ts';

const QUANTITY = 10 ** SCALE.quantity;
const PRICE = 10 ** SCALE.price;
const LEAST_FILL = 0.5 * QUANTITY;
/**
 * By unit and currency: the largest fill, the usual prices, and the price above which it must be in cents.
 */
export const USUAL = {
  L: {
    fill: 1_500 * QUANTITY,
    low: 1 * PRICE,
    high: 3 * PRICE,
    cents: 10 * PRICE,
    range: '1.00 to 3.00',
  },
  USG: {
    fill: 400 * QUANTITY,
    low: 2.5 * PRICE,
    high: 10 * PRICE,
    cents: 30 * PRICE,
    range: '2.50 to 10.00',
  },
} as const;

/** Warns about quantities and prices that are possible but unusual. */
export function checkPlausible(context: RowContext, facts: RowFacts, line: Figures): void {
  if (!hasVolume(line.product)) return;
  const { n, columns } = line;
  const usual = USUAL[facts.unit];
  const quantity = Math.abs(n[N.quantity] ?? 0);
  if (quantity > usual.fill || (quantity > 0 && quantity < LEAST_FILL)) {
    const expected = `0.5 to ${usual.fill / QUANTITY}`;
    context.note('TXN-QTY-RANGE', columnOf(columns, N.quantity), expected, quantityText(quantity));
  }
  checkPrice(context, facts, line);
  checkRetail(context, line);
}

/** Reports a price in cents and returns true; further checks of the line are then pointless. */
export function checkCents(context: RowContext, facts: RowFacts, line: Figures): boolean {
  const price = line.n[N.billedPrice] ?? Number.NaN;
  const usual = USUAL[facts.unit];
  if (!hasVolume(line.product) || !(price > usual.cents)) return false;
  context.note('TXN-CENTS', priceColumn(line), usual.range);
  return true;
}

function checkPrice(context: RowContext, facts: RowFacts, line: Figures): void {
  const price = line.n[N.billedPrice] ?? Number.NaN;
  const usual = USUAL[facts.unit];
  const matches = (facts.unit === 'L') === (facts.currency === 'CAD');
  if (!(price > 0) || !matches) return;
  if (price < lowestUsual(facts.unit, line.product) || price > usual.high) {
    context.note('TXN-PRICE-RANGE', priceColumn(line), usual.range);
  }
}

/** Returns the lowest usual price of a product; DEF costs less than fuel. */
export function lowestUsual(unit: 'L' | 'USG', product: Product): number {
  return product === 'DEF' ? USUAL[unit].low / 2 : USUAL[unit].low;
}

/** A computed billed price has no column, so issues refer to the net price instead. */
function priceColumn({ columns }: Figures): number {
  const own = columnOf(columns, N.billedPrice);
  return own >= 0 ? own : columnOf(columns, N.netPrice);
}

function checkRetail(context: RowContext, { n, columns }: Figures): void {
  const { layout } = context.plan;
  const retail = n[N.retailPrice] ?? Number.NaN;
  const billed = n[N.billedPrice] ?? Number.NaN;
  if (layout.price.convention !== 'P3' || !(retail > 0)) return;
  if (retail < billed) context.note('TXN-RETAIL', columnOf(columns, N.retailPrice));
  const discount = n[N.discount] ?? 0;
  const quantity = n[N.quantity] ?? Number.NaN;
  if (!discount || layout.price.discount === 'subtracted') return;
  const expected = (retail - billed) * quantity;
  const tolerance = 2 * Math.abs(quantity) * context.plan.hiddenPrice + CENT;
  if (Math.abs(discount * CENT - expected) > tolerance) {
    const text = moneyText(toCents(expected));
    context.note('TXN-DISCOUNT', columnOf(columns, N.discount), text, moneyText(discount));
  }
}

function quantityText(quantity: number): string {
  return scaledText(quantity, SCALE.quantity, 2);
}
