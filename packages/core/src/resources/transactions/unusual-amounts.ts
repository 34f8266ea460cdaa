import { Decimal } from '../../format/decimal.ts';
import { groupThousands } from '../../format/values.ts';
import { UNUSUAL_AMOUNT_MESSAGES } from '../../messages/form-messages.ts';
import type { Draft } from '../../resource/form.types.ts';
import { decimalIn, sameValue, textIn } from '../../resource/form-values.ts';

const SALES_TAXES = ['dtl_hst_amt', 'dtl_gst_amt', 'dtl_pst_amt', 'dtl_qst_amt'];
const FUEL_TAXES = ['dtl_fet_rt', 'dtl_pft_rt', 'pct'];
const FIGURES = ['dtl_qty', 'dtl_net_price', 'dtl_amt', 'discount', ...SALES_TAXES, ...FUEL_TAXES];

/** Prices are printed with four decimals, and amounts with two: half of the last digit may be hidden in each. */
const HIDDEN_PRICE = Decimal.from('0.00005');
const CENT = Decimal.from('0.01');

/** A purchase of the form: the name of its fields up to the last part ('lines.0'), and its section. */
export interface TypedPurchase {
  readonly prefix: string;
  readonly section: string;
}

const plusAll = (values: readonly Decimal[]): Decimal =>
  values.reduce((sum, value) => sum.plus(value), Decimal.ZERO);

/**
 * Returns what quantity, price and taxes add up to. Providers differ: a price may include the fuel taxes, or all taxes,
 * and the discount. The first sum is the one with all of them added.
 */
function expectedAmounts(draft: Draft, prefix: string): readonly Decimal[] | undefined {
  const figure = (name: string) => decimalIn(draft, `${prefix}.${name}`);
  const [quantity, price] = [figure('dtl_qty'), figure('dtl_net_price')];
  if (quantity === undefined || price === undefined) return undefined;
  if (quantity.isZero && price.isZero) return undefined;
  const all = (names: readonly string[]) => plusAll(names.flatMap((name) => figure(name) ?? []));
  const net = quantity.times(price);
  const withFuel = net.plus(quantity.times(all(FUEL_TAXES)));
  const taxes = all(SALES_TAXES);
  const sums = [withFuel.plus(taxes), net.plus(taxes), withFuel, net];
  const discount = figure('discount') ?? Decimal.ZERO;
  return [...sums.map((sum) => sum.minus(discount)), ...sums];
}

/**
 * Returns a question if the amount of a purchase isn't what its quantity, price and taxes add up to, beyond rounding
 * (TXN-06). Undefined for a purchase without quantity or price, and for figures that were loaded so.
 */
export function unusualAmount(
  draft: Draft,
  loaded: Draft,
  { prefix, section }: TypedPurchase,
): string | undefined {
  const names = FIGURES.map((name) => `${prefix}.${name}`);
  if (names.every((name) => sameValue(draft[name] ?? '', loaded[name] ?? ''))) return undefined;
  const amount = decimalIn(draft, `${prefix}.dtl_amt`);
  const expected = expectedAmounts(draft, prefix);
  const [first] = expected ?? [];
  if (amount === undefined || expected === undefined || first === undefined) return undefined;
  const quantity = decimalIn(draft, `${prefix}.dtl_qty`) ?? Decimal.ZERO;
  const tolerance = quantity.abs().times(HIDDEN_PRICE).plus(CENT);
  const fits = expected.some((sum) => sum.minus(amount).abs().compare(tolerance) <= 0);
  if (fits) return undefined;
  const currency = textIn(draft, 'hdr_currency');
  const money = (value: Decimal) =>
    `${groupThousands(value, 2)}${currency === '' ? '' : ` ${currency}`}`;
  return UNUSUAL_AMOUNT_MESSAGES.question(section, money(first), money(amount));
}
