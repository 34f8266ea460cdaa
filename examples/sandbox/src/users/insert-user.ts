import type { Screen } from '@forecourt/core';
import type { Insertable } from 'kysely';
import { storeRights } from '../auth/user-rights.ts';
import type { UsersTable } from '../db/schema-people.ts';
import type { Writer } from '../db/store.ts';

/** Stores a user with its rights; the profile id derives from the new id. Returns the id. */
export async function insertUser(
  tx: Writer,
  columns: Omit<Insertable<UsersTable>, 'id' | 'profileid'>,
  rights: readonly Screen[],
): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({ ...columns, profileid: `new ${crypto.randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('users')
    .set({ profileid: `P${10_000 + id}` })
    .where('id', '=', id)
    .execute();
  await storeRights(tx, id, rights);
  return id;
}
