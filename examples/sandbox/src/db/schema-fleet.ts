import type { Generated } from 'kysely';
import type { NullableText, Ref, Text, Version, Whole } from './schema-columns.ts';

/** Cards, stations, transactions and rates, as kysely sees them. */
export interface CardsTable {
  id: Generated<number>;
  version: Version;
  card_number: Text;
  card_issue_date: Text;
  status: Text;
  card_group: Text;
  card_status: Text;
  card_type: Text;
  plastic_type: Text;
  company_name: Text;
  company_number: Text;
  trailer_number: Text;
  driver_name: Text;
  driver_id: Text;
  other_id: Text;
  commercial_driver_license: Text;
  vehicle_assigned_to_card: Text;
  usage_above_volume_limits: Text;
  cash_advance_type: Text;
  cash_refresh_days: Text;
  dash_cash_memo: Text;
  weekly_product_refresh: Text;
  weekly_vehicle_quantity_refresh_day: Text;
  non_highway_fuel_weekly_refresh_day: Text;
  reefer: Text;
  uom: Text;
  provider: Text;
  created_at: Text;
  updated_at: Text;
  odometer: Whole;
  trip_number: Whole;
  daily_card_limit_minor: Whole;
  daily_cash_limit_minor: Whole;
  dash_cash_balance_minor: Whole;
  increment_dash_cash_amount_minor: Whole;
  debit_dollar_balance_minor: Whole;
  paycheck_balance_minor: Whole;
  refreshing_cash_balance_minor: Whole;
  refreshing_cash_limits_minor: Whole;
  daily_vehicle_quantity_limit_in_gallons_minor: Whole;
  transaction_fuel_quantity_limits_minor: Whole;
  weekly_fuel_quantity_limit_minor: Whole;
  weekly_fuel_quantity_balance_minor: Whole;
  weekly_product_refresh_money_amount_minor: Whole;
  weekly_product_balance_minor: Whole;
  non_highway_fuel_limit_minor: Whole;
  non_highway_fuel_daily_quantity_limit_minor: Whole;
  non_highway_fuel_weekly_quantity_limit_minor: Whole;
  non_highway_fuel_weekly_balance_minor: Whole;
  company_id: Ref;
  /** Day on which it was put on hold, YYYY-MM-DD; '' if it isn't. */
  held_since: Text;
}

export interface CardAssignmentsTable {
  id: Generated<number>;
  from_date: Text;
  card_id: Ref;
  company_id: Ref;
}

export interface StationsTable {
  id: Generated<number>;
  provider: Text;
  number: Text;
  name: Text;
  address: Text;
  city: Text;
  province: Text;
  country: Text;
  postal_code: Text;
  lat_e6: Whole;
  lng_e6: Whole;
}

export interface TransactionsTable {
  id: Generated<number>;
  version: Version;
  txn_number: Text;
  authentication_id: Text;
  printed_auth_code: Text;
  txn_date: Text;
  business_date: Text;
  card_number: Text;
  account: Text;
  provider: Text;
  company_name: Text;
  station_number: Text;
  station_name: Text;
  address: Text;
  city: Text;
  province: Text;
  fuel_type: Text;
  currency: Text;
  driver: Text;
  unit_number: Text;
  created_at: Text;
  updated_at: Text;
  reversal: Whole;
  /** 1 once its exceptions have been looked for (TXN-18). */
  judged: Whole;
  amount_minor: Whole;
  price_e5: Whole;
  card_id: Ref;
  company_id: Ref;
  station_id: Ref;
  /** Of a transaction without lines that was billed before lines were billed one by one. */
  invoice_id: Ref;
  import_id: Ref;
  identity: NullableText;
}

export interface TransactionLinesTable {
  id: Generated<number>;
  product: Text;
  product_code: Text;
  product_description: Text;
  unit: Text;
  sale_type: Text;
  breakdown_name: Text;
  provider_invoice: Text;
  odometer: Text;
  account: Text;
  card_number: Text;
  station_number: Text;
  txn_number: Text;
  business_date: Text;
  position: Whole;
  reversal: Whole;
  occurrence: Whole;
  quantity_e3: Whole;
  retail_price_e5: Whole;
  billed_price_e5: Whole;
  net_price_e5: Whole;
  fet_rate_e5: Whole;
  pft_rate_e5: Whole;
  cbt_rate_e5: Whole;
  gst_minor: Whole;
  hst_minor: Whole;
  pst_minor: Whole;
  qst_minor: Whole;
  discount_minor: Whole;
  misc_minor: Whole;
  amount_minor: Whole;
  /** The company's markup in the prices, per unit. */
  markup_e5: Whole;
  transaction_id: Ref;
  import_id: Ref;
  /** The invoice that bills it; null while it is unbilled (INV-14). */
  invoice_id: Ref;
  line_key: NullableText;
}

export interface AttachmentsTable {
  id: Generated<number>;
  name: Text;
  content_type: Text;
  /** Its bytes in base64. */
  content: Text;
  created_at: Text;
  size: Whole;
  transaction_id: Ref;
}

export interface RatesTable {
  id: Generated<number>;
  provider: Text;
  /** First and last day; an empty last day is the first. */
  effective_date: Text;
  effective_to: Text;
  city: Text;
  product_code: Text;
  site_number: Text;
  site_name: Text;
  product: Text;
  province: Text;
  currency: Text;
  unit: Text;
  created_at: Text;
  net_price_e5: Whole;
  /** With fuel taxes. */
  price_e5: Whole;
  retail_price_e5: Whole;
  total_price_e5: Whole;
}

/** A type of cards that `GET types` names. */
export interface ListedTypesTable {
  /** 'CARD_TYPE'. */
  type: Text;
  value: Text;
  /** Its place among those of its type. */
  position: Whole;
}

/**
 * Sums of the purchases of a day (SHELL-10), kept by triggers. PostgreSQL has several rows of a day, to add up.
 */
export interface PurchaseSumsTable {
  /** A company's id, or 0 for all purchases. */
  scope: Whole;
  day: Text;
  currency: Text;
  purchases: Whole;
  amount_minor: Whole;
  /** Purchases with a line that no invoice bills, and what those lines are together. */
  unbilled_purchases: Whole;
  unbilled_minor: Whole;
}

/** Sums of the lines of a day by product and unit, kept like those of purchases. */
export interface ProductSumsTable {
  scope: Whole;
  day: Text;
  currency: Text;
  product: Text;
  /** L or USG; '' for what is counted. */
  unit: Text;
  quantity_e3: Whole;
  amount_minor: Whole;
  /** Quantity by price without the markup, in 1/100,000,000. */
  cost_e8: Whole;
}

/** Sums of the lines of a month by customer, province, product and unit (REP-01), kept like those of purchases. */
export interface SalesSumsTable {
  /** 0 for purchases of no known company. */
  company_id: Whole;
  /** YYYY-MM. */
  month: Text;
  company_name: Text;
  province: Text;
  currency: Text;
  product: Text;
  /** L or USG; '' for what is counted. */
  unit: Text;
  lines: Whole;
  quantity_e3: Whole;
  amount_minor: Whole;
  taxes_minor: Whole;
}

/** What Truck Care adds up (SHELL-11): a purchase's lines of one of its products and units, kept by triggers. */
export interface TruckCarePurchasesTable {
  /** YYYY-MM-DD. */
  day: Text;
  transaction_id: Whole;
  product: Text;
  /** L or USG; '' for what is counted. */
  unit: Text;
  company_id: Ref;
  company_name: Text;
  unit_number: Text;
  currency: Text;
  /** That of its first line. */
  line_id: Whole;
  quantity_e3: Whole;
  amount_minor: Whole;
}
