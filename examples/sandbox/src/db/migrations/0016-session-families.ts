import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasColumn } from './tables.ts';

/** Groups a sign-in and all its switches into one family, which is listed and ended as a whole (AUTH-11). */
export const sessionFamilies: Migration = {
  async up(db: Kysely<unknown>) {
    // On SQLite the server may have been killed between the commit and the note about it.
    if (await hasColumn(db, 'sessions', 'family')) return;
    await db.schema
      .alterTable('sessions')
      .addColumn('family', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    // The id that a list showed before the upgrade still ends the session.
    await sql`update sessions set family = substr(token_hash, 1, 24)`.execute(db);
  },
};
