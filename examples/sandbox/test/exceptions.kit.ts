import { openStore } from '../src/db/engine.ts';
import type { Store } from '../src/db/store.ts';
import { createSandbox } from '../src/index.ts';
import { keptData } from './database.ts';
import { IN_TESTS } from './helpers.ts';

/** 20 days from Thursday, 2026-10-01. */
const DAYS = Array.from(
  { length: 20 },
  (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`,
);
const LAST = 19;
const TORONTO = { id: 900_001, number: 'S-TO', city: 'Toronto', lat: 43_653_200, lng: -79_383_200 };
const MONTREAL = {
  id: 900_002,
  number: 'S-MO',
  city: 'Montréal',
  lat: 45_501_700,
  lng: -73_567_300,
};

/** Rules that are planted twice on each of 25 cards, in their weeks of days 4 to 10 and 11 to 17. */
const TWICE = [
  'product',
  'fill_volume',
  'day_volume',
  'week_volume',
  'day_amount',
  'large_fill',
  'hours',
  'price',
  'far_apart',
] as const;
const EACH = 25;

interface Fill {
  time: string;
  litres: number;
  /** Cents. */
  amount: number;
  /** 1/100,000. */
  price: number;
  def: boolean;
  away: boolean;
}

const CLEAN: Fill = {
  time: '12:00:00',
  litres: 400,
  amount: 60_000,
  price: 150_000,
  def: false,
  away: false,
};
/** Exactly at each limit. */
const AT_LIMIT: Fill = { ...CLEAN, litres: 1_000, amount: 300_000, price: 157_500 };

/** What a day of a card has: the planted exception is its last fill. */
function fillsOf(rule: string, day: number): readonly Fill[] {
  if (rule === 'week_volume' && day >= 4 && day <= 17) {
    return [{ ...CLEAN, litres: day === 10 || day === 17 ? 400 : 800 }];
  }
  if (day === LAST) return [AT_LIMIT];
  if (day !== 4 && day !== 12) return [CLEAN];
  const changed: Readonly<Record<string, readonly Partial<Fill>[]>> = {
    product: [{ def: true }],
    fill_volume: [{ litres: 1_001 }],
    day_volume: [{ litres: 800 }, { litres: 800, time: '18:00:00' }],
    day_amount: [{ amount: 300_001 }],
    large_fill: [{ litres: 1_201 }],
    hours: [{ time: '03:00:00' }],
    price: [{ price: 157_501 }],
    far_apart: [{}, { time: '13:00:00', litres: 100, away: true }],
  };
  return (changed[rule] ?? [{}]).map((change) => ({ ...CLEAN, ...change }));
}

const plantedOn = (rule: string): readonly number[] =>
  rule === 'card_on_hold' ? [LAST] : rule === 'week_volume' ? [10, 17] : [4, 12];

/**
 * Cards with 20 days of purchases at or below every limit, except for 500 planted exceptions, 50 of each rule. Returns
 * 'rule code' of each of them.
 */
async function plant(store: Store): Promise<readonly string[]> {
  const rules = [
    ...TWICE.flatMap((rule) => Array.from({ length: EACH }, () => rule as string)),
    ...Array.from({ length: 2 * EACH }, () => 'card_on_hold'),
  ];
  const planted: string[] = [];
  const headers: Record<string, string | number | null>[] = [];
  const lines: Record<string, string | number | null>[] = [];
  let id = 2_000_000_000_001;
  for (const [index, rule] of rules.entries()) {
    const card = index + 1;
    for (const [day, date] of DAYS.entries()) {
      const fills = fillsOf(rule, day);
      for (const [fill, { amount, away, def, litres, price, time }] of fills.entries()) {
        const code = `P-${card}-${day}-${fill}`;
        const station = away ? MONTREAL : TORONTO;
        if (plantedOn(rule).includes(day) && fill === fills.length - 1)
          planted.push(`${rule} ${code}`);
        headers.push({
          id,
          identity: `planted|${id}`,
          authentication_id: code,
          printed_auth_code: code,
          txn_date: `${date}T${time}`,
          business_date: date,
          card_id: card,
          card_number: `70001${card}`,
          company_id: 1 + (card % 2),
          company_name: 'Planted',
          provider: 'ESSO',
          station_id: station.id,
          station_number: station.number,
          city: station.city,
          province: away ? 'QC' : 'ON',
          currency: 'CAD',
          amount_minor: amount,
          price_e5: price,
        });
        for (const [position, product] of ['DIESEL', ...(def ? ['DEF'] : [])].entries()) {
          lines.push({
            transaction_id: id,
            position,
            occurrence: 1,
            line_key: `planted|${id}|${position}`,
            product,
            unit: 'L',
            quantity_e3: product === 'DEF' ? 10_000 : litres * 1_000,
            billed_price_e5: price + 2_000,
            markup_e5: 2_000,
            business_date: date,
          });
        }
        id += 1;
      }
    }
  }
  await store.write(async (tx) => {
    for (const { city, id: station, lat, lng, number } of [TORONTO, MONTREAL]) {
      await tx
        .insertInto('stations')
        .values({
          id: station,
          provider: 'ESSO',
          number,
          name: city,
          city,
          lat_e6: lat,
          lng_e6: lng,
        })
        .execute();
    }
    for (const [index, rule] of rules.entries()) {
      await tx
        .updateTable('cards')
        .set({
          card_type: rule === 'product' ? 'Diesel only' : 'Diesel and DEF',
          uom: 'Litres',
          usage_above_volume_limits: 'No',
          weekly_vehicle_quantity_refresh_day: '{"monday":true}',
          transaction_fuel_quantity_limits_minor: rule === 'large_fill' ? 0 : 100_000,
          daily_vehicle_quantity_limit_in_gallons_minor: 150_000,
          weekly_fuel_quantity_limit_minor: 500_000,
          daily_card_limit_minor: 300_000,
          card_status: rule === 'card_on_hold' ? 'HOLD' : 'RELEASE',
          held_since: rule === 'card_on_hold' ? (DAYS[LAST] as string) : '',
        })
        .where('id', '=', index + 1)
        .execute();
    }
    await store.insertMany(
      'rates',
      DAYS.map((day) => ({
        provider: 'Esso',
        effective_date: day,
        effective_to: '',
        site_number: TORONTO.number,
        product: 'DIESEL',
        product_code: 'DIESEL',
        currency: 'CAD',
        unit: 'L',
        price_e5: 150_000,
      })),
    );
    await store.insertMany('transactions', headers);
    await store.insertMany('transaction_lines', lines);
  });
  return planted;
}

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
export const HOURS = { hours: { days: WEEK, from: '05:00', to: '22:00' } };
export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
export const EMPTY = { ...IN_TESTS, demo: { ...IN_TESTS.demo, transactions: 0, invoices: 0 } };

/** A database with planted exceptions, not judged yet. */
export async function planted() {
  const at = await keptData(EMPTY);
  await (await createSandbox({ ...EMPTY, ...at })).close();
  const store = await openStore(at);
  const expected = await plant(store);
  return { at, expected: [...expected].sort(), store };
}

export const foundIn = async (store: Awaited<ReturnType<typeof openStore>>) => {
  const rows = await store.read
    .selectFrom('exceptions')
    .select(['rule', 'authentication_id', 'state'])
    .execute();
  return rows.map((row) => `${row.rule} ${row.authentication_id}`).sort();
};
