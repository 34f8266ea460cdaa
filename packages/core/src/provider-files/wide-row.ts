import { cellText } from './cells/text.ts';
import { CENT, moneyText, toCents } from './checks/check-amount.ts';
import { shareOf } from './checks/check-taxes.ts';
import { ABSENT, N, orZero } from './fields.ts';
import { type Figures, hasVolume } from './figures.ts';
import type { WidePart } from './plan.ts';
import type { Province } from './provinces.ts';
import type { RowContext } from './row-context.ts';
import type { RowFacts } from './row-facts.ts';
import type { Product } from './types.ts';

/** Splits a wide row into its products, and checks that they add up to the row's total. */
export function expandWideRow(
  context: RowContext,
  facts: RowFacts,
  row: readonly number[],
): Figures[] {
  const lines: Figures[] = [];
  for (const part of context.plan.wide) {
    const line = readPart(context, part, row);
    if (line) lines.push(line);
  }
  checkRowTotal(context, row, lines);
  shareCombinedTax(context, facts, row, lines);
  return lines;
}

function readPart(
  context: RowContext,
  part: WidePart,
  row: readonly number[],
): Figures | undefined {
  const quantity = valueAt(row, part.quantity);
  const amount = valueAt(row, part.amount);
  const contained = orZero(valueAt(row, part.containedAmount));
  const containedQuantity = orZero(valueAt(row, part.containedQuantity));
  if (orZero(amount) === 0 && orZero(quantity) === 0) return undefined;
  const product = productOf(context, part);
  if (!product) return undefined;
  const n = context.plan.blankNumbers.slice();
  const price = valueAt(row, part.price);
  if (contained !== 0 || containedQuantity !== 0) {
    checkContainer(context, part, { quantity, price, amount });
    if (amount === contained && quantity === containedQuantity) return undefined;
  }
  n[N.quantity] = quantity - containedQuantity;
  n[N.amount] = amount - contained;
  n[N.billedPrice] = contained === 0 ? price : remainingPrice(part, row, n);
  n[N.discount] = valueAt(row, part.discount);
  return {
    product: product.product,
    productCode: product.code,
    description: part.spec.description || product.code,
    saleType: part.saleType < 0 ? '' : cellText(context.row.cells[part.saleType]),
    n,
    columns: part.columns,
  };
}

function productOf(
  context: RowContext,
  part: WidePart,
): { product: Product; code: string } | undefined {
  const code = part.spec.code ?? cellText(context.row.cells[part.code]);
  const product = context.plan.products.get(code.toUpperCase());
  if (!product) context.note('TXN-PRODUCT', part.code);
  return product && { product, code };
}

/** The printed price of a product that contains another is an average over both. */
function checkContainer(
  context: RowContext,
  part: WidePart,
  whole: { quantity: number; price: number; amount: number },
): void {
  const product = whole.quantity * whole.price;
  const tolerance = Math.abs(whole.quantity) * context.plan.hiddenPrice + CENT;
  if (Math.abs(whole.amount * CENT - product) > tolerance) {
    const column = part.columns[N.amount] ?? -1;
    context.note('TXN-QTY', column, moneyText(toCents(product)), moneyText(whole.amount));
  }
}

function remainingPrice(part: WidePart, row: readonly number[], n: readonly number[]): number {
  const printed = orZero(valueAt(row, part.containedPrice));
  if (printed !== 0) return printed;
  const quantity = orZero(n[N.quantity]);
  return quantity === 0 ? ABSENT : Math.round((orZero(n[N.amount]) * CENT) / quantity);
}

function checkRowTotal(
  context: RowContext,
  row: readonly number[],
  lines: readonly Figures[],
): void {
  const total = row[N.rowTotal] ?? Number.NaN;
  if (Number.isNaN(total) || context.errors > 0) return;
  const sum = lines.reduce((cents, { n }) => cents + orZero(n[N.amount]), 0);
  if (sum === total) return;
  const column = context.plan.numberColumns[N.rowTotal] ?? -1;
  context.note('TXN-ROW-TOTAL', column, moneyText(sum), moneyText(total));
}

/**
 * One column contains all sales taxes of a stop in Canada, which are included in the prices. It is divided
 * by the province's rates and assigned to the first line, because the file doesn't say how it is
 * distributed.
 */
function shareCombinedTax(
  context: RowContext,
  facts: RowFacts,
  row: readonly number[],
  lines: readonly Figures[],
): void {
  const tax = orZero(row[N.combinedTax]);
  const first = lines[0];
  if (tax === 0 || !first || facts.day.rule !== null) return;
  const column = context.plan.numberColumns[N.combinedTax] ?? -1;
  if (facts.country !== 'CA' || facts.currency !== 'CAD') {
    if (facts.country === 'US') context.note('TAX-US', column, '0.00');
    return;
  }
  const rates = context.plan.taxes.salesOn(facts.province as Province, facts.day.iso);
  if (!rates.known) {
    context.note('TAX-UNKNOWN', column, null, moneyText(tax));
    return;
  }
  const together = rates.hst + rates.gst + rates.qst;
  const taxed = lines
    .filter(({ product }) => hasVolume(product))
    .reduce((cents, { n }) => cents + orZero(n[N.amount]), 0);
  const expected = taxed - shareOf(taxed, 1e10 / (1e5 + together));
  if (Math.abs(tax - expected) > lines.length) {
    const rule = rates.verified ? 'TAX-COMBINED' : 'TAX-UNVERIFIED';
    context.note(rule, column, moneyText(expected), moneyText(tax));
  }
  first.n[N.hst] = rates.hst > 0 ? tax : 0;
  first.n[N.qst] = rates.qst > 0 ? shareOf(tax, (rates.qst * 1e5) / together) : 0;
  first.n[N.gst] = rates.hst > 0 ? 0 : tax - orZero(first.n[N.qst]);
}

function valueAt(row: readonly number[], index: number): number {
  return index < 0 ? ABSENT : (row[index] ?? ABSENT);
}
