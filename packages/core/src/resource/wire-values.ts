import * as z from 'zod/mini';
import { parseWireDay, parseWireInstant, toWireDay } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';

/**
 * Codecs between wire and domain values, from which resource schemas are built. Each, unless it is called
 * required, accepts a missing value and null. A value that can't be read is an issue of its field, so that only that field is lost.
 */

type Context = { issues: unknown[] };

const odd = (context: Context, input: unknown, message: string): never => {
  context.issues.push({ code: 'custom', input, message });
  return z.NEVER;
};

const ON: readonly string[] = ['true', '1', 'yes'];
const OFF: readonly string[] = ['false', '0', 'no', ''];
const textOrNumber = z.union([z.string(), z.number()]);
const decimalValue = z.custom<Decimal>((value) => value instanceof Decimal);

/** Text. A number is accepted as its digits if they are exact. */
export const text = () =>
  z.nullish(
    z.codec(textOrNumber, z.string(), {
      decode: (value, context) =>
        typeof value === 'string' || !Number.isInteger(value) || Number.isSafeInteger(value)
          ? String(value)
          : odd(context, value, 'too many digits for a number: text expected'),
      encode: (value) => value,
    }),
  );

/** A decimal that is always there. */
export const requiredDecimal = () =>
  z.codec(textOrNumber, decimalValue, {
    decode: (value, context) => {
      const number = Decimal.parse(value);
      // A value too large for a JSON number could not be sent back.
      return number && Number.isFinite(Number(number.toString()))
        ? number
        : odd(context, value, 'not a decimal number');
    },
    encode: (value) => Number(value.toString()),
  });

/** A decimal, as a number or as text (INV-05). Sent as a number. */
export const decimal = () => z.nullish(requiredDecimal());

/** An integer, as a number or as text. */
export const integer = () =>
  z.nullish(
    z.codec(textOrNumber, z.number(), {
      decode: (value, context) => {
        const number =
          typeof value === 'number' || /^\s*[+-]?\d+(?:\.0+)?\s*$/.test(value)
            ? Number(value)
            : Number.NaN;
        return Number.isSafeInteger(number) ? number : odd(context, value, 'not a whole number');
      },
      encode: (value) => value,
    }),
  );

/** A boolean; also accepts 1 and 0, 'yes' and 'no', 'true' and 'false'. */
export const flag = () =>
  z.nullish(
    z.codec(z.union([z.boolean(), textOrNumber]), z.boolean(), {
      decode: (value, context) => {
        const word = String(value).trim().toLowerCase();
        if (ON.includes(word)) return true;
        return OFF.includes(word) ? false : odd(context, value, 'neither on nor off');
      },
      encode: (value) => value,
    }),
  );

const dateCodec = (
  parse: (value: string) => string | undefined,
  write: (value: string) => string,
) =>
  z.nullish(
    z.codec(z.string(), z.string(), {
      decode: (value, context) =>
        value === '' ? '' : (parse(value) ?? odd(context, value, 'not a date')),
      encode: write,
    }),
  );

/** A local time of the station; ISO in both directions. */
export const instant = () => dateCodec(parseWireInstant, (value) => value);

/** A calendar day, sent as YYYY-MM-DD; also accepts DD-MM-YYYY. */
export const day = () => dateCodec(parseWireDay, (value) => value);

/** A calendar day, sent as DD-MM-YYYY; also accepts ISO (INV-08). */
export const invoiceDay = () => dateCodec(parseWireDay, toWireDay);

/** A day with a time, sent as DD-MM-YYYY HH:mm; also accepts ISO (INV-08). */
export const invoiceInstant = () => dateCodec(parseWireInstant, toWireDay);

/** Text that the service may also send as {key, value}, of which the value is used (INV-05). */
export const labelled = () =>
  z.nullish(
    z.codec(z.union([z.string(), z.object({ value: z.string() })]), z.string(), {
      decode: (value) => (typeof value === 'string' ? value : value.value),
      encode: (value) => value,
    }),
  );

/** The key of a choice, received as text, a number, or {key, value} (WIRE-02); the key is sent back. */
export const keyed = () =>
  z.nullish(
    z.codec(z.union([textOrNumber, z.object({ key: textOrNumber })]), z.string(), {
      decode: (value) => String(typeof value === 'object' ? value.key : value),
      encode: (value) => value,
    }),
  );

/** Always the given value, whatever the wire contains. */
export const constant = <T>(value: T) =>
  z.codec(z.optional(z.unknown()), z.custom<T>(), { decode: () => value, encode: () => undefined });

/** Rows within a row; missing or null means none. */
export const rows = <Child extends z.core.$ZodType>(child: Child) => z.nullish(z.array(child));

/** An object that keeps unknown fields, so that they can be sent back. Its type doesn't include them. */
export const keeping = <Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape> =>
  z.looseObject(shape) as unknown as z.ZodMiniObject<Shape>;
