import { addDays, daysBetween, monthStart, weekday } from '../days.ts';
import type { Store } from '../db/store.ts';
import type { DemoCard } from './demo-cards.ts';
import { stopLines } from './demo-lines.ts';
import type { DemoStation } from './demo-stations.ts';
import type { Random } from './random.ts';

const MONTHS = 18;
/** Sunday to Saturday: how busy the pumps are. */
const BUSY = [0.5, 1, 1.1, 1.15, 1.15, 1.1, 0.7];
const BATCH = 1_000;
/** Share of stops beyond the border. */
const ABROAD = 0.12;

/** What is billed for a company, in a month and a currency. */
export interface Billing {
  readonly companyId: number;
  /** YYYY-MM. */
  readonly month: string;
  readonly currency: string;
  total: number;
  readonly transactionIds: number[];
}

/** How many stops on each day, so that they add up to `count` and grow a little with time. */
function spread(from: string, to: string, count: number): { day: string; stops: number }[] {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) =>
    addDays(from, index),
  );
  const weight = (day: string, index: number): number =>
    (BUSY[weekday(day)] ?? 1) * (1 + (0.35 * index) / days.length);
  const weights = days.map(weight);
  const all = weights.reduce((sum, value) => sum + value, 0);
  let planned = 0;
  let passed = 0;
  return days.map((day, index) => {
    passed += weights[index] ?? 0;
    const upTo = Math.round((passed / all) * count);
    const stops = upTo - planned;
    planned = upTo;
    return { day, stops };
  });
}

/** Where a card is used: stations of its company's province and its neighbours on the same roads. */
function rangeOf(stations: readonly DemoStation[]) {
  const ranges = new Map<string, readonly DemoStation[]>();
  return (town: DemoStation['town'], abroad: boolean): readonly DemoStation[] => {
    const key = `${town.name} ${town.province} ${abroad}`;
    const known = ranges.get(key);
    if (known) return known;
    const near = stations
      .filter((station) => (station.town.country === town.country) !== abroad)
      .map((station) => ({
        station,
        distance: Math.hypot(station.town.lat - town.lat, (station.town.lng - town.lng) * 0.7),
      }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, 36)
      .map(({ station }) => station);
    ranges.set(key, near);
    return near;
  };
}

function timeOf(random: Random): string {
  const hour = Math.min(23, Math.floor((random.next() + random.next()) * 12));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(hour)}:${two(random.whole(0, 59))}:${two(random.whole(0, 59))}`;
}

/** A stop at a station, with what was bought. */
interface Stop {
  readonly id: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** HH:MM:SS. */
  readonly time: string;
  readonly card: DemoCard;
  readonly station: DemoStation;
  readonly currency: 'CAD' | 'USD';
  readonly lines: ReturnType<typeof stopLines>;
  /** In minor units. */
  readonly amount: number;
  /** Six digits. */
  readonly number: string;
  readonly auth: string;
  readonly odometer: number;
}

/** Makes stops of the cards, one after the other. */
function stopMaker(
  random: Random,
  cards: readonly DemoCard[],
  stations: readonly DemoStation[],
  firstId: number,
) {
  const range = rangeOf(stations);
  let id = firstId;
  return (day: string, time: string): Stop => {
    const card = random.pick(cards);
    const near = range(card.company.town, random.chance(ABROAD));
    // Most stops are at the nearest stations.
    const station = near[Math.floor(random.next() ** 2 * near.length)] as DemoStation;
    const lines = stopLines(random, station, day, daysBetween('2025-01-01', day));
    const number = random.digits(6);
    const auth = `A${250_000_000 + (id - firstId) * 37 + random.whole(0, 36)}`;
    card.odometer += random.whole(300, 1_400);
    const { odometer } = card;
    return {
      ...{ id: id++, day, time, card, station, lines, number, auth, odometer },
      currency: station.town.country === 'CA' ? 'CAD' : 'USD',
      amount: lines.reduce((sum, line) => sum + line.amount_minor, 0),
    };
  };
}

type Columns = Record<string, string | number>;

const headerOf = ({ card, station, ...stop }: Stop): Columns => ({
  id: stop.id,
  // As if imported: with nulls only, the database would not use their indexes.
  identity: `demo|${stop.id}`,
  txn_number: stop.number,
  authentication_id: stop.auth,
  printed_auth_code: stop.auth,
  txn_date: `${stop.day}T${stop.time}`,
  business_date: stop.day,
  card_number: card.number,
  account: card.company.code,
  provider: station.provider,
  company_name: card.company.name,
  station_number: station.number,
  station_name: station.name,
  address: station.address,
  city: station.town.name,
  province: station.town.province,
  fuel_type: 'D1',
  currency: stop.currency,
  driver: card.driver,
  unit_number: card.unit,
  amount_minor: stop.amount,
  price_e5: stop.lines[0]?.billed_price_e5 ?? 0,
  card_id: card.id,
  company_id: card.company.id,
  station_id: station.id,
});

const linesOf = ({ card, day, id, lines, number, odometer, station }: Stop): Columns[] =>
  lines.map((line, position) => ({
    transaction_id: id,
    line_key: `demo|${id}|${position}`,
    occurrence: 1,
    position,
    txn_number: number,
    business_date: day,
    card_number: card.number,
    station_number: station.number,
    sale_type: 'SALE',
    odometer: String(odometer),
    ...line,
  }));

/** Adds a stop to what is billed for its company, in its month and currency. */
function bill(billings: Map<string, Billing>, { amount, card, currency, day, id }: Stop): void {
  const month = day.slice(0, 'YYYY-MM'.length);
  const companyId = card.company.id;
  const key = `${companyId} ${month} ${currency}`;
  const billing = billings.get(key) ?? { companyId, month, currency, total: 0, transactionIds: [] };
  billing.total += amount;
  billing.transactionIds.push(id);
  billings.set(key, billing);
}

/** Eighteen months of stops, oldest first, and what to bill of them. */
export async function seedTransactions(
  store: Store,
  random: Random,
  cards: readonly DemoCard[],
  stations: readonly DemoStation[],
  count: number,
  referenceDay: string,
  firstId: number,
): Promise<Billing[]> {
  const firstMonth = monthStart(referenceDay, -MONTHS).slice(0, 'YYYY-MM-'.length);
  const from = addDays(`${firstMonth}${referenceDay.slice('YYYY-MM-'.length)}`, 1);
  const stopAt = stopMaker(random, cards, stations, firstId);
  const billings = new Map<string, Billing>();
  const headers: Columns[] = [];
  const lines: Columns[] = [];
  const flush = async (): Promise<void> => {
    await store.insertMany('transactions', headers.splice(0));
    await store.insertMany('transaction_lines', lines.splice(0));
  };
  for (const { day, stops } of spread(from, referenceDay, count)) {
    const times = Array.from({ length: stops }, () => timeOf(random)).sort();
    for (const time of times) {
      const stop = stopAt(day, time);
      headers.push(headerOf(stop));
      lines.push(...linesOf(stop));
      bill(billings, stop);
      if (headers.length >= BATCH) await flush();
    }
  }
  await flush();
  return [...billings.values()];
}
