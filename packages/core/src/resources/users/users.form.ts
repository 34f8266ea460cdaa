import { required } from '../../messages/login-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import { clearDependents } from '../../resource/dependent-choices.ts';
import type {
  Draft,
  FormDefinition,
  FormField,
  FormMode,
  FormState,
  Issues,
} from '../../resource/form.types.ts';
import { type FieldEntry, type FieldNames, formSection, lock } from '../../resource/form-fields.ts';
import { issueAt, phoneIssues } from '../../resource/form-rules.ts';
import { textIn, toDraft, toWire } from '../../resource/form-values.ts';
import { pathPart } from '../../resource/path-part.ts';
import { PERMISSION_FLAGS, type PermissionFlag } from './access.ts';
import { passwordIssue } from './password.ts';
import {
  flagsFollow,
  flagsOfUser,
  noCompany,
  REMOVE_EVERY_RIGHT,
  userEffects,
} from './user-change.ts';
import type { User } from './users.schema.ts';

type Secrets = Readonly<Record<string, string>>;

const REQUIRED = { required: true };
const VERIFY_LABEL = 'Verify Password';

const PROFILE = [
  ...formSection('Profile', [
    ['first_name', 'First Name', 'text', REQUIRED],
    ['last_name', 'Last Name', 'text', REQUIRED],
    ['email', 'Email', 'email', REQUIRED],
    ['phone', 'Contact', 'phone', REQUIRED],
    ['password', 'Password', 'password', { required: true, secret: true }],
    ['verify_password', VERIFY_LABEL, 'password', { required: true, secret: true }],
    ['role', 'Role', 'choice', { ...REQUIRED, options: { reference: 'roles' }, guarded: true }],
    ['company', 'Company', 'choice', { options: { reference: 'userCompanies' }, guarded: true }],
  ]),
  ...formSection('Address', [
    ['country', 'Country', 'choice', { ...REQUIRED, options: { reference: 'countries' } }],
    [
      'province',
      'Province',
      'choice',
      { ...REQUIRED, options: { reference: 'provinces', by: ['country'] } },
    ],
    [
      'city',
      'City',
      'choice',
      { ...REQUIRED, options: { reference: 'cities', by: ['country', 'province'] } },
    ],
  ]),
];

const PERMISSIONS = formSection(
  'Permission',
  PERMISSION_FLAGS.map(
    ([name, label, about]): FieldEntry<PermissionFlag> => [
      name,
      label,
      'flag',
      { group: about, groupTitle: about },
    ],
  ),
);

const EVERY_RIGHT = 'Every right';

/** Removes rights that no flag stands for as well; offered for an existing user. */
const REMOVAL = formSection(EVERY_RIGHT, [
  [REMOVE_EVERY_RIGHT, MESSAGES.users.removeEveryRight, 'flag', {}],
]);

const FIELDS = [...PROFILE, ...PERMISSIONS];

/** A field of the form of a user, of which each flag of a permission is one. */
export type UserField = FieldNames<typeof FIELDS> | FieldNames<typeof REMOVAL>;

const NOT_SECRET = FIELDS.filter(({ secret }) => secret !== true);

const flagsOf = (user: User | undefined): Draft =>
  user ? flagsOfUser(user) : Object.fromEntries(PERMISSION_FLAGS.map(([name]) => [name, false]));

const draft = (user: User | undefined, provided?: Draft): Draft => ({
  ...toDraft(
    NOT_SECRET.filter(({ input }) => input !== 'flag'),
    user,
  ),
  ...flagsOf(user),
  ...(user && { [REMOVE_EVERY_RIGHT]: false }),
  ...provided,
});

function fields(state: FormState<User>): readonly FormField<UserField>[] {
  const { draft, mode } = state;
  const all = FIELDS.map((field) =>
    field.name === 'company' ? { ...field, unchosen: noCompany(state) } : field,
  );
  if (mode === 'create') return all;
  if (mode === 'view') return NOT_SECRET.map((field) => lock(field, MESSAGES.field.viewing));
  // An empty password keeps the current one (USER-06).
  const known = all.map((field) => (field.secret ? { ...field, required: false } : field));
  if (draft[REMOVE_EVERY_RIGHT] !== true) return [...known, ...REMOVAL];
  const { everyRightRemoved } = MESSAGES.users;
  const locked = known.map((field) =>
    field.input === 'flag' ? lock(field, everyRightRemoved) : field,
  );
  return [...locked, ...REMOVAL];
}

function verified(mode: FormMode, secrets: Secrets): Issues {
  const { password = '', verify_password: verify = '' } = secrets;
  if (password === verify) return {};
  if (verify !== '') return issueAt('verify_password', 'not_equal', MESSAGES.field.passwords);
  // While creating, the field itself is required.
  return mode === 'edit' ? issueAt('verify_password', 'required', required(VERIFY_LABEL)) : {};
}

function check(state: FormState<User>, secrets: Secrets): Issues {
  const { password = '' } = secrets;
  const weak = password === '' ? undefined : passwordIssue(password, textIn(state.draft, 'email'));
  const isAdmin =
    state.draft[REMOVE_EVERY_RIGHT] === true && textIn(state.draft, 'role') === 'Admin';
  return {
    ...(isAdmin && issueAt(REMOVE_EVERY_RIGHT, 'admin', MESSAGES.users.adminHasRights)),
    ...phoneIssues({ draft }, state, { phone: MESSAGES.field.phone('Contact') }),
    ...(weak && issueAt('password', weak.code, weak.message)),
    ...verified(state.mode, secrets),
  };
}

/** Returns the user without values that aren't sent: the repeated password, and an empty one (USER-06). */
const body = (state: FormState<User>, { password = '' }: Secrets): Record<string, unknown> => ({
  ...toWire(NOT_SECRET, state.draft),
  ...(password !== '' && { password }),
  ...(state.draft[REMOVE_EVERY_RIGHT] === true && { [REMOVE_EVERY_RIGHT]: true }),
});

/** The wizard that creates or changes a user (USER-03 to USER-06). */
export const userForm: FormDefinition<User, UserField> = {
  titles: { create: 'Add User', edit: 'Update User', view: 'User' },
  submitLabels: { create: 'Save', edit: 'Update' },
  fields,
  draft,
  // The role with the fewest rights; cleared where the service has no such role.
  starts: { role: 'User' },
  changed: (now, name, before, user) =>
    flagsFollow(clearDependents(FIELDS, now, name, before), name, before, user),
  check,
  effects: userEffects,
  create: { method: 'POST', path: () => 'users', body },
  update: {
    method: 'PUT',
    path: ({ detail }) => `user/${pathPart(detail?.id ?? '')}`,
    body,
  },
  texts: {
    created: MESSAGES.users.created,
    updated: MESSAGES.users.updated,
    createFailed: MESSAGES.users.createFailed,
    updateFailed: MESSAGES.users.updateFailed,
  },
  after: 'back',
  steps: [
    { name: 'profile', title: 'Profile', sections: ['Profile', 'Address'] },
    { name: 'permission', title: 'Permission', sections: ['Permission', EVERY_RIGHT] },
    { name: 'submission', title: 'Submission', sections: [] },
  ],
};
