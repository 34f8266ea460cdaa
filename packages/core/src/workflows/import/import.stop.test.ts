import { describe, expect, it } from 'vitest';
import { settled } from '../scripted.test-kit.ts';
import {
  asked,
  fileNamed,
  lost,
  recordOf,
  refusal,
  reportOf,
  startImport,
  unattended,
  untilSending,
} from './import.test-kit.ts';

describe('an import that is refused or stopped', () => {
  it.each([403, 413, 422])(
    'fails on %i with nothing entered, and can be retried',
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
      expect(journal).toEqual(['planned', 'sent', 'refused', 'planned', 'sent']);
    },
  );

  it('TXN-13 asks for the outcome on a conflict: the service is processing this key', async () => {
    const started = unattended();
    await untilSending(started);
    await started.send.last().reject(refusal(409));
    expect(started.run.view).toMatchObject({ step: 'resolving' });
  });

  it('sends nothing that could not be recorded first', async () => {
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

  it('TXN-13 reports an unknown outcome when looking it up is cancelled as well', async () => {
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

  it('ignores the result of a cancelled check', async () => {
    const { run, check, choose, submit } = startImport();
    choose();
    await submit();
    run.send({ type: 'cancel' });
    await submit();
    const [left] = check.calls;
    left?.args[2].onProgress(500);
    await left?.resolve(reportOf({ rows: 500 }));
    expect(run.view).toMatchObject({ step: 'checking', data: { progress: { rows: 0 } } });
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

  it('TXN-12 choosing another file during a check drops that check, and loses nothing', async () => {
    const { run, check, choose, answer, submit } = startImport();
    choose();
    await submit();
    const first = check.last();
    answer('file', fileNamed('other.xlsx'));
    expect(first.args[2].signal.aborted).toBe(true);
    expect(run.view).toMatchObject({ step: 'collecting', data: { file: { name: 'other.xlsx' } } });
    await submit();
    await first.resolve(reportOf({ rows: 99 }));
    expect(run.view).toMatchObject({ step: 'checking' });
    await check.last().resolve(reportOf({ rows: 4 }));
    expect(check.last().args[0].name).toBe('other.xlsx');
    expect(run.view).toMatchObject({ step: 'reviewing', data: { report: { rows: 4 } } });
  });
});
