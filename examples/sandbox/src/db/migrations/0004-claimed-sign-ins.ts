import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An attempt to sign in is counted before its password is looked at; until then its verdict is awaited. */
export const claimedSignIns: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('login_attempts')
      .addColumn('verdict_by', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
