import { viewKey } from '@forecourt/core';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';
import { createUnique, hasColumn } from './tables.ts';

type Db = Kysely<unknown>;

/** Choices that the service once stored as they were sent, with the blanks around them. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  cards: ['card_type', 'plastic_type', 'usage_above_volume_limits', 'cash_advance_type'],
  customers: [
    ...['billing_country', 'billing_state', 'billing_city'],
    ...['shipping_country', 'shipping_state', 'shipping_city'],
    ...['currency_id', 'tax_id', 'revenue_id'],
  ],
};

async function trimChoices(db: Db): Promise<void> {
  for (const [table, columns] of Object.entries(CHOICES)) {
    for (const column of columns) {
      const name = sql.ref(column);
      await sql`update ${sql.table(table)} set ${name} = trim(${name}) where ${name} <> trim(${name})`.execute(
        db,
      );
    }
  }
}

interface View {
  readonly user_id: number;
  readonly list: string;
  readonly name: string;
}

/** Gives each view its key. Of views whose names differ only in case, the later ones get a number: 'open (2)'. */
async function keyViews(db: Db): Promise<void> {
  await db.schema.alterTable('views').addColumn('name_key', 'text').execute();
  const { rows } = await sql<View>`
    select user_id, list, name from views order by user_id, list, name`.execute(db);
  const idOf = ({ list, user_id }: View, key: string) => JSON.stringify([user_id, list, key]);
  const taken = new Set<string>();
  const names = new Set(rows.map((row) => idOf(row, viewKey(row.name))));
  for (const row of rows) {
    let name = row.name;
    for (let next = 2; taken.has(idOf(row, viewKey(name))); next += 1) {
      const numbered = `${row.name} (${next})`;
      // Not the name of a view that still has its turn.
      if (!names.has(idOf(row, viewKey(numbered)))) name = numbered;
    }
    taken.add(idOf(row, viewKey(name)));
    await sql`update views set name = ${name}, name_key = ${viewKey(name)}
      where user_id = ${row.user_id} and list = ${row.list} and name = ${row.name}`.execute(db);
  }
  await createUnique(db, 'views', 'user_id', 'list', 'name_key');
}

/** Stored choices have no blanks around them, and no two views of a list have the same name (LIST-15). */
export const tidyValues: Migration = {
  async up(db: Db) {
    // On SQLite the server may have crashed after the commit and before it recorded the migration.
    if (await hasColumn(db, 'views', 'name_key')) return;
    const work = async (tx: Db): Promise<void> => {
      await trimChoices(tx);
      await keyViews(tx);
    };
    await (isPostgres(db) ? work(db) : db.transaction().execute(work));
  },
};
