import { describe, expect, it } from 'vitest';
import { settled } from '../scripted.test-kit.ts';
import {
  asked,
  lost,
  recordOf,
  refusal,
  reportOf,
  sentOf,
  startImport,
  stepsOf,
  unattended,
  untilSending,
} from './import.test-kit.ts';
import { becameText, partsOf, withoutCompanyText } from './import.totals.ts';

describe('an import that was sent before', () => {
  it('TXN-13 is not sent again, and reports when it was entered and where the result is', async () => {
    const started = unattended();
    const { run, views, send, journal, choose, submit, check, find } = started;
    choose();
    await submit();
    await check.last().resolve(reportOf());
    const key = find.last().args[0];
    const at = '2026-11-03T14:05:00';
    await find.last().resolve(recordOf(key, { at, result: '/out/result.csv', duplicates: 1 }));
    expect(stepsOf(views)).toEqual(['collecting', 'checking', 'looking', 'done']);
    expect(run.view).toMatchObject({
      output: {
        sent: false,
        reason: 'already_imported',
        message:
          'This file was already imported on 03/11/26 2:05 PM: 3 imported, 1 duplicate, 0 rejected. The result file is /out/result.csv. It was not sent again.',
        record: { key, state: 'done' },
      },
    });
    expect([send.calls.length, journal]).toEqual([0, []]);
  });

  it('TXN-13 is sent under the same key if it failed', async () => {
    const started = unattended();
    const key = await untilSending(started, recordOf('earlier', { state: 'failed' }));
    expect(key).toBe(started.find.last().args[0]);
    await started.send.last().resolve(sentOf(key));
    expect(started.run.view.status).toBe('done');
  });

  it('TXN-13 settles what an earlier run left open, and reports it', async () => {
    const started = unattended();
    const { run, find, journal, entries, choose, submit, check } = started;
    choose();
    await submit();
    await check.last().resolve(reportOf());
    const key = find.last().args[0];
    await find.last().resolve(recordOf(key, { wasOpen: true, imported: 2, rejected: 1 }));
    expect(run.view).toMatchObject({ output: { settled: true, sent: false } });
    expect(journal).toEqual(['reconciled']);
    expect(entries[0]).toMatchObject({ key, rows: 3, imported: 2 });
    expect(entries[0]).not.toHaveProperty('wasOpen');
  });

  it('TXN-13 waits while the service processes it, and is sent if that fails', async () => {
    for (const end of ['done', 'failed'] as const) {
      const started = unattended();
      const { run, find, send, clock, choose, submit, check } = started;
      choose();
      await submit();
      await check.last().resolve(reportOf());
      const key = find.last().args[0];
      await find.last().resolve(recordOf(key, { state: 'running' }));
      expect(run.view).toMatchObject({ step: 'resolving', busy: true });
      clock.increment(1000);
      await asked(started, 50, () =>
        recordOf(key, { state: find.calls.length > 10 ? end : 'running' }),
      );
      if (end === 'done') {
        expect(run.view).toMatchObject({ output: { sent: false, reason: 'already_imported' } });
        expect(send.calls).toHaveLength(0);
      } else {
        expect(send.last().args[0].key).toBe(key);
      }
    }
  });

  it('TXN-13 is sent again under a new key when forced, and a retry uses the new key', async () => {
    const started = startImport({ unattended: true, force: true });
    const { run, find, send, choose, submit, check } = started;
    choose();
    await submit();
    await check.last().resolve(reportOf());
    const forced = find.last().args[0];
    await find.last().resolve(undefined);
    await send.last().reject(refusal(503));
    run.send({ type: 'retry' });
    await settled();
    expect(find.last().args[0]).toBe(forced);
    const plain = unattended();
    expect(await untilSending(plain)).not.toBe(forced);
  });

  it("is not sent while the service can't be asked for it", async () => {
    const { run, find, send, choose, submit, check } = unattended();
    choose();
    await submit();
    await check.last().resolve(reportOf());
    await find.last().reject(lost('none'));
    expect(run.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'network',
        message: 'Error while Importing transactions.',
        detail: expect.stringContaining('socket'),
        outcome: 'none',
      },
    });
    expect(send.calls).toHaveLength(0);
    run.send({ type: 'retry' });
    await settled();
    await find.last().resolve(undefined);
    expect(send.calls).toHaveLength(1);
  });
});

describe('an import whose response is lost', () => {
  it('TXN-13 is done when the service confirms it, and is sent once', async () => {
    const started = unattended();
    const key = await untilSending(started);
    const { run, views, send, journal } = started;
    await send.last().reject(lost());
    await asked(started, 2, () => (started.find.calls.length > 2 ? recordOf(key) : undefined));
    expect(stepsOf(views).slice(-3)).toEqual(['sending', 'resolving', 'done']);
    expect(run.view).toMatchObject({
      output: { sent: true, reason: 'imported', record: { imported: 3 }, result: undefined },
    });
    expect([send.calls.length, journal]).toEqual([1, ['planned', 'sent', 'unknown', 'reconciled']]);
  });

  it("TXN-13 is sent once more under the same key if the service doesn't know it", async () => {
    const started = unattended();
    const key = await untilSending(started);
    const { run, send, find } = started;
    await send.last().reject(lost());
    const before = find.calls.length;
    await asked(started, 10, () => undefined);
    expect(find.calls.length - before).toBe(3);
    expect(send.calls.map(({ args }) => args[0].key)).toEqual([key, key]);
    await send.last().resolve(sentOf(key, { replayed: true }));
    expect(run.view).toMatchObject({ output: { sent: true, replayed: true } });
  });

  it('TXN-13 fails as unknown after the second attempt, without a third', async () => {
    const started = unattended();
    await untilSending(started);
    const { run, send } = started;
    for (const _time of [1, 2]) {
      await send.last().reject(lost());
      await asked(started, 10, () => undefined);
    }
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { code: 'outcome_unknown', outcome: 'unknown', retryable: true },
      needs: [],
      commands: { retry: { allowed: true }, cancel: { allowed: false } },
    });
    expect(send.calls).toHaveLength(2);
  });

  it('TXN-13 fails with nothing entered if the second attempt is refused and the first left no trace', async () => {
    for (const trace of [false, true]) {
      const started = unattended();
      const key = await untilSending(started);
      const { run, send } = started;
      await send.last().reject(lost());
      await asked(started, 10, () => undefined);
      await send.last().reject(refusal(422));
      expect(run.view).toMatchObject({ step: 'resolving' });
      const before = started.find.calls.length;
      const late = () => trace && started.find.calls.length > before + 1;
      await asked(started, 10, () => (late() ? recordOf(key) : undefined));
      if (trace) expect(run.view).toMatchObject({ output: { sent: true } });
      else expect(run.view).toMatchObject({ error: { code: 'http_422', outcome: 'none' } });
      expect(send.calls).toHaveLength(2);
    }
  });

  it('TXN-13 makes two more attempts on retry, still under the same key', async () => {
    const started = unattended();
    const key = await untilSending(started);
    const { run, send, find } = started;
    await send.last().reject(lost());
    await asked(started, 10, () => undefined);
    await send.last().reject(refusal(503));
    await asked(started, 10, () => undefined);
    run.send({ type: 'retry' });
    await settled();
    await find.last().resolve(undefined);
    await send.last().reject(lost());
    await asked(started, 10, () => undefined);
    expect(send.calls.map(({ args }) => args[0].key)).toEqual([key, key, key, key]);
  });

  it('TXN-13 is never sent again while the service cannot be asked, and is asked again on retry', async () => {
    const started = unattended();
    const key = await untilSending(started);
    const { run, send, find } = started;
    await send.last().reject(lost());
    await asked(started, 10, () => lost('none'));
    expect(run.view).toMatchObject({ error: { code: 'outcome_unknown' } });
    run.send({ type: 'retry' });
    expect(run.view).toMatchObject({ step: 'resolving' });
    await find.last().resolve(recordOf(key));
    expect(run.view).toMatchObject({ output: { sent: true } });
    expect(send.calls).toHaveLength(1);
  });

  it('TXN-13 is sent once more under its key when the service reports that it failed, and then fails with nothing entered', async () => {
    const started = unattended();
    const key = await untilSending(started);
    for (let send = 0; send < 2; send += 1) {
      await started.send.last().reject(lost());
      await started.find.last().resolve(recordOf(key, { state: 'failed' }));
    }
    expect(started.send.calls.map(({ args }) => args[0].key)).toEqual([key, key]);
    expect(started.run.view).toMatchObject({
      error: {
        code: 'import_failed',
        outcome: 'none',
        message: 'Error while Importing transactions.',
      },
    });
    expect(started.journal).toEqual([
      ...['planned', 'sent', 'unknown', 'refused'],
      ...['sent', 'unknown', 'refused'],
    ]);
  });

  it('TXN-13 is not sent again after it failed if the user stopped it', async () => {
    const started = unattended();
    const key = await untilSending(started);
    started.run.send({ type: 'cancel' });
    await started.find.last().resolve(recordOf(key, { state: 'failed' }));
    expect(started.send.calls).toHaveLength(1);
    expect(started.run.view).toMatchObject({ error: { code: 'import_failed', outcome: 'none' } });
  });

  it('treats an error without an outcome as unknown', async () => {
    const started = unattended();
    await untilSending(started);
    await started.send.last().reject(new Error('No space left on the disk'));
    expect(started.run.view).toMatchObject({ step: 'resolving' });
  });

  it('TXN-13 is asked for after one, two and four seconds, then every five', async () => {
    const started = unattended();
    const key = await untilSending(started);
    const { send, find, clock } = started;
    await send.last().reject(lost());
    const seconds = async () => {
      const { length } = find.calls;
      await find.last().resolve(recordOf(key, { state: 'running' }));
      let waited = 0;
      for (; find.calls.length === length && waited < 60; waited += 1) {
        clock.increment(1000);
        await settled();
      }
      return waited;
    };
    const waits = [await seconds(), await seconds(), await seconds()];
    expect([...waits, await seconds(), await seconds()]).toEqual([1, 2, 4, 5, 5]);
  });

  it('TXN-13 is refused on a retry if the service confirmed it before and no longer knows it', async () => {
    const started = unattended();
    const key = await untilSending(started);
    const { run, send, find, journal } = started;
    await send.last().reject(lost());
    await find.last().resolve(recordOf(key, { resultLost: true }));
    await send.last().reject(new Error('No space left on the disk'));
    expect(run.view).toMatchObject({ error: { code: 'result_not_kept', outcome: 'done' } });
    run.send({ type: 'retry' });
    await settled();
    await find.last().resolve(undefined);
    await send.last().reject(refusal(422));
    expect(run.view).toMatchObject({ error: { code: 'http_422', outcome: 'none' } });
    expect(journal).toEqual(['planned', 'sent', 'unknown', 'planned', 'sent', 'refused']);
  });

  it('gives up on an import that never ends, as unknown', async () => {
    const started = unattended();
    const key = await untilSending(started);
    await started.send.last().reject(lost());
    await asked(started, 1000, () => recordOf(key, { state: 'running' }));
    expect(started.run.view).toMatchObject({ error: { code: 'outcome_unknown' } });
    expect(started.find.calls.length).toBeGreaterThan(100);
  });
});

describe('TXN-19 what the lines of a file became', () => {
  const total = {
    ...{ currency: 'USD', lines: 260, purchases: 171 },
    ...{ cost: '21500.00', markup: '63.78', amount: '21563.78' },
    ...{ leftOutLines: 0, leftOut: '0.00' },
  };
  const parts = (change: Partial<typeof total>) =>
    partsOf({ ...total, ...change }).map(({ amount, label }) => `${label}: ${amount}`);

  it('names what their sum consists of, so that check and purchases agree', () => {
    expect(becameText({ totals: [total] })).toBe('260 lines became 171 purchases.');
    expect(parts({})).toEqual([
      'At cost, as checked: 21,500.00 USD',
      'Markup: 63.78 USD',
      'Purchases: 21,563.78 USD',
    ]);
    expect(parts({ leftOutLines: 1, leftOut: '100.50' })).toEqual([
      'Checked: 21,600.50 USD',
      'Not entered (1 line): -100.50 USD',
      'At cost: 21,500.00 USD',
      'Markup: 63.78 USD',
      'Purchases: 21,563.78 USD',
    ]);
  });

  it('warns of lines that no company is billed for', () => {
    const of = (...lines: number[]) =>
      withoutCompanyText({
        totals: lines.map((withoutCompanyLines) => ({ ...total, withoutCompanyLines })),
      });
    expect(of(1)).toBe(
      '1 line is of a card that is unknown or fits several cards. It has no company, so nobody is billed for it.',
    );
    expect(of(2, 1)).toBe(
      '3 lines are of cards that are unknown or fit several cards. They have no company, so nobody is billed for them.',
    );
    expect([of(0), withoutCompanyText({ totals: [total] }), withoutCompanyText({})]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });

  it('counts all currencies; without entered lines there is nothing to show', () => {
    const one = { ...total, currency: 'CAD', lines: 1_001, purchases: 1_000 };
    expect(becameText({ totals: [total, one] })).toBe('1,261 lines became 1,171 purchases.');
    const none = { ...total, lines: 0, purchases: 0 };
    expect([becameText({ totals: [none] }), becameText({})]).toEqual([undefined, undefined]);
  });
});
