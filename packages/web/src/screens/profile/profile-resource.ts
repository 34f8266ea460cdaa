import {
  type AnyResource,
  type Client,
  getProfile,
  optionsFrom,
  profileForm,
  profileSchema,
  type RecordPorts,
} from '@forecourt/core';

/** The profile as a read-only record: it has no list and no call that changes it. */
const profileResource: AnyResource = {
  name: 'profile',
  noun: ['profile', 'profiles'],
  menu: 'profile',
  menuLabel: 'Profile',
  route: '/profile',
  schema: profileSchema,
  id: ({ id }) => id,
  list: {
    title: 'User Profile',
    path: 'profile/user',
    columns: [],
    texts: { none: '', noRows: '' },
  },
  form: profileForm,
};

/** Ports that load the signed-in user's profile (PROF-01). */
export const profilePorts = (
  client: Client,
): RecordPorts<Awaited<ReturnType<typeof getProfile>>> => ({
  definition: profileResource,
  fetchRecord: (_id, signal) => getProfile(client, signal),
  send: () => Promise.reject(new TypeError('A profile is not changed here.')),
  options: optionsFrom(client),
  nonce: () => '',
  access: client.session.access,
});
