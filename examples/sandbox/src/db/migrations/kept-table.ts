import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';

/** Tables that triggers fill from others, and how. */
interface KeptTables {
  readonly names: readonly string[];
  /** Statements that create them, with what belongs to them. */
  readonly created: (postgres: boolean) => readonly string[];
  /** Fills them from the rows that there are. */
  readonly recompute: (db: Kysely<unknown>) => Promise<void>;
  /** Each creates the trigger that `trigger` names. */
  readonly sqlite: readonly string[];
  /** As `triggerOn` makes them. */
  readonly postgres: readonly string[];
}

/** Creates tables of what follows from others, fills them and has triggers keep them; anew if they were there. */
export const keptTables = (tables: KeptTables): Migration => ({
  async up(db: Kysely<unknown>) {
    const postgres = isPostgres(db);
    const work = async (tx: Kysely<unknown>): Promise<void> => {
      for (const name of tables.names) await tx.schema.dropTable(name).ifExists().execute();
      for (const text of tables.created(postgres)) await sql.raw(text).execute(tx);
      await tables.recompute(tx);
      if (!postgres) {
        for (const text of tables.sqlite) {
          const [name = ''] = /sums_\w+/.exec(text) ?? [];
          await sql.raw(`drop trigger if exists ${name}`).execute(tx);
        }
      }
      for (const text of postgres ? tables.postgres : tables.sqlite)
        await sql.raw(text).execute(tx);
    };
    await (postgres ? work(db) : db.transaction().execute(work));
  },
});
