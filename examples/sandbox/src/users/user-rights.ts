import { PERMISSION_FLAGS, type Screen } from '@forecourt/core';
import { ADMIN_RIGHTS, type Grants, screensOf } from '../auth/rights.ts';
import type { Writer } from '../db/store.ts';

/** On or off, by the name of the flag. */
export type UserFlags = Readonly<Record<string, boolean>>;

/** What a company's own Admin may do, in its company. */
const COMPANY_ADMIN_RIGHTS: Grants = {
  DB: 'r',
  FU: 'crud',
  FCM: 'crux',
  FRPT: 'rx',
  FT: 'rx',
  FI: 'rx',
  FSB: 'r',
  FTC: 'r',
};

/** What each flag of a user with the role User gives; money codes have no screen. */
const GIVEN: Readonly<Record<string, Grants>> = {
  manage_users: { FU: 'crud' },
  view_users: { FU: 'r' },
  manage_dashboard: { DB: 'crudx' },
  manage_fuel_cards: { FCM: 'crudx' },
  view_fuel_cards: { FCM: 'r' },
  view_invoices: { FI: 'rx' },
  view_transactions: { FT: 'rx' },
  manage_reports: { FRPT: 'crudx' },
  view_reports: { FRPT: 'r' },
  manage_truckcare: { FTC: 'crudx' },
};

/**
 * The rights that follow from a role and the 13 flags. Admin: all there are, of staff or of a company.
 * User: the dashboard, and what the flags give.
 */
export function rightsFor(role: string, flags: UserFlags, ofCompany: boolean): Grants {
  if (role === 'Admin') return ofCompany ? COMPANY_ADMIN_RIGHTS : ADMIN_RIGHTS;
  const letters: Record<string, string> = { DB: 'r' };
  for (const [flag, grants] of Object.entries(GIVEN)) {
    if (flags[flag] !== true) continue;
    for (const [code, given] of Object.entries(grants)) {
      letters[code] = `${letters[code] ?? ''}${given}`;
    }
  }
  return letters;
}

/** The flags that go with rights: each that gives nothing beyond them. */
export function flagsFor(grants: Grants): UserFlags {
  const screens = screensOf(grants);
  return Object.fromEntries(
    PERMISSION_FLAGS.map(([flag]) => {
      const given = GIVEN[flag];
      return [flag, given !== undefined && holdsAll(screens, screensOf(given))];
    }),
  );
}

const RIGHTS = ['read', 'create', 'update', 'delete', 'download'] as const;

/** Is every right of `asked` among those of `held`? */
export const holdsAll = (held: readonly Screen[], asked: readonly Screen[]): boolean =>
  asked.every((screen) => {
    const own = held.find(({ code }) => code === screen.code);
    return RIGHTS.every((right) => screen[right] !== true || own?.[right] === true);
  });

export const rightsRows = (userId: number, grants: Grants) =>
  screensOf(grants).map((screen) => ({
    user_id: userId,
    screen_code: screen.code,
    can_read: Number(screen.read),
    can_create: Number(screen.create),
    can_update: Number(screen.update),
    can_delete: Number(screen.delete),
    can_download: Number(screen.download),
  }));

/** Gives a user these rights in place of those it had. */
export async function storeRights(tx: Writer, userId: number, grants: Grants): Promise<void> {
  await tx.deleteFrom('user_rights').where('user_id', '=', userId).execute();
  const rows = rightsRows(userId, grants);
  if (rows.length > 0) await tx.insertInto('user_rights').values(rows).execute();
}
