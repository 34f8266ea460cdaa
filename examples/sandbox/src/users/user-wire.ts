import { PERMISSION_FLAGS } from '@forecourt/core';
import type { Selectable } from 'kysely';
import type { UserRightsTable } from '../db/schema-people.ts';
import type { UserRows } from '../db/schema-rows.ts';
import type { Reader, Writer } from '../db/store.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import { labelOf } from '../reference/options.ts';
import { COUNTRIES, citiesOf, statesOf } from '../reference/places.ts';
import type { UserFlags } from './user-rights.ts';

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

/** A user's menus, and the screen whose rights each shows (ACC-06). */
const MENUS = {
  customerMenu: 'FCC',
  markupMenu: 'FCCM',
  userMenu: 'FU',
  managecardMenu: 'FCM',
  reportingMenu: 'FRPT',
  transactionMenu: 'FT',
  dailyRatesMenu: 'FDR',
  invoiceMenu: 'FI',
  smartbuyMenu: 'FSB',
  truckcareMenu: 'FTC',
} as const;

type RightsRow = Selectable<UserRightsTable>;

function menusOf(rights: readonly RightsRow[]) {
  const menus = Object.entries(MENUS).map(([menu, code]) => {
    const own = rights.find(({ screen_code }) => screen_code === code);
    const flags = {
      read: own?.can_read === 1,
      create: own?.can_create === 1,
      update: own?.can_update === 1,
      delete: own?.can_delete === 1,
    };
    return [menu, flags] as const;
  });
  return Object.fromEntries(menus);
}

/** All 13, off where they were never set. */
export function flagsOf(row: Pick<UserRow, 'flags'>): UserFlags {
  const flags = JSON.parse(row.flags || '{}') as UserFlags;
  return Object.fromEntries(PERMISSION_FLAGS.map(([flag]) => [flag, flags[flag] === true]));
}

function presentUser(row: UserRow, rights: readonly RightsRow[]) {
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
    ...flagsOf(row),
    ...menusOf(rights),
  };
}

/** Users with their flags and menus; never with a password (USER-06). */
export async function presentUsers(read: Reader | Writer, rows: readonly UserRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const rights = await read
    .selectFrom('user_rights')
    .selectAll()
    .where('user_id', 'in', ids)
    .execute();
  const byUser = Map.groupBy(rights, ({ user_id }) => user_id);
  return rows.map((row) => presentUser(row, byUser.get(row.id) ?? []));
}
