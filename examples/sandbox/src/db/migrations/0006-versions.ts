import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = [
  'cards',
  'transactions',
  'invoices',
  'payments',
  'customers',
  'companies',
  'markups',
  'users',
] as const;

/** Views with `select table.*`, which PostgreSQL expands when it creates them: they get the new column only when recreated. */
const LISTS = {
  user_rows: sql`select users.*, coalesce(companies.name, '') as company
    from users left join companies on companies.id = users.company_id`,
  customer_rows: sql`select customers.*, (select count(*) from invoices
      where invoices.company_id = customers.company_id) as invoice_cnt
    from customers`,
  company_rows: sql`select companies.*, companies.id as company_id from companies`,
  markup_rows: sql`select markups.*, coalesce(companies.name, '') as company_name,
      coalesce(provider_companies.name, '') as provider_name,
      coalesce(provider_companies.ref, '') as provider_ref
    from markups
      left join companies on companies.id = markups.company_id
      left join provider_companies on provider_companies.id = markups.provider_company_id`,
  payment_rows: sql`select payments.*, invoices.invoice_number as invoice_no,
      invoices.issued_date as invoice_date, invoices.due_date as invoice_due_date,
      case payments.payment_mode when 'cheque' then 'Cheque' when 'cash' then 'Cash'
        when 'interac_debit_credit' then 'Interac/debit/credit' else payments.payment_mode end as mode_name
    from payments join invoices on invoices.id = payments.invoice_id`,
} as const;

/** Every record that can be changed has a version, which each change raises (WIRE-05). */
export const versions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of Object.keys(LISTS)) await db.schema.dropView(name).execute();
    for (const table of TABLES) {
      await db.schema
        .alterTable(table)
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
    }
    for (const [name, query] of Object.entries(LISTS)) {
      await sql`create view ${sql.id(name)} as ${query}`.execute(db);
    }
  },
};
