import type { Menu, Right } from './rights.ts';

/** What an action requires: a right on a menu, for some of the provider's staff alone, or only a session. */
export type Requirement =
  | { readonly menu: Menu; readonly right: Right; readonly staff?: true }
  | 'session';

const on = (menu: Menu, right: Right): Requirement => ({ menu, right });

/** What no user of a company may do, whatever their rights. */
const ofStaff = (menu: Menu, right: Right): Requirement => ({ menu, right, staff: true });

const crud = <N extends string>(name: N, menu: Menu) =>
  ({
    [`${name}.list`]: on(menu, 'read'),
    [`${name}.get`]: on(menu, 'read'),
    [`${name}.create`]: on(menu, 'create'),
    [`${name}.update`]: on(menu, 'update'),
    [`${name}.delete`]: on(menu, 'delete'),
  }) as Record<`${N}.${'list' | 'get' | 'create' | 'update' | 'delete'}`, Requirement>;

/** A look-up finds only what the table itself has, with no check for each. */
function withoutPrototype<T extends object>(table: T): T {
  return Object.setPrototypeOf(table, null) as T;
}

/**
 * Every action of the product and the right it requires (ACC-04). Menus, buttons, commands and the sandbox
 * all use this table.
 */
export const ACTIONS = /* @__PURE__ */ withoutPrototype({
  ...crud('cards', 'cards'),
  'cards.import': on('cards', 'create'),
  'cards.assign': on('cards', 'create'),
  'cards.export': on('cards', 'read'),
  'cards.template': on('cards', 'read'),
  ...crud('transactions', 'transactions'),
  'transactions.import': on('transactions', 'create'),
  'transactions.import-lookup': on('transactions', 'create'),
  'nights.hand-in': on('transactions', 'create'),
  'transactions.export': on('transactions', 'read'),
  'transactions.attachments': on('transactions', 'read'),
  'exceptions.list': on('transactions', 'read'),
  'exceptions.get': on('transactions', 'read'),
  'exceptions.export': on('transactions', 'read'),
  'exceptions.explain': on('transactions', 'update'),
  'exceptions.dismiss': on('transactions', 'update'),
  'exceptions.reopen': on('transactions', 'update'),
  'exceptions.judge': on('transactions', 'update'),
  ...crud('invoices', 'invoices'),
  'invoices.download': on('invoices', 'download'),
  'invoices.export': on('invoices', 'read'),
  'invoices.email': on('invoices', 'read'),
  'invoices.preview': on('invoices', 'create'),
  'invoices.void': on('invoices', 'update'),
  'payments.list': on('invoices', 'read'),
  'payments.export': on('invoices', 'read'),
  'payments.open': 'session',
  'payments.create': on('invoices', 'update'),
  'payments.reverse': on('invoices', 'update'),
  ...crud('customers', 'customer'),
  'customers.export': on('customer', 'read'),
  'customers.summary': on('customer', 'read'),
  'customers.statement': on('invoices', 'read'),
  'companies.list': on('customer', 'read'),
  'companies.create': on('customer', 'create'),
  'companies.export': on('customer', 'read'),
  ...crud('markups', 'markup'),
  'markups.export': on('markup', 'read'),
  ...crud('users', 'users'),
  'users.export': on('users', 'read'),
  'users.permissions': on('users', 'read'),
  'rates.list': ofStaff('dailyrates', 'read'),
  'rates.export': ofStaff('dailyrates', 'read'),
  'rates.upload': ofStaff('dailyrates', 'read'),
  'rate-changes.list': ofStaff('dailyrates', 'read'),
  'rate-changes.export': ofStaff('dailyrates', 'read'),
  'reports.generate': on('reporting', 'read'),
  'reports.email': on('reporting', 'read'),
  'dashboard.open': on('dashboard', 'read'),
  'smartbuy.list': on('smartbuy', 'read'),
  'smartbuy.export': on('smartbuy', 'read'),
  'truckcare.list': on('truckcare', 'read'),
  'truckcare.export': on('truckcare', 'read'),
  'profile.get': on('profile', 'read'),
  'profile.password': 'session',
  'trail.list': 'session',
  'trail.get': 'session',
  'trail.export': 'session',
  'audit.list': ofStaff('users', 'read'),
  'audit.export': ofStaff('users', 'read'),
  'reference.get': 'session',
  'session.switch': 'session',
  'session.logout': 'session',
  'session.list': 'session',
  'session.end': 'session',
  'views.list': 'session',
  'views.save': 'session',
  'views.remove': 'session',
} as const satisfies Record<string, Requirement>);

/** Name of an action: 'cards.import'. */
export type Action = keyof typeof ACTIONS;
