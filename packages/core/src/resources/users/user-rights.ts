import {
  type Grants,
  type MenuAccess,
  RIGHTS,
  type Right,
  SCREEN_MENUS,
  SCREEN_NAMES,
  type Screen,
  type ScreenCode,
} from '../../permissions/index.ts';
import { PERMISSION_FLAGS, type PermissionFlag } from './access.ts';

/**
 * An account's rights, and how role, company and the 13 flags determine them (USER-07). The stored rights
 * are authoritative; a flag is a name for a few of them. Wizard, command line and sandbox all use these
 * functions, so that a review shows what the service will do.
 */

/**
 * Rights that each flag stands for. Money codes have no screen, so those three flags are stored as they
 * are.
 */
export const FLAG_RIGHTS: Readonly<Record<PermissionFlag, Grants>> = {
  manage_users: { FU: 'crud' },
  view_users: { FU: 'r' },
  manage_dashboard: { DB: 'crudx' },
  manage_fuel_cards: { FCM: 'crudx' },
  view_fuel_cards: { FCM: 'r' },
  view_invoices: { FI: 'rx' },
  manage_money_codes: {},
  view_money_codes: {},
  approve_money_codes: {},
  view_transactions: { FT: 'rx' },
  manage_reports: { FRPT: 'crudx' },
  view_reports: { FRPT: 'r' },
  manage_truckcare: { FTC: 'crudx' },
};

const everything = (): Grants =>
  Object.fromEntries(Object.keys(SCREEN_NAMES).map((code) => [code, 'crudx']));

/** Rights of the provider's own Admin on the product's screens: all. */
export const ADMIN_RIGHTS: Grants = everything();

/** Rights of a company's own Admin, limited to its company. */
export const COMPANY_ADMIN_RIGHTS: Grants = {
  DB: 'r',
  FU: 'crud',
  FCM: 'crux',
  FRPT: 'rx',
  FT: 'rx',
  FI: 'rx',
  FSB: 'r',
  FTC: 'r',
};

const USER_RIGHTS: Grants = { DB: 'r' };

/** What determines an account's rights, apart from those granted individually. */
export interface Standing {
  /** By name: 'Admin', 'User'. */
  readonly role: string;
  /** True for a company's account, false for the provider's staff. */
  readonly ofCompany: boolean;
  /** Missing flags are off. */
  readonly flags: Readonly<Partial<Record<PermissionFlag, boolean>>>;
  /** Every right is removed, whatever the role and the flags stand for. */
  readonly removed?: boolean;
}

/** Rights on one screen, in the order of `RIGHTS`. */
export interface ScreenRights {
  readonly screen: ScreenCode;
  /** 'Cards'. */
  readonly name: string;
  readonly rights: readonly Right[];
}

/** Rights as text: 'FCM.read'. */
type Held = ReadonlySet<string>;

const LETTERS = { read: 'r', create: 'c', update: 'u', delete: 'd', download: 'x' } as const;
/** Read when it is needed: screens of your own are added later. */
const codes = () => Object.keys(SCREEN_NAMES) as ScreenCode[];
const FLAGS = PERMISSION_FLAGS.map(([name]) => name);

const heldBy = (grants: Grants): Held =>
  new Set(
    codes().flatMap((code) =>
      RIGHTS.filter((right) => grants[code]?.includes(LETTERS[right])).map(
        (right) => `${code}.${right}`,
      ),
    ),
  );

const heldIn = (screens: readonly Screen[]): Held =>
  new Set(
    screens.flatMap((screen) =>
      RIGHTS.filter((right) => screen[right] === true).map((right) => `${screen.code}.${right}`),
    ),
  );

const union = (sets: readonly Held[]): Held => new Set(sets.flatMap((set) => [...set]));

/** Returns rights in the format of `GET screens`, without screens that have none. */
function asScreens(held: Held): Screen[] {
  const screens = codes().map((code) => {
    const rights = RIGHTS.map((right) => [right, held.has(`${code}.${right}`)] as const);
    return { code, name: SCREEN_NAMES[code], ...Object.fromEntries(rights) } as Screen;
  });
  return screens.filter(hasAny);
}

const hasAny = (screen: Screen): boolean => RIGHTS.some((right) => screen[right] === true);

function roleRights({ role, ofCompany }: Standing): Grants {
  if (role === 'Admin') return ofCompany ? COMPANY_ADMIN_RIGHTS : everything();
  return role === 'User' ? USER_RIGHTS : {};
}

const setFlags = ({ flags }: Standing): readonly PermissionFlag[] =>
  FLAGS.filter((name) => flags[name] === true);

const rightsHeldBy = (standing: Standing): Held =>
  union([roleRights(standing), ...setFlags(standing).map((name) => FLAG_RIGHTS[name])].map(heldBy));

/**
 * Returns the rights of a new account with this role and these flags.
 *
 * @param standing role, company and flags
 */
export const rightsFor = (standing: Standing): Screen[] => asScreens(rightsHeldBy(standing));

/**
 * Returns the rights after a change of role, company or flags. Adds what an added role or flag stands for,
 * and removes what a removed one stands for unless a remaining one covers it; all other rights stay as
 * stored. Moving between staff and a company keeps nothing, because rights on all records differ from
 * rights on one company's: then only role and flags count. Removing every right keeps nothing either.
 *
 * @param stored the rights as stored
 * @param before role, company and flags until now
 * @param after role, company and flags from now on
 */
export function rightsAfter(
  stored: readonly Screen[],
  before: Standing,
  after: Standing,
): readonly Screen[] {
  if (after.removed) return stored.filter((one) => !hasAny(one));
  if (before.ofCompany !== after.ofCompany) return rightsFor(after);
  const was = setFlags(before);
  const is = setFlags(after);
  const sameRole = before.role === after.role;
  const added = union([
    ...(sameRole ? [] : [heldBy(roleRights(after))]),
    ...is.filter((name) => !was.includes(name)).map((name) => heldBy(FLAG_RIGHTS[name])),
  ]);
  const ended = union([
    ...(sameRole ? [] : [heldBy(roleRights(before))]),
    ...was.filter((name) => !is.includes(name)).map((name) => heldBy(FLAG_RIGHTS[name])),
  ]);
  const kept = rightsHeldBy(after);
  const left = [...heldIn(stored)].filter((one) => !ended.has(one) || kept.has(one));
  const screens = asScreens(new Set([...left, ...added]));
  // A screen without rights can still matter: FTC then denies the profile (ACC-03).
  const bare = stored.filter(
    (one) => !hasAny(one) && screens.every(({ code }) => code !== one.code),
  );
  return [...screens, ...bare];
}

/** What stored rights must include to turn a flag on: all but download, which the ten menus don't show. */
const neededFor = (flag: PermissionFlag): readonly string[] =>
  [...heldBy(FLAG_RIGHTS[flag])].filter((one) => !one.endsWith('.download'));

/**
 * Returns whether stored rights turn a flag on, so that flag and menu never contradict each other. Returns
 * undefined if its screen's rights aren't known, or it has no screen.
 */
function flagIn(name: PermissionFlag, held: Held, known: (code: string) => boolean) {
  const wanted = neededFor(name);
  if (wanted.length === 0 || !wanted.every((one) => known(one.split('.')[0] ?? ''))) {
    return undefined;
  }
  return wanted.every((one) => held.has(one));
}

/**
 * Returns the flags that follow from stored rights; flags without a screen come from `kept`.
 *
 * @param screens the stored rights
 * @param kept the flags as stored
 * @param known whether the rights of a screen are known, by its code; a flag of another one comes from `kept`, too
 */
export function flagsIn(
  screens: readonly Screen[],
  kept: Standing['flags'] = {},
  known: (code: string) => boolean = () => true,
): Record<PermissionFlag, boolean> {
  const held = heldIn(screens);
  return Object.fromEntries(
    FLAGS.map((name) => [name, flagIn(name, held, known) ?? kept[name] === true]),
  ) as Record<PermissionFlag, boolean>;
}

/**
 * Returns the rights in `asked` that `held` lacks, by screen.
 *
 * @param held the rights of who grants them
 * @param asked the rights that are to be granted
 */
export function rightsBeyond(
  held: readonly Screen[],
  asked: readonly Screen[],
): readonly ScreenRights[] {
  const own = heldIn(held);
  return byScreen(new Set([...heldIn(asked)].filter((one) => !own.has(one))));
}

const byScreen = (held: Held): readonly ScreenRights[] =>
  asScreens(held).map((screen) => ({
    screen: screen.code as ScreenCode,
    name: screen.name ?? screen.code,
    rights: RIGHTS.filter((right) => screen[right] === true),
  }));

/** Returns the rights held, by screen and right. */
export const rightsIn = (screens: readonly Screen[]): readonly ScreenRights[] =>
  byScreen(heldIn(screens));

/**
 * Returns the rights gained and lost between two sets, by screen and right.
 *
 * @param before rights until now
 * @param after rights from now on
 */
export const rightsChange = (
  before: readonly Screen[],
  after: readonly Screen[],
): { readonly gained: readonly ScreenRights[]; readonly lost: readonly ScreenRights[] } => ({
  gained: rightsBeyond(before, after),
  lost: rightsBeyond(after, before),
});

/** Returns the label of the first flag or role that still grants what `flag` stands for, or undefined. */
export function includedIn(flag: PermissionFlag, standing: Standing): string | undefined {
  const wanted = neededFor(flag);
  const covers = (grants: Grants): boolean => {
    const held = heldBy(grants);
    return wanted.length > 0 && wanted.every((one) => held.has(one));
  };
  if (covers(roleRights(standing))) return `the role ${standing.role}`;
  const other = PERMISSION_FLAGS.find(
    ([name]) => name !== flag && standing.flags[name] === true && covers(FLAG_RIGHTS[name]),
  );
  return other?.[1];
}

/** Returns whether an account lacks any right of the provider's own Admin. */
export const isNoStaffAdmin = (access: MenuAccess): boolean =>
  codes().some((code) => RIGHTS.some((right) => access[SCREEN_MENUS[code]]?.[right] !== true));
