import * as z from 'zod/mini';
import { decimal, flag, instant, rows, text } from '../../resource/wire-values.ts';

/** An exception, as in the list (TXN-18). */
export const exceptionSchema = z.object({
  id: text(),
  /** What a person reads: 'Over daily limit'. */
  rule_name: text(),
  /** Name of the rule: 'day_amount'. */
  rule: text(),
  /** The purchase's code, which its routes contain. */
  authentication_id: text(),
  /** The station's time of the purchase. */
  txn_date: instant(),
  card_number: text(),
  company_name: text(),
  station_number: text(),
  /** With its unit: '910.00 CAD', '512.40 L', 'DEF'. */
  figure: text(),
  limit: text(),
  /** 'Open', 'Explained' or 'Dismissed'. */
  state: text(),
  /** Who explained or dismissed it, why and when. */
  settled_by: text(),
  reason: text(),
  settled_at: text(),
  created_at: text(),
  /** The import that entered the purchase; in the list. */
  import_id: text(),
});

/** A purchase of the card, the latest first. */
const pastPurchaseSchema = z.object({
  authentication_id: text(),
  /** The names of the rules that it broke, settled ones included: 'Over daily limit, Card on hold'. */
  exceptions: text(),
  /** Whether it was judged; false for one that nobody had judged, which may have exceptions. */
  judged: flag(),
  txn_date: instant(),
  txn_station: text(),
  address: text(),
  products: text(),
  quantity: decimal(),
  unit: text(),
  amount: decimal(),
  currency: text(),
  /** What was bought, each line by itself: litres of one product and of another don't add up. */
  lines: rows(z.object({ product: text(), quantity: decimal(), unit: text() })),
});

/** A single exception: with the purchase, the card's limits, and the card's last ten purchases. */
export const exceptionDetailSchema = z.extend(exceptionSchema, {
  products: text(),
  quantity: decimal(),
  unit: text(),
  amount: decimal(),
  currency: text(),
  address: text(),
  card_status: text(),
  card_type: text(),
  held_since: text(),
  transaction_fuel_quantity_limits: decimal(),
  daily_vehicle_quantity_limit_in_gallons: decimal(),
  weekly_fuel_quantity_limit: decimal(),
  daily_card_limit: decimal(),
  card_currency: text(),
  card_unit: text(),
  usage_above_volume_limits: text(),
  purchases: rows(pastPurchaseSchema),
});

/**
 * An exception.
 * @useDeclaredType
 */
export interface PurchaseException extends z.output<typeof exceptionSchema> {}
/**
 * An exception with the purchase beside its card.
 * @useDeclaredType
 */
export interface ExceptionDetail extends z.output<typeof exceptionDetailSchema> {}
/**
 * A purchase of the exception's card.
 * @useDeclaredType
 */
export interface PastPurchase extends z.output<typeof pastPurchaseSchema> {}
