import * as z from 'zod/mini';
import {
  columnShape,
  layoutParser,
  nonEmpty,
  repeatedFields,
  sheetShape,
  wholeNumber,
} from '../sheet-layout.schema.ts';
import { RATE_PROVIDERS } from '../types.ts';

/** Fields of a rate that are kept as printed. */
export const RATE_TEXTS = ['site', 'siteName', 'city', 'province', 'product', 'currency'] as const;
export type RateText = (typeof RATE_TEXTS)[number];

/**
 * Fields of a rate used in calculations, in dollars per unit; those missing in `RateLine` only serve sums.
 */
export const RATE_PRICES = [
  'cost',
  'freight',
  'netPrice',
  'fet',
  'pft',
  'pct',
  'local',
  'price',
  'gstHst',
  'withGst',
  'pstQst',
  'total',
  'retail',
  'savings',
  'secondPrice',
] as const;
export type RatePrice = (typeof RATE_PRICES)[number];

const price = z.enum(RATE_PRICES);

const columnSchema = z.strictObject({
  ...columnShape,
  field: z.enum([...RATE_TEXTS, ...RATE_PRICES]),
  /** Other prices given by the same cell. */
  also: z._default(z.array(price), []),
  /** Decimals that the provider prints; a sum may differ by one unit of the last. */
  places: z._default(wholeNumber(0, 5), 4),
});

/**
 * A provider's daily rates described as data. The schema validates built-in layouts and those of a
 * deployment alike.
 */
export const rateLayoutSchema = z.strictObject({
  ...sheetShape,
  content: z.literal('rates'),
  provider: z.enum(RATE_PROVIDERS),
  /** The unit the provider prints; lines are in dollars. */
  printedIn: z._default(z.enum(['dollars', 'cents']), 'dollars'),
  columns: z.array(columnSchema).check(z.minLength(3)),
  /** Code in `products` of the product priced by a sheet without a product column. */
  product: z.optional(nonEmpty),
  /** Code in `products` of the second product, which each row prices in its `secondPrice`. */
  secondProduct: z.optional(nonEmpty),
  /** A row without a price and with at most this many cells is a banner. */
  bannerCells: z._default(wholeNumber(0, 10), 2),
  /** Where the days are stated, tried in order. */
  effective: z
    .array(
      z.strictObject({
        in: z.enum(['above', 'fileName']),
        /** Text before the day, or before the first of two days. */
        label: z._default(z.string(), ''),
        /** YYYY, MMMM, MMM, MM, DD, Do and literals, tried in order. */
        formats: z.array(nonEmpty).check(z.minLength(1)),
        /** Days from the printed day to the first day of the prices. */
        addDays: z._default(wholeNumber(0, 7), 0),
      }),
    )
    .check(z.minLength(1)),
  /** Prices that are sums: their summands, and what is subtracted. */
  sums: z.array(
    z.strictObject({
      of: price,
      plus: z.array(price).check(z.minLength(1)),
      minus: z._default(z.array(price), []),
    }),
  ),
});

/**
 * A validated layout of rates, with all defaults filled in.
 * @useDeclaredType
 */
export type RateLayout = z.output<typeof rateLayoutSchema>;
/** A layout as written by its author: properties with defaults may be omitted. */
export type RateLayoutInput = z.input<typeof rateLayoutSchema>;

const NEEDED = ['site', 'province', 'price'] as const;

/** Validates a rate layout. Throws a `ProviderFileError` `bad_layout` that lists every error. */
export const parseRateLayout: (input: unknown) => RateLayout = layoutParser(
  rateLayoutSchema,
  rateLayoutFaults,
);

const isPrice = (field: string) => field === 'price' || field === 'total';

function rateLayoutFaults(layout: RateLayout): string[] {
  const { columns, product, secondProduct, products, sums } = layout;
  const fields = new Set(columns.flatMap(({ field, also }) => [field, ...also]));
  const needed = [
    ...NEEDED,
    'total',
    ...(product === undefined ? ['product'] : []),
    ...(secondProduct === undefined ? [] : ['secondPrice']),
  ] as const;
  const missing = (field: string) => !fields.has(field as RatePrice);
  return [
    ...repeatedFields(columns),
    ...needed.filter(missing).map((field) => `columns: ${field} is missing`),
    ...columns
      .filter(({ field, also, filled }) => !filled && [field, ...also].some(isPrice))
      .map(({ field }) => `columns: ${field} must be filled`),
    ...[product, secondProduct]
      .filter((code) => code !== undefined && !(code in products))
      .map((code) => `products: ${code} is missing`),
    ...sums
      .flatMap(({ of, plus, minus }) => [of, ...plus, ...minus])
      .filter(missing)
      .map((field) => `sums: ${field} has no column`),
  ];
}
