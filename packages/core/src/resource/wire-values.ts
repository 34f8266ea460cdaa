import * as z from 'zod';
import { parseWireDay, parseWireInstant, toWireDay } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';

/**
 * The wire's values and what they become: the pieces that resource schemas are made of. Each may be
 * missing or null. What can't be read is an issue at its field, so that only that field is lost.
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

/** Text; a number that came in its place is taken by its digits while those are exact. */
export const text = () =>
  z
    .codec(textOrNumber, z.string(), {
      decode: (value, context) =>
        typeof value === 'string' || !Number.isInteger(value) || Number.isSafeInteger(value)
          ? String(value)
          : odd(context, value, 'too many digits for a number: text expected'),
      encode: (value) => value,
    })
    .nullish();

/** A decimal, as a number or as text; by its decimal text (INV-05). Sent as a number. */
export const decimal = () =>
  z
    .codec(textOrNumber, decimalValue, {
      decode: (value, context) => {
        const number = Decimal.parse(value);
        // What is too large for a JSON number could not be sent back.
        return number && Number.isFinite(Number(number.toString()))
          ? number
          : odd(context, value, 'not a decimal number');
      },
      encode: (value) => Number(value.toString()),
    })
    .nullish();

/** A whole number, as a number or as text. */
export const integer = () =>
  z
    .codec(textOrNumber, z.number(), {
      decode: (value, context) => {
        const number = typeof value === 'number' ? value : Number(value.trim() || Number.NaN);
        return Number.isSafeInteger(number) ? number : odd(context, value, 'not a whole number');
      },
      encode: (value) => value,
    })
    .nullish();

/** On or off; 1 and 0, 'yes' and 'no', 'true' and 'false' are taken too. */
export const flag = () =>
  z
    .codec(z.union([z.boolean(), textOrNumber]), z.boolean(), {
      decode: (value, context) => {
        const word = String(value).trim().toLowerCase();
        if (ON.includes(word)) return true;
        return OFF.includes(word) ? false : odd(context, value, 'neither on nor off');
      },
      encode: (value) => value,
    })
    .nullish();

const dateCodec = (
  parse: (value: string) => string | undefined,
  write: (value: string) => string,
) =>
  z
    .codec(z.string(), z.string(), {
      decode: (value, context) =>
        value === '' ? '' : (parse(value) ?? odd(context, value, 'not a date')),
      encode: write,
    })
    .nullish();

/** A station-local moment: ISO both ways. */
export const instant = () => dateCodec(parseWireInstant, (value) => value);

/** A calendar day, sent as YYYY-MM-DD; DD-MM-YYYY is read too. */
export const day = () => dateCodec(parseWireDay, (value) => value);

/** A calendar day written DD-MM-YYYY; ISO is read too (INV-08). */
export const invoiceDay = () => dateCodec(parseWireDay, toWireDay);

/** A day with a time written DD-MM-YYYY HH:mm; ISO is read too (INV-08). */
export const invoiceInstant = () => dateCodec(parseWireInstant, toWireDay);

/** Text that the service may also send as {key, value}; the value is what is meant (INV-05). */
export const labelled = () =>
  z
    .codec(z.union([z.string(), z.object({ value: z.string() })]), z.string(), {
      decode: (value) => (typeof value === 'string' ? value : value.value),
      encode: (value) => value,
    })
    .nullish();

/** A choice by its key, sent as text, a number, or key and value (WIRE-02); the key is sent back. */
export const keyed = () =>
  z
    .codec(z.union([textOrNumber, z.object({ key: textOrNumber })]), z.string(), {
      decode: (value) => String(typeof value === 'object' ? value.key : value),
      encode: (value) => value,
    })
    .nullish();

/** Always that value, whatever the wire says. */
export const constant = <T>(value: T) =>
  z.codec(z.unknown().optional(), z.custom<T>(), { decode: () => value, encode: () => undefined });

/** Rows within a row; missing or null means none. */
export const rows = <Child extends z.ZodType>(child: Child) => z.array(child).nullish();

/**
 * An object whose fields that nobody here knows are kept, so that they can be sent back. Its type
 * does not tell of them.
 */
export const keeping = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> =>
  z.looseObject(shape) as unknown as z.ZodObject<Shape>;
