import type { FieldDefinition, ValueKind } from '../../resource/resource.types.ts';
import type { Card } from './cards.schema.ts';

type Entry = readonly [field: keyof Card, label: string, kind: ValueKind];

const section = (title: string, entries: readonly Entry[]): FieldDefinition<Card>[] =>
  entries.map(([field, label, kind]) => ({ section: title, field, label, kind }));

/** Every field of a card in its section, in the form's order (CARD-08, CARD-09). */
export const cardFields: readonly FieldDefinition<Card>[] = [
  ...section('Card Management', [
    ['card_number', 'Card Number', 'card'],
    ['company_name', 'Company', 'text'],
    ['company_number', 'Company Number', 'code'],
    ['card_type', 'Card Type', 'text'],
    ['plastic_type', 'Plastic Type', 'text'],
    ['card_status', 'Card Status', 'status'],
    ['card_group', 'Card Group', 'text'],
    ['card_issue_date', 'Card Issue Date', 'day'],
  ]),
  ...section('Driver/Vehicle Identifiers', [
    ['driver_name', 'Driver Name', 'text'],
    ['driver_id', 'Driver ID', 'code'],
    ['other_id', 'Other ID', 'code'],
    ['commercial_driver_license', 'Commercial Driver License', 'code'],
    ['vehicle_assigned_to_card', 'Vehicle Assigned To Card', 'code'],
    ['trailer_number', 'Trailer Number', 'code'],
    ['odometer', 'Odometer', 'integer'],
    ['trip_number', 'Trip Number', 'integer'],
  ]),
  ...section('Card Properties', [
    ['usage_above_volume_limits', 'Usage Above Volume Limits', 'text'],
    ['reefer', 'Reefer', 'text'],
    ['uom', 'UOM', 'text'],
  ]),
  ...section('Card Monetary Properties', [
    ['cash_advance_type', 'Cash Advance Type', 'text'],
    ['cash_refresh_days', 'Cash Refresh Days', 'days'],
    ['refreshing_cash_limits', 'Refreshing Cash Limits', 'money'],
    ['refreshing_cash_balance', 'Refreshing Cash Balance', 'money'],
    ['daily_card_limit', 'Daily Card Limit', 'money'],
    ['daily_cash_limit', 'Daily Cash Limit', 'money'],
    ['debit_dollar_balance', 'Debit Dollar Balance', 'money'],
    ['increment_dash_cash_amount', 'Increment Dash Cash Amount', 'money'],
    ['paycheck_balance', 'Paycheck Balance', 'money'],
    ['dash_cash_balance', 'Dash Cash Balance', 'money'],
    ['dash_cash_memo', 'Dash Cash Memo', 'text'],
  ]),
  ...section('Weekly Fuel Purchase Properties', [
    ['weekly_product_refresh', 'Weekly Product Refresh', 'text'],
    ['weekly_product_refresh_money_amount', 'Weekly Product Refresh Money Amount', 'money'],
    ['weekly_product_balance', 'Weekly Product Balance', 'money'],
    ['weekly_fuel_quantity_limit', 'Weekly Fuel Quantity Limit', 'volume'],
    ['weekly_vehicle_quantity_refresh_day', 'Weekly Vehicle Quantity Refresh Day', 'days'],
    ['weekly_fuel_quantity_balance', 'Weekly Fuel Quantity Balance', 'volume'],
  ]),
  ...section('Fuel Purchase Limitation Properties', [
    [
      'daily_vehicle_quantity_limit_in_gallons',
      'Daily Vehicle Quantity Limit In Gallons',
      'volume',
    ],
    ['transaction_fuel_quantity_limits', 'Transaction Fuel Quantity Limits', 'volume'],
  ]),
  ...section('Non-Highway Fuel Purchase Properties', [
    ['non_highway_fuel_limit', 'Non-Highway Fuel Limit', 'money'],
    ['non_highway_fuel_daily_quantity_limit', 'Non-Highway Fuel Daily Quantity Limit', 'volume'],
    ['non_highway_fuel_weekly_quantity_limit', 'Non-Highway Fuel Weekly Quantity Limit', 'volume'],
    ['non_highway_fuel_weekly_refresh_day', 'Non-Highway Fuel Weekly Refresh Day', 'days'],
    ['non_highway_fuel_weekly_balance', 'Non-Highway Fuel Weekly Balance', 'volume'],
  ]),
];
