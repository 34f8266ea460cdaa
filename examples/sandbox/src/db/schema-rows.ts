import type { Ref, Text, Whole } from './schema-columns.ts';
import type { CompaniesTable, CustomersTable, MarkupsTable, UsersTable } from './schema-people.ts';

/** Views that lists are read from, as kysely sees them. */
export interface UserRows extends UsersTable {
  /** Name of its company; '' for staff. */
  company: Text;
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
