import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { ApiError, networkError } from '../../http/outcome.ts';
import type { UploadDefinition } from '../../resource/form.types.ts';
import { cardUpload } from '../../resources/cards/cards.actions.ts';
import { dailyRates } from '../../resources/rates/rates.rules.ts';
import { FULL_ACCESS } from '../../testing/fixtures.ts';
import { recordViews } from '../../testing/record-views.ts';
import { persist, resume } from '../persist.ts';
import { scripted, settled } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { UploadAnswer, UploadCheck, UploadPorts } from './upload.types.ts';
import { uploadWorkflow } from './upload.workflow.ts';

const file = (name = 'rates.xlsx', bytes = 10) => ({ name, blob: new Blob(['x'.repeat(bytes)]) });
const REFUSED = { row: 3, column: 'Price', value: 'x', message: 'Not a number' };
const lost = () => networkError({ operation: 'rates.upload', outcome: 'unknown' }, 'cut off');

function start(
  saved?: ReturnType<typeof persist>,
  definition: UploadDefinition = dailyRates,
  check?: UploadCheck,
) {
  const send = scripted<Parameters<UploadPorts['send']>, UploadAnswer>();
  const clock = new SimulatedClock();
  let keys = 0;
  const fresh = uploadWorkflow({
    definition,
    ...(check && { check }),
    send: send.port,
    nonce: () => {
      keys += 1;
      return `key-${keys}`;
    },
    access: () => FULL_ACCESS,
  });
  const workflow = saved ? resume(fresh, saved) : fresh;
  const run = startWorkflow(workflow, { input: {}, clock });
  const { views } = recordViews(run);
  const steps = () =>
    views
      .map((view) => (view.status === 'pending' ? view.step : view.status))
      .filter((step, index, all) => step !== all[index - 1]);
  const answer = (name: string, value: unknown) => run.send({ type: 'field.changed', name, value });
  const submit = () => run.send({ type: 'submit' });
  const issues = (name: string) =>
    'needs' in run.view ? run.view.needs.find((need) => need.name === name)?.issues : undefined;
  return { run, send, clock, steps, answer, submit, issues };
}

function startSending() {
  const flow = start();
  flow.answer('provider', 'Esso');
  flow.answer('file', file());
  flow.submit();
  return flow;
}

describe('uploading a file', () => {
  it('CARD-03 FORM-08 says that a file has no rows, where none was refused', async () => {
    const flow = startSending();
    await settled();
    await flow.send.last().resolve({ accepted: 0, rejected: [] });
    expect(flow.run.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'nothing_accepted',
        detail:
          'The file has no rows. Fill in one for each record, below the names of the columns.',
      },
    });
  });

  it('RATE-01 sends nothing that its check holds back, and doesn’t check again what may have been sent', async () => {
    let held = [REFUSED];
    let checks = 0;
    const { run, send, answer, submit, clock } = start(undefined, dailyRates, async () => {
      checks += 1;
      return held;
    });
    answer('provider', 'Esso');
    answer('file', file());
    submit();
    await settled();
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { code: 'nothing_accepted', outcome: 'none' },
      data: { rejected: [REFUSED] },
    });
    expect(send.calls).toHaveLength(0);
    held = [];
    answer('accept', 'RATE-DATE');
    submit();
    await settled();
    expect(send.last().args[0]).toMatchObject({ draft: { accept: 'RATE-DATE' } });
    held = [REFUSED];
    await send.last().reject(lost());
    clock.increment(60_000);
    await settled();
    expect([send.calls.length, checks]).toEqual([2, 2]);
    await send.last().resolve({ accepted: 3, rejected: [] });
    expect(run.view.status).toBe('done');
  });

  it.each([
    ['a check that fails', () => new Error('the former rates cannot be read')],
    ['a check that loses an answer', lost],
  ])('RATE-01 sends nothing after %s, and checks again on retry', async (_, error) => {
    const outcomes = [() => Promise.reject(error()), async () => []];
    const { run, send, answer, submit, steps } = start(
      undefined,
      dailyRates,
      async () => (await outcomes.shift()?.()) ?? [],
    );
    answer('provider', 'Esso');
    answer('file', file());
    submit();
    await settled();
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { outcome: 'none' },
      commands: { retry: { allowed: true } },
    });
    expect(send.calls).toHaveLength(0);
    run.send({ type: 'retry' });
    await settled();
    await send.last().resolve({ accepted: 3, rejected: [] });
    expect(steps()).toEqual(['collecting', 'checking', 'failed', 'checking', 'sending', 'done']);
    expect(outcomes).toEqual([]);
  });

  it('RATE-01 killed while it checks, asks for the file again and checks it before it sends it', async () => {
    const first = start(undefined, dailyRates, () => new Promise(() => {}));
    first.answer('provider', 'Esso');
    first.answer('file', file());
    first.submit();
    await settled();
    expect(first.run.view).toMatchObject({ status: 'pending', step: 'checking', busy: true });

    const { run, send, answer, submit } = start(persist(first.run), dailyRates, async () => [
      REFUSED,
    ]);
    expect(run.view).toMatchObject({ status: 'pending', step: 'collecting' });
    answer('file', file());
    submit();
    await settled();
    expect(run.view).toMatchObject({ status: 'failed', data: { rejected: [REFUSED] } });
    expect([...first.send.calls, ...send.calls]).toEqual([]);
  });

  it('RATE-01 cancelled while it checks, stops the check and sends nothing', async () => {
    let stopped = false;
    const { run, send, answer, submit } = start(undefined, dailyRates, (_file, _draft, signal) => {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      return new Promise(() => {});
    });
    answer('provider', 'Esso');
    answer('file', file());
    submit();
    await settled();
    expect(run.view.commands.cancel.allowed).toBe(true);
    run.send({ type: 'cancel' });
    await settled();
    expect([run.view.status, stopped, send.calls.length]).toEqual(['cancelled', true, 0]);
  });

  it('RATE-01 requires provider and file, and sends them once', async () => {
    const { run, send, steps, answer, submit, issues } = start();
    expect([issues('provider'), issues('file')]).toEqual([[], []]);
    submit();
    expect(issues('provider')).toMatchObject([{ message: 'This is required field' }]);
    expect(issues('file')).toMatchObject([{ message: 'File is required' }]);
    expect(run.view.commands.submit.allowed).toBe(false);
    answer('provider', 'Esso');
    answer('file', file());
    submit();
    submit();
    expect(send.last().args[0]).toMatchObject({ draft: { provider: 'Esso' }, key: 'key-1' });
    await send.last().resolve({ accepted: 3, rejected: [] });
    expect(run.view).toMatchObject({
      output: { accepted: 3, rejected: [], message: 'Upload daily rates successfully!' },
    });
    expect(send.calls).toHaveLength(1);
    expect(steps()).toEqual(['collecting', 'sending', 'done']);
  });

  it.each([
    ['rates.csv', 10, 'wrong_type'],
    ['rates', 10, 'wrong_type'],
    ['rates.xlsx.csv', 10, 'wrong_type'],
    ['rates.xlsx', 1_000_001, 'too_large'],
  ])('RATE-01 refuses %s of %i bytes: %s', (name, bytes, code) => {
    const { run, answer, submit, issues, send } = start();
    answer('provider', 'Esso');
    answer('file', file(name, bytes));
    expect(issues('file')).toMatchObject([{ code }]);
    submit();
    expect(run.view).toMatchObject({ step: 'collecting' });
    expect(send.calls).toHaveLength(0);
  });

  it('CARD-03 is refused with the reason until a file is chosen, if nothing else is asked', () => {
    const { run, answer } = start(undefined, cardUpload);
    expect(run.view.commands.submit).toMatchObject({
      allowed: false,
      reason: { message: 'File is required' },
    });
    answer('file', file('cards.pdf'));
    expect(run.view.commands.submit).toMatchObject({
      reason: { message: 'Only .csv, .xls, .xlsx files are taken' },
    });
    answer('file', file('cards.csv'));
    expect(run.view.commands.submit.allowed).toBe(true);
  });

  it.each<[Partial<UploadAnswer>, string]>([
    [{ accepted: 3, created: 3, changed: 0 }, '3 cards were created.'],
    [{ accepted: 1, created: 1, changed: 0 }, '1 card was created.'],
    [{ accepted: 2, created: 0, changed: 2 }, '2 cards were changed.'],
    [
      { accepted: 10_000, created: 9_999, changed: 1 },
      '9,999 cards were created and 1 card was changed.',
    ],
    [
      { accepted: 4, created: 3, changed: 1, rejected: [REFUSED, REFUSED, { ...REFUSED, row: 9 }] },
      '3 cards were created, 1 card was changed and 2 rows were refused.',
    ],
    [{ accepted: 4 }, '4 rows were taken.'],
    [{ accepted: 1, rejected: [REFUSED] }, '1 row was taken and 1 row was refused.'],
  ])('CARD-03 FORM-08 says what became of the rows: %j', async (answer, summary) => {
    const { run, send, ...flow } = start(undefined, cardUpload);
    flow.answer('file', file('cards.csv'));
    flow.submit();
    await send.last().resolve({ accepted: 0, rejected: [], ...answer });
    expect(run.view.data.summary).toBe(summary);
  });

  it('RATE-01 asks for a file until there is one that can be sent', () => {
    const { run, answer } = start();
    const asked = () =>
      'needs' in run.view ? run.view.needs.find(({ name }) => name === 'file') : undefined;
    expect(asked()).toEqual({
      ...{ kind: 'file', name: 'file', label: 'File', required: true, issues: [] },
      ...{ accept: ['.xls', '.xlsx'], maxBytes: 1_000_000, answered: false },
    });
    answer('file', file('rates.csv'));
    expect(asked()).toMatchObject({ answered: false, value: { name: 'rates.csv', size: 10 } });
    answer('file', file());
    expect(asked()).toMatchObject({ answered: true, value: { name: 'rates.xlsx', size: 10 } });
    answer('file', undefined);
    expect(asked()).not.toHaveProperty('value');
  });

  it('RATE-01 accepts a file of exactly that size, with an upper-case extension', () => {
    const { answer, issues } = start();
    answer('file', file('RATES.XLS', 1_000_000));
    expect(issues('file')).toEqual([]);
    answer('file', file('rates 20.11.2026.xlsx'));
    expect(issues('file')).toEqual([]);
  });

  it('FORM-08 succeeds with refused rows next to accepted ones', async () => {
    const { run, send } = startSending();
    await send.last().resolve({ accepted: 2, rejected: [REFUSED] });
    expect(run.view).toMatchObject({
      status: 'done',
      output: { accepted: 2, rejected: [REFUSED] },
      data: { rejected: [REFUSED] },
    });
  });

  it('FORM-08 fails if no row was accepted, says why, and accepts another file', async () => {
    const { run, send, answer, submit } = startSending();
    await send.last().resolve({ accepted: 0, rejected: [REFUSED] });
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { code: 'nothing_accepted', message: 'Error while uploading daily rates.' },
      data: { rejected: [REFUSED] },
    });
    answer('file', file('mended.xlsx'));
    expect(run.view).toMatchObject({ step: 'collecting', data: { rejected: [] } });
    submit();
    expect(send.last().args[0]).toMatchObject({ file: { name: 'mended.xlsx' }, key: 'key-2' });
  });

  it('reports a refusal, and sends again under another key', async () => {
    const { run, send } = startSending();
    const error = {
      kind: 'http',
      operation: 'r',
      code: 'http_403',
      message: 'No',
      status: 403,
    } as const;
    await send.last().reject(new ApiError(error));
    expect(run.view).toMatchObject({ error: { message: 'Error while uploading daily rates.' } });
    run.send({ type: 'retry' });
    expect(send.last().args[0].key).toBe('key-2');
  });

  it('enters a file once, however often the response is lost', async () => {
    const { run, send, clock, steps } = startSending();
    await send.last().reject(lost());
    clock.increment(1000);
    await settled();
    await send.last().resolve({ accepted: 3, rejected: [] });
    expect(send.calls.map(({ args }) => args[0].key)).toEqual(['key-1', 'key-1']);
    expect(run.view.status).toBe('done');
    expect(steps()).toEqual(['collecting', 'sending', 'resolving', 'done']);
  });

  it('asks for the same file again, under the same key, when resumed in another process', async () => {
    const first = startSending();
    const { run, send, clock, answer } = start(JSON.parse(JSON.stringify(persist(first.run))));
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { code: 'outcome_unknown' },
      commands: { retry: { allowed: false } },
      needs: [{ name: 'file' }],
    });
    answer('file', file());
    run.send({ type: 'retry' });
    clock.increment(1000);
    await settled();
    expect(send.last().args[0]).toMatchObject({ key: 'key-1', draft: { provider: 'Esso' } });
    await send.last().resolve({ accepted: 3, rejected: [] });
    expect(run.view.status).toBe('done');
  });

  it('can be cancelled', () => {
    const { run, send } = start();
    run.send({ type: 'cancel' });
    expect(run.view.status).toBe('cancelled');
    expect(send.calls).toHaveLength(0);
  });
});
