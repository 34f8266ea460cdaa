import { type Grants, SCREEN_NAMES, type Screen, type ScreenCode } from '@forecourt/core';

const everywhere = (letters: string): Grants =>
  Object.fromEntries(Object.keys(SCREEN_NAMES).map((code) => [code, letters]));

/** Reads everything, creates and updates cards and transactions, deletes nothing. */
export const CLERK_RIGHTS: Grants = { ...everywhere('rx'), FCM: 'crux', FT: 'crux' };

/** A company's user reads its own company's cards, transactions and invoices. */
export const VIEWER_RIGHTS: Grants = { DB: 'r', FCM: 'r', FT: 'r', FI: 'rx' };

/** Staff who act as a company have the rights of the company's own account. */
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
  return (Object.keys(SCREEN_NAMES) as ScreenCode[])
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
