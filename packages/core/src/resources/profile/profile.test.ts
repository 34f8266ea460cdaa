import { expect, it } from 'vitest';
import type { FormState } from '../../resource/form.types.ts';
import { profileForm } from './profile.form.ts';
import { type Profile, profileSchema } from './profile.schema.ts';

const profile = profileSchema.parse({
  first_name: 'Adele',
  last_name: 'Marchetti',
  email: 'admin@forecourt.test',
  dob: '1984-02-29',
  country: { key: 'CA', value: 'Canada' },
  state: { key: 'ON', value: 'Ontario' },
  city: { key: 'Sudbury', value: 'Sudbury' },
  profile_img: '/adele.png',
});
const state: FormState<Profile> = { mode: 'view', detail: profile, draft: {} };

it('PROF-01 shows every field of the profile, places by their names', () => {
  expect(profileForm.titles.view).toBe('User Profile');
  expect(profileForm.fields(state).map(({ label }) => label)).toEqual([
    'First Name',
    'Middle Name',
    'Last Name',
    'Email',
    'Primary Phone',
    'Alternate Phone',
    'Date of Birth',
    'Address',
    'Country',
    'State',
    'City',
    'Postal Code',
  ]);
  expect(profileForm.draft(profile)).toMatchObject({
    first_name: 'Adele',
    middle_name: '',
    dob: '1984-02-29',
    country: 'Canada',
    state: 'Ontario',
  });
  expect(profile.profile_img).toBe('/adele.png');
});

it('PROF-01 marks first name, last name, email and address as required', () => {
  const marked = profileForm.fields(state).filter(({ required }) => required);
  expect(marked.map(({ name }) => name)).toEqual(['first_name', 'last_name', 'email', 'address1']);
});

it('PROF-01 changes nothing: no field is open and no call is there', () => {
  expect(profileForm.fields(state).every(({ locked }) => locked !== undefined)).toBe(true);
  expect(profileForm.create).toBeUndefined();
  expect(profileForm.update).toBeUndefined();
});
