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
