import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists that join other tables, so that every column can be sorted and filtered by. */
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
} as const;

/**
 * Attachments and markups as they are used. What follows from other tables goes: a user's menus from its
 * rights, a customer's invoices from the invoices, a fuel company's parent from its reference.
 */
export const wholeContract: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('attachments').dropColumn('path').execute();
    await db.schema
      .alterTable('attachments')
      .addColumn('content', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('transaction_lines')
      .addColumn('markup_e5', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('users').dropColumn('menus').execute();
    await db.schema.alterTable('customers').dropColumn('invoice_cnt').execute();
    await db.schema.alterTable('markups').dropColumn('parent_company_id').execute();
    for (const [name, query] of Object.entries(LISTS)) {
      await sql`create view ${sql.id(name)} as ${query}`.execute(db);
    }
  },
};
