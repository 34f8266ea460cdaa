import { CANADIAN_STATIONS, type Station } from '../places.ts';
import { hundredths } from '../purchases.ts';
import type { Cell, Sheet } from '../workbook.ts';
import { canadianPrice, randomOf } from './prices.ts';

export const ESSO_RATE_HEADER = [
  'SITE NUMBER',
  'NAME',
  'LOCATION',
  'PROV.',
  'PRODUCT',
  'NET PRICE',
  'FET',
  'PFT',
  'PCT',
  'LOCAL',
  'PRICE/LTR.',
  'GST/HST/FNT',
  'PST/QST',
  'TOTAL PRICE',
  'PRICE CHANGE',
] as const;

/** What a better grade of diesel costs more, hundredths of a cent. */
const PREMIUM = 80;

/** Esso's rates of a day: cents a litre, '-' for nothing; some sites sell two grades of diesel. */
export function essoRateSheet(day: string, stations = CANADIAN_STATIONS): Sheet {
  const rows = stations.flatMap((station, index) => {
    const plain = essoRateRow(station, 'DIESEL LS', day);
    return index % 5 === 2 ? [plain, essoRateRow(station, 'DSL EFF LS', day, PREMIUM)] : [plain];
  });
  // As the provider writes them, with stray blanks.
  return { name: 'Rates', rows: [ESSO_RATE_HEADER.map((header) => `${header} `), ...rows] };
}

function essoRateRow(station: Station, product: string, day: string, more = 0): Cell[] {
  const price = canadianPrice(station, day, more);
  const cents = (tenThousandths: number) =>
    tenThousandths === 0 ? '-' : hundredths(tenThousandths);
  return [
    station.number,
    station.name,
    station.city,
    station.province,
    product,
    cents(price.net),
    cents(price.fet),
    cents(price.pft),
    '-',
    '-',
    cents(price.price),
    cents(price.gstHst),
    cents(price.qst),
    cents(price.total),
    hundredths(randomOf(station, day).between(-150, 150)),
  ];
}
