import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptEntry } from './journal.ts';
import { exitOfVerified, lostLines, verifiedText, verify } from './verify-imports.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => vi.useRealTimers());

const entry = (more: Partial<KeptEntry> = {}): KeptEntry => ({
  ...{ key: 'a'.repeat(64), account: 'ada', state: 'reconciled', fileName: 'a.xlsx', from: '' },
  ...{ imported: 5, duplicates: 0, rejected: 0, changedAt: '2026-11-19T02:00:00.000Z' },
  ...(more as KeptEntry),
});
const verified = (more: object = {}) => ({ days: 35, asked: 12, lost: [], notAsked: 0, ...more });

describe('what the service still knows of the imports', () => {
  it('TXN-13 asks about the account’s finished imports of the last 35 days', async () => {
    const asked: string[] = [];
    const entries = [
      entry({ fileName: 'imported.xlsx' }),
      entry({ fileName: 'other.xlsx', account: 'bo' }),
      entry({ fileName: 'refused.xlsx', state: 'refused' }),
      entry({ fileName: 'open.xlsx', state: 'sent' }),
      entry({ fileName: 'in time.xlsx', changedAt: '2026-10-16T12:00:00.001Z' }),
      entry({ fileName: 'too old.xlsx', changedAt: '2026-10-16T12:00:00.000Z' }),
      entry({ fileName: 'sent long ago.xlsx', at: '2026-10-16T11:00:00.000Z' }),
    ];
    const found = await verify(entries, 'ada', async ({ fileName }) => {
      asked.push(fileName);
      const state = fileName === 'imported.xlsx' ? 'not_known' : 'not_asked';
      return { state } as Awaited<ReturnType<Parameters<typeof verify>[2]>>;
    });
    expect(asked).toEqual(['imported.xlsx', 'in time.xlsx']);
    expect(found).toMatchObject({
      ...{ days: 35, asked: 2, notAsked: 1, lost: [{ fileName: 'imported.xlsx' }] },
    });
  });

  it.each([
    ['all', {}, 0, 'The service knows 12 of 12 imports of the last 35 days.'],
    ['the only one', { asked: 1 }, 0, 'The service knows 1 of 1 import of the last 35 days.'],
    [
      ...['all but one that it does not answer for', { notAsked: 1 }, 7],
      'The service knows 11 of 12 imports of the last 35 days. 1 could not be asked about.',
    ],
    [
      ...['all but one', { lost: [entry()] }, 6],
      'The service knows 11 of 12 imports of the last 35 days. Import the files of the others again: nothing is entered twice.',
    ],
    [
      ...['all but five', { lost: [entry(), entry()], notAsked: 3 }, 6],
      'The service knows 7 of 12 imports of the last 35 days. 3 could not be asked about. Import the files of the others again: nothing is entered twice.',
    ],
  ] as const)('TXN-13 it knows %s: exit code and sentence', (_, more, code, text) => {
    expect([exitOfVerified(verified(more)), verifiedText(verified(more))]).toEqual([code, text]);
  });

  it('TXN-13 names each lost import: what, when, how many rows, and where the file was', () => {
    const lost = [
      entry({ from: '/srv/inbox', at: '2026-11-18T02:00:00.000Z' }),
      entry({ fileName: 'b.xlsx', imported: 1 }),
    ];
    expect(lostLines(verified({ lost }))).toEqual([
      'Not known to the service: a.xlsx (aaaaaaaaaaaa), imported 18/11/26 2:00 AM, 5 rows, from /srv/inbox',
      'Not known to the service: b.xlsx (aaaaaaaaaaaa), imported 19/11/26 2:00 AM, 1 row',
    ]);
  });
});
