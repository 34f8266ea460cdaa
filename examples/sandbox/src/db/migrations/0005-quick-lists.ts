import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../engine.ts';
import { createIndex } from './tables.ts';

/** Columns of the transaction list that had no order of their own, and one name on both engines for finding a part of a text. */
export const quickLists: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['txn_number', 'fuel_type']) {
      await createIndex(db, 'transactions', column, 'txn_date', 'id');
    }
    if (!isPostgres(db)) return;
    await sql`create function instr(text, text) returns integer
      as 'select strpos($1, $2)' language sql immutable parallel safe`.execute(db);
  },
};
