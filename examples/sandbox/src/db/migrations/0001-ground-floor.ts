import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createFleetTables } from './0001-fleet.ts';
import { createOfficeTables } from './0001-office.ts';
import { createPeopleTables } from './0001-people.ts';

/** First id of a transaction: beyond every code a provider prints, since one route takes both. */
const FIRST_TRANSACTION_ID = 1_000_000_000_001;

/** The whole schema of the first release. */
export const groundFloor: Migration = {
  async up(db: Kysely<unknown>) {
    await createPeopleTables(db);
    await createFleetTables(db);
    await createOfficeTables(db);
    await sql`insert into sqlite_sequence (name, seq) values ('transactions', ${FIRST_TRANSACTION_ID - 1})`.execute(
      db,
    );
  },
};
