/** Rights and menus: the vocabulary of permissions (ACC-01, ACC-02). */

export const RIGHTS = ['read', 'create', 'update', 'delete', 'download'] as const;
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

export type ScreenCode = keyof typeof SCREEN_MENUS;

/** What each screen is called, in the order of the menu. */
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

/** Rights by screen, a letter each: c create, r read, u update, d delete, x download. */
export type Grants = Readonly<Partial<Record<ScreenCode, string>>>;

export type Menu = (typeof SCREEN_MENUS)[ScreenCode] | 'profile';

/** A screen as `GET screens` answers it; `download` is sometimes absent and then false (LIST-11). */
export interface Screen {
  readonly code: string;
  readonly name?: string | undefined;
  readonly read: boolean;
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly download?: boolean | undefined;
}

export type MenuRights = Readonly<Record<Right, boolean>>;

/** What an account may do, by menu; a plain object, so that it can be stored as JSON. */
export type MenuAccess = Readonly<Partial<Record<Menu, MenuRights>>>;
