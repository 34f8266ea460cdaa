import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasColumn } from './tables.ts';

/**
 * Keeps with an import the cells that were corrected before it was sent, and the original's name and SHA-256; finds
 * the transactions of an import (TXN-13).
 */
export const importCorrections: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['corrected_from', 'corrected_name', 'corrections']) {
      // On SQLite the server may have crashed after the commit and before it recorded the migration.
      if (await hasColumn(db, 'imports', name)) continue;
      await db.schema
        .alterTable('imports')
        .addColumn(name, 'text', (column) =>
          column.notNull().defaultTo(name === 'corrections' ? '[]' : ''),
        )
        .execute();
    }
    await db.schema
      .createIndex('transactions_by_import')
      .ifNotExists()
      .on('transactions')
      .column('import_id')
      .execute();
  },
};
