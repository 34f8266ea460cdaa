import * as z from 'zod/mini';
import { WEEKDAYS } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { PRODUCTS } from '../provider-files/types.ts';
import { EXCEPTION_RULES, type ExceptionRuleName } from './exception-rules.ts';

const RULE_NAMES = EXCEPTION_RULES.map(({ name }) => name) as [ExceptionRuleName];

const A_DECIMAL = 'must be a decimal above 0 in quotes, such as "1200"';
const positive = z
  .string(A_DECIMAL)
  .check(z.refine((text) => Decimal.parse(text)?.compare(Decimal.ZERO) === 1, A_DECIMAL));

const A_TIME = 'must be a time from 00:00 to 23:59';
const time = z.string(A_TIME).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, A_TIME));

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `must be one of ${names.join(', ')}`);

const A_PRODUCT = `must be one of ${PRODUCTS.join(', ')}`;
const product = z
  .string(A_PRODUCT)
  .check(z.refine((text) => (PRODUCTS as readonly string[]).includes(text), A_PRODUCT));

const MINUTES = 'must be a whole number from 1 to 720';
const KM = 'must be a whole number from 1';

const thresholdsSchema = z.strictObject({
  /** Rules that aren't applied. */
  off: z.optional(z.array(oneOf(RULE_NAMES))),
  /** Products by card type; a type that isn't named allows every product. */
  products: z.optional(z.record(z.string(), z.array(product))),
  large_fill: z.optional(z.strictObject({ litres: positive })),
  /**
   * When purchases are allowed, in the station's time; `to` before `from` continues after midnight, and belongs to the day
   * before.
   */
  hours: z.optional(
    z.strictObject({
      days: z.array(oneOf(WEEKDAYS)).check(z.minLength(1, 'must name at least one day')),
      from: time,
      to: time,
    }),
  ),
  price: z.optional(z.strictObject({ percent: positive })),
  far_apart: z.optional(
    z.strictObject({
      minutes: z.int(MINUTES).check(z.minimum(1, MINUTES), z.maximum(720, MINUTES)),
      km: z.int(KM).check(z.minimum(1, KM)),
    }),
  ),
});

/**
 * Thresholds of the rules. What a card says itself (limits, type, hold) isn't here. Volumes and percentages are
 * decimal text, so that they stay exact.
 * @useDeclaredType
 */
export type ExceptionThresholds = z.output<typeof thresholdsSchema>;

const FUELS = ['DIESEL', 'DIESEL_BIO', 'DYED', 'REEFER'];

/** The thresholds of a service that sets none. Days and hours differ by fleet: without a setting, all are allowed. */
export const DEFAULT_THRESHOLDS: ExceptionThresholds = {
  products: {
    'Diesel only': [...FUELS, 'FEE'],
    'Diesel and DEF': [...FUELS, 'DEF', 'FEE'],
  },
  large_fill: { litres: '1200' },
  price: { percent: '5' },
  far_apart: { minutes: 60, km: 100 },
};

/**
 * Reads thresholds from JSON, over the defaults: what it leaves out keeps its default. Throws a TypeError that names
 * the field and what is wrong with it.
 *
 * @param json an object with some of the thresholds
 * @returns the thresholds, whole
 * @example parseThresholds({ price: { percent: '3' }, off: ['large_fill'] })
 */
export function parseThresholds(json: unknown): ExceptionThresholds {
  const parsed = thresholdsSchema.safeParse(json);
  if (parsed.success) return { ...DEFAULT_THRESHOLDS, ...parsed.data };
  const [issue] = parsed.error.issues;
  const at = issue?.path.join('.') || 'thresholds';
  if (issue?.code === 'unrecognized_keys') {
    throw new TypeError(`${at}: there is no ${issue.keys.join(', ')} here.`);
  }
  const said = issue?.message.startsWith('must ') ? issue.message : 'it has another kind of value';
  throw new TypeError(`${at}: ${said}.`);
}
