import { CANADIAN_STATIONS } from './places.ts';
import {
  costOf,
  type Fuel,
  hundredths,
  makePrice,
  makeStop,
  salesTaxes,
  tenThousandths,
} from './purchases.ts';
import { type Random, seededRandom } from './random.ts';
import { addDays, type Cell, realDate, type Sheet } from './workbook.ts';

const SUNCORE_HEADER = [
  'Card Number',
  'Breakdown Name',
  'Vehicle',
  'Driver',
  'Date',
  'Time',
  'Site #',
  'Site Name',
  'City',
  'Prv',
  'Product Code',
  'Product',
  'Litres',
  'Posted Price',
  'Price excl. GST/HST/PST',
  'FCT+FET',
  'CBN+PFT+UTT',
  'Base Price excl. tax',
  'GST',
  'HST',
  'PST',
  'QST',
  'Discount',
  'Total',
  'Auth #',
  'Reference #',
  'Odometer',
  'Sale Type',
] as const;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 18-Nov-2026 of a day. */
function writtenDay(day: string): string {
  return `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`;
}

/** Two days of Suncore transactions, the older sheet first, each below its banner and above its total. */
export function suncoreSheets(day: string, count: number, seed = 2): Sheet[] {
  const random = seededRandom(seed);
  const older = Math.floor(count / 2);
  return [suncoreSheet(random, addDays(day, -1), older), suncoreSheet(random, day, count - older)];
}

export function suncoreSheet(random: Random, day: string, count: number): Sheet {
  const rows = Array.from({ length: count }, () => suncoreRow(random, day)).sort((one, other) =>
    String(one[9]).localeCompare(String(other[9])),
  );
  const grouped = rows.flatMap((row, index) =>
    index > 0 && rows[index - 1]?.[9] !== row[9] ? [[], row] : [row],
  );
  return {
    name: `${writtenDay(day).slice(0, 6).replace('-', ' ')}`,
    rows: [...suncoreBanner(day), [...SUNCORE_HEADER], dashes(), ...grouped, suncoreTotal(rows)],
  };
}

function suncoreBanner(day: string): Cell[][] {
  return [
    ['SuperPass Transaction Report'],
    ['Account: 1234567'],
    [`Period: ${writtenDay(day)} to ${writtenDay(day)}`],
    [],
  ];
}

function dashes(): Cell[] {
  return SUNCORE_HEADER.map((header) => '-'.repeat(Math.min(header.length, 10)));
}

function suncoreTotal(rows: readonly (readonly Cell[])[]): Cell[] {
  const sum = (column: number) =>
    rows.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0) / 100;
  return SUNCORE_HEADER.map((header, column) => {
    if (column === 0) return 'TOTAL';
    return header === 'Litres' || header === 'Total' ? sum(column) : undefined;
  });
}

const PRODUCTS = {
  diesel: ['DSL', 'DIESEL'],
  gasoline: ['RUL', 'REGULAR UNLEADED'],
  def: ['DEF', 'BULK DEF'],
} as const;

function suncoreRow(random: Random, day: string): Cell[] {
  const stop = makeStop(random, CANADIAN_STATIONS);
  const { province } = stop.station;
  const fuel: Fuel = random.chance(0.1) ? 'def' : 'diesel';
  const litres = fuel === 'diesel' ? random.between(15_000, 82_000) : random.between(2_000, 6_000);
  const price = makePrice(random, fuel, province, day);
  const billed = price.net + price.fet + price.pft;
  const before = costOf(litres, billed);
  const taxes = salesTaxes(before, province, day);
  return [
    stop.card,
    stop.breakdown,
    stop.unit,
    stop.driver,
    realDate(day),
    stop.time.slice(0, 5),
    stop.station.number,
    stop.station.name,
    stop.station.city,
    province,
    ...PRODUCTS[fuel],
    hundredths(litres),
    tenThousandths(Math.round(billed * 1.18)),
    tenThousandths(billed),
    tenThousandths(price.fet),
    tenThousandths(price.pft),
    tenThousandths(price.net),
    hundredths(taxes.gst),
    hundredths(taxes.hst),
    0,
    hundredths(taxes.qst),
    0,
    hundredths(before + taxes.sum),
    stop.reference.slice(0, 6),
    stop.reference,
    stop.odometer,
    'Cardlock',
  ];
}
