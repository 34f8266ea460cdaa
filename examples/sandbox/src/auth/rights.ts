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

/** The screen whose rights an account has on a menu of your own, until they are stored otherwise. */
export const LIKE_OWN = 'FCM';

const CODES = Object.keys(SCREEN_NAMES) as ScreenCode[];

/** The codes of the product's screens, or with those of menus of your own. */
const codes = (own: boolean): readonly ScreenCode[] =>
  own ? (Object.keys(SCREEN_NAMES) as ScreenCode[]) : CODES;

/** Returns screens with these rights; `own` adds those of menus of your own, with the rights on cards. */
export function screensOf(grants: Grants, own = false): Screen[] {
  return codes(own)
    .map((code) => [code, grants[CODES.includes(code) ? code : LIKE_OWN]] as const)
    .filter(([, letters]) => letters !== undefined)
    .map(([code, letters]) => {
      const has = (letter: string): boolean => letters?.includes(letter) === true;
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
