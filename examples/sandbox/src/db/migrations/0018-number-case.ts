import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Finds invoices by number whatever its case: no two new ones differ by case alone. Not unique, since old ones may;
 * writers of one number take turns on either engine.
 */
export const numberCase: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index if not exists invoices_by_lower_number on invoices (lower(invoice_number))`.execute(
      db,
    );
  },
};
