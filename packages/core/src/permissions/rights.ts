/** Rights and menus: the vocabulary of permissions (ACC-01, ACC-02). */

export const RIGHTS = ['read', 'create', 'update', 'delete', 'download'] as const;
/** One of the five rights. */
export type Right = (typeof RIGHTS)[number];

/** Screen code of the service → menu of the product (ACC-02). */
export const SCREEN_MENUS = {
  ORD: 'orders',
  DB: 'dashboard',
  FCM: 'cards',
  FU: 'users',
  FT: 'transactions',
  FI: 'invoices',
  EMP: 'employees',
  FC: 'company',
  FRPT: 'reporting',
  FSB: 'smartbuy',
  FTC: 'truckcare',
  FCC: 'customer',
  FCCM: 'markup',
  FDR: 'dailyrates',
} as const;

/** A screen code of the service: 'FCM'. */
export type ScreenCode = keyof typeof SCREEN_MENUS;

/** Display name of each screen, in the menu's order. */
export const SCREEN_NAMES = {
  DB: 'Dashboard',
  FCC: 'Customer',
  FCCM: 'Markup',
  FU: 'Users',
  FCM: 'Cards',
  FRPT: 'Reporting',
  FT: 'Transactions',
  FDR: 'Daily Rates',
  FI: 'Invoices',
  FSB: 'Smart Buy',
  FTC: 'Truck Care',
  FC: 'Company',
  EMP: 'Employees',
  ORD: 'Orders',
} as const satisfies Record<ScreenCode, string>;

/** Rights per screen, one letter each: c create, r read, u update, d delete, x download. */
export type Grants = Readonly<Partial<Record<ScreenCode, string>>>;

/** A menu of the product, to which rights are granted. */
export type BuiltInMenu = (typeof SCREEN_MENUS)[ScreenCode] | 'profile';

/** A menu of a resource of your own, by its screen: 'own:VEH'. */
export type OwnMenu = `own:${string}`;

/** A menu to which rights are granted: of the product, or of a resource of your own. */
export type Menu = BuiltInMenu | OwnMenu;

/** Adds a menu of your own to the tables above, so that its rights are read and decided like any others. */
export function openMenu(screen: string, menu: OwnMenu, label: string): void {
  Object.assign(SCREEN_MENUS, { [screen]: menu });
  Object.assign(SCREEN_NAMES, { [screen]: label });
}

/** Takes a menu of your own out of the tables again. */
export function closeMenu(screen: string): void {
  Reflect.deleteProperty(SCREEN_MENUS, screen);
  Reflect.deleteProperty(SCREEN_NAMES, screen);
}

/** What a refusal calls the menus whose names aren't words that people use. */
export const MENU_NOUNS: Readonly<Partial<Record<Menu, string>>> = {
  dashboard: 'the dashboard',
  reporting: 'reports',
  smartbuy: 'Smart Buy',
  truckcare: 'Truck Care',
  customer: 'customers',
  markup: 'markups',
  dailyrates: 'daily rates',
  company: 'companies',
  profile: 'the profile',
};

/**
 * A screen as returned by `GET screens`; the service may omit `download`, which then means false (LIST-11).
 */
export interface Screen {
  readonly code: string;
  readonly name?: string | undefined;
  readonly read: boolean;
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly download?: boolean | undefined;
}

/** The five rights on one menu. */
export type MenuRights = Readonly<Record<Right, boolean>>;

/** What an account may do, by menu. A plain object, so that it can be stored as JSON. */
export type MenuAccess = Readonly<Partial<Record<Menu, MenuRights>>> & {
  /** Of a company's user, who may do nothing that is for the provider's staff. */
  readonly ofCompany?: true;
};
