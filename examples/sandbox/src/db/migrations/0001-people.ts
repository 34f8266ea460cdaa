import type { Kysely } from 'kysely';
import { createIndex, createKeyedTable, createTable, createUnique } from './tables.ts';

const RIGHTS = 'can_read can_create can_update can_delete can_download';

/** Companies, customers, users, what they may do, and who is signed in. */
export async function createPeopleTables(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'companies', {
    text: `name code email phone address1 address2 country state city postal_code first_name last_name
      sub_business valid_till status currency created_at`,
    integer: 'business_type plan_type',
  });
  await createUnique(db, 'companies', 'name');

  await createTable(db, 'customers', {
    text: `cust_type cont_name revenue_id tax_id name oprtng_name site_url email address1 address2 phone
      phone2 billing_country billing_state billing_city billing_zip_code shipping_country
      shipping_state shipping_city shipping_zip_code currency_id broker broker_id tax_no crm_id info
      eob_id invoice_by service_pln_type pg_id customer_status asset_id`,
    integer: 'due_days order_cnt invoice_cnt',
    bigint: 'rate_minor',
    refs: 'company_id',
  });
  await createIndex(db, 'customers', 'company_id');
  await createIndex(db, 'customers', 'name');
  await createIndex(db, 'customers', 'eob_id');

  await createTable(db, 'provider_companies', { text: 'name ref status' });
  await createTable(db, 'markups', {
    text: 'from_date to_date status',
    bigint: 'value_e4',
    refs: 'customer_id company_id parent_company_id provider_company_id',
  });
  await createIndex(db, 'markups', 'company_id');

  await createTable(db, 'users', {
    text: `profileid email first_name middle_name last_name phone phone2 dob address1 country state
      city postal_code profile_img role flags menus status created_at`,
    integer: 'may_switch',
    refs: 'company_id',
    nullable: 'password_hash',
  });
  await createUnique(db, 'users', 'email');
  await createUnique(db, 'users', 'profileid');
  await createIndex(db, 'users', 'company_id');

  await createKeyedTable(db, 'screens', 'code', { text: 'code name', integer: 'position' });
  await createKeyedTable(db, 'user_rights', 'user_id screen_code', {
    text: 'screen_code',
    integer: `user_id ${RIGHTS}`,
  });

  await createKeyedTable(db, 'sessions', 'token_hash', {
    text: 'token_hash created_at expires_at',
    integer: 'user_id',
    refs: 'acting_company_id',
  });
  await createIndex(db, 'sessions', 'expires_at');
  await createTable(db, 'login_attempts', { text: 'username address at' });
  await createIndex(db, 'login_attempts', 'username', 'at');
  await createIndex(db, 'login_attempts', 'address', 'at');
}
