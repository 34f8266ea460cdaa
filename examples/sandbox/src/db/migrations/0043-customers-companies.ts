import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists of customers have their company's name: theirs may be changed, and all other records carry the company's. */
export const customersCompanies: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropView('customer_rows').ifExists().execute();
    await sql`create view customer_rows as
      select customers.*, coalesce(companies.name, '') as company_name,
        (select count(*) from invoices where invoices.company_id = customers.company_id) as invoice_cnt
      from customers left join companies on companies.id = customers.company_id`.execute(db);
  },
};
