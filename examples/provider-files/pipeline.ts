import { AMERICAN_STATIONS, CANADIAN_STATIONS } from './places.ts';
import {
  beforeTax,
  costOf,
  hundredths,
  makePrice,
  makeStop,
  roundHalfUp,
  type Stop,
  salesTaxes,
  tenThousandths,
} from './purchases.ts';
import { type Random, seededRandom } from './random.ts';
import { addDays, type Cell, realDate, type Sheet } from './workbook.ts';

export const PIPELINE_HEADER = [
  'Auth Code',
  'Card #',
  'Driver Name',
  'Unit #',
  'Date',
  'Site #',
  'Site Name',
  'Address',
  'City',
  'Prov',
  'Prod',
  'Qty',
  'UOM',
  'Retail',
  'Billed',
  'Pre Tax Amt',
  'HST',
  'GST',
  'PST',
  'QST',
  'Disc Rate',
  'Disc Amt',
  'Final Amt',
  'Cur',
  'Odometer',
] as const;

/** The tax-in line that a provider's own invoice proves. */
const GOLDEN = {
  day: '2026-07-23',
  time: '02:17:56',
  litres: 71_950,
  billed: 22_390,
  before: 142_563,
  hst: 18_533,
  amount: 161_096,
};

/** Pipeline's transactions of the last `days` up to a day, grouped by card, with a subtotal a card and the grand total. */
export function pipelineSheet(day: string, count: number, seed = 4, days = 3): Sheet {
  const random = seededRandom(seed);
  const rows = [goldenRow(random)];
  while (rows.length < count) {
    const own = addDays(day, -random.between(0, days - 1));
    const stop = makeStop(random, random.chance(0.15) ? AMERICAN_STATIONS : CANADIAN_STATIONS);
    rows.push(tractorRow(random, stop, own));
    if (random.chance(0.15) && rows.length < count) rows.push(defRow(random, stop, own));
  }
  return { name: 'Fuel Card Transactions', rows: [[...PIPELINE_HEADER], ...pipelineGroups(rows)] };
}

/** Groups rows by card, with a subtotal below each, and the grand total. */
export function pipelineGroups(rows: readonly (readonly Cell[])[]): Cell[][] {
  const cards = Map.groupBy(rows, (row) => String(row[1]));
  const groups = [...cards.values()].flatMap((group) => [
    ...group.map((row) => [...row]),
    totalRow(undefined, group),
  ]);
  return [...groups, totalRow('Grand Total', rows)];
}

function totalRow(label: string | undefined, rows: readonly (readonly Cell[])[]): Cell[] {
  const sum = (column: number) =>
    rows.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0) / 100;
  return PIPELINE_HEADER.map((header, column) => {
    if (column === 0) return label;
    return header === 'Qty' || header === 'Final Amt' ? sum(column) : undefined;
  });
}

/** Diesel, by the litre in Canada and by the gallon in the United States. */
export function tractorRow(random: Random, stop: Stop, day: string): Cell[] {
  const american = AMERICAN_STATIONS.includes(stop.station);
  const quantity = american ? random.between(6_000, 22_000) : random.between(18_000, 79_000);
  const price = makePrice(random, 'diesel', stop.station.province, day);
  const billed = american
    ? random.between(33_000, 46_000)
    : taxIn(price.net + price.fet + price.pft, stop.station.province, day);
  return pipelineCells(random, stop, { day, product: 'TA', american, quantity, billed });
}

function defRow(random: Random, stop: Stop, day: string): Cell[] {
  const american = AMERICAN_STATIONS.includes(stop.station);
  const quantity = american ? random.between(400, 1_400) : random.between(2_000, 6_000);
  const billed = american
    ? random.between(38_000, 46_000)
    : taxIn(random.between(11_000, 14_500), stop.station.province, day);
  return pipelineCells(random, stop, { day, product: 'DF', american, quantity, billed });
}

function taxIn(price: number, province: string, day: string): number {
  return roundHalfUp(price + salesTaxes(price * 100, province, day).sum / 100);
}

function pipelineCells(
  random: Random,
  stop: Stop,
  line: { day: string; product: string; american: boolean; quantity: number; billed: number },
): Cell[] {
  const { station } = stop;
  const amount = costOf(line.quantity, line.billed);
  const before = line.american ? amount : beforeTax(amount, station.province, line.day);
  const taxes = line.american
    ? { gst: 0, hst: 0, qst: 0 }
    : splitTaxes(amount, before, station.province, line.day);
  const rate = random.between(0, 4) * 100;
  return [
    `A${stop.reference}-${line.product}`,
    stop.card,
    stop.driver,
    stop.unit,
    realDate(line.day, stop.time),
    station.number,
    station.name,
    station.address,
    station.city,
    station.province,
    line.product,
    hundredths(line.quantity),
    line.american ? 'G' : 'L',
    tenThousandths(line.billed + rate),
    tenThousandths(line.billed),
    hundredths(before),
    hundredths(taxes.hst),
    hundredths(taxes.gst),
    0,
    hundredths(taxes.qst),
    tenThousandths(rate),
    hundredths(costOf(line.quantity, rate)),
    hundredths(amount),
    line.american ? 'US' : 'CN',
    stop.odometer,
  ];
}

/** Taxes that add up to the amount exactly, as an invoice requires: the federal tax takes the rounding difference. */
function splitTaxes(amount: number, before: number, province: string, day: string) {
  const taxes = salesTaxes(before, province, day);
  const left = amount - before - taxes.sum;
  return taxes.hst > 0 ? { ...taxes, hst: taxes.hst + left } : { ...taxes, gst: taxes.gst + left };
}

function goldenRow(random: Random): Cell[] {
  const station = CANADIAN_STATIONS.find(({ province }) => province === 'ON');
  const stop = { ...makeStop(random), ...(station && { station }), time: GOLDEN.time };
  const row = pipelineCells(random, stop, {
    day: GOLDEN.day,
    product: 'TA',
    american: false,
    quantity: GOLDEN.litres,
    billed: GOLDEN.billed,
  });
  row[15] = hundredths(GOLDEN.before);
  row[16] = hundredths(GOLDEN.hst);
  row[22] = hundredths(GOLDEN.amount);
  return row;
}
