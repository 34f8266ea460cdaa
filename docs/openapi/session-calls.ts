import { profileSchema, SCREEN_MENUS } from '@forecourt/core';
import { type ContractCall, json } from './operation.ts';
import {
  id,
  listOf,
  object,
  oneOf,
  orNull,
  ref,
  type Schema,
  string,
  wireSchema,
} from './schemas.ts';

const right: Schema = { type: 'boolean' };
const account: Schema = object({ id, name: string });
const place: Schema = object(
  {
    id,
    address1: string,
    city: {},
    state: {},
    country: {},
    postal_code: string,
    lat: { type: 'number' },
    lng: { type: 'number' },
  },
  ['id', 'address1'],
);

/** Schemas that only these calls use. */
export const sessionSchemas = (): Readonly<Record<string, Schema>> => ({
  Profile: {
    allOf: [object({ APIResult: { const: 1 } }, []), wireSchema(profileSchema)],
  },
  Session: object({
    id: string,
    created_at: string,
    last_seen_at: { ...string, description: 'Up to a minute late.' },
    address: string,
    client: { ...string, description: 'The client’s name for itself.' },
    acting_as: orNull(string),
    current: right,
  }),
  View: object(
    {
      list: { ...string, description: 'Name of the list: invoices.' },
      name: string,
      filters: {
        ...listOf(string),
        description: 'As in a list’s query; days may be relative: due_date<=yesterday.',
      },
      sort: { ...orNull(string), description: 'field,asc or field,desc.' },
      from: orNull(string),
      to: orNull(string),
      columns: { ...orNull(listOf(string)), description: 'Fields; null: the list’s own columns.' },
      default: right,
      etag: string,
    },
    ['list', 'name', 'filters', 'default'],
  ),
  Screen: object(
    {
      code: { type: 'string', description: `Known: ${Object.keys(SCREEN_MENUS).join(', ')}.` },
      name: string,
      read: right,
      create: right,
      update: right,
      delete: right,
      download: right,
    },
    ['code', 'read', 'create', 'update', 'delete'],
  ),
});

const switched = {
  description: 'The account that the new session acts for.',
  content: json(account),
  headers: { authorization: 'Authorization' },
} as const;

/** Calls for sign-in, sessions, the profile, account switching and addresses. */
export const sessionCalls = (): readonly ContractCall[] => [
  {
    method: 'POST',
    path: 'login',
    operationId: 'login',
    tag: 'session',
    summary: 'Signs in',
    body: json(
      object({ username: { ...string, description: 'The e-mail address.' }, password: string }),
    ),
    answer: {
      description: 'Signed in.',
      content: json(object({ APIResult: { const: 1 } })),
      headers: { authorization: 'Authorization' },
    },
  },
  {
    method: 'POST',
    path: 'logout',
    action: 'session.logout',
    operationId: 'session.logout',
    tag: 'session',
    summary: 'Ends the authorization that the call carries',
    answer: { status: 204, description: 'The session has ended.' },
  },
  {
    method: 'GET',
    path: 'sessions',
    action: 'session.list',
    operationId: 'session.list',
    tag: 'session',
    summary: 'Returns your own active sessions, most recently used first',
    answer: { description: 'The sessions.', content: json(listOf(ref('Session'))) },
  },
  {
    method: 'DELETE',
    path: 'sessions/{id}',
    action: 'session.end',
    operationId: 'session.end',
    tag: 'session',
    summary: 'Ends one of your own sessions',
    answer: { status: 204, description: 'The session has ended.' },
  },
  {
    method: 'GET',
    path: 'views',
    action: 'views.list',
    operationId: 'views.list',
    tag: 'session',
    summary: 'Returns your own named views of lists',
    answer: { description: 'The views, by list and name.', content: json(listOf(ref('View'))) },
  },
  {
    method: 'PUT',
    path: 'views/{list}/{name}',
    action: 'views.save',
    operationId: 'views.save',
    tag: 'session',
    summary:
      'Saves one of your own named views; `name` in the body renames it. A view that doesn’t exist yet has the version "0"',
    conditional: true,
    body: json(
      object(
        {
          name: string,
          filters: listOf(string),
          sort: orNull(string),
          from: orNull(string),
          to: orNull(string),
          columns: orNull(listOf(string)),
          default: right,
        },
        [],
      ),
    ),
    answer: { description: 'The view.', content: json(ref('View')), headers: { etag: 'ETag' } },
  },
  {
    method: 'DELETE',
    path: 'views/{list}/{name}',
    action: 'views.remove',
    operationId: 'views.remove',
    tag: 'session',
    summary: 'Deletes one of your own named views',
    conditional: true,
    answer: { description: 'Deleted.', content: json(object({})) },
  },
  {
    method: 'PUT',
    path: 'profile/password',
    action: 'profile.password',
    operationId: 'profile.password',
    tag: 'session',
    summary: 'Changes your own password and ends all your other sessions',
    body: json(object({ current: string, password: string })),
    answer: { status: 204, description: 'Changed.' },
  },
  {
    method: 'GET',
    path: 'profile/user',
    action: 'profile.get',
    operationId: 'profile.user',
    tag: 'session',
    summary: 'Returns the signed-in user',
    answer: { description: 'The user.', content: json(ref('Profile')) },
  },
  {
    method: 'GET',
    path: 'profile/company',
    action: 'reference.get',
    operationId: 'profile.company',
    tag: 'session',
    summary: 'Returns the company of the signed-in user; `is_provider` is true for staff',
    answer: {
      description: 'The company.',
      content: json(object({ id, company_name: string, company_logo: string, is_provider: right })),
    },
  },
  {
    method: 'GET',
    path: 'screens',
    action: 'reference.get',
    operationId: 'screens',
    tag: 'session',
    summary: 'Returns the account’s rights by screen',
    query: [{ name: 'app', schema: oneOf(['FF']), required: true }],
    answer: {
      description: 'The screens; a missing one gives no rights.',
      content: json(listOf(ref('Screen'))),
    },
  },
  {
    method: 'GET',
    path: 'switch/active',
    action: 'session.switch',
    operationId: 'switch.active',
    tag: 'session',
    summary: 'Returns the account that you act for; 403 if not eligible',
    answer: {
      description: 'Eligible.',
      content: json(object({ eligible: { type: 'boolean' }, active: orNull(account) })),
    },
  },
  {
    method: 'GET',
    path: 'switch/manager',
    action: 'session.switch',
    operationId: 'switch.back',
    tag: 'session',
    summary: 'Switches back to your own account',
    answer: switched,
  },
  {
    method: 'GET',
    path: 'switch/{id}',
    action: 'session.switch',
    operationId: 'switch.to',
    tag: 'session',
    summary: 'Switches to a managed account',
    answer: switched,
  },
  {
    method: 'GET',
    path: 'places',
    action: 'reference.get',
    operationId: 'places.find',
    tag: 'reference',
    summary: 'Finds addresses that contain a text',
    query: [{ name: 'input', schema: string, required: true }],
    answer: {
      description: 'The addresses found.',
      content: json(listOf(object({ id, description: string }))),
    },
  },
  {
    method: 'GET',
    path: 'places/{id}',
    action: 'reference.get',
    operationId: 'places.get',
    tag: 'reference',
    summary: 'Returns the parts of an address',
    answer: { description: 'The address.', content: json(place) },
  },
];
