import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createKeyedTable, hasColumn } from './tables.ts';

type Db = Kysely<unknown>;

/** Kinds of the actions that were in the trail before, by pattern; every other one is a change. */
const KINDS: readonly (readonly [kind: string, patterns: readonly string[]])[] = [
  ['Refusal', ['refused.%', '%.refused']],
  ['Switch', ['switch.%']],
  ['Sign-in', ['session.%', 'profile.password']],
  ['Import', ['transactions.import%', 'rates.upload']],
  ['Payment', ['payments.create', 'payments.reverse']],
  ['E-mail', ['invoices.email']],
  ['Report', ['reports.%']],
  ['Download', ['%.export', '%.download', '%.template', '%.attachments']],
];

async function fillKinds(db: Db): Promise<void> {
  await sql`update audit set kind = 'Change'`.execute(db);
  // The first kind that matches counts, so it is written last.
  for (const [kind, patterns] of KINDS.toReversed()) {
    const any = sql.join(
      patterns.map((pattern) => sql`action like ${pattern}`),
      sql` or `,
    );
    await sql`update audit set kind = ${kind} where ${any}`.execute(db);
  }
}

/** Each list of the trail walks along one of these, newest first. */
const ORDERS = ['kind', 'actor', 'acting_as', 'company_id'] as const;

async function createIndexes(db: Db): Promise<void> {
  for (const column of ORDERS) {
    await db.schema
      .createIndex(`audit_by_${column}_at`)
      .ifNotExists()
      .on('audit')
      .columns([column, 'at', 'id'])
      .execute();
  }
  // Beginnings of the ones above, and of (at, id).
  for (const name of ['audit_by_at', 'audit_by_actor']) {
    await db.schema.dropIndex(name).ifExists().execute();
  }
}

/**
 * What people need of the trail (SHELL-14): kind and record of an event, and whose company may see it. Events from before
 * have no company, because nobody knows whose record it was then: they are for staff.
 */
export const trailOfRecords: Migration = {
  async up(db: Db) {
    // On SQLite the server may have crashed after a commit and before it recorded the migration.
    if (!(await hasColumn(db, 'audit_records', 'audit_id'))) {
      await createKeyedTable(db, 'audit_records', 'record audit_id', {
        text: 'record',
        integer: 'audit_id',
      });
    }
    for (const name of ['kind', 'label'] as const) {
      if (await hasColumn(db, 'audit', name)) continue;
      await db.schema
        .alterTable('audit')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    if (!(await hasColumn(db, 'audit', 'company_id'))) {
      await db.schema.alterTable('audit').addColumn('company_id', 'bigint').execute();
    }
    await fillKinds(db);
    await createIndexes(db);
  },
};
