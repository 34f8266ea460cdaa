import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../resources/registry.ts';
import type { FakeAnswer } from '../testing/fake-transport.ts';
import { DEFINITIONS, failureOf, OPERATIONS } from './malformed-answers.test-kit.ts';

const HTML = '<!doctype html><html><body><h1>Please sign in to the network</h1></body></html>';
const JSON_TYPE = { 'content-type': 'application/json' };
const HALF = JSON.stringify({ content: [{ id: 1, name: 'North Haul' }] }).slice(0, 25);

/** A body that breaks off after its first bytes. */
const breaking = (): FakeAnswer => {
  let begun = false;
  const body = new ReadableStream({
    pull(controller) {
      if (begun) return controller.error(new TypeError('terminated'));
      begun = true;
      controller.enqueue(new TextEncoder().encode(HALF));
    },
  });
  return { headers: JSON_TYPE, body };
};

/** What proxies, load balancers and crashing servers send, all with status 200. */
const NO_JSON: Readonly<Record<string, FakeAnswer | (() => FakeAnswer)>> = {
  'a web page': { body: HTML, headers: { 'content-type': 'text/html; charset=utf-8' } },
  'a web page that says it is JSON': { body: HTML, headers: JSON_TYPE },
  nothing: {},
  blanks: { body: ' \r\n ', headers: JSON_TYPE },
  'half a JSON text': { body: HALF, headers: JSON_TYPE },
  'a body that breaks off': breaking,
  'fewer bytes than announced': { body: HALF, headers: { ...JSON_TYPE, 'content-length': '900' } },
  'bytes that are no text': { body: new Uint8Array([0xff, 0xfe, 0, 0x80]), headers: JSON_TYPE },
  'a number': { json: 7 },
  'a word': { json: 'maintenance' },
  'lists without an end': { body: '['.repeat(100_000), headers: JSON_TYPE },
};

const deep = (depth: number): string => `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`;

/** Valid JSON of an unexpected shape. */
const OTHER_SHAPES: Readonly<Record<string, FakeAnswer>> = {
  null: { json: null },
  'an empty list': { json: [] },
  'an empty object': { json: {} },
  'rows that are none': { json: { content: [null, 7, 'x', [], [[]], true, {}] } },
  'nulls for everything': {
    json: { content: null, transactions: null, metadata: null, pageable: null, fuel_company: null },
  },
  'deep nonsense': { body: `{"content":[${deep(3_000)}]}`, headers: JSON_TYPE },
  'deep nonsense alone': { body: deep(3_000), headers: JSON_TYPE },
  'names of an object’s own parts': {
    body: '{"content":[{"__proto__":{"id":1},"constructor":7,"toString":7,"id":{"toString":7}}]}',
    headers: JSON_TYPE,
  },
};

it('every resource of the registry is tried', () => {
  const known = DEFINITIONS.map(({ name }) => name);
  expect(RESOURCES.filter(({ name }) => !known.includes(name))).toEqual([]);
});

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_, operation) => {
    it.each(Object.entries(NO_JSON))(
      'ERR-03 %s is a typed error, or is not needed',
      async (_, answer) => {
        const error = await failureOf(operation, answer);
        if (operation.needs === 'json') expect(error?.kind).toMatch(/^(schema|network)$/);
        if (error) expect(error.message).not.toContain('<');
      },
    );

    it.each(Object.entries(OTHER_SHAPES))('ERR-03 %s throws nothing untyped', async (_, answer) => {
      await failureOf(operation, answer);
    });

    it('ERR-03 an error page of 10 MB becomes a one-line error with its status', async () => {
      const page = HTML + 'x'.repeat(10_000_000);
      const answer = { status: 500, body: page, headers: { 'content-type': 'text/html' } };
      const error = await failureOf(operation, answer);
      if (operation.name === 'loadAccess without its profile') return expect(error).toBeUndefined();
      expect(error).toMatchObject({ kind: 'http', status: 500 });
      expect(`${error?.message}${error?.detail}`.length).toBeLessThan(300);
    });

    it('ERR-03 throws nothing untyped, whatever the JSON', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.jsonValue(),
          fc.constantFrom(200, 201, 400, 422),
          async (json, status) => {
            await failureOf(operation, { status, json });
          },
        ),
        { numRuns: 40 },
      );
    });
  },
);

const files = OPERATIONS.filter(({ needs }) => needs === 'file');
describe.each(files.map((operation) => [operation.name, operation] as const))(
  '%s, a file',
  (_, operation) => {
    const headers = { 'content-type': 'text/csv', 'x-import-id': '1' };

    it('succeeds when it is complete', async () => {
      expect(await failureOf(operation, { body: 'a,b\n', headers })).toBeUndefined();
    });

    it('ERR-03 refuses a web page as a file', async () => {
      const type = { ...headers, 'content-type': 'text/html' };
      expect((await failureOf(operation, { body: HTML, headers: type }))?.kind).toBe('schema');
    });

    it('ERR-03 fails when it is cut in half', async () => {
      const short = { body: 'a,b', headers: { ...headers, 'content-length': '6' } };
      expect((await failureOf(operation, short))?.kind).toBe('network');
    });
  },
);
