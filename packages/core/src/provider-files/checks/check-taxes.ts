import { N, orZero } from '../fields.ts';
import { columnOf, type Figures, hasVolume, taxedFuel } from '../figures.ts';
import type { Province } from '../provinces.ts';
import type { RowContext } from '../row-context.ts';
import type { RowFacts } from '../row-facts.ts';
import type { RuleId } from '../rules.ts';
import type { RateOfDay, SalesTaxRates } from '../tax-tables.ts';
import { CENT, moneyText, priceText, toCents } from './check-amount.ts';

/** Rates in tax tables are in hundred-thousandths. */
const WHOLE = 100_000;
const KINDS = ['hst', 'gst', 'qst'] as const;
const RULE_OF = { hst: 'TAX-HST', gst: 'TAX-GST', qst: 'TAX-QST' } as const;

/**
 * Checks fuel and sales taxes against the day's rates; US lines carry no Canadian sales tax. If the day is
 * `far` in the future, no table covers it, and the row is already refused for its date.
 */
export function checkTaxes(
  context: RowContext,
  facts: RowFacts,
  line: Figures,
  far: boolean,
): void {
  if (facts.country === 'US') {
    checkNoSalesTax(context, line);
    return;
  }
  if (far || facts.day.rule !== null || facts.country === undefined) return;
  checkFuelTaxes(context, facts, line);
  if (context.plan.hasSalesTax) checkSalesTaxes(context, facts, line);
}

function checkNoSalesTax(context: RowContext, { n, columns }: Figures): void {
  for (const kind of ['gst', 'hst', 'pst', 'qst'] as const) {
    if (orZero(n[N[kind]]) !== 0) context.note('TAX-US', columnOf(columns, N[kind]), '0.00');
  }
}

function checkSalesTaxes(context: RowContext, facts: RowFacts, line: Figures): void {
  const { n, columns, product } = line;
  const rates = context.plan.taxes.salesOn(facts.province as Province, facts.day.iso);
  if (!rates.known) {
    noteUnknownSales(context, line);
    return;
  }
  const ruled = (rule: RuleId): RuleId => (rates.verified ? rule : 'TAX-UNVERIFIED');
  let regime = true;
  for (const kind of ['hst', 'gst', 'qst', 'pst'] as const) {
    const value = orZero(n[N[kind]]);
    if (value === 0 || rates[kind] !== 0) continue;
    regime = false;
    context.note(ruled('TAX-REGIME'), columnOf(columns, N[kind]), '0.00', moneyText(value));
  }
  // Taxes on services and cash vary too much to require a rate.
  if (!regime || !hasVolume(product) || Number.isNaN(n[N.amount])) return;
  const { before, slack } = amountBeforeTax(context, n, rates);
  if (Number.isNaN(before)) return;
  for (const kind of KINDS) {
    const value = orZero(n[N[kind]]);
    const expected = shareOf(before, rates[kind]);
    if (Math.abs(value - expected) > 1 + Math.floor((slack * rates[kind]) / WHOLE)) {
      const column = columnOf(columns, N[kind]);
      context.note(ruled(RULE_OF[kind]), column, moneyText(expected), moneyText(value));
    }
  }
  checkPst(context, line, shareOf(before, rates.pst));
}

/** Reports sales taxes of a day that no table covers. */
function noteUnknownSales(context: RowContext, { n, columns }: Figures): void {
  for (const kind of ['hst', 'gst', 'qst'] as const) {
    const value = orZero(n[N[kind]]);
    if (value !== 0)
      context.note('TAX-UNKNOWN', columnOf(columns, N[kind]), null, moneyText(value));
  }
}

function checkPst(context: RowContext, { n, columns, product }: Figures, full: number): void {
  const value = orZero(n[N.pst]);
  const usual = product === 'DEF' ? Math.abs(value - full) <= 1 : false;
  if (value !== 0 && !usual) {
    const expected = product === 'DEF' ? moneyText(full) : '0.00';
    context.note('TAX-PST', columnOf(columns, N.pst), expected, moneyText(value));
  }
}

/** Returns the cents before sales taxes, and how much the price's hidden digits may have changed them. */
function amountBeforeTax(
  context: RowContext,
  n: readonly number[],
  rates: SalesTaxRates,
): { before: number; slack: number } {
  const printed = n[N.preTax] ?? Number.NaN;
  if (!Number.isNaN(printed)) return { before: printed, slack: 0 };
  const product = (n[N.quantity] ?? Number.NaN) * (n[N.billedPrice] ?? Number.NaN);
  const slack = (Math.abs(n[N.quantity] ?? 0) * context.plan.hiddenPrice) / CENT;
  if (context.plan.layout.price.convention !== 'P3') return { before: toCents(product), slack };
  const whole = WHOLE + rates.hst + rates.gst + rates.qst;
  return { before: shareOf(toCents(product), (WHOLE * WHOLE) / whole), slack };
}

/** Returns a rate's share of an amount in cents, rounded half away from zero. */
export function shareOf(cents: number, rate: number): number {
  const share = (cents * rate) / WHOLE;
  return share < 0 ? -Math.round(-share) : Math.round(share);
}

function checkFuelTaxes(context: RowContext, facts: RowFacts, line: Figures): void {
  const fuel = taxedFuel(line.product);
  const { fetHoldsCarbon, pftHoldsOthers } = context.plan.layout.price;
  if (line.product === 'DEF') {
    checkRate(context, line, { field: 'fetRate', allowed: [0], rule: 'TAX-FET' });
    checkRate(context, line, { field: 'cbtRate', allowed: [0], rule: 'TAX-CBT' });
    checkRate(context, line, { field: 'pftRate', allowed: [0], rule: 'TAX-PFT' });
    return;
  }
  if (!fuel) return;
  const province = facts.province as Province;
  const { carbon, excise, provincial } = context.plan.taxes.fuelOn(fuel, province, facts.day.iso);
  const charged = carbon?.rate ?? 0;
  checkRate(context, line, {
    field: 'fetRate',
    allowed: withRate(excise, fetHoldsCarbon ? [0, charged] : [0]),
    rule: excise?.verified === false ? 'TAX-UNVERIFIED' : 'TAX-FET',
    unknown: 'TAX-UNKNOWN',
  });
  const ended = carbon?.rate === 0;
  const endedRule = carbon?.verified === false ? 'TAX-UNVERIFIED' : 'TAX-CBT';
  checkRate(context, line, {
    field: 'cbtRate',
    allowed: withRate(carbon, [0]),
    rule: ended ? endedRule : 'TAX-CBT-RATE',
    unknown: 'TAX-NO-RATE',
  });
  const withCarbon = pftHoldsOthers ? provincial.map((rate) => rate + charged) : [];
  checkRate(context, line, {
    field: 'pftRate',
    allowed: [...provincial, ...withCarbon],
    rule: 'TAX-PFT',
    unknown: 'TAX-NO-RATE',
  });
}

const withRate = (of: RateOfDay | undefined, more: readonly number[]): readonly number[] =>
  of ? more.map((extra) => of.rate + extra) : [];

interface PrintedRate {
  readonly field: 'fetRate' | 'pftRate' | 'cbtRate';
  /** Values that may be printed; empty if no table covers the day. */
  readonly allowed: readonly number[];
  readonly rule: RuleId;
  /** Rule to report if no table covers the day. */
  readonly unknown?: RuleId;
}

/** Rates are printed with four decimals, so a difference of half the last digit is accepted. */
function checkRate(
  context: RowContext,
  { n, columns }: Figures,
  { allowed, field, rule, unknown }: PrintedRate,
): void {
  const rate = n[N[field]] ?? Number.NaN;
  if (Number.isNaN(rate) || allowed.some((usual) => Math.abs(usual - rate) <= 5)) return;
  const column = columnOf(columns, N[field]);
  if (allowed.length > 0) context.note(rule, column, priceText(allowed[0] ?? 0), priceText(rate));
  else if (unknown && rate !== 0) context.note(unknown, column, null, priceText(rate));
}
