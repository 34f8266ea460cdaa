import { describe, expect, it } from 'vitest';
import { loginPorts } from '../client/ports-login.ts';
import { recordPorts } from '../client/ports-record.ts';
import { Decimal } from '../format/decimal.ts';
import { withEtag } from '../http/bodies.ts';
import { problem } from '../testing/fixtures.ts';
import {
  asked,
  lost,
  reportOf,
  startImport,
  stepsOf,
  untilSending,
} from '../workflows/import/import.test-kit.ts';
import type { ImportView } from '../workflows/import/import.types.ts';
import { loginWorkflow } from '../workflows/login/login.workflow.ts';
import { OpenerChanged } from '../workflows/record/record.send.ts';
import {
  depotForm,
  depotsWith,
  secretField,
  serviceError,
  startRecord,
} from '../workflows/record/record.test-kit.ts';
import { recordWorkflow } from '../workflows/record/record.workflow.ts';
import { wired } from '../workflows/wired.test-kit.ts';
import { startWorkflow } from '../workflows/workflow.ts';
import { readRecording, record, replay, startRecording } from './index.ts';
import type { RecordedRun, RecordedStep } from './recording.types.ts';

const PASSWORD = 'Planted-Pass-77!';
const TOKEN = 'pl4nted.t0ken-of-a-session';
const CARD = '5600171234565373';
const SHORT_CARD = '7012345';
const PLANTED = [
  PASSWORD,
  encodeURIComponent(PASSWORD),
  TOKEN,
  CARD,
  SHORT_CARD,
  '5600 1712 3456 5373',
];

const runOf = (text: string): RecordedRun => {
  const [run] = readRecording(text).runs;
  if (run === undefined) throw new Error('There is no run in the recording.');
  return run;
};

const viewsOf = ({ steps }: RecordedRun) =>
  steps.flatMap((step) => (step.kind === 'view' ? [step.view as unknown as ImportView] : []));

const stepOf = <Kind extends RecordedStep['kind']>({ steps }: RecordedRun, kind: Kind) =>
  steps.filter((step): step is Extract<RecordedStep, { kind: Kind }> => step.kind === kind);

/** An import whose answer was lost, and which was found out later. */
async function lostImport() {
  const started = startImport({ unattended: true });
  const recorder = record(started.run, { by: 'test/1', command: 'transactions.import' });
  await untilSending(started);
  await started.send.last().reject(lost());
  await asked(started, 2, () => undefined);
  recorder.end({ exitCode: 8, message: 'The outcome is unknown' });
  return { ...started, text: recorder.text() };
}

describe('SDK-01 a recording', () => {
  it('has the events, the calls with their answers, the views and the times, and replays the same', async () => {
    const { text, views, run } = await lostImport();
    const recording = readRecording(text);
    expect(recording).toMatchObject({
      ...{ version: 1, by: 'test/1', command: 'transactions.import', remarks: [] },
      ...{ end: { exitCode: 8, message: 'The outcome is unknown' } },
    });
    const recorded = runOf(text);
    expect(recorded).toMatchObject({ number: 1, workflow: 'import', version: 1 });
    expect(stepsOf(viewsOf(recorded))).toEqual(stepsOf(views));
    expect(viewsOf(recorded).at(-1)).toEqual(JSON.parse(JSON.stringify(run.view)));
    expect(stepOf(recorded, 'event').map(({ event }) => event)).toEqual([
      { type: 'field.changed', name: 'provider', value: 'ESSO' },
      { type: 'field.changed', name: 'file', value: { $file: { name: 'esso.xlsx', size: 4 } } },
      { type: 'submit' },
    ]);
    expect(stepOf(recorded, 'call').map(({ name }) => name)).toEqual([
      ...['check', 'look', 'plan', 'send', 'ask', 'ask', 'ask'],
    ]);
    expect(stepOf(recorded, 'answer').find(({ error }) => error)).toMatchObject({
      id: 'send',
      error: { $error: 'ApiError', kind: 'network', outcome: 'unknown', detail: 'socket hang up' },
    });
    const times = recorded.steps.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(replay(recorded, run.workflow as never)).toMatchObject({
      ...{ same: true, differences: [], remarks: [], calls: 7 },
    });
  });

  it('is reported by where it differs, when the workflow has changed', async () => {
    const { text, run } = await lostImport();
    const changed = {
      ...run.workflow,
      view: (snapshot: never) => {
        const view = run.workflow.view(snapshot) as ImportView;
        const { report } = view.data;
        return report ? { ...view, data: { ...view.data, report: { ...report, rows: 4 } } } : view;
      },
    };
    const { differences, same } = replay(runOf(text), changed as never);
    expect(same).toBe(false);
    expect(differences[0]).toMatchObject({
      ...{ after: 'answer of check', where: 'view.data.report.rows', recorded: 3, now: 4 },
      text: expect.stringMatching(
        /^Step \d+, after answer of check: view\.data\.report\.rows was 3, and is now 4\.$/,
      ),
    });
    expect(differences.length).toBeLessThanOrEqual(20);

    // The machine no longer asks: what it was answered has no place.
    const steps = runOf(text).steps.filter(({ kind }) => kind !== 'event');
    const without = replay({ ...runOf(text), steps }, run.workflow as never);
    expect(without.differences.map(({ text: sentence }) => sentence)).toContainEqual(
      expect.stringContaining('call check was "made", and is now "not made"'),
    );
    const fewer = runOf(text).steps.filter(
      (step) => !(step.kind === 'call' && step.name === 'look'),
    );
    expect(
      replay({ ...runOf(text), steps: fewer }, run.workflow as never).differences[0],
    ).toMatchObject({ where: 'call look', recorded: 'not made', now: 'made' });
  });

  it('says first that the ports have other rights, where its differences follow from that', async () => {
    const { text } = await lostImport();
    const signedOut = startImport({ unattended: true }, { access: () => undefined }).run;
    const { remarks, same } = replay(runOf(text), signedOut.workflow as never);
    expect(same).toBe(false);
    expect(remarks[0]).toContain('memoryStore(signedInState({ access: run.access }))');
  });

  it('begins in the middle of a run, with the calls that are under way', async () => {
    const started = startImport({ unattended: true });
    await untilSending(started);
    const recorder = record(started.run);
    await started.send.last().reject(lost());
    const recorded = runOf(recorder.text());
    expect(recorded.steps[0]).toMatchObject({ kind: 'call', name: 'send' });
    expect(replay(recorded, started.run.workflow as never)).toMatchObject({ same: true, calls: 1 });
  });

  it('gives a replay what the machine had: decimals, etags, and errors with the answer behind them', async () => {
    const started = startRecord({ id: '7', mode: 'edit' });
    const { run, fetchRecord, send, answer, notify } = started;
    const recorder = record(run);
    const amount = Decimal.parse('1.10') as never;
    await fetchRecord
      .last()
      .resolve(withEtag({ id: '7', name: 'South', email: '', amount }, '"3"'));
    answer('name', 'North');
    notify('submit');
    await send.last().reject(new OpenerChanged(serviceError(422), { email: 'new@forecourt.test' }));
    const recorded = runOf(recorder.text());
    const answers = stepOf(recorded, 'answer');
    expect(answers[0]?.output).toMatchObject({ amount: { $decimal: '1.10' }, $etag: '"3"' });
    expect(answers[1]?.error).toMatchObject({
      ...{ $error: 'OpenerChanged', provided: { email: 'new@forecourt.test' } },
      cause: { $error: 'ApiError', status: 422 },
    });
    const report = replay(recorded, started.workflow as never);
    expect(report).toMatchObject({ same: true, differences: [] });
    expect(JSON.stringify(viewsOf(recorded).at(-1))).toContain('Status 422');
  });

  it('says which calls were cancelled, and goes on without views when it is stopped', async () => {
    const { run, choose, submit } = startImport({ unattended: true });
    const recorder = startRecording();
    const stop = recorder.run(run);
    choose();
    await submit();
    run.send({ type: 'cancel' });
    const lines = recorder.text();
    stop();
    run.stop();
    expect(recorder.text()).toBe(lines);
    const recorded = runOf(recorder.text());
    expect(stepOf(recorded, 'dropped')).toMatchObject([{ id: 'check' }]);
    expect(stepOf(recorded, 'event').at(-1)).toMatchObject({ event: { type: 'cancel' } });
    expect(replay(recorded, run.workflow as never).same).toBe(true);
  });

  it('refuses to replay another workflow, a newer version, or a run without its begin', async () => {
    const { text, run } = await lostImport();
    const { workflow } = run;
    const recorded = runOf(text);
    const refused = (change: object, by: object = {}) => {
      return () => replay({ ...recorded, ...change }, { ...workflow, ...by } as never);
    };
    expect(refused({ workflow: 'login' })).toThrow(/login; import can't replay it/);
    expect(refused({ version: 2 })).toThrow(/version 2 of import; this is version 1/);
    expect(refused({}, { version: 3 })).toThrow(/no migration from 1/);
    expect(refused({ snapshot: undefined })).toThrow(/state in which it began/);
    const migrations = { 1: (at: object) => at, 2: (at: object) => at };
    expect(replay(recorded, { ...workflow, version: 3, migrations } as never).same).toBe(true);
  });
});

describe('WIRE-03 SDK-01 a recording has no secret and no card number', () => {
  it('of a sign-in: typed, quoted by the service, in addresses, headers and bodies', async () => {
    const recorder = startRecording({ secrets: [`Bearer ${TOKEN}`] });
    const refusal = problem(401, {
      detail: `No account has ${PASSWORD} (token=${TOKEN}, card ${CARD}).`,
    });
    const { client } = wired([
      {
        match: 'POST login',
        answer: [refusal, { json: {}, headers: { authorization: `Bearer ${TOKEN}` } }],
      },
      { match: 'GET screens', answer: { json: [] } },
    ]);
    const { workflow } = startWorkflow(loginWorkflow(loginPorts(client)), { input: {} });
    const run = startWorkflow(workflow as ReturnType<typeof loginWorkflow>, {
      input: { email: 'ada@forecourt.test' },
    });
    recorder.run(run);
    run.send({ type: 'field.changed', name: 'password', value: PASSWORD });
    run.send({ type: 'submit' });
    await run.until(({ status }) => status === 'failed');
    run.send({ type: 'submit' });
    await run.until(({ status }) => status === 'done');
    for (const path of [
      `login?password=${encodeURIComponent(PASSWORD)}&access_token=${TOKEN}x`,
      `https://ada:hunter22@portal.test/cards/${CARD}`,
    ]) {
      recorder.trace({
        operation: 'login',
        method: 'POST',
        path,
        attempt: 1,
        ms: 1,
        note: `Cookie: sid=${TOKEN}`,
      });
    }
    recorder.end({ exitCode: 1, message: `authorization: Basic aHVudGVyMjI= ${CARD} ${PASSWORD}` });
    const text = recorder.text();
    for (const planted of [...PLANTED, 'hunter22', 'aHVudGVyMjI'])
      expect(text).not.toContain(planted);
    expect(text).toContain('"name":"password","value":"***"');
    expect(text).toContain('https://***@portal.test/cards/************5373');
    expect(replay(runOf(text), loginWorkflow(loginPorts(client)) as never)).toMatchObject({
      ...{ same: true, differences: [] },
    });
  });

  it('of a form: drafts, calls, answers, errors, file names, and short card numbers by their name', async () => {
    const fields: typeof depotForm.fields = (state) => [
      ...depotForm.fields(state),
      secretField,
      { name: 'card_number', label: 'Card Number', input: 'text', section: 'What' } as never,
    ];
    const { run, send, answer, notify, workflow } = startRecord(
      { mode: 'create' },
      depotsWith({ fields }),
    );
    const recorder = record(run);
    answer('pin', PASSWORD);
    answer('card_number', SHORT_CARD);
    answer('name', `${CARD} at 5600 1712 3456 5373`);
    notify('submit');
    await send.last().reject(
      serviceError(422, {
        message: `The card ${SHORT_CARD} with ${PASSWORD} is taken`,
        detail: `See {"card_number":"${SHORT_CARD}","api_key":"${TOKEN}"}`,
        fieldErrors: [{ pointer: '/card_number', detail: `${SHORT_CARD} is taken, ${CARD} too` }],
      }),
    );
    answer('name', `esso_${CARD}.csv`);
    notify('submit');
    await send
      .last()
      .resolve({ id: '9', name: CARD, card_number: SHORT_CARD, password: PASSWORD } as never);
    const text = recorder.text();
    for (const planted of PLANTED) expect(text).not.toContain(planted);
    expect(text).toContain('The card ****2345 with *** is taken');
    expect(text).toContain('esso_************5373.csv');
    const report = replay(runOf(text), workflow as never);
    expect(report.differences).toEqual([]);
    expect(report.views).toBeGreaterThan(5);
  });

  it('from four characters on, and of a card known by its name all but the last four digits', () => {
    const recorder = startRecording({ secrets: ['ab7', 'ab7x'] });
    const { run } = startImport();
    recorder.run(run);
    const value = { token: 'tok-1', said: 'ab7x, ab7, tok-1', card_number: '12345678901' };
    run.send({ type: 'field.changed', name: 'provider', value });
    const [{ event } = { event: undefined }] = stepOf(runOf(recorder.text()), 'event');
    expect(event?.value).toEqual({
      ...{ token: '***', said: '***, ab7, ***', card_number: '*******8901' },
    });
  });

  it('however many secrets it learned', () => {
    const secrets = Array.from({ length: 200 }, (_, index) => `quiet-harbour-${index}-lights`);
    const recorder = startRecording({ secrets });
    recorder.end({ exitCode: 1, message: `Refused: ${secrets.join(', ')}.` });
    expect(recorder.text()).toContain('Refused: ***, ***,');
    expect(recorder.text()).not.toContain('harbour');
  });

  it('in whatever a port may answer', () => {
    const recorder = startRecording({ mask: (text) => text.replaceAll('own words', '•••') });
    const { run } = startImport();
    recorder.run(run);
    const cycle: Record<string, unknown> = { name: 'cycle' };
    cycle.self = cycle;
    const odd = {
      ...{ [CARD]: 'as a name', cycle, list: [[{ to: [CARD] }]], number: Number(CARD) },
      ...{ at: 1_764_000_000_000, big: BigInt(CARD), bytes: new TextEncoder().encode(CARD) },
      ...{
        map: new Map([
          ['newPassword', PASSWORD],
          [CARD, '1'],
        ]),
        set: new Set([CARD]),
      },
      ...{ blob: new File([CARD], `${CARD}.csv`), on: () => CARD, own: 'own words' },
      ...{
        filters: [{ field: 'card_number', op: 'eq', value: SHORT_CARD }],
        query: `card_number::${SHORT_CARD}`,
      },
      ...{ headers: { 'set-cookie': `sid=${TOKEN}`, authorization: TOKEN, 'x-api-key': TOKEN } },
      ...{
        error: Object.assign(new Error(CARD, { cause: PASSWORD }), {
          body: { client_secret: PASSWORD },
        }),
      },
      ...{ jwt: 'eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2lnbmF0dXJl', pins: { pin: 4711, cvv: 123 } },
      ...{
        twice: JSON.stringify(JSON.stringify({ access_token: TOKEN })),
        line: `password: ${TOKEN}`,
      },
      ...{ json: `{"password":"${PASSWORD}","x":1}`, encoded: `next=%3Fpassword%3D${TOKEN}` },
      ...{
        login: { name: 'Password', value: PASSWORD },
        date: new Date('2026-11-20T00:00:00.000Z'),
      },
    };
    run.send({ type: 'field.changed', name: 'provider', value: odd });
    const text = recorder.text();
    const [{ event } = { event: undefined }] = stepOf(runOf(text), 'event');
    expect(event?.value).toMatchObject({
      ...{ number: '************5373', at: 1_764_000_000_000, date: '2026-11-20T00:00:00.000Z' },
      ...{ blob: { $blob: { name: '************5373.csv' } }, own: '•••', bytes: { $bytes: 16 } },
      ...{ pins: { pin: '***', cvv: '***' }, jwt: '***' },
    });
    for (const planted of [...PLANTED, 'own words', '4711', 'eyJ'])
      expect(text).not.toContain(planted);
  });
});

describe('SDK-01 a recording is bounded', () => {
  it('summarises a large answer, and compares what follows in outline', async () => {
    const started = startImport({ unattended: true });
    const recorder = record(started.run);
    started.choose();
    await started.submit();
    const issues = Array.from({ length: 20_000 }, (_, row) => ({
      row,
      message: `Row ${row} is wrong`,
    }));
    await started.check
      .last()
      .resolve(reportOf({ ok: false, errors: 20_000, issues: issues as never }));
    recorder.end();
    const text = recorder.text();
    expect(text.length).toBeLessThan(40_000);
    const [answer] = stepOf(runOf(text), 'answer');
    expect(answer?.cut).toBe(true);
    expect(JSON.stringify(answer?.output)).toMatch(/"\$more":19\d{3}/);
    expect(replay(runOf(text), started.run.workflow as never)).toMatchObject({
      same: true,
      remarks: [expect.stringContaining('answer of check was too large')],
    });
  });

  it('keeps progress now and then, and the last one before anything else', async () => {
    let now = 1_000_000;
    const { run, choose, submit, check } = startImport({ unattended: true });
    const recorder = startRecording({ now: () => now });
    recorder.run(run);
    choose();
    await submit();
    for (let rows = 1; rows <= 1000; rows += 1) {
      now += 100;
      run.actor.send({ type: 'progressed', progress: rows } as never);
    }
    await check.last().reject(serviceError(500));
    const recorded = runOf(recorder.text());
    const progress = stepOf(recorded, 'event').filter(({ from }) => from === 'progress');
    expect(progress.length).toBeGreaterThan(10);
    expect(progress.length).toBeLessThan(300);
    expect(progress.at(-1)?.event).toEqual({ type: 'progressed', progress: 1000 });
    expect(replay(recorded, run.workflow as never).same).toBe(true);
  });

  it('leaves out values beyond its size, and still says how it ended', async () => {
    const { run } = startImport();
    const recorder = startRecording({ maxBytes: 20_000 });
    recorder.run(run);
    const send = (times: number) => {
      for (let time = 0; time < times; time += 1) {
        run.send({ type: 'field.changed', name: 'reason', value: `${time} ${'x'.repeat(500)}` });
      }
    };
    send(60);
    const middle = recorder.text().length;
    send(5000);
    recorder.end({ exitCode: 7, message: 'The end' });
    expect(middle).toBeGreaterThan(20_000);
    expect(recorder.text().length).toBeLessThan(45_000);
    const { end, remarks } = readRecording(recorder.text());
    expect(end).toMatchObject({ exitCode: 7, message: 'The end' });
    expect(remarks).toEqual([
      'From 20 KiB on, only the steps were recorded, without their values.',
    ]);
  });

  it('writes line by line and keeps nothing, and needs no client for it', () => {
    const lines: string[] = [];
    const { client } = wired([]);
    const run = startWorkflow(recordWorkflow(recordPorts(client, depotsWith({}))), {
      input: { mode: 'create' },
    });
    const recorder = record(run, { write: (line) => lines.push(line) });
    run.send({ type: 'field.changed', name: 'name', value: 'North' });
    expect(recorder.text()).toBe('');
    expect(lines.every((line) => !line.includes('\n'))).toBe(true);
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual([
      ...[undefined, 'run', 'call', 'view', 'event', 'view'],
    ]);
  });
});
