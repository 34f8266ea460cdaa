import type { Kysely } from 'kysely';
import { createIndex, createTable, createUnique } from './tables.ts';

/** Columns a transaction list is sorted and filtered by, each with an index that keeps the list's own order, so that a million rows page fast. */
const SORTED =
  'authentication_id card_number station_number province address company_name amount_minor currency';

/** Cards, stations, transactions with their lines, and daily rates. */
export async function createFleetTables(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'cards', {
    text: `card_number card_issue_date status card_group card_status card_type plastic_type
      company_name company_number trailer_number driver_name driver_id other_id
      commercial_driver_license vehicle_assigned_to_card usage_above_volume_limits cash_advance_type
      cash_refresh_days dash_cash_memo weekly_product_refresh weekly_vehicle_quantity_refresh_day
      non_highway_fuel_weekly_refresh_day reefer uom provider created_at updated_at`,
    integer: 'odometer trip_number',
    bigint: `daily_card_limit_minor daily_cash_limit_minor dash_cash_balance_minor
      increment_dash_cash_amount_minor debit_dollar_balance_minor paycheck_balance_minor
      refreshing_cash_balance_minor refreshing_cash_limits_minor
      daily_vehicle_quantity_limit_in_gallons_minor transaction_fuel_quantity_limits_minor
      weekly_fuel_quantity_limit_minor weekly_fuel_quantity_balance_minor
      weekly_product_refresh_money_amount_minor weekly_product_balance_minor
      non_highway_fuel_limit_minor non_highway_fuel_daily_quantity_limit_minor
      non_highway_fuel_weekly_quantity_limit_minor non_highway_fuel_weekly_balance_minor`,
    refs: 'company_id',
  });
  await createUnique(db, 'cards', 'card_number');
  await createIndex(db, 'cards', 'company_id', 'id');

  await createTable(db, 'card_assignments', { text: 'from_date', refs: 'card_id company_id' });
  await createIndex(db, 'card_assignments', 'card_id', 'from_date');

  await createTable(db, 'stations', {
    text: 'provider number name address city province country postal_code',
    bigint: 'lat_e6 lng_e6',
  });
  await createUnique(db, 'stations', 'provider', 'number');

  await createTable(db, 'transactions', {
    text: `txn_number authentication_id printed_auth_code txn_date business_date card_number account
      provider company_name station_number station_name address city province fuel_type currency
      driver unit_number created_at updated_at`,
    integer: 'reversal',
    bigint: 'amount_minor price_e5',
    refs: 'card_id company_id station_id invoice_id import_id',
    nullable: 'identity',
  });
  await createUnique(db, 'transactions', 'identity');
  await createUnique(db, 'transactions', 'authentication_id');
  await createIndex(db, 'transactions', 'txn_date', 'id');
  await createIndex(db, 'transactions', 'company_id', 'txn_date', 'id');
  await createIndex(db, 'transactions', 'printed_auth_code');
  await createIndex(db, 'transactions', 'invoice_id');
  for (const column of SORTED.split(' ').slice(1)) {
    await createIndex(db, 'transactions', column, 'txn_date', 'id');
  }

  await createTable(db, 'transaction_lines', {
    text: `product product_code product_description unit sale_type breakdown_name provider_invoice
      odometer account card_number station_number txn_number business_date`,
    integer: 'position reversal occurrence',
    bigint: `quantity_e3 retail_price_e5 billed_price_e5 net_price_e5 fet_rate_e5 pft_rate_e5
      cbt_rate_e5 gst_minor hst_minor pst_minor qst_minor discount_minor misc_minor amount_minor`,
    refs: 'transaction_id import_id',
    // Says which purchase a line is, but for its occurrence (TXN-13); null for what was typed in.
    nullable: 'line_key',
  });
  await createIndex(db, 'transaction_lines', 'transaction_id', 'position');
  await createUnique(db, 'transaction_lines', 'line_key', 'occurrence');

  await createTable(db, 'attachments', {
    text: 'name content_type path created_at',
    integer: 'size',
    refs: 'transaction_id',
  });
  await createIndex(db, 'attachments', 'transaction_id');

  await createTable(db, 'rates', {
    text: 'provider effective_date site_number site_name product province currency unit created_at',
    bigint: 'net_price_e5 retail_price_e5 total_price_e5',
  });
  await createUnique(db, 'rates', 'provider', 'effective_date', 'site_number', 'product');
}
