import { type Kysely, PostgresAdapter } from 'kysely';

/** For the few statements of migrations that the two engines do not share. */
export const isPostgres = (db: Kysely<unknown>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
