import { describe, expect, expectTypeOf, it } from 'vitest';
import * as classic from 'zod';
import * as mini from 'zod/mini';
import { createClient } from '../client/client.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { defineResource } from './define-resource.ts';
import { getRecord, listRows } from './resource-client.ts';

interface Depot {
  readonly id: string;
  readonly opened?: string | undefined;
  readonly tanks: readonly { readonly litres?: number | undefined }[];
}

/** The same schema in both manners: a check, a default, a transform and a text of its own. */
const SCHEMAS = {
  zod: classic.object({
    id: classic.string().min(1),
    opened: classic
      .string()
      .refine((day) => day.startsWith('20'), 'not a day')
      .optional(),
    tanks: classic
      .array(classic.object({ litres: classic.string().transform(Number).optional() }))
      .default([]),
  }),
  'zod/mini': mini.object({
    id: mini.string().check(mini.minLength(1)),
    opened: mini.optional(
      mini.string().check(mini.refine((day) => day.startsWith('20'), 'not a day')),
    ),
    tanks: mini._default(
      mini.array(
        mini.object({ litres: mini.optional(mini.pipe(mini.string(), mini.transform(Number))) }),
      ),
      [],
    ),
  }),
};

describe.each(['zod', 'zod/mini'] as const)("an integrator's resource by %s", (name) => {
  const depots = defineResource<Depot>({
    name: 'depots',
    noun: ['depot', 'depots'],
    menu: 'dashboard',
    menuLabel: 'Depots',
    route: '/depot',
    schema: SCHEMAS[name],
    id: ({ id }) => id,
    list: {
      title: 'Depots',
      path: 'depots',
      rowsKey: 'depots',
      columns: [{ field: 'id', label: 'Id', kind: 'code' }],
      texts: { none: 'None', noRows: 'None' },
    },
    record: {
      path: (id) => `depots/${id}`,
      schema: SCHEMAS[name],
      title: 'Depot',
      back: 'Back',
      fields: [{ section: '', field: 'id', label: 'Id', kind: 'code' }],
    },
  });
  const said: string[] = [];
  const rows = [
    { id: 'D1', opened: '2026-01-31', tanks: [{ litres: '40000' }] },
    { id: 'D2', opened: 'soon', tanks: [{ litres: 7 }] },
  ];
  const transport = createFakeTransport([
    {
      match: 'GET depots',
      answer: { json: { metadata: { page: 1, size: 2, total_count: 2 }, depots: rows } },
    },
    { match: 'GET depots/D1', answer: { json: rows[0] } },
  ]);
  const client = createClient({
    baseUrl: FAKE_BASE_URL,
    fetch: transport.fetch,
    store: memoryStore(signedInState()),
    onAnomaly: ({ message, path }) => said.push(`${path}: ${message}`),
  });

  it('reads rows and records, and loses only what is unreadable', async () => {
    const page = await listRows(client, depots, { page: 0, size: 2, filters: [] });
    expect(page.rows).toEqual([
      { id: 'D1', opened: '2026-01-31', tanks: [{ litres: 40_000 }] },
      { id: 'D2', tanks: [{}] },
    ]);
    expect(said).toEqual([
      'depots.1.opened: not a day',
      'depots.1.tanks.0.litres: expected string, received number',
    ]);
    const record = await getRecord(client, depots, 'D1');
    expect(record).toEqual({ id: 'D1', opened: '2026-01-31', tanks: [{ litres: 40_000 }] });
  });

  it('decodes an answer of a call', async () => {
    const call = { operation: 'depots.get', method: 'GET', path: 'depots/D1' } as const;
    const { data } = await client.http.json(call, SCHEMAS[name]);
    expectTypeOf(data).toExtend<Depot>();
    expect(data.tanks).toEqual([{ litres: 40_000 }]);
  });
});

it('refuses a schema whose rows have other types, by either', () => {
  type Schema = Parameters<typeof defineResource<Depot>>[0]['schema'];
  expectTypeOf<(typeof SCHEMAS)['zod']>().toExtend<Schema>();
  expectTypeOf<(typeof SCHEMAS)['zod/mini']>().toExtend<Schema>();
  expectTypeOf(classic.object({ id: classic.number() })).not.toExtend<Schema>();
  expectTypeOf(mini.object({ id: mini.number() })).not.toExtend<Schema>();
});
