import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { references } from './references.ts';

const folder = new URL('../reference/', import.meta.url);
const all = await references();

it.each([...all.keys()])('%s matches the code', async (name) => {
  const committed = await readFile(new URL(name, folder), 'utf8');
  expect(
    committed === all.get(name),
    `${name} is out of date. Regenerate it: npm run docs -- --write`,
  ).toBe(true);
});

it('the folder has no other files', async () => {
  const files = await readdir(folder, { recursive: true });
  const known = [...all.keys(), 'machines'];

  expect(files.filter((file) => !known.includes(file)).sort()).toEqual([]);
});
