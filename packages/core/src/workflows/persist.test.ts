import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { recordOf, startImport, unattended, untilSending } from './import/import.test-kit.ts';
import { persist, ResumeError, resume } from './persist.ts';
import {
  depotForm,
  depotsWith,
  lostAnswer,
  secretField,
  startRecord,
} from './record/record.test-kit.ts';
import { settled } from './scripted.test-kit.ts';
import { type StateAndContext, startWorkflow } from './workflow.ts';

const SECRET = 'Very-Secret-1!';
const withSecret = depotsWith({ fields: (state) => [...depotForm.fields(state), secretField] });
const SOUTH = { id: '7', name: 'South', email: 'south@forecourt.test' };

/** Round-trips through JSON, as a file or another process would. */
const kept = (run: Parameters<typeof persist>[0]) => JSON.parse(JSON.stringify(persist(run)));

/** Starts the same workflow again from a saved run. */
function again(
  from: ReturnType<typeof startRecord>,
  definition?: Parameters<typeof startRecord>[1],
) {
  const next = startRecord({ mode: 'create' }, definition);
  next.run.stop();
  const run = startWorkflow(resume(next.workflow, kept(from.run)), {
    input: {},
    clock: next.clock,
  });
  const need = (name: string) =>
    'needs' in run.view ? run.view.needs.find((candidate) => candidate.name === name) : undefined;
  return { ...next, run, need };
}

describe('a resumed workflow', () => {
  it('resumes in another process, from JSON alone', async () => {
    const first = startRecord({ mode: 'create' });
    first.answer('name', 'North');
    first.answer('amount', '1.10');
    const kit = new URL('./persist.test-kit.ts', import.meta.url).href;
    const script = `
      const { takeUp } = await import(${JSON.stringify(kit)});
      const resumed = await takeUp(JSON.parse(process.argv[1]));
      process.stdout.write(JSON.stringify({ pid: process.pid, ...resumed }));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--conditions=source', '--input-type=module', '--eval', script],
      JSON.stringify(persist(first.run)),
    ]);
    const { pid, ...reported } = JSON.parse(stdout);
    expect(pid).not.toBe(process.pid);
    expect(reported).toEqual({
      steps: ['editing', 'submitting', 'saved', 'done'],
      sent: [
        {
          operation: 'cards.create',
          method: 'POST',
          path: 'depots',
          json: { name: 'North', email: '', amount: '1.10', country: '', province: '' },
          idempotencyKey: 'another process',
        },
      ],
    });
  }, 30_000);

  it('puts the typed values on top of the reloaded record', async () => {
    const first = startRecord({ id: '7', mode: 'edit' });
    await first.fetchRecord.last().resolve(SOUTH);
    first.answer('name', 'North');
    const { run, fetchRecord } = again(first);
    expect(run.view).toMatchObject({ step: 'loading' });
    await fetchRecord.last().resolve({ ...SOUTH, email: 'new@forecourt.test' });
    expect(run.view.data).toMatchObject({
      draft: { name: 'North', email: 'new@forecourt.test' },
      dirty: true,
    });
  });

  it('PAY-04 repeats a call that may have been sent, unchanged and under its key', async () => {
    const first = startRecord({ id: '7', mode: 'edit' });
    await first.fetchRecord.last().resolve(SOUTH);
    first.answer('name', 'North');
    first.notify('submit');
    const { run, send, clock, fetchRecord } = again(first);
    expect(run.view).toMatchObject({ step: 'resolving' });
    expect(send.calls).toHaveLength(0);
    clock.increment(1000);
    await settled();
    expect(send.last().args[0]).toEqual(first.send.last().args[0]);
    expect(fetchRecord.calls.length).toBeLessThan(2);
    await send.last().resolve({});
    clock.increment(3000);
    expect(run.view.status).toBe('done');
  });

  it('keeps no secret, and asks for it again', async () => {
    const first = startRecord({ mode: 'create' }, withSecret);
    first.answer('name', 'North');
    first.answer('pin', SECRET);
    expect(JSON.stringify(kept(first.run))).not.toContain(SECRET);
    const { need } = again(first, withSecret);
    expect(need('name')).toMatchObject({ value: 'North' });
    expect(need('pin')).toMatchObject({ answered: false });
  });

  it('leaves a call that may have been sent with a secret to the user', async () => {
    const first = startRecord({ mode: 'create' }, withSecret);
    first.answer('name', 'North');
    first.answer('pin', SECRET);
    first.notify('submit');
    await first.send.last().reject(lostAnswer());
    expect(JSON.stringify(kept(first.run))).not.toContain(SECRET);
    const { run, send, clock } = again(first, withSecret);
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { code: 'outcome_unknown', retryable: false },
      commands: { retry: { allowed: false }, submit: { allowed: false } },
    });
    run.send({ type: 'retry' });
    clock.increment(60_000);
    await settled();
    expect(send.calls).toHaveLength(0);
  });

  it('repeats a deletion that may have been sent, though a secret was typed before it', async () => {
    const first = startRecord({ id: '7', mode: 'edit' }, withSecret);
    await first.fetchRecord.last().resolve(SOUTH);
    first.answer('pin', SECRET);
    first.notify('remove');
    first.notify('confirm');
    const { run, clock, send } = again(first, withSecret);
    expect(run.view).toMatchObject({ step: 'resolving' });
    clock.increment(1000);
    await settled();
    expect(send.last().args[0]).toEqual(first.send.last().args[0]);
  });

  it('restarts its timers', async () => {
    const first = startRecord({ mode: 'create' });
    first.answer('name', 'North');
    first.notify('submit');
    await first.send.last().resolve({ id: '9' });
    first.clock.increment(2000);
    const { run, clock } = again(first);
    expect(run.view).toMatchObject({ step: 'saved' });
    clock.increment(2999);
    expect(run.view.status).toBe('pending');
    clock.increment(1);
    expect(run.view).toMatchObject({ output: { record: { id: '9' } } });
  });

  it('TXN-13 looks up an import that may have been sent by its key', async () => {
    const first = unattended();
    const key = await untilSending(first);
    const next = startImport();
    const run = startWorkflow(resume(next.run.workflow, kept(first.run)), {
      input: { providers: [], texts: { success: '', failure: '' } },
    });
    expect(run.view).toMatchObject({ step: 'resolving', data: { key } });
    expect(next.find.last().args[0]).toBe(key);
    await next.find.last().resolve(recordOf(key));
    expect(run.view).toMatchObject({ status: 'done', output: { record: { key } } });
    expect(next.send.calls).toHaveLength(0);
  });

  it('TXN-13 asks again for the file of an import that was not sent', async () => {
    const first = startImport();
    first.choose();
    const next = startImport();
    const run = startWorkflow(resume(next.run.workflow, kept(first.run)), {
      input: { providers: [], texts: { success: '', failure: '' } },
    });
    expect(run.view).toMatchObject({
      step: 'collecting',
      data: { provider: 'ESSO', file: undefined },
    });
  });

  it('names its workflow and version, so that another program knows what it has', () => {
    const { run } = startRecord({ mode: 'create' });
    expect(kept(run)).toMatchObject({ workflow: 'cards.record', version: 2, state: 'editing' });
    const file = startImport();
    expect(kept(file.run)).toMatchObject({ workflow: 'import', version: 1, state: 'collecting' });
  });

  it('SDK-01 migrates a run of an earlier version, version by version', () => {
    const { run, workflow } = startRecord({ mode: 'create' });
    run.send({ type: 'field.changed', name: 'name', value: 'North' });
    const saved = kept(run);
    const { draft, ...context } = saved.context;
    // Version 1 kept what was typed under another name, version 0 another state.
    const old = { ...saved, version: 0, state: 'writing', context: { ...context, typed: draft } };
    const migrations = {
      0: ({ state, context: was }: StateAndContext) => ({
        state: state === 'writing' ? 'editing' : state,
        context: was,
      }),
      1: ({ state, context: { typed, ...was } }: StateAndContext) => ({
        state,
        context: { ...was, draft: typed },
      }),
    };
    const input = { mode: 'create' } as const;
    const again = startWorkflow(resume({ ...workflow, migrations }, old), { input });
    expect(again.view).toMatchObject({ step: 'editing', data: { draft: { name: 'North' } } });
    // One that is missing isn't skipped.
    const { 1: last } = migrations;
    expect(() => resume({ ...workflow, migrations: { 1: last } }, old)).toThrow(/version 0/);
    expect(() => resume({ ...workflow, migrations }, { ...old, version: 3 })).toThrow(/version 3/);
    expect(() => resume({ ...workflow, migrations }, { ...old, version: '0' as never })).toThrow(
      /no state/,
    );
  });

  it.each([
    ['other_workflow', { workflow: 'login' }, /login/],
    ['other_version', { version: 99 }, /version 99 .* version 2/],
    ['damaged', { state: 'nowhere' }, /no state/],
    ['damaged', { context: undefined }, /no state/],
    ['damaged', { workflow: undefined }, /no saved run/],
  ])("refuses a run that it can't resume: %s %j", (code, change, message) => {
    const { run, workflow } = startRecord({ mode: 'create' });
    const refused = () => resume(workflow, { ...kept(run), ...change });
    expect(refused).toThrow(ResumeError);
    expect(refused).toThrow(message);
    expect(() => resume(workflow, null as never)).toThrow(/no saved run/);
    try {
      refused();
    } catch (error) {
      expect(error).toMatchObject({ code });
    }
  });
});
