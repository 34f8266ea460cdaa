import { GOLDEN_LINES } from './golden-lines.ts';
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
import { addDays, type Cell, type Sheet } from './workbook.ts';

export const ESSO_HEADER = [
  'REC_TYPE',
  'CARD_NO',
  'TRAN_DATE',
  'TRAN_TIME',
  'TRAN_NO',
  'AUTH_ID',
  'STN_NO',
  'STN_NAME',
  'STN_ADDR',
  'STN_CITY',
  'STN_PRV',
  'PRD_CD',
  'PRD_DESC',
  'QTY',
  'RETAIL_PRICE',
  'NET_PRICE',
  'FET_RT',
  'PFT_RT',
  'CBT_RT',
  'GST_AMT',
  'HST_AMT',
  'PST_AMT',
  'QST_AMT',
  'MISC',
  'DISCOUNT',
  'AMT',
  'ODOMETER',
  'UNIT',
  'DRIVER_ID',
  'SLS_TYPE',
  'BRKN_NAME',
] as const;

const PRODUCTS = {
  diesel: ['D1', 'DIESEL LS'],
  gasoline: ['REG', 'REGULAR GASOLINE'],
  def: ['DEF', 'DIESEL EXHAUST FLUID'],
} as const;

const compact = (day: string) => day.replaceAll('-', '');

/** A day's ESSO transactions as a sheet: header record, headers, details, trailer record. */
export function essoSheet(day: string, count: number, seed = 1): Sheet {
  const random = seededRandom(seed);
  const golden = GOLDEN_LINES.map((line) => goldenRow(random, line));
  const made = Array.from({ length: Math.max(count - golden.length, 0) }, () =>
    essoRow(random, addDays(day, -random.between(0, 2))),
  );
  return { name: 'Transactions', rows: essoRecords(day, [...made, ...golden.slice(0, count)]) };
}

/** Frames details with the header and trailer records that belong to them. */
export function essoRecords(day: string, details: readonly (readonly Cell[])[]): Cell[][] {
  const sum = (field: (typeof ESSO_HEADER)[number], scale: number) => {
    const column = ESSO_HEADER.indexOf(field);
    const scaled = details.map((row) => Math.round(Number(row[column] ?? 0) * scale));
    return scaled.reduce((total, value) => total + value, 0) / scale;
  };
  const fileDay = compact(addDays(day, 1));
  return [
    ['HDR', '70768501', 'FORECOURT DEMO CARRIERS INC', fileDay, 'CAD', `E${fileDay}`, '0001'],
    [...ESSO_HEADER],
    ...details.map((row) => [...row]),
    ['TRL', details.length, sum('QTY', 1000), sum('AMT', 100)],
  ];
}

/** One detail record of a purchase. */
function essoRow(random: Random, day: string): Cell[] {
  const stop = makeStop(random);
  const fuel: Fuel = random.chance(0.12) ? 'def' : random.chance(0.08) ? 'gasoline' : 'diesel';
  const litres = fuel === 'diesel' ? random.between(18_000, 76_000) : random.between(2_500, 6_800);
  const price = makePrice(random, fuel, stop.station.province, day);
  const before = costOf(litres, price.net + price.fet + price.pft);
  const taxes = salesTaxes(before, stop.station.province, day);
  const discount = random.chance(0.2) ? random.between(100, 1200) : 0;
  return essoCells(random, {
    ...stop,
    ...price,
    ...taxes,
    day,
    product: PRODUCTS[fuel],
    province: stop.station.province,
    litres,
    cbt: 0,
    discount,
    amount: before + taxes.sum - discount,
  });
}

/** One detail record of diesel at a given place, day, price and quantity, all of its sums right. */
export function essoDiesel(
  random: Random,
  sale: {
    readonly day: string;
    readonly province: string;
    readonly litres: number;
    readonly net: number;
  },
): Cell[] {
  const { day, province, litres, net } = sale;
  const stop = makeStop(
    random,
    CANADIAN_STATIONS.filter((station) => station.province === province),
  );
  const { fet, pft } = makePrice(random, 'diesel', province, day);
  const before = costOf(litres, net + fet + pft);
  const taxes = salesTaxes(before, province, day);
  const amount = before + taxes.sum;
  const price = { net, fet, pft, cbt: 0, discount: 0, amount };
  return essoCells(random, {
    ...stop,
    ...price,
    ...taxes,
    day,
    province,
    litres,
    product: PRODUCTS.diesel,
  });
}

interface Detail extends ReturnType<typeof makeStop> {
  readonly day: string;
  readonly province: string;
  readonly product: readonly [string, string];
  readonly litres: number;
  readonly net: number;
  readonly fet: number;
  readonly pft: number;
  readonly cbt: number;
  readonly gst: number;
  readonly hst: number;
  readonly qst: number;
  readonly discount: number;
  readonly amount: number;
}

function essoCells(random: Random, line: Detail): Cell[] {
  const { station } = line;
  return [
    'DTL',
    line.card,
    compact(line.day),
    line.time.slice(0, 5).replace(':', ''),
    line.reference.slice(0, 6),
    `A${line.reference}`,
    station.number.slice(-5),
    station.name,
    station.address,
    station.city,
    line.province,
    ...line.product,
    hundredths(line.litres),
    tenThousandths(Math.round(line.net * 1.22) + random.between(0, 300)),
    tenThousandths(line.net),
    tenThousandths(line.fet),
    tenThousandths(line.pft),
    tenThousandths(line.cbt),
    hundredths(line.gst),
    hundredths(line.hst),
    0,
    hundredths(line.qst),
    0,
    hundredths(line.discount),
    hundredths(line.amount),
    line.odometer,
    line.unit,
    line.driver,
    'F',
    line.breakdown,
  ];
}

function goldenRow(random: Random, golden: (typeof GOLDEN_LINES)[number]): Cell[] {
  return essoCells(random, {
    ...makeStop(random),
    discount: 0,
    product: PRODUCTS.diesel,
    ...golden,
  });
}
