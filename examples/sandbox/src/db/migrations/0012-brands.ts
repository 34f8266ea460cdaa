import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasColumn } from './tables.ts';

/** Each company has a brand, which its invoices carry (INV-13); '' is the deployment's default brand. */
export const brands: Migration = {
  async up(db: Kysely<unknown>) {
    // On SQLite the server may have crashed after the commit and before it recorded the migration.
    if (await hasColumn(db, 'companies', 'brand')) return;
    await db.schema
      .alterTable('companies')
      .addColumn('brand', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
