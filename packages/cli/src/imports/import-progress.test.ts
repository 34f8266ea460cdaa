import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutput } from '../output/output.ts';
import type { Work } from '../work.ts';
import { createImportProgress } from './import-progress.ts';

let written = '';
const stderr = new Writable({
  write(chunk, _encoding, done) {
    written += String(chunk);
    done();
  },
});

/** A run that writes to a log. */
function logging(options: object = {}): Work {
  const runtime = { argv: [], env: {}, stdin: process.stdin, stdout: stderr, stderr };
  const invocation = { operation: 'transactions.import', args: [], options, runtime };
  const output = createOutput(invocation as never);
  return { ...invocation, output } as never;
}

const file = (name: string, bytes: number) => ({ name, blob: new Blob([new Uint8Array(bytes)]) });

beforeEach(() => {
  vi.useFakeTimers();
  written = '';
});
afterEach(() => vi.useRealTimers());

describe('progress in a log', () => {
  it('prints one line a minute with rows, rate and time left, and one line per file', () => {
    const progress = createImportProgress(logging(), { files: 3, bytes: 300 }, true);
    progress.step('a.xlsx', 'checking', 600);
    vi.advanceTimersByTime(60_000);
    progress.ended(file('a.xlsx', 100), '600 rows imported');
    progress.step('b.xlsx', 'checking', 0);
    vi.advanceTimersByTime(59_000);
    progress.step('b.xlsx', 'sending', 0);
    vi.advanceTimersByTime(1_000);
    progress.step('b.xlsx', 'sending', 100_000);
    vi.advanceTimersByTime(60_000);
    progress.step('b.xlsx', 'resolving', 0);
    vi.advanceTimersByTime(60_000);
    progress.end();
    vi.advanceTimersByTime(600_000);
    const lines = written.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^\S+Z /, ''))).toEqual([
      '0 of 3 files · a.xlsx: checking, 600 rows (10 rows/s)',
      '1/3 a.xlsx: 600 rows imported',
      '1 of 3 files · b.xlsx: sending · about 4 min left',
      '1 of 3 files · b.xlsx: sending 100,000 rows for 61 s · about 6 min left',
      '1 of 3 files · b.xlsx: asking the service for the outcome for 60 s · about 8 min left',
    ]);
  });

  it.each([{ quiet: true }, { json: true }])('prints nothing with %j', (options) => {
    const progress = createImportProgress(logging(options), { files: 1, bytes: 1 }, true);
    progress.step('a.xlsx', 'checking', 600);
    vi.advanceTimersByTime(60_000);
    progress.ended(file('a.xlsx', 1), 'done');
    progress.end();
    expect(written).toBe('');
  });
});
