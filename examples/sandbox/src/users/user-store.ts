import { type Draft, type FormState, PERMISSION_FLAGS, type User, users } from '@forecourt/core';
import { type Actor, recordChange } from '../audit/audit.ts';
import { changesBetween } from '../audit/changes.ts';
import type { Account } from '../auth/account.ts';
import { screensOf } from '../auth/rights.ts';
import { storedScreens } from '../auth/sessions.ts';
import type { Reader, Writer } from '../db/store.ts';
import { bodyOf, formOf, issuesOf, refuseField, refuseIssues } from '../forms/sent-record.ts';
import { notFound, Problem } from '../http/problem.ts';
import { insertUser } from './insert-user.ts';
import { holdsAll, rightsFor, storeRights, type UserFlags } from './user-rights.ts';
import { flagsOf, presentUsers, type UserRow } from './user-wire.ts';

export const userForm = formOf(users);

/** A password as it was sent, and what of it is stored. */
export interface NewPassword {
  readonly text: string;
  readonly hash: string | undefined;
}

/** By id or profile id, within the account's company. Throws 404. */
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

export async function presented(read: Reader | Writer, row: UserRow) {
  const [user] = await presentUsers(read, [row]);
  if (!user) throw notFound('User');
  return user;
}

/** Nobody changes an account that may do more than oneself: its password would be its rights. */
async function refuseStronger(tx: Writer, account: Account, row: UserRow): Promise<void> {
  if (holdsAll(account.screens, await storedScreens(tx, row.id))) return;
  throw new Problem(403, 'This user has rights that you do not have.');
}

async function companyOf(tx: Writer, { companyId }: Account, name: string): Promise<number | null> {
  if (name === '') return companyId;
  const company = await tx
    .selectFrom('companies')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst();
  if (company && (companyId === null || companyId === company.id)) return company.id;
  throw refuseField('/company', 'There is no company of that name.');
}

async function refuseTaken(tx: Writer, email: string, own: number | undefined): Promise<void> {
  const known = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (known && known.id !== own) throw refuseField('/email', 'This email is taken.');
}

const text = (sent: Readonly<Record<string, unknown>>, name: string): string =>
  String(sent[name] ?? '').trim();

/** What a draft stores of a user. Throws a 422 with what is wrong in it. */
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
  const email = text(sent, 'email').toLowerCase();
  await refuseTaken(tx, email, own);
  const flags: UserFlags = Object.fromEntries(
    PERMISSION_FLAGS.map(([flag]) => [flag, sent[flag] === true]),
  );
  const columns = {
    email,
    first_name: text(sent, 'first_name'),
    last_name: text(sent, 'last_name'),
    phone: text(sent, 'phone'),
    role: text(sent, 'role'),
    country: text(sent, 'country'),
    state: text(sent, 'province'),
    city: text(sent, 'city'),
    flags: JSON.stringify(flags),
    company_id: await companyOf(tx, account, text(sent, 'company')),
  };
  return { columns, flags };
}

/** The rights that follow from role, flags and company. Throws a 422 when the giver has not got them. */
function rightsToGive(account: Account, role: string, flags: UserFlags, company: number | null) {
  const grants = rightsFor(role, flags, company !== null);
  // Within a company its Admin's rights go no further than the company.
  const own = company !== null && account.companyId === null;
  if (own || holdsAll(account.screens, screensOf(grants))) return grants;
  throw refuseField('/role', 'You can only give rights that you have yourself.');
}

/** Makes a user who can sign in (USER-06). */
export async function createUser(
  tx: Writer,
  actor: Actor,
  draft: Draft,
  password: NewPassword,
): Promise<UserRow> {
  const state = { mode: 'create', draft, detail: undefined } as const;
  const { columns, flags } = await accepted(tx, actor.account, state, password.text, undefined);
  const grants = rightsToGive(actor.account, columns.role, flags, columns.company_id);
  const id = await insertUser(
    tx,
    {
      ...columns,
      status: 'ACTIVE',
      may_switch:
        columns.role === 'Admin' && columns.company_id === null && actor.account.maySwitch ? 1 : 0,
      password_hash: password.hash ?? null,
      created_at: actor.at.toISOString(),
    },
    grants,
  );
  const row = await visibleUser(tx, actor.account, String(id));
  await recordChange(tx, actor, {
    action: 'users.create',
    resource: 'users',
    recordId: id,
    changes: changesBetween({}, await presented(tx, row)),
  });
  return row;
}

/** Changes a user; rights change with role, flags and company, an empty password stays as it is. */
export async function updateUser(
  tx: Writer,
  actor: Actor,
  before: UserRow,
  change: (draft: Draft) => Draft,
  password: NewPassword,
): Promise<UserRow> {
  const { account } = actor;
  await refuseStronger(tx, account, before);
  const shown = await presented(tx, before);
  const detail = users.schema.parse(shown);
  const state = { mode: 'edit', detail, draft: change(userForm.draft(detail)) } as const;
  const { columns, flags } = await accepted(tx, account, state, password.text, before.id);
  const sameRights =
    columns.role === before.role &&
    columns.company_id === before.company_id &&
    JSON.stringify(flags) === JSON.stringify(flagsOf(before));
  if (!sameRights) {
    const grants = rightsToGive(account, columns.role, flags, columns.company_id);
    await storeRights(tx, before.id, grants);
  }
  await tx
    .updateTable('users')
    .set({
      ...columns,
      ...(columns.company_id !== null && { may_switch: 0 }),
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
  const row = await visibleUser(tx, account, String(before.id));
  await recordChange(tx, actor, {
    action: 'users.update',
    resource: 'users',
    recordId: row.id,
    changes: {
      ...changesBetween(shown, await presented(tx, row)),
      ...(password.hash !== undefined && { password: 'changed' }),
    },
  });
  return row;
}

/** Deletes a user with its rights and sessions; nobody deletes oneself. */
export async function deleteUser(tx: Writer, actor: Actor, row: UserRow): Promise<void> {
  if (row.id === actor.account.userId) {
    throw new Problem(409, 'You can’t delete your own account. Another administrator can.');
  }
  await refuseStronger(tx, actor.account, row);
  await tx.deleteFrom('sessions').where('user_id', '=', row.id).execute();
  await tx.deleteFrom('user_rights').where('user_id', '=', row.id).execute();
  await tx.deleteFrom('users').where('id', '=', row.id).execute();
  await recordChange(tx, actor, {
    action: 'users.delete',
    resource: 'users',
    recordId: row.id,
    changes: { email: row.email, company: row.company },
  });
}
