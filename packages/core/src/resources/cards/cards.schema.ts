import * as z from 'zod/mini';
import { WEEKDAYS } from '../../format/dates.ts';
import type { Option } from '../../resource/resource.types.ts';
import { decimal, instant, integer, text } from '../../resource/wire-values.ts';

export const CARD_DAYS = [...WEEKDAYS, 'na'] as const;

/** Weekdays and N/A, each on or off. */
export type DayMap = Readonly<Partial<Record<(typeof CARD_DAYS)[number], boolean>>>;

const dayMapObject = z.partialRecord(z.enum(CARD_DAYS), z.boolean());

/** A day map: JSON text on the wire, an object here (CARD-10). Also accepts an object on the wire. */
const dayMap = () =>
  z.nullish(
    z.codec(z.union([z.string(), dayMapObject]), dayMapObject, {
      decode: (value, context) => {
        if (typeof value !== 'string') return value;
        const parsed = dayMapObject.safeParse(parseJson(value));
        if (parsed.success) return parsed.data;
        context.issues.push({
          code: 'custom',
          input: value,
          message: 'not a day map in JSON text',
        });
        return z.NEVER;
      },
      encode: (value) => JSON.stringify(value),
    }),
  );

function parseJson(value: string): unknown {
  if (value.trim() === '') return {};
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** ACTIVE is called RELEASE on the wire (CARD-11). */
const cardStatus = () =>
  z.nullish(
    z.codec(z.string(), z.string(), {
      decode: (value) => (value === 'RELEASE' ? 'ACTIVE' : value),
      encode: (value) => (value === 'ACTIVE' ? 'RELEASE' : value),
    }),
  );

/** Statuses that can be set; ACTIVE is called RELEASE on the wire (CARD-11). */
export const CARD_STATUSES: readonly Option[] = [
  { key: 'RELEASE', value: 'ACTIVE' },
  { key: 'HOLD', value: 'HOLD' },
];

/** A card without the alias of its paycheck balance, so that it can be encoded as well as decoded. */
export const cardObject = z.object({
  id: text(),
  card_number: text(),
  card_issue_date: instant(),
  status: text(),
  card_group: text(),
  card_status: cardStatus(),
  /** Of a card on hold: since when (YYYY-MM-DD), since which instant, by whom, from which file, and why; '' if unknown. */
  held_since: text(),
  held_at: text(),
  held_by: text(),
  held_from_file: text(),
  hold_reason: text(),
  card_type: text(),
  plastic_type: text(),
  company: text(),
  company_name: text(),
  company_number: text(),
  trailer_number: text(),
  driver_name: text(),
  driver_id: text(),
  other_id: text(),
  commercial_driver_license: text(),
  vehicle_assigned_to_card: text(),
  /** As the driver reads it, km or miles. */
  odometer: integer(),
  /** A number, not an amount. */
  trip_number: integer(),
  usage_above_volume_limits: text(),
  reefer: text(),
  uom: text(),
  cash_advance_type: text(),
  cash_refresh_days: dayMap(),
  daily_card_limit: decimal(),
  daily_cash_limit: decimal(),
  dash_cash_balance: decimal(),
  dash_cash_memo: text(),
  increment_dash_cash_amount: decimal(),
  debit_dollar_balance: decimal(),
  paycheck_balance: decimal(),
  refreshing_cash_balance: decimal(),
  refreshing_cash_limits: decimal(),
  daily_vehicle_quantity_limit_in_gallons: decimal(),
  transaction_fuel_quantity_limits: decimal(),
  weekly_fuel_quantity_limit: decimal(),
  weekly_fuel_quantity_balance: decimal(),
  weekly_vehicle_quantity_refresh_day: dayMap(),
  weekly_product_refresh: text(),
  weekly_product_refresh_money_amount: decimal(),
  weekly_product_balance: decimal(),
  non_highway_fuel_limit: decimal(),
  non_highway_fuel_daily_quantity_limit: decimal(),
  non_highway_fuel_weekly_quantity_limit: decimal(),
  non_highway_fuel_weekly_balance: decimal(),
  non_highway_fuel_weekly_refresh_day: dayMap(),
});

/** `pay_check_balance` is an alias of `paycheck_balance` (CARD-12). */
const underOneName = (wire: unknown): unknown => {
  if (typeof wire !== 'object' || wire === null || !('pay_check_balance' in wire)) return wire;
  const { pay_check_balance: other, ...rest } = wire as Record<string, unknown>;
  return { ...rest, paycheck_balance: rest.paycheck_balance ?? other };
};

/** A fuel card, in lists and as a record. */
export const cardSchema = z.pipe(z.transform(underOneName), cardObject);

/**
 * A fuel card.
 * @useDeclaredType
 */
export interface Card extends z.output<typeof cardObject> {}
