import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { keepBeside } from './keep-copy.ts';

const dir = mkdtempSync(join(tmpdir(), 'forecourt-copies-'));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const keep = (text: string) =>
  keepBeside(
    { name: 'day.corrected.csv', blob: new Blob([text]) },
    dir,
    new AbortController().signal,
  );

describe('a copy beside the file', () => {
  it('TXN-13 is found again by a repeated run, also under a number; another content gets the next one', async () => {
    expect(await keep('a')).toBe(join(dir, 'day.corrected.csv'));
    expect(await keep('b')).toBe(join(dir, 'day.corrected (2).csv'));
    expect(await keep('b')).toBe(join(dir, 'day.corrected (2).csv'));
    expect(await keep('c')).toBe(join(dir, 'day.corrected (3).csv'));
    expect(await keep('a')).toBe(join(dir, 'day.corrected.csv'));
    expect(await keep('c')).toBe(join(dir, 'day.corrected (3).csv'));
    expect(readdirSync(dir)).toHaveLength(3);
    expect(readFileSync(join(dir, 'day.corrected (2).csv'), 'utf8')).toBe('b');
  });
});
