import { ACTIONS, type Action, type Requirement } from './actions.ts';
import {
  MENU_NOUNS,
  type Menu,
  type MenuAccess,
  type MenuRights,
  type Right,
  SCREEN_MENUS,
  SCREEN_NAMES,
  type Screen,
  type ScreenCode,
} from './rights.ts';

/**
 * Why something is refused: a stable code, a sentence for users, and the menu and right that are missing.
 */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly menu?: Menu;
  readonly screen?: string;
  readonly right?: Right;
}

/** The codes with which `can` and `canOn` refuse. */
export type AccessRefusalCode =
  | 'not_signed_in'
  | 'rights_not_loaded'
  | 'missing_right'
  | 'staff_only';

/** Allowed, or refused with a reason. Every permission check returns one. */
export type Decision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: Refusal };

export const ALLOWED: Decision = { allowed: true };

export const refused = (code: string, message: string, more: Partial<Refusal> = {}): Decision => ({
  allowed: false,
  reason: { ...more, code, message },
});

const NONE: MenuRights = {
  read: false,
  create: false,
  update: false,
  delete: false,
  download: false,
};
const ALL: MenuRights = { read: true, create: true, update: true, delete: true, download: true };

const isScreenCode = (code: string): code is ScreenCode => Object.hasOwn(SCREEN_MENUS, code);

const rightsOf = (screen: Screen): MenuRights => ({
  read: screen.read === true,
  create: screen.create === true,
  update: screen.update === true,
  delete: screen.delete === true,
  download: screen.download === true,
});

/**
 * Converts screens to menu access (ACC-03). A missing screen grants nothing, except that the user profile
 * has all rights unless its screen (FTC) says otherwise. Unknown codes are ignored. If a code appears
 * twice, the last one counts. Given the account's company (`ofProvider` says whether it is the provider), a company's
 * user gets none of the staff's rights; without it, the service decides.
 *
 * @param screens the rights as the service stores them
 * @param company the account's company, if it has one
 * @returns what the account may do, by menu
 */
export function toMenuAccess(
  screens: readonly Screen[],
  company?: { readonly ofProvider?: boolean | undefined },
): MenuAccess {
  const access: Partial<Record<Menu, MenuRights>> = { profile: ALL };
  for (const screen of screens) {
    if (!isScreenCode(screen.code)) continue;
    access[SCREEN_MENUS[screen.code]] = rightsOf(screen);
    if (screen.code === 'FTC') access.profile = rightsOf(screen);
  }
  return company?.ofProvider === false ? { ...access, ofCompany: true } : access;
}

/**
 * Returns the code of the screen that controls a menu: 'cards' → 'FCM', 'profile' → 'FTC'.
 *
 * @param menu the menu's name
 */
export function screenOf(menu: Menu): ScreenCode {
  if (menu === 'profile') return 'FTC';
  const entry = Object.entries(SCREEN_MENUS).find(([, name]) => name === menu);
  return entry?.[0] as ScreenCode;
}

export function hasRight(access: MenuAccess, menu: Menu, right: Right): boolean {
  return (access[menu] ?? NONE)[right];
}

const VERBS: Record<Right, string> = {
  read: 'view',
  create: 'create',
  update: 'change',
  delete: 'delete',
  download: 'download',
};

/**
 * The access of a session whose screens aren't loaded yet (ACC-08). It grants nothing; `can` distinguishes
 * it from an account without rights.
 */
export const RIGHTS_NOT_LOADED: MenuAccess = Object.freeze({});

const refusedAccess = (
  code: AccessRefusalCode,
  message: string,
  more?: Partial<Refusal>,
): Decision => refused(code, message, more);

const NOT_LOADED = /* @__PURE__ */ refusedAccess(
  'rights_not_loaded',
  'The rights of this account are not loaded yet. Load them (loadAccess), then try again.',
);

const STAFF_ONLY = /* @__PURE__ */ refusedAccess(
  'staff_only',
  'Only staff of the provider may do this.',
);

const refusals: Partial<Record<Menu, Partial<Record<Right, Decision>>>> = {};

/** Cached per menu and right, because each row of a page makes the same few checks. */
function missing(menu: Menu, right: Right): Decision {
  const known = refusals[menu]?.[right];
  if (known) return known;
  const screen = screenOf(menu);
  const name = menu.startsWith('own:') ? SCREEN_NAMES[screen] : (MENU_NOUNS[menu] ?? menu);
  const decision = refusedAccess(
    'missing_right',
    `Your account lacks the right to ${VERBS[right]} ${name} (${right} on screen ${screen}). An administrator can grant it.`,
    { menu, right, screen },
  );
  refusals[menu] = { ...refusals[menu], [right]: decision };
  return decision;
}

function decide(access: MenuAccess | undefined, requirement: Requirement): Decision {
  if (access === undefined) return refusedAccess('not_signed_in', 'Sign in first.');
  if (requirement === 'session') return ALLOWED;
  if (access === RIGHTS_NOT_LOADED) return NOT_LOADED;
  const { menu, right, staff } = requirement;
  if (!hasRight(access, menu, right)) return missing(menu, right);
  return staff && access.ofCompany ? STAFF_ONLY : ALLOWED;
}

/**
 * Returns whether the account may perform an action. `access` is undefined without a session. Refuses with
 * 'not_signed_in', 'rights_not_loaded' (ACC-08), 'missing_right' or 'staff_only'. Throws a TypeError for an unknown
 * name, which only untyped code can pass.
 *
 * @param access what the account may do; undefined without a session
 * @param action one of `ACTIONS`, or `ownAction` of a resource of your own
 * @example can(access, 'transactions.import') // { allowed: false, reason: { code: 'missing_right', … } }
 */
export function can(access: MenuAccess | undefined, action: Action): Decision {
  const requirement: Requirement | undefined = ACTIONS[action];
  if (requirement === undefined) throw new TypeError(`There is no action named '${action}'.`);
  return decide(access, requirement);
}

const READ_ONLY = /* @__PURE__ */ refusedAccess('missing_right', 'This can only be read.');

/**
 * Returns whether the account has a right on a menu, for routes and menu entries (SHELL-05, SHELL-07). 'session' is what
 * every signed-in user may read, and nobody may change.
 *
 * @param access what the account may do; undefined without a session
 * @param menu the menu of the list or route; 'session' for what needs a session only
 * @param right what is to be done there
 */
export function canOn(
  access: MenuAccess | undefined,
  menu: Menu | 'session',
  right: Right,
): Decision {
  if (menu === 'session') return right === 'read' ? decide(access, menu) : READ_ONLY;
  return decide(access, { menu, right });
}

/** A decision together with what led to it (ACC-05). */
export interface Explanation {
  readonly action: Action;
  readonly decision: Decision;
  /** What the action requires: 'session', or a right on a menu and the screen that grants it. */
  readonly needs:
    | 'session'
    | {
        readonly menu: Menu;
        readonly right: Right;
        readonly screen: ScreenCode;
        readonly staff?: true;
      };
  /** What decided: the screen's flag, its absence, the profile's default, or that the user is a company's. */
  readonly source: 'session' | 'flag' | 'missing_screen' | 'profile_default' | 'company';
  readonly rights: MenuRights;
}

/**
 * Like `can`, with everything that led to the decision (ACC-05). Throws a TypeError as `can` does.
 *
 * @param access what the account may do; undefined without a session
 * @param action one of `ACTIONS`
 * @param screens the rights as the service stores them, from the session
 * @returns the decision, with the menu, the screen and the rights it was made from
 */
export function explain(
  access: MenuAccess | undefined,
  action: Action,
  screens: readonly Screen[] = [],
): Explanation {
  const decision = can(access, action);
  const requirement = ACTIONS[action] as Requirement;
  if (requirement === 'session') {
    return { action, decision, needs: 'session', source: 'session', rights: NONE };
  }
  const screen = screenOf(requirement.menu);
  const present =
    screens.length > 0
      ? screens.some((candidate) => candidate.code === screen)
      : requirement.menu !== 'profile' && access?.[requirement.menu] !== undefined;
  const absent = requirement.menu === 'profile' ? 'profile_default' : 'missing_screen';
  return {
    action,
    decision,
    needs: { ...requirement, screen },
    source: decision === STAFF_ONLY ? 'company' : present ? 'flag' : absent,
    rights: access?.[requirement.menu] ?? NONE,
  };
}

/**
 * Explains all actions, in the order of `ACTIONS`. Throws nothing.
 *
 * @param access what the account may do; undefined without a session
 * @param screens the rights as the service stores them, from the session
 * @returns an explanation for each action
 */
export function explainAll(
  access: MenuAccess | undefined,
  screens: readonly Screen[] = [],
): Explanation[] {
  return (Object.keys(ACTIONS) as Action[]).map((action) => explain(access, action, screens));
}
