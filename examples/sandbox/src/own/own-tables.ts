import { type AnyOwnResource, ownResources } from '@forecourt/core';
import { sql } from 'kysely';
import { LIKE_OWN as LIKE } from '../auth/rights.ts';
import type { Writer } from '../db/store.ts';
import { columnsOf, tableOf } from './own-wire.ts';

const RIGHTS = ['can_read', 'can_create', 'can_update', 'can_delete', 'can_download'] as const;

/** Whole numbers, by engine. */
const WHOLE = /^(bigint|int8|integer)$/i;

/**
 * Creates the table of a resource of your own, or adds the columns of values that are new. Columns of values that are
 * gone stay with what they hold. Throws if a value was stored as another type.
 */
async function makeTable(tx: Writer, own: AnyOwnResource): Promise<void> {
  const name = tableOf(own);
  const known = (await tx.introspection.getTables()).find((table) => table.name === name);
  if (!known) {
    await tx.schema
      .createTable(name)
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('company_id', 'integer', (column) => column.references('companies.id'))
      .execute();
  }
  for (const { column, field, type } of columnsOf(own)) {
    const stored = known?.columns.find((one) => one.name === column);
    if (!stored) await tx.schema.alterTable(name).addColumn(column, type).execute();
    else if (WHOLE.test(stored.dataType) !== (type === 'bigint')) {
      throw new Error(
        `${own.name}: ${field} is stored as ${stored.dataType.toLowerCase()} in ${name}, and its kind needs ${type}. Give the value another name, or begin with an empty database.`,
      );
    }
  }
}

/** Adds the screen of a menu of your own; each account has the rights on it that it has on cards. */
async function makeScreen(tx: Writer, { menu }: AnyOwnResource): Promise<void> {
  if (typeof menu === 'string') return;
  const { label, screen } = menu;
  const known = await tx
    .selectFrom('screens')
    .select('code')
    .where('code', '=', screen)
    .executeTakeFirst();
  if (known) {
    await tx.updateTable('screens').set({ name: label }).where('code', '=', screen).execute();
    return;
  }
  const { count } = await tx
    .selectFrom('screens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('screens')
    .values({ code: screen, name: label, position: Number(count) })
    .execute();
  await tx
    .insertInto('user_rights')
    .columns(['user_id', 'screen_code', ...RIGHTS])
    .expression((eb) =>
      eb
        .selectFrom('user_rights')
        .select(['user_id', sql<string>`cast(${screen} as text)`.as('screen_code'), ...RIGHTS])
        .where('screen_code', '=', LIKE),
    )
    .execute();
}

/** Makes what the storage needs for the resources of your own that this process knows. */
export async function makeOwnTables(tx: Writer): Promise<void> {
  for (const own of ownResources()) {
    await makeTable(tx, own);
    await makeScreen(tx, own);
  }
}
