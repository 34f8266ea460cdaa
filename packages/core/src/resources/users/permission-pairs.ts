import { MENU_FLAGS, PERMISSION_FLAGS, USER_MENUS } from './access.ts';
import { flagsOfUser } from './user-change.ts';
import type { User } from './users.schema.ts';

/** One permission of a user, as in the grid of the Permission dialog (USER-02). */
export interface PermissionPair {
  /** Wire name: 'manage_users', 'customerMenu.read'. */
  readonly name: string;
  readonly label: string;
  readonly value: boolean;
  /** For a menu's right: the menu, and the right. */
  readonly menu?: string;
  readonly right?: (typeof MENU_FLAGS)[number];
}

/**
 * Returns all permissions of a user: the 13 flags, derived from the stored rights (USER-07), then the ten
 * menus with four flags each (ACC-06).
 *
 * @param user a user, as loaded
 */
export function permissionPairs(user: User): readonly PermissionPair[] {
  const held = flagsOfUser(user);
  const flags = PERMISSION_FLAGS.map(([name, label]) => ({ name, label, value: held[name] }));
  const menus = USER_MENUS.flatMap(([menu, label]) =>
    MENU_FLAGS.map((right) => ({
      name: `${menu}.${right}`,
      label: `${label}: ${right}`,
      value: user[menu]?.[right] === true,
      menu: label,
      right,
    })),
  );
  return [...flags, ...menus];
}
