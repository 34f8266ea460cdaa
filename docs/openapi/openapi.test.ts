import { readFile } from 'node:fs/promises';
import { contractCalls, listPromises } from '@forecourt/core/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { openApiDocument, openApiText } from './document.ts';

it('matches the committed docs/openapi.json', async () => {
  const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  expect(
    committed === openApiText(),
    'docs/openapi.json is out of date. Regenerate it: npm run docs -- --write',
  ).toBe(true);
});

it('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { errors, valid } = await validator.validate(structuredClone(openApiDocument()));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

it('gives every operation a unique id and resolves every reference', () => {
  const document = openApiDocument();
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
  const lost = [...references].filter(([, kind = '', name = '']) => {
    const components: Readonly<Record<string, object>> = document.components;
    return !Object.hasOwn(components[kind] ?? {}, name);
  });
  expect(lost).toEqual([]);
});

it('WIRE-04 documents no call for trips, assets or the vault, which no screen uses', () => {
  const paths = Object.keys(openApiDocument().paths);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => /trip|asset|vault/i.test(path))).toEqual([]);
});

it('WIRE-07 has the calls that a backend is held against, each with the same right', async () => {
  const held = (await contractCalls()).map(
    ({ action, method, path }) => `${method} /${path} ${action}`,
  );
  const documented = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const right = (operation as { 'x-right'?: { action: string } })['x-right'];
      return `${method.toUpperCase()} ${path} ${right?.action ?? ''}`.trim();
    }),
  );
  expect([...held, 'POST /login'].sort()).toEqual(documented.sort());
});

it('WIRE-07 has each promise in the guide, under its name', async () => {
  const guide = await readFile(new URL('../guide/conformance.md', import.meta.url), 'utf8');
  const rows = listPromises().map(
    ({ id, requirements, title, writes }) =>
      `| \`${id}\`${writes ? ' *' : ''} | ${title} | ${requirements.join(', ')} |`,
  );
  expect(guide.match(/^\| `[\w-]+`.*\|$/gm)?.filter((row) => !row.includes('--'))).toEqual(rows);
});
