import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable, hasColumn } from './tables.ts';

/** The e-mails of the last hour, to limit them by invoice and by account (INV-13), in whichever process they are sent. */
export const sentEmails: Migration = {
  async up(db: Kysely<unknown>) {
    // On SQLite the server may have crashed after the commit and before it recorded the migration.
    if (await hasColumn(db, 'sent_emails', 'user_id')) return;
    await createTable(db, 'sent_emails', { text: 'at call' });
    for (const [column, parent] of [
      ['invoice_id', 'invoices'],
      ['user_id', 'users'],
    ] as const) {
      await sql`alter table sent_emails add column ${sql.ref(column)} bigint
        constraint ${sql.ref(`sent_emails_ref_${column}`)} references ${sql.table(parent)} (id)
        on delete cascade`.execute(db);
      await createIndex(db, 'sent_emails', column);
    }
    await createIndex(db, 'sent_emails', 'at');
  },
};
