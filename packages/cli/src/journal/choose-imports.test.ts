import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseImports } from './choose-imports.ts';
import type { KeptEntry } from './journal.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-choose-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const shaOf = (text: string) => createHash('sha256').update(text).digest('hex');
const entry = (key: string, more: Partial<KeptEntry> = {}) =>
  ({ key, fileName: `${key}.xlsx`, sha256: shaOf(key), ...more }) as KeptEntry;
const ENTRIES = [
  entry('aaaa1'),
  entry('aaab2', { madeFrom: [{ fileName: 'as delivered.xlsx', sha256: shaOf('delivered') }] }),
  entry('bbbb3', { fileName: 'aaaa1.xlsx' }),
];

const chosen = async (named: string) =>
  (await chooseImports(ENTRIES, named, new AbortController().signal)).map(({ key }) => key);

it('TXN-13 finds imports by four digits of a key or more', async () => {
  expect(await chosen('aaaa')).toEqual(['aaaa1']);
  await expect(chosen('aaa')).rejects.toThrow('The journal knows no import aaa.');
});

it('TXN-13 finds imports by the name of a file that is gone, also of the one it was made from', async () => {
  expect(await chosen('in/aaaa1.xlsx')).toEqual(['aaaa1', 'bbbb3']);
  expect(await chosen('as delivered.xlsx')).toEqual(['aaab2']);
  expect(await chosen('aaab2.xlsx')).toEqual(['aaab2']);
});

it('TXN-13 finds imports by the content of a file, never by the name of one with another content', async () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  expect(await chosen(file('any name.xlsx', 'bbbb3'))).toEqual(['bbbb3']);
  expect(await chosen(file('any name.xlsx', 'delivered'))).toEqual(['aaab2']);
  await expect(chosen(file('aaab2.xlsx', 'other'))).rejects.toThrow('The journal knows no import ');
});
