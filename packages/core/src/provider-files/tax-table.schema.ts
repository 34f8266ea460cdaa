import * as z from 'zod/mini';
import { isDay } from '../format/dates.ts';
import { parseDefinition } from './parse-definition.ts';
import { ProviderFileError } from './provider-file-error.ts';
import { PROVINCES } from './provinces.ts';
import { nonEmpty } from './sheet-layout.schema.ts';

/**
 * Taxes that a table can contain. The first four are dollars per litre, the others shares of the price
 * before sales taxes.
 */
export const TAXES = ['fet', 'carbon', 'pft', 'transit', 'gst', 'hst', 'qst', 'pst'] as const;
/** Name of a tax. */
export type Tax = (typeof TAXES)[number];

/** What a rate applies to. `other` is anything that isn't motor fuel, such as DEF; `any` is everything. */
const TAXED_PRODUCTS = ['diesel', 'gasoline', 'other', 'any'] as const;
/** What a rate applies to. */
export type TaxedProduct = (typeof TAXED_PRODUCTS)[number];

const day = z.string().check(z.refine(isDay, 'must be a day as YYYY-MM-DD'));

const jurisdiction = z.string().check(
  z.refine(
    (name) => {
      const [place, town] = name.split('/', 2);
      return name === 'CA' || (PROVINCES.some((known) => known === place) && town !== '');
    },
    `must be CA, a province (${PROVINCES.join(', ')}), or a town in one: 'QC/Montréal'`,
  ),
);

/**
 * What a rate is based on: a document that someone read, or general knowledge. A recalled rate is never
 * verified, so a difference from it is a guard, not an error.
 */
export const TAX_BASES = ['document', 'recalled'] as const;
/** What a rate is based on: a document, or general knowledge. */
export type TaxBasis = (typeof TAX_BASES)[number];

const PER_UNIT = 100_000;
const isExact = (rate: number) => Math.abs(rate * PER_UNIT - Math.round(rate * PER_UNIT)) < 1e-6;

const taxRateSchema = z
  .strictObject({
    /** CA, a province's two letters, or a town with a transit tax: 'BC/Victoria'. */
    jurisdiction,
    tax: z.enum(TAXES),
    product: z.enum(TAXED_PRODUCTS),
    /** First day of the rate. */
    from: day,
    /** Last day of the rate; by default it applies until the next begins. */
    to: z.optional(day),
    /** Dollars per litre (0.04), or share of the price (0.13); at most five decimals. */
    rate: z
      .number()
      .check(z.minimum(0), z.maximum(1), z.refine(isExact, 'has more than five decimal places')),
    /** Where the rate was read or, if recalled, the reasons for it. */
    source: nonEmpty,
    /** Address of the document, if it has one. */
    url: z.optional(z.url({ protocol: /^https?$/, error: 'must be an address: https://…' })),
    /** Default: `document`. */
    basis: z._default(z.enum(TAX_BASES), 'document'),
    /** Last day that the source is known to cover; later differences are guards, not errors. */
    verified_until: day,
  })
  .check(z.refine(({ from, to }) => to === undefined || from <= to, 'to must not be before from'));

/**
 * One rate of one tax for one period (TXN-15).
 * @useDeclaredType
 */
export type TaxRate = z.output<typeof taxRateSchema>;

/** A tax table: a name, the day it was last checked against its sources, and its rates (TXN-15). */
export const taxTableSchema = z.strictObject({
  name: nonEmpty.check(z.maxLength(80)),
  /** The day the table was last checked against its sources. */
  verified_on: z.optional(day),
  rates: z.array(taxRateSchema).check(z.minLength(1)),
});
/**
 * A validated tax table.
 * @useDeclaredType
 */
export type TaxTable = z.output<typeof taxTableSchema>;

const checked = new WeakMap<object, TaxTable>();

/**
 * Parses a tax table: `{name, verified_on?, rates}`, or a list of rates, which gets `name`. Throws a
 * `ProviderFileError` `bad_tax_table` that lists every error with its position (TXN-15).
 *
 * @param input the parsed JSON
 * @param name what to call a table without a name
 * @returns the table
 */
export function parseTaxTable(input: unknown, name = 'own table'): TaxTable {
  const known = typeof input === 'object' && input !== null ? checked.get(input) : undefined;
  if (known) return known;
  const table = Array.isArray(input) ? { name, rates: input } : input;
  const parsed = parseDefinition(taxTableSchema, table, 'table');
  const faults = 'data' in parsed ? overlaps(parsed.data.rates) : parsed.faults;
  if (!('data' in parsed) || faults.length > 0) {
    const message = `The tax table cannot be used: ${faults.join('; ')}.`;
    throw new ProviderFileError('bad_tax_table', message, { file: '' });
  }
  checked.set(input as object, parsed.data);
  return parsed.data;
}

export const rateKey = ({
  jurisdiction,
  tax,
  product,
}: Pick<TaxRate, 'jurisdiction' | 'tax' | 'product'>): string =>
  `${jurisdiction}|${tax}|${product}`;

/** 'ON pft diesel is 0.143 from 2026-01-01 to 2026-06-30'. */
export const rateText = ({ from, jurisdiction, product, rate, tax, to }: TaxRate): string =>
  `${jurisdiction} ${tax} ${product} is ${rate} from ${from}${to === undefined ? '' : ` to ${to}`}`;

/** Finds overlapping rates of one tax, where it would be unclear which applies. */
function overlaps(rates: readonly TaxRate[]): string[] {
  const places = rates.map((rate, index) => ({ rate, index }));
  const groups = Map.groupBy(places, ({ rate }) => rateKey(rate));
  return [...groups.values()].flatMap((group) => {
    const inOrder = group.toSorted((one, other) => (one.rate.from < other.rate.from ? -1 : 1));
    let longest: (typeof places)[number] | undefined;
    return inOrder.flatMap((place, at) => {
      const { rate, index } = place;
      const before = inOrder[at - 1];
      const other =
        before?.rate.from === rate.from ? before : (longest?.rate.to ?? '') >= rate.from && longest;
      if (rate.to !== undefined && rate.to > (longest?.rate.to ?? '')) longest = place;
      if (!other) return [];
      const both = `${rateText(other.rate)}, ${rateText(rate)}`;
      return [`rates[${index}]: overlaps rates[${other.index}]: ${both}`];
    });
  });
}
