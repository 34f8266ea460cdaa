import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Finds invoices by number regardless of case, because two new numbers can't differ only by case. Not unique, because
 * old ones may; on both engines, writers of the same number take turns.
 */
export const numberCase: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index if not exists invoices_by_lower_number on invoices (lower(invoice_number))`.execute(
      db,
    );
  },
};
