import type { Selectable } from 'kysely';
import { money, SCALES, toUnits } from '../amounts.ts';
import type { CardsTable } from '../db/schema-fleet.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import type { ExportColumn } from '../lists/whole-list-routes.ts';
import { dayNames, wholeWeek } from './day-map.ts';

export type CardRow = Selectable<CardsTable>;

const names = (text: string): string[] => text.trim().split(/\s+/);

/** Wire fields stored as they are, in the order of the export's columns. */
const TEXTS =
  names(`card_number card_issue_date status card_group card_status card_type plastic_type
  company_name company_number trailer_number driver_name driver_id other_id
  commercial_driver_license vehicle_assigned_to_card usage_above_volume_limits reefer uom
  cash_advance_type cash_refresh_days dash_cash_memo weekly_product_refresh
  weekly_vehicle_quantity_refresh_day non_highway_fuel_weekly_refresh_day`) as (keyof CardRow)[];
const DAY_MAPS = names(
  'cash_refresh_days weekly_vehicle_quantity_refresh_day non_highway_fuel_weekly_refresh_day',
);
const WHOLES = names('odometer trip_number') as (keyof CardRow)[];

/** Amounts and quantities with two decimals; stored under their name + `_minor`. */
const AMOUNTS =
  names(`daily_card_limit daily_cash_limit dash_cash_balance increment_dash_cash_amount
  debit_dollar_balance paycheck_balance refreshing_cash_balance refreshing_cash_limits
  daily_vehicle_quantity_limit_in_gallons transaction_fuel_quantity_limits
  weekly_fuel_quantity_limit weekly_fuel_quantity_balance weekly_product_refresh_money_amount
  weekly_product_balance non_highway_fuel_limit non_highway_fuel_daily_quantity_limit
  non_highway_fuel_weekly_quantity_limit non_highway_fuel_weekly_balance`);

const amountColumn = (name: string): keyof CardRow => `${name}_minor` as keyof CardRow;

export const CARD_LIST: ListDefinition<'cards'> = {
  table: 'cards',
  fields: fieldsOf({
    text: TEXTS.join(' '),
    whole: ['id', ...WHOLES].join(' '),
    money: Object.fromEntries(AMOUNTS.map((name) => [name, amountColumn(name)])),
  }),
  order: { field: 'id', direction: 'asc' },
  scoped: true,
};

export function presentCard(row: CardRow): Record<string, unknown> {
  const card: Record<string, unknown> = { id: row.id, company: row.company_id };
  for (const name of [...TEXTS, ...WHOLES]) card[name] = row[name];
  for (const name of AMOUNTS) card[name] = money(row[amountColumn(name)] as number);
  return card;
}

/** Columns of Cards.csv: wire names, so that the file can be imported again. */
export const CARD_EXPORT_HEADER: readonly string[] = [...TEXTS, ...WHOLES, ...AMOUNTS];

/** A cell of a file for people: a status and weekdays as the screen has them, which an import reads too (CARD-04). */
function wordsOf(name: keyof CardRow, row: CardRow): string {
  const value = row[name] as string;
  if (name === 'card_status') return value === 'RELEASE' ? 'ACTIVE' : value;
  return DAY_MAPS.includes(name) ? dayNames(value) : value;
}

export const CARD_EXPORT: readonly ExportColumn<CardRow>[] = [
  ...[...TEXTS, ...WHOLES].map((name) => [name, (row: CardRow) => wordsOf(name, row)] as const),
  ...AMOUNTS.map(
    (name) => [name, (row: CardRow) => money(row[amountColumn(name)] as number)] as const,
  ),
];

/** Converts a card of the wire to columns, of the fields that it has. */
export function cardColumns(
  card: Readonly<Record<string, unknown>>,
): Record<string, string | number> {
  const columns: Record<string, string | number> = {};
  const sent = (name: string): boolean => Object.hasOwn(card, name);
  for (const name of TEXTS.filter(sent)) {
    const text = String(card[name] ?? '');
    columns[name] = DAY_MAPS.includes(name) ? wholeWeek(text) : text;
  }
  for (const name of WHOLES.filter(sent)) columns[name] = Number(card[name] ?? 0);
  for (const name of AMOUNTS.filter(sent)) {
    columns[amountColumn(name)] = toUnits(String(card[name] ?? ''), SCALES.money);
  }
  return columns;
}
