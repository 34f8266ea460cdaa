import {
  type Draft,
  type FormState,
  flagsIn,
  MESSAGES,
  PERMISSION_FLAGS,
  rightsAfter,
  rightsBeyond,
  rightsFor,
  type Screen,
  type Standing,
  type User,
  users,
} from '@forecourt/core';
import * as z from 'zod/mini';
import { type Actor, Withheld } from '../audit/audit.ts';
import type { Account } from '../auth/account.ts';
import { storedScreens } from '../auth/sessions.ts';
import { holdsAll, keptFlags, storeRights, type UserFlags } from '../auth/user-rights.ts';
import type { Reader, Writer } from '../db/store.ts';
import {
  bodyOf,
  decodeSent,
  formOf,
  issuesOf,
  overlay,
  refuseField,
  refuseIssues,
  textIn,
  unacceptable,
} from '../forms/sent-record.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { Body } from '../records/crud-routes.ts';
import { insertUser } from './insert-user.ts';
import { presentUser, type UserRow } from './user-wire.ts';

const userForm = formOf(users);

/** A password as sent, and as stored. */
export interface NewPassword {
  readonly text: string;
  readonly hash: string | undefined;
}

const isFlag = (name: string): boolean => PERMISSION_FLAGS.some(([flag]) => flag === name);

/** A user as it was sent. */
export interface SentUser {
  readonly draft: Draft;
  /** The fields that were sent; the others stay. */
  readonly names: readonly string[];
  readonly password: NewPassword;
}

/** Refuses to remove every right and grant some in one call: one of them would be silently dropped. */
function refuseContradiction(user: User): void {
  if (user.remove_every_right !== true) return;
  const errors = PERMISSION_FLAGS.filter(([flag]) => user[flag] === true).map(([flag]) => ({
    pointer: `/${flag}`,
    detail: 'It can’t be given while remove_every_right removes all rights. Send one of them.',
  }));
  if (errors.length > 0) throw unacceptable(errors);
}

/** A user of a company becomes staff by an empty text alone: null, blanks and the like are what a program sends that has lost it. */
function refuseLostCompany({ company: sent }: Body, { company }: User): void {
  const isLost = sent !== undefined && sent !== '' && (company ?? '').trim() === '';
  if (!isLost) return;
  throw refuseField('/company', 'Send the name of a company, or "" for a user of the provider.');
}

/**
 * Flags are taken as sent. Menus and rights are read-only: sent ones change nothing. Throws a 422 for flags beside
 * `remove_every_right`.
 */
export function sentUser(body: Body, password: NewPassword): SentUser {
  const user = decodeSent(users.schema, body);
  refuseLostCompany(body, user);
  refuseContradiction(user);
  const flags = PERMISSION_FLAGS.map(([flag]) => [flag, user[flag] === true] as const);
  const sent = Object.entries(user).filter(([name, value]) => value !== null || !isFlag(name));
  return {
    draft: {
      ...userForm.draft(user),
      ...Object.fromEntries(flags),
      remove_every_right: user.remove_every_right === true,
    },
    names: sent.map(([name]) => name),
    password,
  };
}

/** Finds a user by id or profile id, within the account's company. Throws 404. */
export async function visibleUser(
  read: Reader | Writer,
  { companyId }: Account,
  id: string,
): Promise<UserRow> {
  const all = read.selectFrom('user_rows').selectAll();
  const found = /^\d{1,9}$/.test(id)
    ? all.where('id', '=', Number(id))
    : all.where('profileid', '=', id);
  const row = await (companyId === null
    ? found
    : found.where('company_id', '=', companyId)
  ).executeTakeFirst();
  if (!row) throw notFound(`User ${id}`);
  return row;
}

/** Returns a user as returned by its own call: with all of its rights (USER-07). */
export async function presented(read: Reader | Writer, row: UserRow) {
  const rights = await storedScreens(read, row.id);
  return { ...presentUser(row, rights), rights };
}

type ShownUser = Awaited<ReturnType<typeof presented>>;

const STRONGER = 'This user has rights that you do not have';

/**
 * Nobody can change or delete an account with more rights than their own, with one exception: an Admin can take rights
 * away from any User of its own company, and delete it. Its password and e-mail stay out of reach until it has no more
 * rights than the Admin, because they would give the Admin those rights (USER-09). `access` says whether the call
 * changes one of the two. Throws 403.
 */
async function refuseStronger(
  tx: Writer,
  account: Account,
  row: UserRow,
  access: 'kept' | 'changed',
): Promise<void> {
  const screens = await storedScreens(tx, row.id);
  const stronger =
    !holdsAll(account.screens, screens) ||
    (row.role === 'Admin' && account.role !== 'Admin') ||
    (row.may_switch === 1 && !account.maySwitch);
  if (!stronger) return;
  if (account.role !== 'Admin' || row.role === 'Admin') throw new Problem(403, `${STRONGER}.`);
  if (access === 'kept') return;
  throw new Problem(
    403,
    `${STRONGER}, so you can’t set its password or e-mail. Take those rights away first.`,
  );
}

/**
 * Refuses changes of the caller's own password or address here, so that a stolen session can't take over the account.
 * The profile asks for the current password (USER-08). Throws 422.
 */
function refuseOwnAccess(
  account: Account,
  row: UserRow,
  email: string,
  password: NewPassword,
): void {
  if (row.id !== account.userId) return;
  const errors = [
    ...(email === row.email.toLowerCase()
      ? []
      : [{ pointer: '/email', detail: MESSAGES.users.ownEmail }]),
    ...(password.text === '' ? [] : [{ pointer: '/password', detail: MESSAGES.users.ownPassword }]),
  ];
  if (errors.length > 0) throw unacceptable(errors);
}

/** Somebody must remain who can repair rights. Throws 409. */
async function refuseLastAdmin(tx: Writer, row: UserRow, doing: string): Promise<void> {
  if (row.role !== 'Admin' || row.company_id !== null) return;
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'Admin')
    .where('company_id', 'is', null)
    .where('password_hash', 'is not', null)
    .where('id', '!=', row.id)
    .executeTakeFirst();
  if (other) return;
  throw new Problem(
    409,
    `This is the provider’s last Admin and can’t be ${doing}. Make another user an Admin first.`,
  );
}

const companyNamed = (tx: Writer, name: string) =>
  tx.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirst();

/** A company's account creates users of its own company only; it need not name it. */
async function withOwnCompany(tx: Writer, { companyId }: Account, draft: Draft): Promise<Draft> {
  if (companyId === null || textIn(draft, 'company') !== '') return draft;
  const own = await tx
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { ...draft, company: own.name };
}

async function companyOf(tx: Writer, { companyId }: Account, name: string): Promise<number | null> {
  if (name === '') return null;
  const company = await companyNamed(tx, name);
  if (company && (companyId === null || companyId === company.id)) return company.id;
  throw refuseField('/company', 'There is no company of that name.');
}

async function refuseTaken(
  tx: Writer,
  { companyId }: Account,
  email: string,
  own: number | undefined,
): Promise<void> {
  const known = await tx
    .selectFrom('users')
    .select(['id', 'company_id'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!known || known.id === own) return;
  if (companyId === null || companyId === known.company_id) {
    throw refuseField('/email', 'This email is taken.');
  }
  throw new Withheld('/email', 'This email can’t be used. Ask your provider.', {
    resource: 'users',
    recordId: known.id,
  });
}

/** Returns the columns and flags of a draft. Throws a 422 with what is wrong in it. */
async function accepted(
  tx: Writer,
  account: Account,
  state: FormState<User>,
  password: string,
  own: number | undefined,
) {
  const pointerOf = (name: string) => `/${name === 'verify_password' ? 'password' : name}`;
  refuseIssues(issuesOf(userForm, state, { password, verify_password: password }), pointerOf);
  const sent = bodyOf(userForm, state);
  const email = textIn(sent, 'email').toLowerCase();
  await refuseTaken(tx, account, email, own);
  const flags: UserFlags = Object.fromEntries(
    PERMISSION_FLAGS.map(([flag]) => [flag, sent[flag] === true]),
  );
  const columns = {
    email,
    first_name: textIn(sent, 'first_name'),
    last_name: textIn(sent, 'last_name'),
    phone: textIn(sent, 'phone'),
    role: textIn(sent, 'role'),
    country: textIn(sent, 'country'),
    state: textIn(sent, 'province'),
    city: textIn(sent, 'city'),
    // Flags with a screen are read from the stored rights.
    flags: JSON.stringify(flagsIn([], flags)),
    company_id: await companyOf(tx, account, textIn(sent, 'company')),
  };
  return { columns, flags };
}

const BEYOND_ROLE = 'You can only give a role that you have yourself.';

const isStaffAdmin = ({ role, ofCompany }: Standing): boolean => role === 'Admin' && !ofCompany;

/** A user's former rights, and what they derive from; absent for a new user. */
interface Former {
  readonly screens: readonly Screen[];
  readonly standing: Standing;
  readonly maySwitch: boolean;
}

/**
 * Returns a user's new rights and eligibility. Throws a 422 if the caller lacks what they would grant: a role, or a new
 * right of a flag or role (USER-09).
 */
function rightsToGrant(account: Account, former: Former | undefined, after: Standing) {
  const before = former?.standing ?? { role: '', ofCompany: after.ofCompany, flags: {} };
  const stored = former?.screens ?? [];
  if (after.role === 'Admin' && account.role !== 'Admin') {
    throw refuseField('/role', BEYOND_ROLE);
  }
  const rights = rightsAfter(stored, before, after);
  const sameSide = before.ofCompany === after.ofCompany;
  // Between staff and companies all of them are new: they cover other records.
  const held = sameSide ? [...account.screens, ...stored] : account.screens;
  if (rightsBeyond(held, rights).length > 0) {
    throw refuseField(`/${grantedBy(account, before, after)}`, MESSAGES.users.beyondOwn);
  }
  const same = sameSide && before.role === after.role && !after.removed;
  const maySwitch = same ? (former?.maySwitch ?? false) : isStaffAdmin(after) && account.maySwitch;
  return { rights, maySwitch };
}

/** Returns the flag that would grant too much, otherwise 'role'. */
function grantedBy({ screens }: Account, before: Standing, after: Standing): string {
  const flag = PERMISSION_FLAGS.find(([name]) => {
    const set = after.flags[name] === true && before.flags[name] !== true;
    const alone = rightsFor({ role: '', ofCompany: after.ofCompany, flags: { [name]: true } });
    return set && !holdsAll(screens, alone);
  });
  return flag?.[0] ?? 'role';
}

/** Creates a user who can sign in (USER-06). */
export async function createUser(
  tx: Writer,
  { account, at }: Actor,
  { password, ...sent }: SentUser,
): Promise<UserRow> {
  const draft = await withOwnCompany(tx, account, sent.draft);
  const state = { mode: 'create', draft, detail: undefined } as const;
  const { columns, flags } = await accepted(tx, account, state, password.text, undefined);
  const ofCompany = columns.company_id !== null;
  const { maySwitch, rights } = rightsToGrant(account, undefined, {
    role: columns.role,
    ofCompany,
    flags,
  });
  const id = await insertUser(
    tx,
    {
      ...columns,
      status: 'ACTIVE',
      may_switch: maySwitch ? 1 : 0,
      password_hash: password.hash ?? null,
      created_at: at.toISOString(),
    },
    rights,
  );
  return visibleUser(tx, account, String(id));
}

/** Merges sent fields into stored ones: an Admin's flags end with the role, unless they are sent, too. */
function changedDraft(
  detail: User,
  { draft: sent, names }: Pick<SentUser, 'draft' | 'names'>,
): Draft {
  const before = userForm.draft(detail);
  const draft = overlay(before, sent, names);
  if (draft.remove_every_right === true) {
    return userForm.changed?.(draft, 'remove_every_right', before, detail) ?? draft;
  }
  const followed = userForm.changed?.(draft, 'role', before, detail) ?? draft;
  return overlay(followed, sent, names);
}

/**
 * Changes a user. Rights change with the role, the company and changed flags (USER-07); an unchanged flag or an empty
 * password changes nothing.
 */
export async function updateUser(
  tx: Writer,
  { account }: Actor,
  { record: shown, row: before }: { readonly row: UserRow; readonly record: ShownUser },
  { password, ...sent }: SentUser,
): Promise<UserRow> {
  const detail = z.parse(users.schema, shown);
  const draft = await withOwnCompany(tx, account, changedDraft(detail, sent));
  const email = textIn(draft, 'email').toLowerCase();
  const isSameAccess = password.text === '' && email === before.email.toLowerCase();
  await refuseStronger(tx, account, before, isSameAccess ? 'kept' : 'changed');
  refuseOwnAccess(account, before, email, password);
  const state = { mode: 'edit', detail, draft } as const;
  const { columns, flags } = await accepted(tx, account, state, password.text, before.id);
  const after = {
    ...{ role: columns.role, ofCompany: columns.company_id !== null, flags },
    removed: draft.remove_every_right === true,
  };
  if (!isStaffAdmin(after)) await refuseLastAdmin(tx, before, 'changed into another');
  const former = {
    screens: shown.rights,
    standing: {
      role: before.role,
      ofCompany: before.company_id !== null,
      flags: flagsIn(shown.rights, keptFlags(before)),
    },
    maySwitch: before.may_switch === 1,
  };
  const { maySwitch, rights } = rightsToGrant(account, former, after);
  await storeRights(tx, before.id, rights);
  await tx
    .updateTable('users')
    .set({
      ...columns,
      may_switch: maySwitch ? 1 : 0,
      ...(password.hash !== undefined && { password_hash: password.hash }),
    })
    .where('id', '=', before.id)
    .execute();
  if (password.hash !== undefined || columns.company_id !== before.company_id) {
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', before.id)
      .where('token_hash', '!=', account.tokenHash)
      .execute();
  }
  // Acting for a company ends with the eligibility (USER-09).
  if (!maySwitch) {
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', before.id)
      .where('acting_company_id', 'is not', null)
      .execute();
  }
  return tx
    .selectFrom('user_rows')
    .selectAll()
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow();
}

/**
 * Deletes a user with its rights and sessions, but neither oneself nor the last Admin (USER-09). Returns what the trail
 * keeps of it.
 */
export async function deleteUser(tx: Writer, { account }: Actor, row: UserRow) {
  if (row.id === account.userId) {
    throw new Problem(409, 'You can’t delete your own account. Another administrator can.');
  }
  await refuseStronger(tx, account, row, 'kept');
  await refuseLastAdmin(tx, row, 'deleted');
  await tx.deleteFrom('sessions').where('user_id', '=', row.id).execute();
  await tx.deleteFrom('known_addresses').where('user_id', '=', row.id).execute();
  await tx.deleteFrom('user_rights').where('user_id', '=', row.id).execute();
  await tx.deleteFrom('users').where('id', '=', row.id).execute();
  return { email: row.email, company: row.company };
}
