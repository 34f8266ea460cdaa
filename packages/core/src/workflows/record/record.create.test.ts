import { describe, expect, it } from 'vitest';
import { settled } from '../scripted.test-kit.ts';
import {
  depotForm,
  depotsWith,
  lostAnswer,
  secretField,
  serviceError,
  startRecord,
  wizardSteps,
} from './record.test-kit.ts';

const withSecret = depotsWith({
  fields: (state) => [...depotForm.fields(state), secretField],
  check: (_state, secrets) =>
    secrets.pin === '0000' ? { pin: [{ code: 'weak', message: 'Too easy' }] } : {},
});

describe('creating a record', () => {
  it('FORM-04 creates, and goes where the form says', async () => {
    const form = depotsWith({ after: { route: '/depots' } });
    const { run, steps, answer, notify, send, clock } = startRecord({ mode: 'create' }, form);
    expect(run.view.data).toMatchObject({ title: 'Add Depot', submitLabel: 'Save' });
    answer('name', 'North');
    notify('submit');
    expect(send.last().args[0]).toMatchObject({ operation: 'cards.create', method: 'POST' });
    await send.last().resolve({ id: '9' });
    clock.increment(3000);
    expect(run.view).toMatchObject({
      output: { message: 'Depot Created Successfully', leadTo: { route: '/depots' } },
    });
    expect(steps()).toEqual(['editing', 'submitting', 'saved', 'done']);
  });

  it('FORM-04 leaves at once on request while it waits to go back', async () => {
    const { run, steps, answer, refusal, notify, send } = startRecord({ mode: 'create' });
    answer('name', 'North');
    notify('submit');
    expect(refusal('leave')).toBeDefined();
    await send.last().resolve({ id: '9' });
    expect([run.view.status, refusal('leave'), refusal('submit')]).toEqual([
      ...['pending', undefined],
      expect.anything(),
    ]);
    notify('leave');
    expect(steps()).toEqual(['editing', 'submitting', 'saved', 'done']);
  });

  it.each([
    ['a dialog that closes', { mode: 'create' as const }, 'close' as const],
    ['an unattended run', { mode: 'create' as const, unattended: true }, 'back' as const],
  ])('FORM-04 ends at once: %s', async (_name, input, after) => {
    const { steps, answer, notify, send } = startRecord(input, depotsWith({ after }));
    answer('name', 'North');
    notify('submit');
    await send.last().resolve({});
    expect(steps()).toEqual(['editing', 'submitting', 'done']);
  });

  it("PAY-02 starts with the provided values, which don't count as changes", () => {
    const provided = { name: 'North', amount: '5' };
    const { run } = startRecord({ mode: 'create', provided });
    expect(run.view.data).toMatchObject({ draft: provided, dirty: false });
  });

  it('PAY-04 never creates twice: retries a lost response under its key, then leaves it to the user', async () => {
    const { run, steps, answer, refusal, notify, send, clock } = startRecord({ mode: 'create' });
    answer('name', 'North');
    notify('submit');
    await send.last().reject(lostAnswer());
    for (const ms of [1000, 2000, 4000, 8000]) {
      clock.increment(ms);
      await settled();
      await send.last().reject(ms === 2000 ? serviceError(409) : lostAnswer());
    }
    expect(run.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'outcome_unknown',
        message: 'Error while Creating Depot',
        outcome: 'unknown',
      },
      needs: [],
    });
    answer('name', 'Elsewhere');
    expect(run.view.data.draft.name).toBe('North');
    expect(refusal('submit')).toBeDefined();
    clock.increment(60_000);
    expect(run.view.status).toBe('failed');
    notify('retry');
    clock.increment(1000);
    await settled();
    await send.last().resolve({ id: '9' });
    expect(new Set(send.calls.map(({ args }) => JSON.stringify(args[0]))).size).toBe(1);
    expect(steps()).toEqual(['editing', 'submitting', 'resolving', 'failed', 'resolving', 'saved']);
  });

  it("PAY-04 accepts the service's refusal of a lost call", async () => {
    const { run, answer, notify, send, clock } = startRecord({ mode: 'create' });
    answer('name', 'North');
    notify('submit');
    await send.last().reject(lostAnswer());
    clock.increment(1000);
    await settled();
    const fieldErrors = [{ pointer: '/name', detail: 'Known already' }];
    await send.last().reject(serviceError(422, { fieldErrors }));
    expect(run.view).toMatchObject({ status: 'failed', error: { outcome: 'none', status: 422 } });
    answer('name', 'South');
    notify('submit');
    expect(send.last().args[0].idempotencyKey).toBe('key-2');
  });

  it('keeps secrets out of views and snapshots, checks them, and sends them', async () => {
    const { run, views, answer, need, notify, send } = startRecord({ mode: 'create' }, withSecret);
    const kept: string[] = [];
    run.actor.subscribe(() => kept.push(JSON.stringify(run.actor.getPersistedSnapshot())));
    answer('name', 'North');
    answer('pin', '0000');
    expect(need('pin')).toMatchObject({ secret: true, issues: [{ message: 'Too easy' }] });
    expect(need('pin')).not.toHaveProperty('value');
    answer('pin', 'Very-Secret-1!');
    expect(need('pin')).toMatchObject({ answered: true, issues: [] });
    notify('submit');
    expect(send.last().args[0].json).toMatchObject({ name: 'North', pin: 'Very-Secret-1!' });
    await send.last().resolve({});
    expect(kept.join() + JSON.stringify(views)).not.toContain('Very-Secret');
    expect(kept.length).toBeGreaterThan(4);
  });

  it('USER-03 continues only from a valid step, goes back, and submits at the last one', async () => {
    const form = depotsWith({ steps: wizardSteps ?? [] });
    const { run, answer, need, refusal, notify, send } = startRecord({ mode: 'create' }, form);
    expect(run.view.data).toMatchObject({ step: 'who', sections: [{ title: 'Who' }] });
    expect([need('name') !== undefined, need('amount')]).toEqual([true, undefined]);
    expect(refusal('next')?.message).toBe('Name is required');
    expect(refusal('submit')?.code).toBe('more_steps');
    notify('next');
    expect(run.view.data.step).toBe('who');
    answer('name', 'North');
    notify('next');
    answer('amount', 'much');
    expect(refusal('next')?.code).toBe('not_a_number');
    notify('back');
    expect(run.view.data.step).toBe('who');
    notify('next');
    answer('amount', '1');
    notify('next');
    expect(run.view.data).toMatchObject({ step: 'review', sections: [], draft: { name: 'North' } });
    notify('submit');
    await send
      .last()
      .reject(serviceError(422, { fieldErrors: [{ pointer: '/name', detail: 'Known already' }] }));
    expect(run.view.data.step).toBe('who');
    expect(need('name')?.issues).toMatchObject([{ message: 'Known already' }]);
  });

  it('asks for all fields at once when unattended', () => {
    const form = depotsWith({ steps: wizardSteps ?? [] });
    const { run, need } = startRecord({ mode: 'create', unattended: true }, form);
    expect(run.view.data.steps).toBeUndefined();
    expect([need('name'), need('province')].every(Boolean)).toBe(true);
  });
});

describe('choices that depend on each other', () => {
  const CANADA = [{ key: 'CA', value: 'Canada' }];
  const ONTARIO = [{ key: 'ON', value: 'Ontario' }];

  it('USER-05 locks the province until its list is loaded, and clears it with another country', async () => {
    const { answer, need, options } = startRecord({ mode: 'create' });
    expect(options.calls.map(({ args }) => args[0])).toEqual(['countries']);
    expect(need('country')).toMatchObject({ loading: true, locked: /way/ });
    expect(need('province')).toMatchObject({ locked: 'Choose Country first.' });
    await options.last().resolve([...CANADA, { key: 'US', value: 'USA' }]);
    expect(need('country')).not.toHaveProperty('locked');
    answer('country', 'CA');
    expect(options.last().args.slice(0, 2)).toEqual(['provinces', ['CA']]);
    expect(need('province')).toMatchObject({ loading: true, options: [] });
    await options.last().resolve(ONTARIO);
    expect(need('province')).toMatchObject({ options: ONTARIO });
    expect(need('province')).not.toHaveProperty('locked');
    answer('province', 'ON');
    answer('country', 'US');
    expect(need('province')).toMatchObject({ value: '', loading: true });
    answer('country', 'CA');
    expect(need('province')).toMatchObject({ value: '', options: ONTARIO });
    expect(options.calls).toHaveLength(3);
  });

  it('LIST-12 never offers the provinces of a previous country', async () => {
    const { answer, need, options } = startRecord({ mode: 'create' });
    await options.last().resolve([...CANADA, { key: 'US', value: 'USA' }]);
    answer('country', 'CA');
    const canadian = options.last();
    answer('country', 'US');
    await options.last().resolve([{ key: 'TX', value: 'Texas' }]);
    await canadian.resolve(ONTARIO);
    expect(need('province')).toMatchObject({ options: [{ key: 'TX' }] });
  });

  it("refuses a value that isn't among the loaded choices; the record's own value stays valid", async () => {
    const { answer, need, refusal, notify, options, fetchRecord, send } = startRecord({
      id: '7',
      mode: 'edit',
    });
    await fetchRecord.last().resolve({ id: '7', name: 'South', country: 'OLD' });
    answer('name', 'North');
    notify('submit');
    expect(send.calls).toHaveLength(1);
    await send.last().reject(serviceError(503, { outcome: 'none' }));
    answer('country', 'XX');
    notify('submit');
    expect(refusal('submit')?.code).toBe('choices_loading');
    await options.calls[0]?.resolve(CANADA);
    expect(need('country')).toMatchObject({ issues: [{ code: 'not_a_choice' }] });
    expect(send.calls).toHaveLength(1);
  });

  it('ERR-03 says that a list could not be loaded, and loads it again on request', async () => {
    const { need, run, notify, options } = startRecord({ mode: 'create' });
    expect(run.view.commands.retry.allowed).toBe(false);
    await options.last().reject(serviceError(500));
    expect(need('country')?.locked).toBe('Its choices could not be loaded. Try again.');
    expect(need('country')).toMatchObject({ failure: { status: 500 } });
    notify('retry');
    await options.last().resolve(CANADA);
    expect(need('country')).toMatchObject({ options: CANADA });
    expect(need('country')).not.toHaveProperty('failure');
    expect(options.calls).toHaveLength(2);
  });
});
