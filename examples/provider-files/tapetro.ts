import { maskAllButLast } from './demo-cards.ts';
import { AMERICAN_STATIONS } from './places.ts';
import { hundredths, makeStop, roundHalfUp, type Stop } from './purchases.ts';
import { type Random, seededRandom } from './random.ts';
import { addDays, type Cell, type Sheet } from './workbook.ts';

const TAPETRO_HEADER = [
  'Card #',
  'Tran Date',
  'POS Time',
  'Invoice',
  'Unit',
  'Driver Name',
  'Odometer',
  'Location ID',
  'Location Name',
  'City',
  'State/ Prov',
  'Item',
  'Product Description',
  'Qty',
  'Retail PPU',
  'PPU',
  'Fees',
  'Discount',
  'Amt',
  'Billing Flag',
  'Currency',
] as const;

/** A day's TAPetro transactions: one to three lines share an invoice; dates are text. */
export function tapetroSheet(day: string, count: number, seed = 5): Sheet {
  const random = seededRandom(seed);
  const rows: Cell[][] = [];
  while (rows.length < count) {
    rows.push(...tapetroStop(random, addDays(day, -random.between(0, 1))));
  }
  return { name: 'Transaction Report', rows: [[...TAPETRO_HEADER], ...rows.slice(0, count)] };
}

/** The lines of one stop. Prices are thousandths of a dollar, quantities hundredths of a gallon. */
function tapetroStop(random: Random, day: string): Cell[][] {
  const stop = makeStop(random, AMERICAN_STATIONS);
  const line = (item: string, description: string, gallons: number, price: number, off: number) =>
    tapetroCells(stop, day, { item, description, gallons, price, off });
  const rows = [
    line(
      'ULSD',
      'ULTRA LOW SULFUR DIESEL',
      random.between(5_500, 23_000),
      random.between(3_399, 4_599),
      random.between(0, 45) * 10,
    ),
  ];
  if (random.chance(0.35)) {
    rows.push(
      line(
        'DEFD',
        'DIESEL EXHAUST FLUID',
        random.between(250, 1_500),
        random.between(3_899, 4_599),
        0,
      ),
    );
  }
  if (random.chance(0.12)) rows.push(cashRow(stop, day, random.pick([5_000, 10_000, 20_000])));
  return rows;
}

function tapetroCells(
  stop: Stop,
  day: string,
  line: { item: string; description: string; gallons: number; price: number; off: number },
): Cell[] {
  const off = Math.min(line.off, line.price - 2_600);
  const billed = line.price - off;
  return [
    ...head(stop, day),
    line.item,
    line.description,
    hundredths(line.gallons),
    line.price / 1000,
    billed / 1000,
    0,
    roundHalfUp((line.gallons * off) / 1000) / 100,
    roundHalfUp((line.gallons * billed) / 1000) / 100,
    'F',
    'USD/Gallons',
  ];
}

function cashRow(stop: Stop, day: string, cents: number): Cell[] {
  return [
    ...head(stop, day),
    'CADV',
    'CASH ADVANCE',
    undefined,
    undefined,
    undefined,
    0,
    0,
    cents / 100,
    'D',
    'USD/Gallons',
  ];
}

function head(stop: Stop, day: string): Cell[] {
  const { station } = stop;
  return [
    maskAllButLast(stop.card),
    day,
    stop.time.slice(0, 5),
    stop.reference.slice(0, 5),
    stop.unit,
    stop.driver,
    stop.odometer,
    station.number,
    station.name,
    station.city,
    station.province,
  ];
}
