import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasColumn } from './tables.ts';

/** The reports that nights hand in (SHELL-14), and the reports among the e-mails of the last hour (REP-03). */
export const nights: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('nights')
      // On SQLite the server may have died after this was committed and before it was noted.
      .ifNotExists()
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('nights_key', ['user_id', 'run'])
      .execute();
    if (await hasColumn(db, 'sent_emails', 'report')) return;
    await sql`alter table sent_emails add column report text not null default ''`.execute(db);
  },
};
