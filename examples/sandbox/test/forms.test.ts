import {
  type Anomaly,
  type AnyResource,
  cards,
  createClient,
  customers,
  type FormState,
  getRecord,
  listRows,
  markups,
  memoryStore,
  RESOURCES,
  signIn,
  transactions,
  users,
} from '@forecourt/core';
import { expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { ADMIN, openSandbox } from './helpers.ts';

const sandbox = await openSandbox();
const anomalies: Anomaly[] = [];
const client = createClient({
  baseUrl: 'http://sandbox.test/api/v1',
  store: memoryStore(),
  fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  onAnomaly: (anomaly) => anomalies.push(anomaly),
});
await signIn(client, { email: ADMIN, password: PASSWORD });

/** The demo's prices change from week to week. */
const WEEK = { from: '2026-11-14', to: '2026-11-20' };

const firstRows = (resource: AnyResource, size: number) =>
  listRows(client, resource, {
    ...{ page: 0, size, filters: [] },
    ...(resource.name === 'rate-changes' && WEEK),
  });

/** A record as its form begins with it; the row where a resource has no records of their own. */
const load = async (resource: AnyResource, row: unknown): Promise<unknown> =>
  resource.record ? getRecord(client, resource, resource.id(row)) : row;

it.each(RESOURCES.map((registered) => [registered.name, registered] as const))(
  'core reads the list and the records of %s without an anomaly',
  async (_name, { loadDefinition }) => {
    const resource = await loadDefinition();
    const { rows } = await firstRows(resource, 20);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows.slice(0, 5)) expect(await load(resource, row)).toBeDefined();
    expect(anomalies).toEqual([]);
  },
);

it.each([
  ['CARD-14', cards],
  ['TXN-10', transactions],
  ['USER-06', users],
  ['CUST-02', customers],
  ['MARK-03', markups],
] as const)(
  '%s what the form sends for an untouched record changes nothing',
  async (_id, provided) => {
    const resource: AnyResource = provided;
    const { rows } = await firstRows(resource, 10);
    for (const row of rows) {
      const detail = await load(resource, row);
      const draft = resource.form?.draft(detail) ?? {};
      const state: FormState<unknown> = { mode: 'edit', detail, draft };
      const call = resource.form?.update;
      const json = call?.body(state, {});
      const answer = await client.http.json(
        { operation: 'test', method: 'PUT', path: call?.path(state) ?? '', ...(json && { json }) },
        resource.record?.schema ?? resource.schema,
      );
      expect(answer.data).toEqual(detail);
      const after = (await firstRows(resource, 10)).rows.find(
        (one) => resource.id(one) === resource.id(row),
      );
      expect(after).toEqual(row);
    }
  },
);
