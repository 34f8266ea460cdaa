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
 * The rights of an account, and what a role, a company and the 13 flags make of them (USER-07). The stored
 * rights are what holds; a flag is a name for a few of them. Wizard, command line and sandbox ask the
 * functions of this file, so that a review promises what the service then does.
 */

/** What each flag stands for. Money codes have no screen: those three flags are kept as they are set. */
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

/** What the provider's own Admin may do: everything. */
export const ADMIN_RIGHTS: Grants = Object.fromEntries(
  Object.keys(SCREEN_NAMES).map((code) => [code, 'crudx']),
);

/** What a company's own Admin may do, in its company. */
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

/** What rights follow from, beside those that were given one by one. */
export interface Standing {
  /** By name: 'Admin', 'User'. */
  readonly role: string;
  /** A company's account; false: of the provider's staff. */
  readonly ofCompany: boolean;
  /** On or off; those that are absent are off. */
  readonly flags: Readonly<Partial<Record<PermissionFlag, boolean>>>;
}

/** Rights on one screen, in the order of `RIGHTS`. */
export interface ScreenRights {
  readonly screen: ScreenCode;
  /** 'Cards'. */
  readonly name: string;
  readonly rights: readonly Right[];
}

/** One right on one screen, as text: 'FCM.read'. */
type Held = ReadonlySet<string>;

const LETTERS = { read: 'r', create: 'c', update: 'u', delete: 'd', download: 'x' } as const;
const CODES = Object.keys(SCREEN_NAMES) as ScreenCode[];
const FLAGS = PERMISSION_FLAGS.map(([name]) => name);

const heldBy = (grants: Grants): Held =>
  new Set(
    CODES.flatMap((code) =>
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

/** As `GET screens` answers them; a screen without any right is left out. */
function asScreens(held: Held): Screen[] {
  const screens = CODES.map((code) => {
    const rights = RIGHTS.map((right) => [right, held.has(`${code}.${right}`)] as const);
    return { code, name: SCREEN_NAMES[code], ...Object.fromEntries(rights) } as Screen;
  });
  return screens.filter(hasAny);
}

const hasAny = (screen: Screen): boolean => RIGHTS.some((right) => screen[right] === true);

function roleRights({ role, ofCompany }: Standing): Grants {
  if (role === 'Admin') return ofCompany ? COMPANY_ADMIN_RIGHTS : ADMIN_RIGHTS;
  return role === 'User' ? USER_RIGHTS : {};
}

const setFlags = ({ flags }: Standing): readonly PermissionFlag[] =>
  FLAGS.filter((name) => flags[name] === true);

const provided = (standing: Standing): Held =>
  union([roleRights(standing), ...setFlags(standing).map((name) => FLAG_RIGHTS[name])].map(heldBy));

/** The rights of an account that begins with this role and these flags. */
export const rightsFor = (standing: Standing): Screen[] => asScreens(provided(standing));

/** A role stands for something else where it, or the side it is on, changes. */
const sameRole = (one: Standing, other: Standing): boolean =>
  one.role === other.role && one.ofCompany === other.ofCompany;

/**
 * The rights after a change of role, company or flags. What a role or flag that is added stands for is
 * added; what one that goes away stands for is taken, except what a role or flag that stays stands for too;
 * all else stays as it is stored. Between staff and a company nothing goes along: rights on everybody's
 * records and rights on one company's are not the same, so they follow from role and flags alone.
 */
export function rightsAfter(
  stored: readonly Screen[],
  before: Standing,
  after: Standing,
): readonly Screen[] {
  if (before.ofCompany !== after.ofCompany) return rightsFor(after);
  const was = setFlags(before);
  const is = setFlags(after);
  const role = sameRole(before, after);
  const added = union([
    ...(role ? [] : [heldBy(roleRights(after))]),
    ...is.filter((name) => !was.includes(name)).map((name) => heldBy(FLAG_RIGHTS[name])),
  ]);
  const ended = union([
    ...(role ? [] : [heldBy(roleRights(before))]),
    ...was.filter((name) => !is.includes(name)).map((name) => heldBy(FLAG_RIGHTS[name])),
  ]);
  const kept = provided(after);
  const left = [...heldIn(stored)].filter((one) => !ended.has(one) || kept.has(one));
  const screens = asScreens(new Set([...left, ...added]));
  // Without any right a screen still says something: FTC denies the profile then (ACC-03).
  const bare = stored.filter(
    (one) => !hasAny(one) && screens.every(({ code }) => code !== one.code),
  );
  return [...screens, ...bare];
}

/**
 * Is a flag on, by stored rights? It is where all that it stands for is held, download aside: the ten menus
 * don't show that one, and flag and menu must not contradict each other. Undefined where the rights of its
 * screen aren't known, and of flags without a screen.
 */
function flagIn(name: PermissionFlag, held: Held, known: (code: string) => boolean) {
  const wanted = [...heldBy(FLAG_RIGHTS[name])].filter((one) => !one.endsWith('.download'));
  if (wanted.length === 0 || !wanted.every((one) => known(one.split('.')[0] ?? ''))) {
    return undefined;
  }
  return wanted.every((one) => held.has(one));
}

/** The flags that stored rights amount to; of flags without a screen, what is `kept` of them. */
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

/** What `asked` has and `held` lacks, by screen. */
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

/** What changes from one set of rights to another, by screen and right. */
export const rightsChange = (
  before: readonly Screen[],
  after: readonly Screen[],
): { readonly gained: readonly ScreenRights[]; readonly lost: readonly ScreenRights[] } => ({
  gained: rightsBeyond(before, after),
  lost: rightsBeyond(after, before),
});

/** The first flag or role that keeps on what `flag` stands for, by its label; undefined: nothing does. */
export function includedIn(flag: PermissionFlag, standing: Standing): string | undefined {
  const wanted = [...heldBy(FLAG_RIGHTS[flag])].filter((one) => !one.endsWith('.download'));
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

/** Does an account with this access lack any right of the provider's own Admin? */
export const isNoStaffAdmin = (access: MenuAccess): boolean =>
  CODES.some((code) => RIGHTS.some((right) => access[SCREEN_MENUS[code]]?.[right] !== true));
