import {
  federalExciseOn,
  type Province,
  provincialFuelTaxes,
  salesTaxOn,
} from '@forecourt/core/provider-files';
import { demoCardNumber } from './demo-cards.ts';
import { BREAKDOWNS, CANADIAN_STATIONS, DRIVERS, type Station } from './places.ts';
import type { Random } from './random.ts';

/** Cards 0 to 300 of the demo data buy fuel in these files. */
const LAST_CARD = 300;

/** Who bought, where and when; the same for every provider. */
export interface Stop {
  readonly station: Station;
  readonly card: string;
  readonly driver: string;
  readonly unit: string;
  readonly odometer: number;
  readonly breakdown: string;
  /** HH:mm:ss */
  readonly time: string;
  readonly reference: string;
}

export function makeStop(random: Random, stations: readonly Station[] = CANADIAN_STATIONS): Stop {
  const card = random.between(0, LAST_CARD);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    station: random.pick(stations),
    card: demoCardNumber(card),
    driver: DRIVERS[card % DRIVERS.length] ?? '',
    unit: String(1000 + card),
    odometer: 180_000 + card * 911 + random.between(0, 900),
    breakdown: BREAKDOWNS[card % BREAKDOWNS.length] ?? '',
    time: `${two(random.between(0, 23))}:${two(random.between(0, 59))}:${two(random.between(0, 59))}`,
    reference: String(random.between(10_000_000, 99_999_999)),
  };
}

/** Prices per litre in ten-thousandths of a dollar: before tax, and the fuel taxes of the day. */
export interface Price {
  readonly net: number;
  readonly fet: number;
  readonly pft: number;
}

export type Fuel = 'diesel' | 'gasoline' | 'def';

export function makePrice(random: Random, fuel: Fuel, province: string, day: string): Price {
  if (fuel === 'def') return { net: random.between(11_000, 14_500), fet: 0, pft: 0 };
  const [usual = 0] = provincialFuelTaxes(fuel, province as Province, day);
  return {
    net: random.between(12_900, 14_900),
    fet: federalExciseOn(fuel, day) / 10,
    pft: usual / 10,
  };
}

/** Sales taxes in cents. */
export interface Taxes {
  readonly gst: number;
  readonly hst: number;
  readonly qst: number;
  readonly sum: number;
}

export function salesTaxes(before: number, province: string, day: string): Taxes {
  const rates = salesTaxOn(province as Province, day);
  const share = (rate: number) => roundHalfUp((before * rate) / 100_000);
  const taxes = { gst: share(rates.gst), hst: share(rates.hst), qst: share(rates.qst) };
  return { ...taxes, sum: taxes.gst + taxes.hst + taxes.qst };
}

/** Cents of hundredths of a litre at ten-thousandths of a dollar. */
export function costOf(hundredths: number, price: number): number {
  return roundHalfUp((hundredths * price) / 10_000);
}

export function roundHalfUp(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

/** Share of an amount with tax in it that is not tax. */
export function beforeTax(amount: number, province: string, day: string): number {
  const { gst, hst, qst } = salesTaxOn(province as Province, day);
  return roundHalfUp((amount * 100_000) / (100_000 + gst + hst + qst));
}

/** Cents as dollars, hundredths of a litre as litres. */
export const hundredths = (value: number) => value / 100;
/** Ten-thousandths of a dollar as dollars. */
export const tenThousandths = (value: number) => value / 10_000;
