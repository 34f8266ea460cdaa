import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasColumn } from './tables.ts';

type Db = Kysely<unknown>;

interface JudgedDays {
  readonly changes: string;
}

/** The days that staff judged on request are in the trail, which counts what a run that ended has judged. */
async function markRequested(db: Db): Promise<void> {
  const { rows } = await sql<JudgedDays>`
    select changes from audit inner join users on users.id = audit.actor_id
    where audit.action = 'exceptions.judge' and users.company_id is null`.execute(db);
  for (const { changes } of rows) {
    const { from, judged, to } = JSON.parse(changes) as Readonly<Record<string, unknown>>;
    if (typeof from !== 'string' || typeof to !== 'string' || typeof judged !== 'number') continue;
    await sql`update transactions set judged = 1
      where txn_date >= ${from} and txn_date < ${`${to}~`}`.execute(db);
  }
}

/** An import that found exceptions judged all that it entered. */
const markImported = (db: Db) =>
  sql`update transactions set judged = 1
    where import_id in (select id from imports where exceptions > 0)`.execute(db);

/**
 * Whether a purchase was ever judged (TXN-18). Of those from before, what the trail and the imports show; any other counts
 * as never judged, and judging it again finds nothing twice.
 */
export const judgedPurchases: Migration = {
  async up(db: Db) {
    // On SQLite the server may have crashed after a commit and before it recorded the migration.
    if (!(await hasColumn(db, 'transactions', 'judged'))) {
      await db.schema
        .alterTable('transactions')
        .addColumn('judged', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await markRequested(db);
    await markImported(db);
    await db.schema
      .createIndex('transactions_not_judged')
      .ifNotExists()
      .on('transactions')
      .columns(['txn_date'])
      .where(sql<boolean>`judged = 0`)
      .execute();
  },
};
