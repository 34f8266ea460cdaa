/** The files of a new resource of your own. Whoever writes one begins with a list, a form and rights that work. */

/** What the files need to know of a resource. */
export interface NewResource {
  /** 'fuel-depots'. */
  readonly name: string;
  readonly one: string;
  readonly many: string;
  /** Code of its menu's screen: 'FUE'. */
  readonly screen: string;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const typeOf = ({ one }: NewResource): string =>
  one.split(' ').map(capital).join('').replace(/\W/g, '');

const definition = (resource: NewResource): string => `const STATUSES = [
  { key: 'ACTIVE', value: 'Active' },
  { key: 'CLOSED', value: 'Closed' },
];

/** @type {import('@forecourt/core').OwnResource<import('./${resource.name}.d.mts').${typeOf(resource)}>} */
export default {
  shape: 1,
  name: '${resource.name}',
  noun: ['${resource.one}', '${resource.many}'],
  // A menu of its own. The service grants rights on it under this code, in GET screens.
  menu: { screen: '${resource.screen}', label: '${capital(resource.many)}' },
  // The fields of the wire, each with its kind.
  values: { id: 'code', name: 'text', since: 'day', status: 'status' },
  list: {
    path: '${resource.name}',
    columns: [
      { field: 'name', label: 'Name' },
      { field: 'since', label: 'Since' },
      { field: 'status', label: 'Status', options: STATUSES },
    ],
    dateField: 'since',
    defaultSort: { field: 'name', direction: 'asc' },
    brief: { names: ['name'], about: ['status'] },
  },
  record: {},
  form: {
    fields: [
      { name: 'name', label: 'Name', section: '${capital(resource.one)}', input: 'text', required: true },
      { name: 'since', label: 'Since', section: '${capital(resource.one)}', input: 'day' },
      { name: 'status', label: 'Status', section: '${capital(resource.one)}', input: 'choice', options: STATUSES },
    ],
    starts: { status: 'ACTIVE' },
    // Rules beyond required fields and formats, by field.
    check: ({ draft }) =>
      String(draft.name).length <= 80
        ? {}
        : { name: [{ code: 'too_long', message: 'Name may have at most 80 characters' }] },
    create: true,
    update: true,
  },
  remove: true,
  export: true,
};
`;

const types = (
  resource: NewResource,
): string => `import type { OwnResource } from '@forecourt/core';

/** A row of the list, and a record. */
export interface ${typeOf(resource)} {
  readonly id?: string;
  readonly name?: string;
  /** YYYY-MM-DD. */
  readonly since?: string;
  readonly status?: string;
}

declare const resource: OwnResource<${typeOf(resource)}>;
export default resource;
`;

const test = ({
  name,
  many,
  screen,
}: NewResource): string => `import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  can,
  checkForm,
  createClient,
  listRows,
  memoryStore,
  ownAction,
  ownResource,
  registerResources,
  toMenuAccess,
} from '@forecourt/core';
import { createFakeTransport, FAKE_BASE_URL, signedInState } from '@forecourt/core/testing';
import own from './${name}.mjs';

after(registerResources([own]));
const definition = ownResource(own);

test('its list reads what the service sends', async () => {
  const row = { id: 7, name: 'North', since: '2026-03-01', status: 'ACTIVE' };
  const { fetch } = createFakeTransport([
    { match: 'GET ${name}', answer: { json: { content: [row], totalRecords: 1 } } },
  ]);
  const store = memoryStore(signedInState());
  const client = createClient({ baseUrl: FAKE_BASE_URL, fetch, store });
  const { rows } = await listRows(client, definition, { page: 0, size: 10, filters: [] });
  assert.deepEqual(rows, [{ ...row, id: '7' }]);
});

test('its form refuses a record without a name', () => {
  const draft = definition.form.draft(undefined);
  const issues = checkForm(definition.form, { mode: 'create', draft, detail: undefined });
  assert.deepEqual(Object.keys(issues), ['name']);
});

test('its rights are those of the screen ${screen}', () => {
  const none = { create: false, update: false, delete: false };
  const access = toMenuAccess([{ code: '${screen}', read: true, ...none }]);
  assert.equal(can(access, ownAction(own, 'list')).allowed, true);
  assert.equal(can(access, ownAction(own, 'delete')).allowed, false);
  assert.equal(can(toMenuAccess([]), ownAction(own, 'list')).allowed, false, 'nobody reads ${many}');
});
`;

/** Returns the files by name. */
export const resourceFiles = (resource: NewResource): Readonly<Record<string, string>> => ({
  [`${resource.name}.mjs`]: definition(resource),
  [`${resource.name}.d.mts`]: types(resource),
  [`${resource.name}.test.mjs`]: test(resource),
});

/** 'fuel-depots' → 'fuel depot', 'fuel depots'. */
export function nounOf(name: string): readonly [one: string, many: string] {
  const many = name.replaceAll('-', ' ');
  const one = /(ss|x|ch|sh)es$/.test(many)
    ? many.slice(0, -2)
    : many.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
  return [one, many];
}
