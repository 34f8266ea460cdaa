import { scaledText } from '../cells/number.ts';
import { N, orZero, SCALE } from '../fields.ts';
import { columnOf, type Figures, hasVolume } from '../figures.ts';
import type { RowContext } from '../row-context.ts';
import type { RowFacts } from '../row-facts.ts';

/** Quantity × price has the scales of both; amounts are scaled up to it, so that they compare exactly. */
const PRODUCT_SCALE = SCALE.quantity + SCALE.price;
export const CENT = 10 ** (PRODUCT_SCALE - SCALE.money);

export const moneyText = (cents: number) => scaledText(cents, SCALE.money, 2);
export const priceText = (price: number) => scaledText(price, SCALE.price, 4);

/** Rounds a product of quantity and price to cents, half away from zero. */
export function toCents(product: number): number {
  return product < 0 ? -Math.round(-product / CENT) : Math.round(product / CENT);
}

/**
 * Checks signs, and that quantity, price, taxes and discount add up to the amount under the layout's price
 * convention.
 */
export function checkAmount(context: RowContext, facts: RowFacts, line: Figures): void {
  const { n, columns } = line;
  const amount = at(n, N.amount);
  const quantity = at(n, N.quantity);
  if (Number.isNaN(amount)) return;
  if (facts.cancelled && amount > 0) context.note('TXN-CANCEL', columnOf(columns, N.amount));
  if (quantity === 0 || Number.isNaN(quantity)) {
    checkWithoutQuantity(context, line, quantity, amount);
    return;
  }
  const price = at(n, N.billedPrice);
  if (Number.isNaN(price)) {
    if (hasVolume(line.product)) noteMissing(context, line, priceField(context));
    return;
  }
  if (quantity < 0 !== amount < 0 && amount !== 0) {
    context.note(price < 0 ? 'TXN-CREDIT' : 'TXN-SIGN', columnOf(columns, N.amount));
    if (price >= 0) return;
  }
  const expected = expectedAmount(context, n, quantity * price);
  const tolerance = Math.abs(quantity) * context.plan.hiddenPrice + CENT;
  if (!(Math.abs(amount * CENT - expected) <= tolerance)) {
    context.note(
      'TXN-QTY',
      columnOf(columns, N.amount),
      moneyText(toCents(expected)),
      moneyText(amount),
    );
  }
  checkPreTax(context, line, amount);
  checkPriceParts(context, line, price);
}

function expectedAmount(context: RowContext, n: readonly number[], product: number): number {
  const { convention, discount, misc } = context.plan.layout.price;
  const taxes = convention === 'P3' ? 0 : salesTaxes(n);
  const less = discount === 'subtracted' ? orZero(n[N.discount]) : 0;
  const more = misc === 'added' ? orZero(n[N.misc]) : 0;
  return product + (taxes - less + more) * CENT;
}

/** Returns the sum of a line's sales taxes in cents. */
function salesTaxes(n: readonly number[]): number {
  return orZero(n[N.gst]) + orZero(n[N.hst]) + orZero(n[N.pst]) + orZero(n[N.qst]);
}

/** P1 layouts don't print the billed price: it is the net price plus the fuel taxes. */
export function fillBilledPrice(context: RowContext, { n }: Figures): void {
  if (context.plan.layout.price.convention !== 'P1') return;
  const fuelTaxes =
    orZero(n[N.fetRate]) + orZero(n[N.pftRate]) + orZero(n[N.cbtRate]) + orZero(n[N.localRate]);
  n[N.billedPrice] = at(n, N.netPrice) + fuelTaxes;
}

function priceField(context: RowContext): number {
  return context.plan.layout.price.convention === 'P1' ? N.netPrice : N.billedPrice;
}

function noteMissing(context: RowContext, line: Figures, field: number): void {
  const column = columnOf(line.columns, field);
  // An unreadable cell has been reported already; this handles an empty one.
  const cell = column < 0 ? undefined : context.row.cells[column];
  if (cell === undefined || cell === '') context.note('TXN-REQUIRED', column, null, '');
}

function checkWithoutQuantity(
  context: RowContext,
  line: Figures,
  quantity: number,
  amount: number,
): void {
  if (!hasVolume(line.product)) return;
  if (Number.isNaN(quantity)) {
    if (!filledByRule(context, line)) noteMissing(context, line, N.quantity);
    return;
  }
  const column = columnOf(line.columns, N.amount);
  if (amount === 0) context.note('TXN-ZERO', column);
  else if (amount < 0) context.note('TXN-CREDIT', column);
  else context.note('TXN-QTY', column, '0.00', moneyText(amount));
}

function filledByRule(context: RowContext, line: Figures): boolean {
  const column = columnOf(line.columns, N.quantity);
  return context.plan.required.some((required) => required.column === column);
}

function checkPreTax(context: RowContext, line: Figures, amount: number): void {
  const { n, columns } = line;
  const preTax = at(n, N.preTax);
  if (Number.isNaN(preTax)) return;
  const whole = preTax + salesTaxes(n);
  if (Math.abs(whole - amount) > 1) {
    const expected = moneyText(amount - salesTaxes(n));
    context.note('TXN-PRETAX', columnOf(columns, N.preTax), expected, moneyText(preTax));
  }
}

function checkPriceParts(context: RowContext, line: Figures, price: number): void {
  const { n, columns } = line;
  if (context.plan.layout.price.convention !== 'P2' || Number.isNaN(at(n, N.netPrice))) return;
  const parts =
    at(n, N.netPrice) +
    orZero(n[N.fetRate]) +
    orZero(n[N.pftRate]) +
    orZero(n[N.cbtRate]) +
    orZero(n[N.localRate]);
  // Each printed part may be rounded by half of its last digit.
  if (Math.abs(parts - price) > 2 * context.plan.hiddenPrice) {
    context.note(
      'TXN-PRICE-PARTS',
      columnOf(columns, N.billedPrice),
      priceText(parts),
      priceText(price),
    );
  }
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN;
}
