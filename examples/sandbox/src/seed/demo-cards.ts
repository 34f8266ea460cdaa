import { demoCardNumber } from '../../../provider-files/demo-cards.ts';
import { dayMap } from '../cards/day-map.ts';
import { addDays } from '../days.ts';
import type { Store } from '../db/store.ts';
import type { DemoCompany } from './demo-companies.ts';
import { personName, plate } from './names.ts';
import type { Random } from './random.ts';

export interface DemoCard {
  readonly id: number;
  readonly number: string;
  readonly company: DemoCompany;
  readonly driver: string;
  readonly unit: string;
  odometer: number;
}

/** Fleets of very different sizes: a few large, many small; the first company is among the large. */
function fleetOf(companies: readonly DemoCompany[], random: Random): DemoCompany {
  return companies[Math.floor(random.next() ** 2 * companies.length)] as DemoCompany;
}

/** `referenceDay` is the day of the last purchases: a card that is on hold was put on hold the day after. */
function cardRow(card: DemoCard, random: Random, issued: string, referenceDay: string) {
  const { company } = card;
  const held = random.chance(0.08);
  const cents = (from: number, to: number): number => random.whole(from, to) * 100;
  /** Of litres; a fleet in the United States has its limits in gallons. */
  const volume = (from: number, to: number): number =>
    company.currency === 'CAD' ? cents(from, to) : cents(Math.round(from / 4), Math.round(to / 4));
  return {
    id: card.id,
    card_number: card.number,
    company_id: company.id,
    company_name: company.name,
    company_number: company.code,
    card_issue_date: issued,
    status: held ? 'INACTIVE' : 'ACTIVE',
    card_status: held ? 'HOLD' : 'RELEASE',
    held_since: held ? addDays(referenceDay, 1) : '',
    card_group: `${company.town.name} terminal`,
    card_type: random.weighted({ 'Diesel and DEF': 6, 'Diesel only': 3, 'All products': 1 }),
    plastic_type: random.weighted({ Fleet: 6, Driver: 3, 'Fleet Plus': 1 }),
    trailer_number: random.chance(0.7) ? `TR${random.digits(5)}` : 'None',
    driver_name: card.driver,
    driver_id: random.digits(6),
    other_id: plate(random, company.town.province),
    commercial_driver_license: `${company.town.province}${random.digits(8)}`,
    vehicle_assigned_to_card: card.unit,
    usage_above_volume_limits: random.chance(0.2) ? 'Yes' : 'No',
    cash_advance_type: random.weighted({ None: 5, Daily: 3, Weekly: 2 }),
    cash_refresh_days: dayMap(random.chance(0.5) ? ['monday', 'thursday'] : ['na']),
    dash_cash_memo: 'None',
    weekly_product_refresh: random.pick(['monday', 'sunday']),
    weekly_vehicle_quantity_refresh_day: dayMap(['monday']),
    non_highway_fuel_weekly_refresh_day: dayMap(['na']),
    reefer: random.chance(0.3) ? 'Yes' : 'No',
    uom: company.currency === 'CAD' ? 'Litres' : 'Gallons',
    odometer: card.odometer,
    trip_number: random.whole(100, 9_999),
    daily_card_limit_minor: cents(1_500, 3_500),
    daily_cash_limit_minor: cents(0, 300),
    dash_cash_balance_minor: random.chance(0.4) ? random.whole(0, 60_000) : 0,
    increment_dash_cash_amount_minor: cents(0, 100),
    debit_dollar_balance_minor: 0,
    paycheck_balance_minor: 0,
    refreshing_cash_balance_minor: random.whole(0, 30_000),
    refreshing_cash_limits_minor: cents(100, 500),
    daily_vehicle_quantity_limit_in_gallons_minor: volume(1_200, 2_000),
    transaction_fuel_quantity_limits_minor: volume(900, 1_400),
    weekly_fuel_quantity_limit_minor: volume(2_400, 4_800),
    weekly_fuel_quantity_balance_minor: cents(0, 600),
    weekly_product_refresh_money_amount_minor: cents(500, 2_000),
    weekly_product_balance_minor: cents(0, 500),
    non_highway_fuel_limit_minor: cents(0, 200),
    non_highway_fuel_daily_quantity_limit_minor: cents(0, 100),
    non_highway_fuel_weekly_quantity_limit_minor: cents(0, 300),
    non_highway_fuel_weekly_balance_minor: 0,
  };
}

/** Cards of the companies' drivers, and to whom they have been assigned since their issue. */
export function seedCards(
  store: Store,
  random: Random,
  companies: readonly DemoCompany[],
  count: number,
  referenceDay: string,
): DemoCard[] {
  const cards: DemoCard[] = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    number: demoCardNumber(index),
    company: fleetOf(companies, random),
    driver: personName(random).join(' '),
    unit: `${random.pick(['T', 'K', 'V'])}${random.digits(4)}`,
    odometer: random.whole(40_000, 900_000),
  }));
  const issued = cards.map(() => addDays(referenceDay, -random.whole(560, 1_500)));
  store.insertMany(
    'cards',
    cards.map((card, index) => cardRow(card, random, issued[index] ?? '', referenceDay)),
  );
  store.insertMany(
    'card_assignments',
    cards.map((card, index) => ({
      card_id: card.id,
      company_id: card.company.id,
      from_date: issued[index] ?? '',
    })),
  );
  return cards;
}
