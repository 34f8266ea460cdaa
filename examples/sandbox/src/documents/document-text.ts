import { Decimal } from '@forecourt/core';

/** Created for the first document: it would cost the start 10 ms. */
const figures = (digits: number) => {
  let made: Intl.NumberFormat | undefined;
  return (value: `${number}`): string => {
    made ??= new Intl.NumberFormat('en-CA', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return made.format(value);
  };
};
const cents = figures(2);
const price = figures(4);

const scaled = (value: number, scale: number): `${number}` =>
  Decimal.of(value, scale).toString() as `${number}`;

/** Minor units as people read them: '12,345.60'. */
export const amountText = (minor: number): string => cents(scaled(minor, 2));

/** Thousandths: '1,421.50 L'. */
export const quantityText = (e3: number, unit = ''): string =>
  `${cents(scaled(e3, 3))} ${unit}`.trim();

/** 1/100,000: '1.3421'. */
export const priceText = (e5: number): string => price(scaled(e5, 5));

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** 2026-11-20T08:30 → '20 Nov 2026'; returns anything else unchanged. */
export function dayText(iso: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  const month = MONTHS[Number(match?.[2] ?? 0) - 1];
  return match && month ? `${Number(match[3])} ${month} ${match[1]}` : iso;
}

/** 2026-11 → 'Nov 2026'. */
export const monthText = (iso: string): string => dayText(`${iso}-01`).slice(2);
