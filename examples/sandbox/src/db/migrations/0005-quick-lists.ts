import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';

/** One name on both engines for finding a part of a text. */
export const quickLists: Migration = {
  async up(db: Kysely<unknown>) {
    if (!isPostgres(db)) return;
    await sql`create function instr(text, text) returns integer
      as 'select strpos($1, $2)' language sql immutable parallel safe`.execute(db);
  },
};
