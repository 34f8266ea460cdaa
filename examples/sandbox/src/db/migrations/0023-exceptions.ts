import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable, hasColumn } from './tables.ts';

async function createExceptions(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'exceptions', {
    text: `rule rule_name state authentication_id txn_date card_number company_name station_number
      figure allowed reason settled_by settled_at created_at updated_at`,
    refs: 'transaction_id card_id company_id',
  });
  await db.schema
    .alterTable('exceptions')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  // One open exception for each purchase and rule; those that people settled stay as history.
  await db.schema
    .createIndex('exceptions_one_open')
    .on('exceptions')
    .columns(['transaction_id', 'rule'])
    .unique()
    .where(sql<boolean>`state = 'Open'`)
    .execute();
  await createIndex(db, 'exceptions', 'transaction_id');
  await createIndex(db, 'exceptions', 'txn_date', 'id');
  await createIndex(db, 'exceptions', 'company_id', 'txn_date', 'id');
  await createIndex(db, 'exceptions', 'state', 'txn_date', 'id');
  await createIndex(db, 'exceptions', 'card_id', 'txn_date', 'id');
}

/** When a card that is on hold was put on hold: on its last change, or before this migration. */
async function addHolds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('cards')
    .addColumn('held_since', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  const today = new Date().toISOString().slice(0, 10);
  await sql`update cards set held_since = case when updated_at = '' then ${today} else substr(updated_at, 1, 10) end
    where card_status = 'HOLD'`.execute(db);
}

/**
 * Purchases that are beyond what their card and the day allow (TXN-18), since when a card is on hold, and how many
 * exceptions an import had.
 */
export const exceptions: Migration = {
  async up(db: Kysely<unknown>) {
    // On SQLite the server may have crashed after a commit and before it recorded the migration.
    await db.schema.dropTable('exceptions').ifExists().execute();
    await createExceptions(db);
    if (!(await hasColumn(db, 'cards', 'held_since'))) await addHolds(db);
    if (!(await hasColumn(db, 'imports', 'exceptions'))) {
      await db.schema
        .alterTable('imports')
        .addColumn('exceptions', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await db.schema
      .createIndex('transactions_by_card_id_txn_date')
      .ifNotExists()
      .on('transactions')
      .columns(['card_id', 'txn_date'])
      .execute();
    await db.schema.dropIndex('transactions_by_card_id').ifExists().execute();
  },
};
