import * as z from 'zod/mini';
import { MESSAGES } from '../../messages/messages.ts';
import type { FieldIssue, FormDefinition, Issues } from '../../resource/form.types.ts';
import { type FieldNames, formSection } from '../../resource/form-fields.ts';
import { issueAt } from '../../resource/form-rules.ts';
import { textIn } from '../../resource/form-values.ts';
import type { ResourceDefinition } from '../../resource/resource.types.ts';
import { passwordIssue } from '../users/password.ts';

/** A change of the user's own password. */
export interface NewPassword {
  readonly current: string;
  readonly password: string;
}

/**
 * Returns the problems with a password change by field, before it is sent (USER-08). The service makes the
 * final decision.
 *
 * @param passwords the current password and the new one
 * @param email the user's address, which the password may not contain
 */
export function newPasswordIssues(
  { current, password }: NewPassword,
  email: string,
): Readonly<Partial<Record<keyof NewPassword, FieldIssue>>> {
  if (current === '') return { current: { code: 'required', message: MESSAGES.password.current } };
  if (password !== '' && password === current) {
    return { password: { code: 'same', message: MESSAGES.password.same } };
  }
  const issue = passwordIssue(password, email);
  return issue ? { password: issue } : {};
}

const SECRET = { required: true, secret: true } as const;

const FIELDS = formSection('', [
  ['current', 'Current Password', 'password', { ...SECRET, autocomplete: 'current-password' }],
  ['password', 'New Password', 'password', SECRET],
  ['verify_password', 'Verify Password', 'password', SECRET],
]);

/** A field of the form that changes a password, or the e-mail that the new one is compared with. */
export type PasswordField = FieldNames<typeof FIELDS> | 'email';

type Secrets = Readonly<Record<string, string>>;

/** An empty field is reported separately as required. */
function check(email: string, secrets: Secrets): Issues {
  const { current = '', password = '', verify_password: verify = '' } = secrets;
  const bothTyped = current !== '' && password !== '';
  const weak = bothTyped
    ? newPasswordIssues({ current, password }, email).password
    : password !== '' && passwordIssue(password, email);
  return {
    ...(weak && issueAt('password', weak.code, weak.message)),
    ...(verify !== '' &&
      verify !== password &&
      issueAt('verify_password', 'not_equal', MESSAGES.field.passwords)),
  };
}

const form: FormDefinition<unknown, PasswordField> = {
  titles: { create: 'Change Password' },
  submitLabels: { create: 'Change Password' },
  note: MESSAGES.password.note,
  fields: () => FIELDS,
  draft: (_detail, provided) => ({ email: '', ...provided }),
  check: ({ draft }, secrets) => check(textIn(draft, 'email'), secrets),
  create: {
    action: 'profile.password',
    method: 'PUT',
    path: () => 'profile/password',
    body: (_state, { current = '', password = '' }) => ({ current, password }),
  },
  texts: { created: MESSAGES.password.changed, createFailed: MESSAGES.password.failed },
  after: 'close',
};

/**
 * The form that changes the user's own password (USER-08): `current`, `password` and `verify_password`, all
 * secret. Set the draft's `email` to the account's, because the new password is compared with it. Success
 * ends all of the user's other sessions; a wrong current password is a 422 of the service at '/current'.
 */
export const ownPassword: ResourceDefinition<unknown, unknown, PasswordField> = {
  name: 'own-password',
  noun: ['password', 'passwords'],
  menu: 'profile',
  menuLabel: 'Profile',
  route: '/profile',
  schema: z.unknown(),
  id: () => '',
  list: { title: '', path: '', columns: [], texts: { none: '', noRows: '' } },
  form,
};
