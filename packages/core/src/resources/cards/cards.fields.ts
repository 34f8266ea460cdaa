import type { OptionSource } from '../../resource/form.types.ts';
import type { FieldDefinition, Option, ValueKind } from '../../resource/resource.types.ts';
import { CARD_DAYS, CARD_STATUSES, type Card } from './cards.schema.ts';

/** How a form treats the field; users never enter a `shown` one. */
type Demand = 'required' | 'optional' | 'shown';

interface CardField extends FieldDefinition<Card> {
  readonly demand: Demand;
}

type Entry = readonly [field: keyof Card, label: string, kind: ValueKind, demand: Demand];

export const DAY_OPTIONS: readonly Option[] = CARD_DAYS.map((day) => ({
  key: day,
  value: day === 'na' ? 'N/A' : `${day[0]?.toUpperCase()}${day.slice(1)}`,
}));

/** Values that every card has in common. A loaded card may have others, which stay until they are changed. */
export const CARD_SETS: Readonly<Partial<Record<keyof Card, readonly Option[]>>> = {
  card_status: CARD_STATUSES,
  weekly_product_refresh: DAY_OPTIONS,
};

/** Values that the service names, each in its own list; a service without that list takes any text. */
export const CARD_TYPES: Readonly<Partial<Record<keyof Card, OptionSource>>> = {
  card_type: { reference: 'cardTypes', optional: true },
  plastic_type: { reference: 'plasticTypes', optional: true },
  usage_above_volume_limits: { reference: 'usageTypes', optional: true },
  cash_advance_type: { reference: 'cashAdvanceTypes', optional: true },
};

/** What a card counts in says which currency it buys in. */
export const CURRENCIES: Readonly<Record<string, string>> = { Litres: 'CAD', Gallons: 'USD' };

export const UNITS: Readonly<Record<string, string>> = { Litres: 'L', Gallons: 'gal' };

const section = (title: string, entries: readonly Entry[]): CardField[] =>
  entries.map(([field, label, kind, demand]) => ({ section: title, field, label, kind, demand }));

/** Every field of a card in its section, in the form's order (CARD-08, CARD-09). */
export const CARD_FIELDS: readonly CardField[] = [
  ...section('Card Management', [
    ['card_number', 'Card Number', 'card', 'required'],
    ['company_name', 'Company', 'text', 'required'],
    ['company', 'Company ID', 'code', 'shown'],
    ['company_number', 'Company Number', 'code', 'shown'],
    ['card_type', 'Card Type', 'text', 'required'],
    ['plastic_type', 'Plastic Type', 'text', 'required'],
    ['card_status', 'Card Status', 'status', 'required'],
    ['status', 'Status', 'text', 'shown'],
    ['card_group', 'Card Group', 'text', 'required'],
    ['card_issue_date', 'Card Issue Date', 'day', 'shown'],
  ]),
  ...section('Driver/Vehicle Identifiers', [
    ['driver_name', 'Driver Name', 'text', 'required'],
    ['driver_id', 'Driver ID', 'code', 'required'],
    ['other_id', 'Other ID', 'code', 'required'],
    ['commercial_driver_license', 'Commercial Driver License', 'code', 'required'],
    ['vehicle_assigned_to_card', 'Vehicle Assigned To Card', 'code', 'required'],
    ['trailer_number', 'Trailer Number', 'code', 'required'],
    ['odometer', 'Odometer', 'integer', 'required'],
    ['trip_number', 'Trip Number', 'code', 'required'],
  ]),
  ...section('Card Properties', [
    ['usage_above_volume_limits', 'Usage Above Volume Limits', 'text', 'required'],
    ['reefer', 'Reefer', 'text', 'shown'],
    ['uom', 'UOM', 'text', 'shown'],
  ]),
  ...section('Card Monetary Properties', [
    ['cash_advance_type', 'Cash Advance Type', 'text', 'required'],
    ['cash_refresh_days', 'Cash Refresh Days', 'days', 'required'],
    ['refreshing_cash_limits', 'Refreshing Cash Limits', 'money', 'required'],
    ['refreshing_cash_balance', 'Refreshing Cash Balance', 'money', 'required'],
    ['daily_card_limit', 'Daily Card Limit', 'money', 'required'],
    ['daily_cash_limit', 'Daily Cash Limit', 'money', 'optional'],
    ['debit_dollar_balance', 'Debit Dollar Balance', 'money', 'required'],
    ['increment_dash_cash_amount', 'Increment Dash Cash Amount', 'money', 'required'],
    ['paycheck_balance', 'Paycheck Balance', 'money', 'required'],
    ['dash_cash_balance', 'Dash Cash Balance', 'money', 'required'],
    ['dash_cash_memo', 'Dash Cash Memo', 'text', 'required'],
  ]),
  ...section('Weekly Fuel Purchase Properties', [
    ['weekly_product_refresh', 'Weekly Product Refresh', 'text', 'required'],
    [
      'weekly_product_refresh_money_amount',
      'Weekly Product Refresh Money Amount',
      'money',
      'required',
    ],
    ['weekly_product_balance', 'Weekly Product Balance', 'money', 'optional'],
    ['weekly_fuel_quantity_limit', 'Weekly Fuel Quantity Limit', 'volume', 'required'],
    [
      'weekly_vehicle_quantity_refresh_day',
      'Weekly Vehicle Quantity Refresh Day',
      'days',
      'required',
    ],
    ['weekly_fuel_quantity_balance', 'Weekly Fuel Quantity Balance', 'volume', 'required'],
  ]),
  ...section('Fuel Purchase Limitation Properties', [
    [
      'daily_vehicle_quantity_limit_in_gallons',
      'Daily Vehicle Quantity Limit',
      'volume',
      'required',
    ],
    ['transaction_fuel_quantity_limits', 'Transaction Fuel Quantity Limits', 'volume', 'optional'],
  ]),
  ...section('Non-Highway Fuel Purchase Properties', [
    ['non_highway_fuel_limit', 'Non-Highway Fuel Limit', 'money', 'required'],
    [
      'non_highway_fuel_daily_quantity_limit',
      'Non-Highway Fuel Daily Quantity Limit',
      'volume',
      'optional',
    ],
    [
      'non_highway_fuel_weekly_quantity_limit',
      'Non-Highway Fuel Weekly Quantity Limit',
      'volume',
      'optional',
    ],
    [
      'non_highway_fuel_weekly_refresh_day',
      'Non-Highway Fuel Weekly Refresh Day',
      'days',
      'optional',
    ],
    ['non_highway_fuel_weekly_balance', 'Non-Highway Fuel Weekly Balance', 'volume', 'shown'],
  ]),
];
