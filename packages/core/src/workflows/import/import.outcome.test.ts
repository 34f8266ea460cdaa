import { describe, expect, it } from 'vitest';
import { ApiError, networkError } from '../../http/api-error.ts';
import type { Outcome } from '../../http/http.types.ts';
import { settled } from '../scripted.test-kit.ts';
import {
  recordOf,
  reportOf,
  type StartedImport,
  sentOf,
  startImport,
  stepsOf,
  untilSending,
} from './import.test-kit.ts';

const lost = (outcome: Outcome = 'unknown') =>
  networkError({ operation: 'transactions.import', outcome }, 'socket hang up');

const refusal = (status: number) =>
  new ApiError({
    kind: 'http',
    operation: 'transactions.import',
    code: `http_${status}`,
    message: 'Refused',
    status,
    outcome: 'none',
  });

const unattended = () => startImport({ unattended: true });

/** Answers each further question about the outcome alike, at most `times`, with the waits between. */
async function asked({ find, clock }: StartedImport, times: number, answer: () => unknown) {
  for (let time = 0; time < times; time += 1) {
    const open = find.calls.length;
    const given = answer();
    if (given instanceof Error) await find.last().reject(given);
    else await find.last().resolve(given as never);
    clock.increment(5000);
    await settled();
    if (find.calls.length === open) return;
  }
}

describe('an import that was known before', () => {
  it('TXN-13 is not sent again, and says when it was and where the result is', async () => {
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

  it.each(['planned', 'sent', 'failed'] as const)(
    'TXN-13 is sent under the same key where only %s is known of it',
    async (state) => {
      const started = unattended();
      const key = await untilSending(started, recordOf('earlier', { state }));
      expect(key).toBe(started.find.last().args[0]);
      await started.send.last().resolve(sentOf(key));
      expect(started.run.view.status).toBe('done');
    },
  );

  it('TXN-13 is waited for while the service works on it, and sent if that fails', async () => {
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

  it('TXN-13 is sent again under a new key when forced, and that one is kept for a retry', async () => {
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

  it('is not sent while the service cannot say whether it knows it', async () => {
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

describe('an import whose answer is lost', () => {
  it('TXN-13 is done when the service says so, and was sent once', async () => {
    const started = unattended();
    const key = await untilSending(started);
    const { run, views, send, journal } = started;
    await send.last().reject(lost());
    await asked(started, 2, () => (started.find.calls.length > 2 ? recordOf(key) : undefined));
    expect(stepsOf(views).slice(-3)).toEqual(['sending', 'resolving', 'done']);
    expect(run.view).toMatchObject({
      output: { sent: true, reason: 'imported', record: { imported: 3 }, result: undefined },
    });
    expect([send.calls.length, journal]).toEqual([1, ['planned', 'sent', 'done']]);
  });

  it('TXN-13 is sent once more under the same key when the service never heard of it', async () => {
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

  it('TXN-13 fails as unknown after the second time, also where that one got nowhere', async () => {
    for (const outcome of ['unknown', 'none'] as const) {
      const started = unattended();
      await untilSending(started);
      const { run, send } = started;
      await send.last().reject(lost());
      await asked(started, 10, () => undefined);
      await send.last().reject(lost(outcome));
      await asked(started, 10, () => undefined);
      expect(run.view).toMatchObject({
        status: 'failed',
        error: { code: 'outcome_unknown', outcome: 'unknown', retryable: true },
        commands: { retry: { allowed: true }, cancel: { allowed: false } },
      });
      expect(send.calls).toHaveLength(2);
    }
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

  it('fails with nothing entered where the service says that the import failed', async () => {
    const started = unattended();
    const key = await untilSending(started);
    await started.send.last().reject(lost());
    await started.find.last().resolve(recordOf(key, { state: 'failed' }));
    expect(started.run.view).toMatchObject({
      error: {
        code: 'import_failed',
        outcome: 'none',
        message: 'Error while Importing transactions.',
      },
    });
    expect(started.journal).toEqual(['planned', 'sent', 'failed']);
  });

  it('treats an error that does not say what happened as unknown', async () => {
    const started = unattended();
    await untilSending(started);
    await started.send.last().reject(new Error('No space left on the disk'));
    expect(started.run.view).toMatchObject({ step: 'resolving' });
  });

  it('gives up on an import that runs for ever, as unknown', async () => {
    const started = unattended();
    const key = await untilSending(started);
    await started.send.last().reject(lost());
    await asked(started, 1000, () => recordOf(key, { state: 'running' }));
    expect(started.run.view).toMatchObject({ error: { code: 'outcome_unknown' } });
    expect(started.find.calls.length).toBeGreaterThan(100);
  });
});

describe('an import that is refused or stopped', () => {
  it.each([403, 413, 422])(
    'fails on %i with nothing entered, and can be tried again',
    async (status) => {
      const started = unattended();
      const key = await untilSending(started);
      const { run, send, find, journal } = started;
      await send.last().reject(refusal(status));
      expect(run.view).toMatchObject({
        status: 'failed',
        error: { code: `http_${status}`, status, outcome: 'none' },
      });
      run.send({ type: 'retry' });
      await settled();
      await find.last().resolve(undefined);
      expect(send.last().args[0].key).toBe(key);
      expect(journal).toEqual(['planned', 'failed', 'planned']);
    },
  );

  it('TXN-13 asks on a conflict: the service has this key under way', async () => {
    const started = unattended();
    await untilSending(started);
    await started.send.last().reject(refusal(409));
    expect(started.run.view).toMatchObject({ step: 'resolving' });
  });

  it('sends nothing that could not be written down before', async () => {
    const full = () => Promise.reject(new Error('No space left on the disk'));
    const { run, send, find, choose, submit, check } = startImport(
      { unattended: true },
      { record: full },
    );
    choose();
    await submit();
    await check.last().resolve(reportOf());
    await find.last().resolve(undefined);
    expect(run.view).toMatchObject({ status: 'failed', error: { outcome: 'none' } });
    expect(send.calls).toHaveLength(0);
  });

  it('TXN-13 looks the outcome up when it is cancelled while sending', async () => {
    for (const found of [true, false]) {
      const started = unattended();
      const key = await untilSending(started);
      const { run, send } = started;
      run.send({ type: 'cancel' });
      expect(send.last().args[1].signal.aborted).toBe(true);
      expect(run.view).toMatchObject({ step: 'resolving' });
      await send.last().reject(lost());
      await asked(started, 10, () => (found ? recordOf(key) : undefined));
      expect(run.view.status).toBe(found ? 'done' : 'cancelled');
      expect(send.calls).toHaveLength(1);
    }
  });

  it('TXN-13 says that the outcome is unknown when asking for it is cancelled too', async () => {
    const started = unattended();
    await untilSending(started);
    started.run.send({ type: 'cancel' });
    started.run.send({ type: 'cancel' });
    expect(started.run.view).toMatchObject({
      status: 'failed',
      error: { code: 'outcome_unknown', outcome: 'unknown' },
    });
  });

  it.each([
    ['checking', 'collecting'],
    ['looking', 'reviewing'],
  ])('goes back when it is cancelled while %s; unattended it ends', async (step, back) => {
    for (const alone of [false, true]) {
      const { run, check, find, choose, submit } = startImport({ unattended: alone });
      choose();
      await submit();
      if (step === 'looking') {
        await check.last().resolve(reportOf());
        if (!alone) await submit();
      }
      expect(run.view).toMatchObject({ step });
      run.send({ type: 'cancel' });
      const { signal } =
        step === 'looking' ? { signal: find.last().args[1] } : check.last().args[2];
      expect(signal.aborted).toBe(true);
      if (alone) expect(run.view.status).toBe('cancelled');
      else expect(run.view).toMatchObject({ step: back });
    }
  });

  it('ends when it is cancelled before anything runs', async () => {
    const first = startImport();
    first.run.send({ type: 'cancel' });
    const second = startImport();
    second.choose();
    await second.submit();
    await second.check.last().resolve(reportOf());
    second.run.send({ type: 'cancel' });
    expect([first.run.view.status, second.run.view.status]).toEqual(['cancelled', 'cancelled']);
  });
});
