import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { StagedFile, type StagedLine } from './staged-rows.ts';
import { StagingProgress } from './staging-progress.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-staged-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file that is being read: `read` adds rows to it. */
function beingRead(name: string) {
  const path = join(folder, name);
  writeFileSync(path, '');
  const progress = new StagingProgress();
  const read = (...rows: readonly number[]) => {
    const text = rows.map((row) => `${JSON.stringify({ row })}\n`).join('');
    appendFileSync(path, text);
    progress.advance(text.length, rows.length);
  };
  return { path, progress, read, file: new StagedFile({ path, progress: progress.shared }) };
}

const END = { headers: ['A'], rows: 4, accepted: [], taxTables: ['2026'], repeated: [['k', 3]] };

describe('a file whose rows are entered while it is read', () => {
  it('TXN-13 gives the rows in order as they are read, and what is known at its end', async () => {
    const { file, path, progress, read } = beingRead('growing');
    read(1, 2, 3);
    const batches = file.batches(2);
    expect((await batches.next()).value).toMatchObject([{ row: 1 }, { row: 2 }]);
    const third = batches.next();
    await turn();
    read(4);
    expect((await third).value).toMatchObject([{ row: 3 }, { row: 4 }]);
    const lines = [
      { key: 'k', occurrences: 0 },
      { key: 'other', occurrences: 0 },
      { key: 'k', occurrences: 5 },
    ];
    const counted = file.count(lines as StagedLine[]);
    appendFileSync(path, JSON.stringify(END));
    progress.end('done');
    await counted;
    expect(lines.map(({ occurrences }) => occurrences)).toEqual([3, 1, 5]);
    expect((await batches.next()).done).toBe(true);
    expect(await file.staging()).toMatchObject({ rows: 4, taxTables: ['2026'] });
  });

  it('TXN-13 ends with an error when the reading fails, after it gave rows', async () => {
    const { file, progress, read } = beingRead('failing');
    read(1);
    const batches = file.batches(1);
    expect((await batches.next()).value).toMatchObject([{ row: 1 }]);
    progress.end('failed');
    // A thread may say that it is done after it was given up.
    progress.end('done');
    await expect(batches.next()).rejects.toMatchObject({ code: 'READING_FAILED' });
    await expect(file.staging()).rejects.toMatchObject({ code: 'READING_FAILED' });
  });

  it('TXN-13 gives up a reading that stalls, because others wait for the entry', async () => {
    const { file, read } = beingRead('stalling');
    read(1);
    const batches = file.batches(1);
    await batches.next();
    await expect(batches.next()).rejects.toMatchObject({ code: 'READING_SLOW' });
  });
});
