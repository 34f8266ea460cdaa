import type { Screen } from '@forecourt/core';

/** Screens of the service in the order of the menu (ACC-02). */
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
} as const;

type Code = keyof typeof SCREEN_NAMES;

/** Letters of what is granted: c create, r read, u update, d delete, x download. */
export type Grants = Readonly<Partial<Record<Code, string>>>;

const everywhere = (letters: string): Grants =>
  Object.fromEntries(Object.keys(SCREEN_NAMES).map((code) => [code, letters]));

export const ADMIN_RIGHTS: Grants = everywhere('crudx');

/** Reads everything, creates and updates cards and transactions, deletes nothing. */
export const CLERK_RIGHTS: Grants = { ...everywhere('rx'), FCM: 'crux', FT: 'crux' };

/** A company's user reads its own company's cards, transactions and invoices. */
export const VIEWER_RIGHTS: Grants = { DB: 'r', FCM: 'r', FT: 'r', FI: 'rx' };

/** What staff may do while they act as a company: what the company's own account may. */
export const COMPANY_ACCOUNT_RIGHTS: Grants = {
  DB: 'r',
  FCM: 'cru',
  FT: 'r',
  FI: 'rx',
  FRPT: 'r',
  FSB: 'r',
  FTC: 'r',
};

export function screensOf(grants: Grants): Screen[] {
  return (Object.keys(SCREEN_NAMES) as Code[])
    .filter((code) => grants[code] !== undefined)
    .map((code) => {
      const has = (letter: string): boolean => grants[code]?.includes(letter) === true;
      return {
        code,
        name: SCREEN_NAMES[code],
        read: has('r'),
        create: has('c'),
        update: has('u'),
        delete: has('d'),
        download: has('x'),
      };
    });
}
