import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stillRejected } from './still-rejected.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-rejected-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const found = () => stillRejected({ dir, settleMs: 0, providers: [] });
const path = (name: string) => join(dir, 'rejected', name);

it('TXN-13 has nothing rejected without a folder, or with reports, hidden files and links to nothing alone', () => {
  expect(found()).toBeNull();
  mkdirSync(path('Esso'), { recursive: true });
  for (const name of ['a.xlsx.report.json', '.b.xlsx', 'Esso/.c.xlsx'])
    writeFileSync(path(name), '');
  symlinkSync('gone.xlsx', path('link.xlsx'));
  expect(found()).toBeNull();
});

it('TXN-13 lists what is still rejected, the longest first, those of one moment by name', async () => {
  mkdirSync(path('Esso'), { recursive: true });
  writeFileSync(path('z.xlsx'), '');
  const oldest = new Date(statSync(path('z.xlsx')).ctimeMs).toISOString();
  // Time as a disk has it goes on in steps.
  while (statSync(dir).ctimeMs <= statSync(path('z.xlsx')).ctimeMs) {
    writeFileSync(join(dir, 'later'), '');
    rmSync(join(dir, 'later'));
  }
  writeFileSync(path('b.xlsx'), '');
  // Names of one file have one time.
  for (const name of ['c.xlsx', 'a.xlsx', 'Esso/d.xlsx']) linkSync(path('b.xlsx'), path(name));
  expect(found()).toEqual({
    ...{ files: 5, oldest },
    names: ['z.xlsx', 'Esso/d.xlsx', 'a.xlsx', 'b.xlsx', 'c.xlsx'],
  });
});

it('TXN-13 names twenty of them, and counts all', () => {
  mkdirSync(path(''), { recursive: true });
  for (let number = 10; number < 31; number += 1) writeFileSync(path(`${number}.xlsx`), '');
  expect(found()?.files).toBe(21);
  expect(found()?.names).toHaveLength(20);
});
