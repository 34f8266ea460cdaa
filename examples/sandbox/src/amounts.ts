import { Decimal, parseTyped } from '@forecourt/core';

/** Stored digits after the decimal point, by kind. */
export const SCALES = { money: 2, quantity: 3, rate: 4, price: 5 } as const;

/**
 * Converts decimal text to whole units of that scale, half up; 0 for ''. Takes commas between thousands, as forms do.
 * Throws RangeError if it isn't a number.
 */
export function toUnits(text: string | null, scale: number): number {
  if (text === null || text === '') return 0;
  const value = Decimal.parse(text) ?? parseTyped(text);
  if (!value) throw new RangeError(`Not a decimal number: "${text}"`);
  return Number(value.round(scale).coefficient);
}

/** Converts minor units to the wire's number, with at most two decimals. */
export const money = (minor: number): number => minor / 100;
export const quantity = (e3: number): number => e3 / 1_000;
export const price = (e5: number): number => e5 / 100_000;

/** Minor units as text with two decimals: '-864.45'. */
export const moneyText = (minor: number): string => Decimal.of(minor, 2).toString();
