import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, hasColumn } from './tables.ts';

/**
 * Stores with each line the one invoice that bills it, so that a line that an import adds later to a billed
 * transaction is unbilled (INV-14). Before, the whole transaction stored it, as one without lines still does. Stores
 * with an invoice when its last e-mail was started, because an invoice can't be voided while it is being sent.
 */
export const billedLines: Migration = {
  async up(db: Kysely<unknown>) {
    // On SQLite the server may have been killed between the commit and the note about it.
    if (await hasColumn(db, 'transaction_lines', 'invoice_id')) return;
    await sql`alter table transaction_lines add column invoice_id bigint
      constraint transaction_lines_ref_invoice_id references invoices (id)`.execute(db);
    await sql`update transaction_lines set invoice_id = (select transactions.invoice_id from transactions
        where transactions.id = transaction_lines.transaction_id)
      where exists (select 1 from transactions join invoices on invoices.id = transactions.invoice_id
        where transactions.id = transaction_lines.transaction_id)`.execute(db);
    await sql`update transactions set invoice_id = null where invoice_id is not null
      and exists (select 1 from transaction_lines where transaction_lines.transaction_id = transactions.id
        and transaction_lines.invoice_id = transactions.invoice_id)`.execute(db);
    await createIndex(db, 'transaction_lines', 'invoice_id');
    await db.schema
      .alterTable('invoices')
      .addColumn('mailed_at', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
