import * as z from 'zod';
import { columnShape, layoutParser, repeatedFields, sheetShape } from '../sheet-layout.schema.ts';
import { RATE_PROVIDERS } from '../types.ts';

/** Fields of a rate that are kept as they are printed. */
export const RATE_TEXTS = ['site', 'siteName', 'city', 'province', 'product', 'currency'] as const;
export type RateText = (typeof RATE_TEXTS)[number];

/** Fields of a rate that are reckoned with, dollars per unit; those a line lacks serve the sums. */
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
  /** Further prices that the same cell gives. */
  also: z.array(price).default([]),
  /** Digits behind the point that the provider prints: a sum may be off by one of the last. */
  places: z.int().min(0).max(5).default(4),
});

/** A provider's daily rates described as data. Built-in layouts and a deployment's own pass through the same schema. */
export const rateLayoutSchema = z.strictObject({
  ...sheetShape,
  content: z.literal('rates'),
  provider: z.enum(RATE_PROVIDERS),
  /** What the provider prints; lines are in dollars. */
  printedIn: z.enum(['dollars', 'cents']).default('dollars'),
  columns: z.array(columnSchema).min(3),
  /** Code, in `products`, of what a sheet without a product column prices. */
  product: z.string().min(1).optional(),
  /** Code, in `products`, of the second product that each row prices in its `secondPrice`. */
  secondProduct: z.string().min(1).optional(),
  /** A row of no more cells than this, without a price, is a banner. */
  bannerCells: z.int().min(0).max(10).default(2),
  /** Where the days stand that prices hold, tried in order. */
  effective: z
    .array(
      z.strictObject({
        in: z.enum(['above', 'fileName']),
        /** Text before the day, or before the first of two days. */
        label: z.string().default(''),
        /** YYYY, MMMM, MMM, MM, DD, Do and literals, tried in order. */
        formats: z.array(z.string().min(1)).min(1),
        /** From the printed day to the day that prices hold. */
        addDays: z.int().min(0).max(7).default(0),
      }),
    )
    .min(1),
  /** Prices that are sums: what is added, and what is taken off. */
  sums: z.array(
    z.strictObject({ of: price, plus: z.array(price).min(1), minus: z.array(price).default([]) }),
  ),
});

export type RateLayout = z.output<typeof rateLayoutSchema>;
/** A layout as it is written: what has a default may be left out. */
export type RateLayoutInput = z.input<typeof rateLayoutSchema>;

const NEEDED = ['site', 'province', 'price'] as const;

/** Checks a layout of rates. Throws `ProviderFileError` `bad_layout` that lists every fault. */
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
