import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { formatValue } from '../format/values.ts';
import type { FormMode } from '../resource/form.types.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import { getRecord, listRows } from '../resource/resource-client.ts';
import { invoices } from '../resources/invoices/invoices.resource.ts';
import { clientOf, DEFINITIONS, PAGE } from './malformed-answers.test-kit.ts';

type Wire = Record<string, unknown>;

/** Returns the names of the fields that a schema reads. */
function fieldsOf(schema: z.core.$ZodType): readonly string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

/** Values that a field never should have, including some that JSON can't represent. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    'NEITHER_OPEN_NOR_CLOSED',
    'NaN',
    '1e400',
    '99999999999999999999999999',
    9_007_199_254_740_992,
    -0,
    '0000-00-00',
    '31-02-2026',
    '{"monday":"perhaps"}',
    { key: null, value: {} },
    { toString: 7, valueOf: null },
    [[[[]]]],
    { a: { b: { c: { d: [] } } } },
  ),
);

/** A record with some fields missing, some malformed and some unknown. */
const records = (schema: z.core.$ZodType): fc.Arbitrary<Wire> =>
  fc
    .tuple(
      fc.record(Object.fromEntries(fieldsOf(schema).map((name) => [name, odd])), {
        requiredKeys: [],
      }),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    )
    .map(([known, extra]) => ({ ...extra, ...known, id: 'kept' }));

const absent = (value: unknown): boolean => value === undefined || value === null;

/** Does what the portal and the command line do with a row; none of it may throw. */
function show(resource: AnyResource, row: Wire): void {
  expect(resource.id(row)).toBe('kept');
  expect(typeof (resource.routeId ?? resource.id)(row)).toBe('string');
  for (const { field, kind } of resource.list.columns) {
    expect(typeof formatValue(kind, row[field])).toBe('string');
  }
  const { nested } = resource.list;
  for (const child of nested?.rows(row) ?? []) {
    for (const { field, kind } of nested?.definition.columns ?? []) {
      formatValue(kind, (child as Wire)[field]);
    }
  }
}

/** Does what a record's screen does with it. */
function open(resource: AnyResource, detail: Wire): void {
  const { form, record } = resource;
  for (const { field, kind } of record?.fields ?? []) formatValue(kind, detail[field]);
  for (const nested of record?.nested ?? []) expect(Array.isArray(nested.rows(detail))).toBe(true);
  if (form === undefined) return;
  const draft = form.draft(detail);
  for (const mode of ['view', 'edit'] as const satisfies readonly FormMode[]) {
    const state = { mode, draft, detail };
    form.fields(state);
    form.check?.(state, {});
    if (mode === 'edit') form.update?.body(state, {});
  }
}

/** Wraps rows in the response of a list. */
const answered = ({ list }: AnyResource, rows: readonly unknown[]) => ({
  key: list.rowsKey ?? 'content',
  json: { [list.rowsKey ?? 'content']: rows },
});

describe.each(DEFINITIONS.map((resource) => [resource.name, resource] as const))(
  'odd %s',
  (_, resource) => {
    it('LIST-09 keeps every row, and reports emptied fields', async () => {
      const read = fieldsOf(resource.schema);
      const rows = fc.array(records(resource.schema), { minLength: 1, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(rows, fc.constantFrom('query', 'body'), async (wire, dialect) => {
          const sent = JSON.parse(JSON.stringify(wire)) as Wire[];
          const { json, key } = answered(resource, sent);
          const path = resource.list.path.replace(/\/+$/, '');
          const match = dialect === 'query' ? `GET ${resource.list.path}` : `POST ${path}/search`;
          const { client, odd } = clientOf([{ match, answer: { json } }], dialect);
          const page = await listRows(client, resource, PAGE);
          expect(page.rows).toHaveLength(sent.length);
          for (const [index, row] of page.rows.entries()) {
            show(resource, row);
            for (const [field, value] of Object.entries(sent[index] ?? {})) {
              if (!read.includes(field) || absent(value)) continue;
              const at = `${key}.${index}.${field}`;
              const reported = odd.some(
                ({ path: where }) => where === at || where.startsWith(`${at}.`),
              );
              // No value may get lost without a report.
              if (absent(row[field])) expect({ at, reported }).toEqual({ at, reported: true });
            }
          }
        }),
        { numRuns: 30 },
      );
    });

    it("LIST-09 keeps an entry that isn't a row as an empty one, and reports it", async () => {
      const { json, key } = answered(resource, [null, 7, 'x', [], { id: 'kept' }]);
      const { client, odd } = clientOf([{ match: `GET ${resource.list.path}`, answer: { json } }]);
      const { rows } = await listRows(client, resource, PAGE);
      expect(rows).toHaveLength(5);
      expect(resource.id(rows[4])).toBe('kept');
      for (const row of rows) expect(typeof resource.id(row)).toBe('string');
      const paths = odd.map(({ path }) => path);
      expect(paths).toEqual([0, 1, 2, 3].map((index) => `${key}.${index}`));
    });

    it('ERR-03 opens a record with whatever can be read', async () => {
      const { record } = resource;
      if (record === undefined) return;
      const whole = fieldsOf(record.schema).includes('invoice_dto')
        ? records(resource.schema).map((invoice_dto): Wire => ({ invoice_dto }))
        : records(record.schema);
      await fc.assert(
        fc.asyncProperty(whole, async (json) => {
          const { client } = clientOf([{ match: `GET ${record.path('4')}`, answer: { json } }]);
          const detail = await getRecord(client, resource, '4');
          expect(detail.id).toBe('kept');
          open(resource, detail);
        }),
        { numRuns: 40 },
      );
    });
  },
);

it.each([[false], [null], [{}], [[1]]])(
  'INV-05 an invoice whose status has the key %j is kept, without the key',
  async (key) => {
    const { client } = clientOf([
      {
        match: 'GET spol/invoices/4',
        answer: { json: { invoice_dto: { id: 'kept', status: { key, value: 'Open' } } } },
      },
    ]);
    const detail = (await getRecord(client, invoices, '4')) as { id: string; status?: string };
    expect(detail.id).toBe('kept');
    open(invoices, detail);
  },
);
