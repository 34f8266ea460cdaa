import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { nameKey } from '../../records/name-key.ts';
import { isPostgres } from '../is-postgres.ts';
import { createUnique, hasColumn } from './tables.ts';

type Db = Kysely<unknown>;

/** Gives each row its key. Rows whose name looks like an earlier one's have none, and are findings. */
async function fillKeys(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(table)} order by id`.execute(db);
  const first = new Map<string, { readonly id: number; readonly name: string }>();
  for (const row of rows) {
    const key = nameKey(row.name);
    const known = first.get(key);
    if (!known) {
      first.set(key, row);
      await sql`update ${sql.table(table)} set name_key = ${key} where id = ${row.id}`.execute(db);
      continue;
    }
    const values = `name ${row.name}, looks like ${known.name} of ${known.id}`;
    await sql`
      insert into migration_findings (migration, table_name, row_key, rule, row_values, correction, found_at)
      values ('0017-name-keys', ${table}, ${String(row.id)}, ${`${table}_one_name_key`}, ${values}, '',
        ${new Date().toISOString()})`.execute(db);
  }
}

/** No two companies, and no two customers, have names that look alike (WIRE-06). Old ones keep theirs. */
export const nameKeys: Migration = {
  async up(db: Db) {
    // On SQLite the server may have crashed after the commit and before it recorded the migration.
    if (await hasColumn(db, 'customers', 'name_key')) return;
    const work = async (tx: Db): Promise<void> => {
      for (const table of ['companies', 'customers']) {
        await tx.schema.alterTable(table).addColumn('name_key', 'text').execute();
        await fillKeys(tx, table);
        await createUnique(tx, table, 'name_key');
      }
    };
    await (isPostgres(db) ? work(db) : db.transaction().execute(work));
  },
};
