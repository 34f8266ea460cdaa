import type { Generated } from 'kysely';
import type { Ref, Text, Whole } from './schema-columns.ts';
import type { RatesTable } from './schema-fleet.ts';
import type { PaymentsTable } from './schema-office.ts';
import type { CompaniesTable, CustomersTable, MarkupsTable, UsersTable } from './schema-people.ts';

/** Views that lists are read from, as kysely sees them. */
export interface UserRows extends UsersTable {
  /** Name of its company; '' for staff. */
  company: Text;
}

export interface PaymentRows extends PaymentsTable {
  invoice_no: Text;
  invoice_date: Text;
  invoice_due_date: Text;
  /** What its mode is called. */
  mode_name: Text;
  /** 'Registered', 'Reversed' or 'Reversal'. */
  state: Text;
}

export interface CustomerRows extends CustomersTable {
  company_name: Text;
  invoice_cnt: Whole;
}

export interface CompanyRows extends CompaniesTable {
  /** Its own id. */
  company_id: Ref;
}

export interface MarkupRows extends MarkupsTable {
  company_name: Text;
  provider_name: Text;
  provider_ref: Text;
}

export interface RateRows extends RatesTable {
  /** Of the same site and product before this one; null for the first. */
  former_price_e5: number | null;
  price_change_e5: number | null;
}

/** Rows that are computed for each request, under the names of their queries. */
export interface RateChangeRows {
  id: Generated<number>;
  provider: Text;
  site_number: Text;
  site_name: Text;
  city: Text;
  province: Text;
  product_code: Text;
  currency: Text;
  unit: Text;
  /** 'Up', 'Down', 'New' or 'Gone'. */
  change: Text;
  former_day: Text;
  day: Text;
  former_price_e5: number | null;
  later_price_e5: number | null;
  price_change_e5: number | null;
}

export interface SmartBuyRows {
  id: Generated<number>;
  day: Text;
  effective_date: Text;
  provider: Text;
  site_number: Text;
  site_name: Text;
  address: Text;
  city: Text;
  province: Text;
  product: Text;
  currency: Text;
  unit: Text;
  company_name: Text;
  /** With the company's markup. */
  price_e5: Whole;
  taxed_price_e5: number | null;
  /** Among the stations of its product, currency and unit. */
  place: Whole;
  /** Among all rows: by currency, unit and product, then by price. */
  standing: Whole;
  lat_e6: number | null;
  lng_e6: number | null;
}

export interface TruckCareRows {
  /** That of its first line. */
  id: Generated<number>;
  company_id: Ref;
  company_name: Text;
  unit_number: Text;
  kind: Text;
  product: Text;
  currency: Text;
  /** L or USG; '' for what is counted. */
  unit: Text;
  purchases: Whole;
  quantity_e3: Whole;
  amount_minor: Whole;
  last_date: Text;
  from_date: Text;
  to_date: Text;
  /** Among all rows, the last currency first, so that descending begins with the first; then by amount. */
  standing: Whole;
}
