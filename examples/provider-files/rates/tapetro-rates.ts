import { AMERICAN_STATIONS, type Station } from '../places.ts';
import { tenThousandths } from '../purchases.ts';
import type { Cell, Sheet } from '../workbook.ts';
import { randomOf } from './prices.ts';

const TAPETRO_RATE_HEADER = [
  'Loc Type',
  'Loc #',
  'Travel Center',
  'ST',
  'Merchant ID',
  'City/State',
  'Rack ID',
  'Product Dispensed',
  'Index',
  'Freight',
  'IBP Fuel Price',
  'Retail Price',
  'Retail Fuel Price',
  'Fuel Price',
  'Savings Total',
  'Bulk DEF Price',
] as const;

const OWN_STATIONS = AMERICAN_STATIONS.filter(({ name }) => /^(TA|PETRO) /.test(name));

/** TA-Petro's rates of a day: US dollars a gallon; some sites sell biodiesel too. */
export function tapetroRateSheet(day: string, stations = OWN_STATIONS): Sheet {
  const rows = stations.flatMap((station, index) => {
    const plain = tapetroRateRow(station, 'DIESEL ULTRA LOW SULFUR', day, 0);
    return index % 4 === 1
      ? [plain, tapetroRateRow(station, 'DIESEL BIO ULTRA LS 20%', day, 600)]
      : [plain];
  });
  return {
    name: 'Actual',
    rows: [[`Price Effective : ${longDay(day)} at 12 am`], [...TAPETRO_RATE_HEADER], ...rows],
  };
}

/** 'November 18, 2026' */
function longDay(day: string): string {
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', style).format(Date.parse(`${day}T00:00:00Z`));
}

function tapetroRateRow(station: Station, product: string, day: string, less: number): Cell[] {
  const own = randomOf(station);
  const price = own.between(33_000, 45_000) + randomOf(station, day).between(-400, 400) - less;
  const freight = own.between(400, 1_500);
  const retail = price + own.between(1_500, 6_000);
  const def = own.between(36_000, 44_000);
  return [
    station.name.startsWith('PETRO') ? 'PETRO' : 'TA',
    station.number,
    station.name,
    station.province,
    String(own.between(500_000, 519_999)),
    `${station.city}, ${station.province}`,
    String(own.between(100, 999)),
    product,
    ...[price - freight, freight, price, retail, retail, price, retail - price, def].map(
      tenThousandths,
    ),
  ];
}
