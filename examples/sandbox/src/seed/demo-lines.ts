import type { DemoStation } from './demo-stations.ts';
import type { Random } from './random.ts';
import { dieselTaxes } from './taxes.ts';

/** Columns of a line that its product, day and place decide; units as in the schema. */
export interface DemoLine {
  readonly product: string;
  readonly product_code: string;
  readonly product_description: string;
  readonly unit: string;
  readonly quantity_e3: number;
  readonly retail_price_e5: number;
  readonly billed_price_e5: number;
  readonly net_price_e5: number;
  readonly fet_rate_e5: number;
  readonly pft_rate_e5: number;
  readonly gst_minor: number;
  readonly hst_minor: number;
  readonly pst_minor: number;
  readonly qst_minor: number;
  readonly discount_minor: number;
  readonly amount_minor: number;
}

interface Purchase {
  readonly product: string;
  readonly code: string;
  readonly description: string;
  readonly quantity: number;
  readonly net: number;
  readonly discount: number;
  readonly fuel: boolean;
}

/** Half up, from thousandths × 1/100,000 to cents. */
const cost = (quantity: number, price: number): number =>
  Math.floor((quantity * price) / 1e6 + 0.5);
const share = (cents: number, rate: number): number => Math.floor((cents * rate) / 1e5 + 0.5);

function line(purchase: Purchase, station: DemoStation, day: string): DemoLine {
  const { quantity, net, discount, fuel } = purchase;
  const canadian = station.town.country === 'CA';
  const taxes = dieselTaxes(station.town.province, day);
  // Prices in the United States have their taxes inside.
  const fet = canadian && fuel ? taxes.fet : 0;
  const pft = canadian && fuel ? taxes.pft : 0;
  const billed = net + fet + pft;
  const before = cost(quantity, billed);
  const tax = (rate: number): number => (canadian ? share(before, rate) : 0);
  const gst = tax(taxes.gst);
  const hst = tax(taxes.hst);
  const qst = tax(taxes.qst);
  const pst = fuel ? 0 : tax(taxes.pst);
  const off = cost(quantity, discount);
  return {
    product: purchase.product,
    product_code: purchase.code,
    product_description: purchase.description,
    unit: quantity === 1_000 ? '' : canadian ? 'L' : 'USG',
    quantity_e3: quantity,
    retail_price_e5: billed + discount,
    billed_price_e5: billed,
    net_price_e5: net,
    fet_rate_e5: fet,
    pft_rate_e5: pft,
    gst_minor: gst,
    hst_minor: hst,
    pst_minor: pst,
    qst_minor: qst,
    discount_minor: off,
    amount_minor: before + gst + hst + qst + pst - off,
  };
}

/** Price of a litre (CAD) or gallon (USD) before tax: a slow swing over the year with weekly steps. */
export function dieselPrice(country: 'CA' | 'US', dayNumber: number): number {
  const week = Math.floor(dayNumber / 7);
  const swing = Math.sin(week / 8.3) * 0.07 + Math.sin(week / 2.9) * 0.025;
  // Pumps show four digits of a dollar a litre, and three a gallon.
  const step = country === 'CA' ? 10 : 100;
  return Math.round(((country === 'CA' ? 118_000 : 372_000) * (1 + swing)) / step) * step;
}

/** One stop at the pump: diesel, often DEF with it, now and then the scale. */
export function stopLines(
  random: Random,
  station: DemoStation,
  day: string,
  dayNumber: number,
): DemoLine[] {
  const canadian = station.town.country === 'CA';
  const net = dieselPrice(station.town.country, dayNumber) + station.offset;
  const discount = random.chance(0.25) ? random.whole(1, 8) * 500 : 0;
  const litres = canadian ? random.whole(18_000, 74_000) : random.whole(5_500, 18_500);
  const diesel = (quantity: number): DemoLine =>
    line(
      { product: 'DIESEL', code: 'D1', description: 'Diesel', quantity, net, discount, fuel: true },
      station,
      day,
    );
  const lines = [diesel(litres * 10)];
  // Two tanks are two sales: the second one is smaller.
  if (random.chance(0.04)) lines.push(diesel(Math.round(litres / 3) * 10));
  if (random.chance(0.35)) {
    const quantity = (canadian ? random.whole(1_500, 4_200) : random.whole(400, 1_200)) * 10;
    const def = canadian ? 112_000 : 379_900;
    lines.push(
      line(
        {
          product: 'DEF',
          code: 'DEF',
          description: 'Diesel exhaust fluid',
          quantity,
          net: def,
          discount: 0,
          fuel: false,
        },
        station,
        day,
      ),
    );
  }
  if (random.chance(0.03)) {
    lines.push(
      line(
        {
          product: 'SCALE',
          code: 'SCLE',
          description: 'Weigh scale',
          quantity: 1_000,
          net: 1_450_000,
          discount: 0,
          fuel: false,
        },
        station,
        day,
      ),
    );
  }
  return lines;
}
