import { canOn, type Decision, type Menu, type MenuAccess } from '../permissions/index.ts';
import { RESOURCES } from './registry.ts';

/** A destination of the top menu. */
export interface MenuItem {
  readonly menu: Menu;
  readonly label: string;
  readonly route: string;
}

/** A destination of the top menu, and whether the account may open it. */
export interface MenuEntry extends MenuItem {
  /** Shown only if allowed (SHELL-07). */
  readonly decision: Decision;
}

/** Order of the top menu (SHELL-07). */
const ORDER: readonly Menu[] = [
  'dashboard',
  'customer',
  'markup',
  'users',
  'cards',
  'reporting',
  'transactions',
  'dailyrates',
  'invoices',
  'smartbuy',
  'truckcare',
];

/** Destinations that aren't resources of the registry. */
const ITEMS: readonly MenuItem[] = [
  { menu: 'dashboard', label: 'Dashboard', route: '/Dashboard' },
  { menu: 'reporting', label: 'Reporting', route: '/reporting' },
  { menu: 'dailyrates', label: 'Daily Rates', route: '/dailyrates' },
];

/**
 * Returns all menu entries in order, each with its decision; menus of your own come last. A resource of the registry takes
 * precedence.
 *
 * @param access what the account may do; undefined without a session
 */
export function menuEntries(access: MenuAccess | undefined): MenuEntry[] {
  const items: readonly MenuItem[] = [
    ...RESOURCES.flatMap(({ menu, menuLabel, route, under }) =>
      under || menu === 'session' ? [] : [{ menu, label: menuLabel, route }],
    ),
    ...ITEMS,
  ];
  const own = items.flatMap(({ menu }) => (menu.startsWith('own:') ? [menu] : []));
  return [...ORDER, ...new Set(own)].flatMap((menu) => {
    const item = items.find((candidate) => candidate.menu === menu);
    return item ? [{ ...item, decision: canOn(access, menu, 'read') }] : [];
  });
}
