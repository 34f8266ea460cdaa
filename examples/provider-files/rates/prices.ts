import {
  federalExciseOn,
  type Province,
  provincialFuelTaxes,
} from '@forecourt/core/provider-files';
import type { Station } from '../places.ts';
import { salesTaxes } from '../purchases.ts';
import { type Random, seededRandom } from '../random.ts';

/** Chance that is the same for a station on any day, or for a station on one day. */
export function randomOf(station: Station, day = ''): Random {
  const seed = [...`${station.number}${day}`].reduce(
    (sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0,
    7,
  );
  return seededRandom(seed);
}

/** Prices per litre in ten-thousandths of a dollar. */
interface CanadianPrice {
  readonly net: number;
  readonly fet: number;
  readonly pft: number;
  /** With fuel taxes. */
  readonly price: number;
  readonly gstHst: number;
  readonly qst: number;
  readonly total: number;
}

/** Diesel at a station: its own level, moved a little from day to day. */
export function canadianPrice(station: Station, day: string, more = 0): CanadianPrice {
  const province = station.province as Province;
  const level = randomOf(station).between(13_100, 14_600);
  const net = level + randomOf(station, day).between(-150, 150) + more;
  const fet = federalExciseOn('diesel', day) / 10;
  const pft = (provincialFuelTaxes('diesel', province, day)[0] ?? 0) / 10;
  const price = net + fet + pft;
  const { gst, hst, qst } = salesTaxes(price, province, day);
  return { net, fet, pft, price, gstHst: gst + hst, qst, total: price + gst + hst + qst };
}
