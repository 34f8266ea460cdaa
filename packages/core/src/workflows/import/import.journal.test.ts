import { describe, expect, it } from 'vitest';
import { settled } from '../scripted.test-kit.ts';
import { journalEntry, ownEntry } from './import.journal.ts';
import {
  lost,
  recordOf,
  refusal,
  reportOf,
  sentOf,
  startImport,
  unattended,
  untilSending,
} from './import.test-kit.ts';

const KEY = 'k'.repeat(64);

describe('the journal of an import', () => {
  it('TXN-13 counts nothing before the service has responded', () => {
    const subject = { key: KEY, sha256: 'a', provider: 'ESSO', fileName: 'a.csv', rows: 3 };
    const counts = { id: '', imported: 0, duplicates: 0, rejected: 0 };
    const ownOf = (state: 'planned' | 'refused', note?: string) =>
      ownEntry({ ...subject, fields: [['reason', 'Agreed']] }, state, note);
    expect(ownOf('planned')).toEqual({ ...subject, ...counts, state: 'planned' });
    expect(ownOf('refused', 'No.')).toEqual({
      ...subject,
      ...counts,
      state: 'refused',
      note: 'No.',
    });
  });

  it.each([
    ['done', 3, 'reconciled', undefined],
    ['done', 4, 'acknowledged', 'The service reports 3 rows, but the file has 4.'],
    ['failed', 3, 'refused', 'The service reports that it failed.'],
    ['running', 3, 'sent', undefined],
  ] as const)('TXN-13 records %s of a file of %i rows as %s', (state, rows, kept, note) => {
    const entry = journalEntry(recordOf(KEY, { state, wasOpen: true }), rows);
    expect(entry).toMatchObject({ key: KEY, rows, state: kept });
    expect([entry.note, 'wasOpen' in entry]).toEqual([note, false]);
  });

  it('TXN-13 records sent before the file is sent, and acknowledged before its result is read', async () => {
    const started = unattended();
    const key = await untilSending(started);
    const { journal, entries, send } = started;
    expect(journal).toEqual(['planned', 'sent']);
    await send.last().args[1].onAnswer?.(recordOf(key));
    expect(journal.at(-1)).toBe('acknowledged');
    await send.last().resolve(sentOf(key));
    expect(entries.at(-1)).toMatchObject({
      state: 'reconciled',
      rows: 3,
      result: '/out/result.csv',
    });
  });

  it('TXN-13 stays acknowledged when the result file is cut off, until the service is asked', async () => {
    const started = unattended();
    const key = await untilSending(started);
    const { journal, send, find, run } = started;
    await send.last().args[1].onAnswer?.(recordOf(key));
    await send.last().reject(lost('done'));
    expect(journal).toEqual(['planned', 'sent', 'acknowledged']);
    await find.last().resolve(recordOf(key));
    expect(journal.at(-1)).toBe('reconciled');
    expect(run.view).toMatchObject({ output: { sent: true, settled: false } });
  });

  it('TXN-13 is refused only if no earlier attempt may have had an effect', async () => {
    const started = startImport({ unattended: true, askWaits: [1] });
    await untilSending(started);
    const { journal, send, find, clock } = started;
    await send.last().reject(lost());
    for (let time = 0; time < 4; time += 1) {
      await find.last().resolve(undefined);
      clock.increment(1);
      await settled();
    }
    expect(send.calls).toHaveLength(2);
    await send.last().reject(refusal(422));
    expect(journal).toEqual(['planned', 'sent', 'unknown', 'sent', 'unknown']);
  });

  it("sends nothing if it can't record that first", async () => {
    const record = async ({ state }: { state: string }) => {
      if (state === 'sent') throw new Error('No space left on the disk');
    };
    const { run, send, find, check, choose, submit } = startImport(
      { unattended: true },
      { record },
    );
    choose();
    await submit();
    await check.last().resolve(reportOf());
    await find.last().resolve(undefined);
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { outcome: 'none', detail: 'No space left on the disk' },
    });
    expect(send.calls).toHaveLength(0);
  });
});
