import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearDrafts, writePrivateFile } from './safe-file.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-safe-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('a private file', () => {
  it('AUTH-10 is readable only by its owner, and no other file remains beside it', () => {
    const path = join(dir, 'inner', 'file.json');
    writePrivateFile(path, 'first');
    writePrivateFile(path, 'second');
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dir, 'inner'))).toEqual(['file.json']);
  });

  it('stays unchanged if the new content cannot be written', () => {
    const path = join(dir, 'file.json');
    writePrivateFile(path, 'first');
    expect(() => writePrivateFile(path, undefined as never)).toThrow();
    expect([readFileSync(path, 'utf8'), readdirSync(dir)]).toEqual(['first', ['file.json']]);
  });
});

describe('drafts of killed processes', () => {
  it('are deleted after a day, and nothing else is', () => {
    for (const name of ['a.json.1-2.tmp', '.b.csv.1-2.part', 'c.json', 'fresh.tmp']) {
      writeFileSync(join(dir, name), '');
      if (name !== 'fresh.tmp') utimesSync(join(dir, name), new Date(0), new Date(0));
    }
    clearDrafts(dir);
    clearDrafts(join(dir, 'nowhere'));
    expect(readdirSync(dir).sort()).toEqual(['c.json', 'fresh.tmp']);
  });
});
