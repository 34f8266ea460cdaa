import type { Option } from '../../resource/resource.types.ts';

/** Levels of access, for reference only (ACC-06). */
export const ACCESS_LEVELS: readonly Option[] = [
  { key: '1', value: 'Full Access' },
  { key: '2', value: 'No Access' },
  { key: '3', value: 'Access' },
];

/** Roles, for reference only (ACC-06); forms offer the service's own list (USER-04). */
export const REFERENCE_ROLES: readonly Option[] = [
  { key: '1', value: 'Admin' },
  { key: '2', value: 'User' },
];

/** The 13 flags of a user, with their labels and subjects (ACC-06). */
export const PERMISSION_FLAGS = [
  ['manage_users', 'Manage Users', 'Users'],
  ['manage_dashboard', 'Manage Dashboard', 'Dashboard'],
  ['view_users', 'View Users', 'Users'],
  ['manage_fuel_cards', 'Manage Fuel Cards', 'Fuel Cards'],
  ['view_fuel_cards', 'View Fuel Cards', 'Fuel Cards'],
  ['view_invoices', 'View Invoices', 'Invoices'],
  ['manage_money_codes', 'Manage Money Codes', 'Money Codes'],
  ['view_money_codes', 'View Money Codes', 'Money Codes'],
  ['approve_money_codes', 'Approve Money Codes', 'Money Codes'],
  ['view_transactions', 'View Transactions', 'Transactions'],
  ['manage_reports', 'Manage Reports', 'Reports'],
  ['view_reports', 'View Reports', 'Reports'],
  ['manage_truckcare', 'Manage Truck Care', 'Truck Care'],
] as const;

/** Wire name of one of the 13 flags. */
export type PermissionFlag = (typeof PERMISSION_FLAGS)[number][0];

/** A user's ten menus, with their labels and the screen whose rights each one shows (ACC-06). */
export const USER_MENUS = [
  ['customerMenu', 'Customer', 'FCC'],
  ['markupMenu', 'Markup', 'FCCM'],
  ['userMenu', 'Users', 'FU'],
  ['managecardMenu', 'Cards', 'FCM'],
  ['reportingMenu', 'Reporting', 'FRPT'],
  ['transactionMenu', 'Transactions', 'FT'],
  ['dailyRatesMenu', 'Daily Rates', 'FDR'],
  ['invoiceMenu', 'Invoices', 'FI'],
  ['smartbuyMenu', 'Smart Buy', 'FSB'],
  ['truckcareMenu', 'Truck Care', 'FTC'],
] as const;

/** Rights that a menu shows. */
export const MENU_FLAGS = ['read', 'create', 'update', 'delete'] as const;
