import {
  Decimal,
  type JudgedCard,
  type JudgedLine,
  type JudgedPurchase,
  WEEKDAYS,
} from '@forecourt/core';
import { type Selectable, sql } from 'kysely';
import { SCALES } from '../amounts.ts';
import type { CardsTable } from '../db/schema-fleet.ts';
import type { Store, Writer } from '../db/store.ts';
import { findTown } from '../reference/towns.ts';

/** Columns of a purchase that exceptions repeat. */
const HEADER = [
  'transactions.id',
  'txn_date',
  'authentication_id',
  'transactions.card_number',
  'company_name',
  'company_id',
  'card_id',
  'transactions.provider',
  'station_number',
  'transactions.city',
  'transactions.province',
  'currency',
  'amount_minor',
] as const;

/** A stored purchase as the rules need it, and what an exception repeats of it. */
export interface StoredPurchase extends JudgedPurchase {
  readonly id: number;
  readonly code: string;
  readonly cardId: number | null;
  readonly cardNumber: string;
  readonly companyId: number | null;
  readonly companyName: string;
  readonly provider: string;
  readonly site: string;
}

interface HeaderRow {
  readonly id: number;
  readonly txn_date: string;
  readonly authentication_id: string;
  readonly card_number: string;
  readonly company_name: string;
  readonly company_id: number | null;
  readonly card_id: number | null;
  readonly provider: string;
  readonly station_number: string;
  readonly city: string;
  readonly province: string;
  readonly currency: string;
  readonly amount_minor: number;
  readonly lat_e6: number | null;
  readonly lng_e6: number | null;
}

interface LineOf {
  readonly transaction_id: number | null;
  readonly product: string;
  readonly unit: string;
  readonly quantity_e3: number;
  readonly billed_price_e5: number;
  readonly markup_e5: number;
}

/** Lines that were typed in have no unit: it is that of the currency. */
const unitOf = (unit: string, currency: string): string =>
  unit || (currency === 'USD' ? 'USG' : 'L');

const lineOf = (line: LineOf, currency: string): JudgedLine => ({
  product: line.product,
  quantity: Decimal.of(line.quantity_e3, SCALES.quantity),
  unit: unitOf(line.unit, currency),
  price: Decimal.of(Number(line.billed_price_e5) - Number(line.markup_e5), SCALES.price),
});

function placeOf({ city, lat_e6, lng_e6, province }: HeaderRow) {
  if (lat_e6 !== null && lng_e6 !== null) {
    return { lat: Number(lat_e6) / 1e6, lng: Number(lng_e6) / 1e6 };
  }
  const town = findTown(city, province);
  return town && { lat: town.lat, lng: town.lng };
}

const purchaseOf = (row: HeaderRow, lines: readonly LineOf[]): StoredPurchase => ({
  id: Number(row.id),
  code: row.authentication_id,
  at: row.txn_date,
  cardId: row.card_id === null ? null : Number(row.card_id),
  cardNumber: row.card_number,
  companyId: row.company_id === null ? null : Number(row.company_id),
  companyName: row.company_name,
  provider: row.provider,
  site: row.station_number,
  province: row.province,
  currency: row.currency,
  amount: Decimal.of(row.amount_minor, SCALES.money),
  place: placeOf(row),
  lines: lines.map((line) => lineOf(line, row.currency)),
});

/** Which purchases to load: of cards, between two days (both inclusive); or by their ids. */
export type PurchasesOf =
  | { readonly cardIds: readonly number[]; readonly from: string; readonly to: string }
  | { readonly ids: readonly number[] };

/** Counts the purchases of cards between two days (both inclusive), up to one more than `most`. */
export async function countPurchases(
  tx: Writer,
  store: Store,
  { cardIds, from, to }: Extract<PurchasesOf, { readonly from: string }>,
  most: number,
): Promise<number> {
  const some = tx
    .selectFrom('transactions')
    .select('id')
    .where(sql<boolean>`card_id in ${store.among(cardIds)}`)
    .where('txn_date', '>=', from)
    .where('txn_date', '<', `${to}~`)
    .limit(most + 1);
  const { count } = await tx
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Loads purchases with their lines, in the order in which they were made: two queries, whatever their number. */
export async function loadPurchases(
  tx: Writer,
  store: Store,
  which: PurchasesOf,
): Promise<readonly StoredPurchase[]> {
  const all = tx
    .selectFrom('transactions')
    .leftJoin('stations', 'stations.id', 'transactions.station_id')
    .select(HEADER)
    .select(['lat_e6', 'lng_e6']);
  const chosen =
    'ids' in which
      ? all.where(sql<boolean>`transactions.id in ${store.among(which.ids)}`)
      : all
          .where(sql<boolean>`transactions.card_id in ${store.among(which.cardIds)}`)
          .where('txn_date', '>=', which.from)
          .where('txn_date', '<', `${which.to}~`);
  const rows: readonly HeaderRow[] = await chosen
    .orderBy('txn_date')
    .orderBy('transactions.id')
    .execute();
  const lines: readonly LineOf[] = await tx
    .selectFrom('transaction_lines')
    .select(['transaction_id', 'product', 'unit', 'quantity_e3', 'billed_price_e5', 'markup_e5'])
    .where(sql<boolean>`transaction_id in ${store.among(rows.map(({ id }) => Number(id)))}`)
    .orderBy('transaction_id')
    .orderBy('position')
    .execute();
  const byPurchase = Map.groupBy(lines, ({ transaction_id }) => Number(transaction_id));
  return rows.map((row) => purchaseOf(row, byPurchase.get(Number(row.id)) ?? []));
}

const limitOf = (minor: number) => Decimal.of(minor, SCALES.money);

function weekStarts(map: string): JudgedCard['weekStarts'] {
  const days = JSON.parse(map || '{}') as Record<string, boolean>;
  return WEEKDAYS.filter((day) => days[day] === true);
}

/** A card as the rules need it. */
const judgedCard = (
  card: Pick<
    Selectable<CardsTable>,
    | 'card_type'
    | 'uom'
    | 'card_status'
    | 'held_since'
    | 'usage_above_volume_limits'
    | 'transaction_fuel_quantity_limits_minor'
    | 'daily_vehicle_quantity_limit_in_gallons_minor'
    | 'weekly_fuel_quantity_limit_minor'
    | 'daily_card_limit_minor'
    | 'weekly_vehicle_quantity_refresh_day'
  >,
): JudgedCard => ({
  type: card.card_type,
  unit: card.uom === 'Gallons' ? 'USG' : 'L',
  heldSince: card.card_status === 'HOLD' ? card.held_since : '',
  mayExceed: card.usage_above_volume_limits.toLowerCase() === 'yes',
  fillVolume: limitOf(card.transaction_fuel_quantity_limits_minor),
  dayVolume: limitOf(card.daily_vehicle_quantity_limit_in_gallons_minor),
  weekVolume: limitOf(card.weekly_fuel_quantity_limit_minor),
  dayAmount: limitOf(card.daily_card_limit_minor),
  weekStarts: weekStarts(card.weekly_vehicle_quantity_refresh_day),
});

/** Loads cards by their ids. */
export async function loadCards(
  tx: Writer,
  store: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, JudgedCard>> {
  const rows = await tx
    .selectFrom('cards')
    .select([
      'id',
      'card_type',
      'uom',
      'card_status',
      'held_since',
      'usage_above_volume_limits',
      'transaction_fuel_quantity_limits_minor',
      'daily_vehicle_quantity_limit_in_gallons_minor',
      'weekly_fuel_quantity_limit_minor',
      'daily_card_limit_minor',
      'weekly_vehicle_quantity_refresh_day',
    ])
    .where(sql<boolean>`id in ${store.among(ids)}`)
    .execute();
  return new Map(rows.map((row) => [Number(row.id), judgedCard(row)]));
}
