import { MESSAGES } from '../../messages/messages.ts';
import type { FormDefinition } from '../../resource/form.types.ts';
import { type FieldNames, formSection, lock } from '../../resource/form-fields.ts';
import { toDraft } from '../../resource/form-values.ts';
import type { Profile } from './profile.schema.ts';

const REQUIRED = { required: true };

const FIELDS = formSection('User Profile', [
  ['first_name', 'First Name', 'text', REQUIRED],
  ['middle_name', 'Middle Name', 'text'],
  ['last_name', 'Last Name', 'text', REQUIRED],
  ['email', 'Email', 'email', REQUIRED],
  ['phone', 'Primary Phone', 'phone'],
  ['phone2', 'Alternate Phone', 'phone'],
  ['dob', 'Date of Birth', 'day'],
  ['address1', 'Address', 'text', REQUIRED],
  ['country', 'Country', 'text'],
  ['state', 'State', 'text'],
  ['city', 'City', 'text'],
  ['postal_code', 'Postal Code', 'text'],
]).map((field) => lock(field, MESSAGES.field.viewing));

/** A field of the form of a profile. */
export type ProfileField = FieldNames<typeof FIELDS>;

/** A read-only form of the profile: no call changes it (PROF-01). */
export const profileForm: FormDefinition<Profile, ProfileField> = {
  titles: { view: 'User Profile' },
  submitLabels: {},
  fields: () => FIELDS,
  draft: (profile) => toDraft(FIELDS, profile),
  texts: {},
  after: 'back',
};
