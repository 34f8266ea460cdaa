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

/** Shapes that only these calls have. */
export const sessionSchemas = (): Readonly<Record<string, Schema>> => ({
  Profile: {
    allOf: [object({ APIResult: { const: 1 } }, []), wireSchema(profileSchema)],
  },
  Session: object({
    id: string,
    created_at: string,
    last_seen_at: { ...string, description: 'Up to a minute late.' },
    address: string,
    client: { ...string, description: 'What the client calls itself.' },
    acting_as: orNull(string),
    current: right,
  }),
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
  description: 'The account that is acted for from now on.',
  content: json(account),
  headers: { authorization: 'Authorization' },
} as const;

/** Signing in, who is signed in, acting for another, and addresses. */
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
    summary: 'Ends the authorization that it is called with',
    answer: { status: 204, description: 'It is over.' },
  },
  {
    method: 'GET',
    path: 'sessions',
    action: 'session.list',
    operationId: 'session.list',
    tag: 'session',
    summary: 'The own sessions that are not over, the latest used first',
    answer: { description: 'The sessions.', content: json(listOf(ref('Session'))) },
  },
  {
    method: 'DELETE',
    path: 'sessions/{id}',
    action: 'session.end',
    operationId: 'session.end',
    tag: 'session',
    summary: 'Ends one of the own sessions',
    answer: { status: 204, description: 'It is over.' },
  },
  {
    method: 'PUT',
    path: 'profile/password',
    action: 'profile.password',
    operationId: 'profile.password',
    tag: 'session',
    summary: 'Changes the own password; all other own sessions are over',
    body: json(object({ current: string, password: string })),
    answer: { status: 204, description: 'Changed.' },
  },
  {
    method: 'GET',
    path: 'profile/user',
    action: 'profile.get',
    operationId: 'profile.user',
    tag: 'session',
    summary: 'The signed-in user',
    answer: { description: 'The user.', content: json(ref('Profile')) },
  },
  {
    method: 'GET',
    path: 'profile/company',
    action: 'reference.get',
    operationId: 'profile.company',
    tag: 'session',
    summary: 'The company of the signed-in user',
    answer: {
      description: 'The company.',
      content: json(object({ id, company_name: string, company_logo: string })),
    },
  },
  {
    method: 'GET',
    path: 'screens',
    action: 'reference.get',
    operationId: 'screens',
    tag: 'session',
    summary: 'What the account may do, screen by screen',
    query: [{ name: 'app', schema: oneOf(['FF']), required: true }],
    answer: {
      description: 'The screens; one that is missing gives no right.',
      content: json(listOf(ref('Screen'))),
    },
  },
  {
    method: 'GET',
    path: 'switch/active',
    action: 'session.switch',
    operationId: 'switch.active',
    tag: 'session',
    summary: 'The account that is acted for; 403 when not eligible',
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
    summary: 'Acts for the own account again',
    answer: switched,
  },
  {
    method: 'GET',
    path: 'switch/{id}',
    action: 'session.switch',
    operationId: 'switch.to',
    tag: 'session',
    summary: 'Acts for a managed account',
    answer: switched,
  },
  {
    method: 'GET',
    path: 'places',
    action: 'reference.get',
    operationId: 'places.find',
    tag: 'reference',
    summary: 'Addresses that have a text in them',
    query: [{ name: 'input', schema: string, required: true }],
    answer: {
      description: 'What was found.',
      content: json(listOf(object({ id, description: string }))),
    },
  },
  {
    method: 'GET',
    path: 'places/{id}',
    action: 'reference.get',
    operationId: 'places.get',
    tag: 'reference',
    summary: 'An address, by its parts',
    answer: { description: 'The address.', content: json(place) },
  },
];
