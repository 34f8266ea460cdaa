import { flagsIn, type Screen, USER_MENUS } from '@forecourt/core';
import type { Selectable } from 'kysely';
import { keptFlags, screenOfRow } from '../auth/user-rights.ts';
import type { UserRows } from '../db/schema-rows.ts';
import type { Reader, Writer } from '../db/store.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import { labelOf } from '../reference/options.ts';
import { COUNTRIES, citiesOf, statesOf } from '../reference/places.ts';

export type UserRow = Selectable<UserRows>;

export const USER_LIST: ListDefinition<'user_rows'> = {
  table: 'user_rows',
  fields: fieldsOf({
    whole: 'id',
    text: {
      profileid: 'profileid',
      email: 'email',
      first_name: 'first_name',
      last_name: 'last_name',
      company: 'company',
      phone: 'phone',
      role: 'role',
      country: 'country',
      province: 'state',
      city: 'city',
      status: 'status',
    },
  }),
  order: { field: 'id', direction: 'asc' },
  scoped: true,
};

function menusOf(screens: readonly Screen[]) {
  const menus = USER_MENUS.map(([menu, , code]) => {
    const own = screens.find((screen) => screen.code === code);
    const flags = {
      read: own?.read === true,
      create: own?.create === true,
      update: own?.update === true,
      delete: own?.delete === true,
    };
    return [menu, flags] as const;
  });
  return Object.fromEntries(menus);
}

/** A user with its flags and menus; never with a password (USER-06). */
export function presentUser(row: UserRow, screens: readonly Screen[]) {
  return {
    id: row.id,
    profileid: row.profileid,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    company: row.company,
    country: labelOf(COUNTRIES, row.country),
    province: labelOf(statesOf(row.country), row.state),
    city: labelOf(citiesOf(row.state), row.city),
    profile_img: row.profile_img,
    isUserEligibleForAccountSwitch: row.may_switch === 1,
    // A flag is a name for stored rights: it never contradicts them (USER-07).
    ...flagsIn(screens, keptFlags(row)),
    ...menusOf(screens),
  };
}

/** Users as `presentUser` gives them. */
export async function presentUsers(read: Reader | Writer, rows: readonly UserRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const rights = await read
    .selectFrom('user_rights')
    .innerJoin('screens', 'screens.code', 'user_rights.screen_code')
    .selectAll('user_rights')
    .select('screens.name')
    .where('user_id', 'in', ids)
    .execute();
  const byUser = Map.groupBy(rights, ({ user_id }) => user_id);
  return rows.map((row) => presentUser(row, (byUser.get(row.id) ?? []).map(screenOfRow)));
}
