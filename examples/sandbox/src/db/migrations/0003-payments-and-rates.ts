import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createUnique } from './tables.ts';

/** Payments with what their invoices say, under the names people know the modes by. */
const PAYMENT_ROWS = sql`select payments.*, invoices.invoice_number as invoice_no,
    invoices.issued_date as invoice_date, invoices.due_date as invoice_due_date,
    case payments.payment_mode when 'cheque' then 'Cheque' when 'cash' then 'Cash'
      when 'interac_debit_credit' then 'Interac/debit/credit' else payments.payment_mode end as mode_name
  from payments join invoices on invoices.id = payments.invoice_id`;

/** The list of payments, and rates as files give them: a site can sell two grades of a product. */
export const paymentsAndRates: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create view payment_rows as ${PAYMENT_ROWS}`.execute(db);
    await db.schema.dropIndex('rates_one_provider_effective_date_site_number_product').execute();
    for (const name of ['effective_to', 'city', 'product_code']) {
      await db.schema
        .alterTable('rates')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await db.schema
      .alterTable('rates')
      .addColumn('price_e5', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await createUnique(db, 'rates', 'provider', 'effective_date', 'site_number', 'product_code');
  },
};
