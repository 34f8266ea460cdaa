import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ImportRecord, JournalEntry } from '@forecourt/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claim } from './claim.ts';
import { type Journal, openJournal } from './journal.ts';
import { resolveImport } from './resolve-import.ts';
import type { ServiceSays } from './service-says.ts';

const KEY = 'a'.repeat(64);
const SENT_AT = Date.parse('2026-11-20T02:00:00Z');
const ENTRY = {
  ...{ key: KEY, id: '', provider: 'ESSO', fileName: 'a.xlsx', sha256: 'c'.repeat(64) },
  ...{ rows: 5, imported: 0, duplicates: 0, rejected: 0 },
};
const record = (more: object = {}) =>
  ({ ...ENTRY, id: '7', state: 'done', imported: 5, ...more }) as ImportRecord;

let dir: string;
let journal: Journal;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: SENT_AT });
  dir = mkdtempSync(join(tmpdir(), 'forecourt-resolve-'));
  const settings = { paths: { journal: dir }, baseUrl: { value: 'https://desk.test/api/v1' } };
  journal = openJournal(settings, 'ada');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

/** Resolves an import in that state after so many ms, and returns what its journal has then. */
async function resolved(state: string, says: object, afterMs = 0) {
  await journal.record({ ...ENTRY, state } as JournalEntry);
  vi.setSystemTime(SENT_AT + afterMs);
  const end = await resolveImport(journal, KEY, async () => says as ServiceSays);
  const kept = await journal.find(KEY);
  return [kept?.state, kept?.imported, end?.exitCode, end?.message];
}

describe('TXN-13 an open import', () => {
  it('is closed as the service says', async () => {
    expect(await resolved('sent', { state: 'done', record: record() })).toEqual([
      ...['reconciled', 5, 0, 'It was imported.'],
    ]);
    const failed = record({ state: 'failed', imported: 0 });
    expect(await resolved('sent', { state: 'failed', record: failed })).toEqual([
      ...['refused', 0, 0],
      'It failed, and nothing of it was entered. Import the file again.',
    ]);
  });

  it('may be on its way for a minute after it was sent, and is given up then', async () => {
    const unknown = { state: 'not_known' };
    const wait = 'The service knows nothing of it yet. Ask again in a minute.';
    expect(await resolved('sent', unknown, 59_999)).toEqual(['sent', 0, 8, wait]);
    expect(await resolved('sent', unknown, 120_000)).toEqual([
      ...['refused', 0, 0, 'The service never received it. Import the file again.'],
    ]);
  });

  it('is given up at the full minute', async () => {
    expect((await resolved('sent', { state: 'not_known' }, 60_000))[0]).toBe('refused');
  });

  it('is given up at once if it was never sent', async () => {
    expect(await resolved('planned', { state: 'not_known' })).toEqual([
      ...['refused', 0, 0, 'It was never sent. Import the file again.'],
    ]);
  });

  it('stays open while the service works on it or can’t be asked', async () => {
    const busy = 'The service is still working on it. Ask again in a minute.';
    expect(await resolved('sent', { state: 'running' })).toEqual(['sent', 0, 8, busy]);
    const silent = { state: 'not_asked', reason: 'no connection' };
    expect(await resolved('sent', silent)).toEqual([
      ...['sent', 0, 7, 'It could not be asked for: no connection.'],
    ]);
  });

  it('is left to a run that works on it, and nothing if there is none', async () => {
    expect(await resolveImport(journal, KEY, () => Promise.reject())).toBeUndefined();
    await journal.record({ ...ENTRY, state: 'sent' } as JournalEntry);
    // Like another process: a run's own files wait for each other.
    const held = await claim(dirname(journal.results), KEY);
    const end = await resolveImport(journal, KEY, () => Promise.reject());
    expect([end?.entry.state, end?.exitCode]).toEqual(['sent', 8]);
    expect(end?.message).toMatch(/^Another run works on it/);
    held.release();
  });

  it('counts as missing if its entry is cut off, and fails if the disk can’t be read', async () => {
    await journal.record({ ...ENTRY, state: 'sent' } as JournalEntry);
    const path = join(dirname(journal.results), `${KEY}.json`);
    writeFileSync(path, '{"key":');
    expect(await journal.find(KEY)).toBeUndefined();
    writeFileSync(path, '{"state":"sent"}');
    expect(await journal.find(KEY)).toBeUndefined();
    rmSync(path);
    mkdirSync(path);
    await expect(journal.find(KEY)).rejects.toThrow('EISDIR');
  });
});
