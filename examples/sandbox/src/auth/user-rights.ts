import { PERMISSION_FLAGS, RIGHTS, type Screen } from '@forecourt/core';
import type { Selectable } from 'kysely';
import type { UserRightsTable } from '../db/schema-people.ts';
import type { Writer } from '../db/store.ts';

/** On or off, by the name of the flag. */
export type UserFlags = Readonly<Record<string, boolean>>;

/** What is stored of flags. Rights decide over those that have a screen; the others are kept here. */
export function keptFlags(row: { readonly flags: string }): UserFlags {
  const flags = JSON.parse(row.flags || '{}') as UserFlags;
  return Object.fromEntries(PERMISSION_FLAGS.map(([flag]) => [flag, flags[flag] === true]));
}

type RightsRow = Selectable<UserRightsTable>;

/** A stored row as `GET screens` answers it. */
export const screenOfRow = (row: RightsRow & { readonly name: string }): Screen => ({
  code: row.screen_code,
  name: row.name,
  read: row.can_read === 1,
  create: row.can_create === 1,
  update: row.can_update === 1,
  delete: row.can_delete === 1,
  download: row.can_download === 1,
});

/** Is every right of `asked` among those of `held`? */
export const holdsAll = (held: readonly Screen[], asked: readonly Screen[]): boolean =>
  asked.every((screen) => {
    const own = held.find(({ code }) => code === screen.code);
    return RIGHTS.every((right) => screen[right] !== true || own?.[right] === true);
  });

export const rightsRows = (userId: number, screens: readonly Screen[]): RightsRow[] =>
  screens.map((screen) => ({
    user_id: userId,
    screen_code: screen.code,
    can_read: Number(screen.read),
    can_create: Number(screen.create),
    can_update: Number(screen.update),
    can_delete: Number(screen.delete),
    can_download: Number(screen.download === true),
  }));

/** Gives a user these rights in place of those it had. */
export async function storeRights(
  tx: Writer,
  userId: number,
  screens: readonly Screen[],
): Promise<void> {
  await tx.deleteFrom('user_rights').where('user_id', '=', userId).execute();
  const rows = rightsRows(userId, screens);
  if (rows.length > 0) await tx.insertInto('user_rights').values(rows).execute();
}
