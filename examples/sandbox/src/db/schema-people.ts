import type { Generated } from 'kysely';
import type { NullableText, Ref, Text, Version, Whole } from './schema-columns.ts';

/** Companies, customers, users and sessions, as kysely sees them. */
export interface CompaniesTable {
  id: Generated<number>;
  version: Version;
  name: Text;
  /** What names that look alike have in common; null beside an older row that has it. */
  name_key: NullableText;
  code: Text;
  email: Text;
  phone: Text;
  address1: Text;
  address2: Text;
  country: Text;
  state: Text;
  city: Text;
  postal_code: Text;
  first_name: Text;
  last_name: Text;
  sub_business: Text;
  valid_till: Text;
  status: Text;
  currency: Text;
  created_at: Text;
  /** Id of its brand (INV-13); '' is the default one. */
  brand: Text;
  business_type: Whole;
  plan_type: Whole;
}

export interface CustomersTable {
  id: Generated<number>;
  version: Version;
  cust_type: Text;
  cont_name: Text;
  revenue_id: Text;
  tax_id: Text;
  name: Text;
  name_key: NullableText;
  oprtng_name: Text;
  site_url: Text;
  email: Text;
  address1: Text;
  address2: Text;
  phone: Text;
  phone2: Text;
  billing_country: Text;
  billing_state: Text;
  billing_city: Text;
  billing_zip_code: Text;
  shipping_country: Text;
  shipping_state: Text;
  shipping_city: Text;
  shipping_zip_code: Text;
  currency_id: Text;
  broker: Text;
  broker_id: Text;
  tax_no: Text;
  crm_id: Text;
  info: Text;
  eob_id: Text;
  invoice_by: Text;
  service_pln_type: Text;
  pg_id: Text;
  customer_status: Text;
  asset_id: Text;
  due_days: Whole;
  order_cnt: Whole;
  rate_minor: Whole;
  company_id: Ref;
}

export interface ProviderCompaniesTable {
  id: Generated<number>;
  name: Text;
  ref: Text;
  status: Text;
}

export interface MarkupsTable {
  id: Generated<number>;
  version: Version;
  from_date: Text;
  to_date: Text;
  status: Text;
  value_e4: Whole;
  customer_id: Ref;
  company_id: Ref;
  provider_company_id: Ref;
}

export interface UsersTable {
  id: Generated<number>;
  version: Version;
  profileid: Text;
  email: Text;
  first_name: Text;
  middle_name: Text;
  last_name: Text;
  phone: Text;
  phone2: Text;
  dob: Text;
  address1: Text;
  country: Text;
  state: Text;
  city: Text;
  postal_code: Text;
  profile_img: Text;
  role: Text;
  flags: Text;
  status: Text;
  created_at: Text;
  may_switch: Whole;
  company_id: Ref;
  password_hash: NullableText;
}

export interface ScreensTable {
  code: Text;
  name: Text;
  position: Whole;
}

export interface UserRightsTable {
  screen_code: Text;
  user_id: Whole;
  can_read: Whole;
  can_create: Whole;
  can_update: Whole;
  can_delete: Whole;
  can_download: Whole;
}

export interface SessionsTable {
  token_hash: Text;
  created_at: Text;
  /** The latest instant that it may be used at (AUTH-11). */
  expires_at: Text;
  /** Written at most once a minute. */
  last_seen_at: Text;
  address: Text;
  /** What the client calls itself. */
  client: Text;
  /** Hash of the session that replaced it at a switch; from then on it only repeats that switch. */
  successor: Text;
  /** What the sign-in and all its switches have in common; a session's id in lists. */
  family: Text;
  /** What the switch went to: a company's id, or 'manager'. */
  switched_to: Text;
  user_id: Whole;
  /** 1 from its first call on. */
  used: Whole;
  acting_company_id: Ref;
}

/** Addresses that a user has signed in from; failures from elsewhere don't lock these out (AUTH-12). */
export interface KnownAddressesTable {
  address: Text;
  at: Text;
  user_id: Whole;
}

/** Keys of this database's own, by name. */
export interface ServiceSecretsTable {
  name: Text;
  value: Text;
}

export interface LoginAttemptsTable {
  id: Generated<number>;
  username: Text;
  address: Text;
  at: Text;
  /** Until when a result is awaited; empty after a failure. */
  verdict_by: Text;
}

/** Named views of lists, by user, list and name (LIST-15). */
export interface ViewsTable {
  user_id: number;
  list: string;
  name: string;
  /** What the name is compared by: no two views of a list differ only in case. */
  name_key: string;
  /** JSON: filters, order, days and columns. */
  content: string;
  is_default: number;
  version: number;
}
