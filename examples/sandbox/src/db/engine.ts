import { type Kysely, PostgresAdapter } from 'kysely';

/** For the few statements of migrations that the two engines do not share. */
export const isPostgres = <T>(db: Kysely<T>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
