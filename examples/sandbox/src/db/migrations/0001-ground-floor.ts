import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { FIRST_TRANSACTION_ID } from '../first-ids.ts';
import { isPostgres } from '../is-postgres.ts';
import { createFleetTables } from './0001-fleet.ts';
import { createOfficeTables } from './0001-office.ts';
import { createPeopleTables } from './0001-people.ts';

/** The whole schema of the first release. */
export const groundFloor: Migration = {
  async up(db: Kysely<unknown>) {
    await createPeopleTables(db);
    await createFleetTables(db);
    await createOfficeTables(db);
    const first = isPostgres(db)
      ? sql`alter sequence transactions_id_seq restart with ${sql.lit(FIRST_TRANSACTION_ID)}`
      : sql`insert into sqlite_sequence (name, seq) values ('transactions', ${FIRST_TRANSACTION_ID - 1})`;
    await first.execute(db);
  },
};
