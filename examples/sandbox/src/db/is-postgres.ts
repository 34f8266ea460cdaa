import { type Kysely, PostgresAdapter } from 'kysely';

/** For the few statements of migrations that the engines don't share. */
export const isPostgres = <T>(db: Kysely<T>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
