import { MESSAGES } from '../../messages/messages.ts';
import { SCOPE_MESSAGES } from '../../messages/scope-messages.ts';
import type { Screen } from '../../permissions/index.ts';
import type { Draft, FormEffect, FormState } from '../../resource/form.types.ts';
import { PERMISSION_FLAGS, type PermissionFlag, USER_MENUS } from './access.ts';
import {
  flagsIn,
  includedIn,
  isNoStaffAdmin,
  rightsAfter,
  rightsBeyond,
  rightsChange,
  rightsFor,
  rightsIn,
  type ScreenRights,
  type Standing,
} from './user-rights.ts';
import type { User } from './users.schema.ts';

const FLAGS = PERMISSION_FLAGS.map(([name]) => name);

/** The field that removes every right of a user, also those that no flag stands for (USER-07). */
export const REMOVE_EVERY_RIGHT = 'remove_every_right';

/**
 * Returns a user's rights as sent by the service: all of them, or those that the ten menus show.
 *
 * @param user a user, as loaded
 */
export function screensOfUser(user: User): readonly Screen[] {
  if (user.rights) {
    return user.rights.map(({ code, name, ...rights }) => ({
      code,
      name: name ?? code,
      read: rights.read === true,
      create: rights.create === true,
      update: rights.update === true,
      delete: rights.delete === true,
      download: rights.download === true,
    }));
  }
  return USER_MENUS.flatMap(([menu, name, code]) => {
    const { read, create, update, delete: remove } = user[menu] ?? {};
    const rights = {
      read: read === true,
      create: create === true,
      update: update === true,
      delete: remove === true,
    };
    return Object.values(rights).includes(true) ? [{ code, name, ...rights }] : [];
  });
}

/**
 * Returns a user's 13 flags, derived from the stored rights (USER-07), so that flags and menus never
 * contradict each other. A flag keeps its sent value if it has no screen, or the service didn't send that
 * screen.
 *
 * @param user a user, as loaded
 */
export function flagsOfUser(user: User): Record<PermissionFlag, boolean> {
  const sent = Object.fromEntries(FLAGS.map((name) => [name, user[name] === true]));
  const known = (code: string): boolean =>
    user.rights != null ||
    USER_MENUS.some(([menu, , screen]) => screen === code && user[menu] != null);
  return flagsIn(screensOfUser(user), sent, known);
}

const text = (draft: Draft, name: string): string => String(draft[name] ?? '').trim();

const flagsOfDraft = (draft: Draft): Record<string, boolean> =>
  Object.fromEntries(FLAGS.map((name) => [name, draft[name] === true]));

/**
 * Returns whether the draft is for a company's account. Without a company it is for a staff account, unless
 * the creator lacks rights of the provider's Admin and has at most one company to choose from: such a
 * creator belongs to a company.
 */
function ofCompany(draft: Draft, { access, choices }: FormState<User>): boolean {
  if (text(draft, 'company') !== '') return true;
  if (access === undefined || !isNoStaffAdmin(access)) return false;
  return (choices?.('userCompanies') ?? []).length <= 1;
}

/**
 * Says what an account without a company is: the provider's staff. A creator who has one company to choose at most may
 * be of that company, whose accounts the service gives the same one.
 */
export const noCompany = ({ choices }: FormState<User>): string =>
  (choices?.('userCompanies') ?? []).length > 1 ? SCOPE_MESSAGES.staff : SCOPE_MESSAGES.likeYou;

/**
 * Returns whose records the account's rights cover, for a new account and where its company changes: an account
 * without a company is the provider's own and sees every customer (USER-04).
 */
function recordsSeen(state: FormState<User>): readonly FormEffect[] {
  const { choices, detail, draft } = state;
  const named = text(draft, 'company');
  if (detail !== undefined && named === (detail.company ?? '').trim()) return [];
  const { all: sentence, only: onlyOf, ownCompany, title } = SCOPE_MESSAGES;
  const name = 'records_seen';
  if (!ofCompany(draft, state)) {
    const all = { key: 'all', label: 'All companies', values: [] };
    return [{ name, title, lines: [all], sentence }];
  }
  const company = named || choices?.('userCompanies')[0]?.value || ownCompany;
  const only = { key: 'company', label: company, values: [] };
  return [{ name, title, lines: [only], sentence: onlyOf(company) }];
}

const standingOfUser = (user: User): Standing => ({
  role: user.role ?? '',
  ofCompany: Boolean(user.company),
  flags: flagsOfUser(user),
});

/** Returns the user's standing before and after the draft; a new user has none before. */
function standings(state: FormState<User>): { before: Standing; after: Standing } {
  const { detail, draft } = state;
  const after = {
    role: text(draft, 'role'),
    ofCompany: ofCompany(draft, state),
    flags: flagsOfDraft(draft),
    removed: draft[REMOVE_EVERY_RIGHT] === true,
  };
  const nobody = { role: '', ofCompany: after.ofCompany, flags: {} };
  return { before: detail ? standingOfUser(detail) : nobody, after };
}

const linesOf = (rights: readonly ScreenRights[]): FormEffect['lines'] =>
  rights.map(({ screen, name: label, rights: values }) => ({ key: screen, label, values }));

/** Returns flags that are turned off although the role, or another flag, still grants their rights. */
function keptOn(before: Standing, after: Standing): FormEffect['lines'] {
  if (before.role !== after.role || before.ofCompany !== after.ofCompany) return [];
  return PERMISSION_FLAGS.flatMap(([name, label]) => {
    if (before.flags[name] !== true || after.flags[name] === true) return [];
    const source = includedIn(name, after);
    return source === undefined
      ? []
      : [{ key: name, label, values: [MESSAGES.users.included(source)] }];
  });
}

/**
 * Returns the rights that a user keeps where one could think that none is left: some are lost, or no flag is on
 * although there are more rights than the role's.
 */
function held(
  { before, after }: ReturnType<typeof standings>,
  stored: readonly Screen[],
): FormEffect['lines'] {
  const left = rightsAfter(stored, before, after);
  const loses = rightsBeyond(left, stored).length > 0;
  const noFlag = !Object.values(after.flags).includes(true);
  const beyondRole = rightsBeyond(rightsFor({ ...after, flags: {} }), left).length > 0;
  return loses || (noFlag && beyondRole) ? linesOf(rightsIn(left)) : [];
}

/** Returns the rights that a user keeps although neither the role nor a flag stands for them: no form gave them. */
function withoutFlag(
  { before, after }: ReturnType<typeof standings>,
  stored: readonly Screen[],
): FormEffect['lines'] {
  const left = rightsAfter(stored, before, after);
  return linesOf(rightsBeyond([...rightsFor(before), ...rightsFor(after)], left));
}

/**
 * Returns the rights that saving a draft grants and revokes, by screen and right, and those that remain
 * (USER-07), and whose records they cover.
 */
export function userEffects(state: FormState<User>): readonly FormEffect[] {
  const { detail, mode } = state;
  if (mode === 'view') return [];
  const change = standings(state);
  const { before, after } = change;
  const stored = detail ? screensOfUser(detail) : [];
  const { gained, lost } = rightsChange(stored, rightsAfter(stored, before, after));
  const maySwitch = after.role === 'Admin' && !after.ofCompany;
  const switching =
    detail?.isUserEligibleForAccountSwitch === true && !maySwitch
      ? [{ key: 'switch', label: MESSAGES.users.switching, values: ['use'] }]
      : [];
  const kept = keptOn(before, after);
  const still = held(change, stored);
  // What a user still holds has them too.
  const other = still.length > 0 ? [] : withoutFlag(change, stored);
  const { rightsGained, rightsHeld, rightsOther, rightsKept, rightsLost } = MESSAGES.users;
  return [
    // First, because it decides how much every right is worth.
    ...recordsSeen(state),
    { name: 'rights_gained', title: rightsGained, lines: linesOf(gained) },
    { name: 'rights_lost', title: rightsLost, lines: [...linesOf(lost), ...switching] },
    ...(kept.length > 0 ? [{ name: 'rights_kept', title: rightsKept, lines: kept }] : []),
    ...(other.length > 0 ? [{ name: 'rights_other', title: rightsOther, lines: other }] : []),
    ...(still.length > 0 ? [{ name: 'rights_held', title: rightsHeld, lines: still }] : []),
  ];
}

/**
 * Returns the draft after a change of role or of side (staff or company): flags that come with the Admin
 * role are cleared with it, and set again with it. Removing every right clears all flags.
 */
export function flagsFollow(
  draft: Draft,
  name: string,
  before: Draft,
  detail: User | undefined,
): Draft {
  if (name === REMOVE_EVERY_RIGHT && draft[name] === true) return { ...draft, ...flagsIn([]) };
  if (name !== 'role' && name !== 'company') return draft;
  const side = (one: Draft): Standing => ({
    role: text(one, 'role'),
    ofCompany: text(one, 'company') !== '',
    flags: flagsOfDraft(one),
  });
  const same = (one: Standing, other: Standing) =>
    one.role === other.role && one.ofCompany === other.ofCompany;
  const was = side(before);
  const is = side(draft);
  if (same(was, is)) return draft;
  if (detail && same(is, standingOfUser(detail))) return { ...draft, ...flagsOfUser(detail) };
  return was.role === 'Admin' ? { ...draft, ...flagsIn([], is.flags) } : draft;
}
