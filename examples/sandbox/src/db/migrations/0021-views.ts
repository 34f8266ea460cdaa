import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Named views of lists, kept for each user; they go with the user (LIST-15). */
export const views: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('views')
      // On SQLite the server may have died after this was committed and before it was noted.
      .ifNotExists()
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('is_default', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addPrimaryKeyConstraint('views_key', ['user_id', 'list', 'name'])
      .execute();
  },
};
