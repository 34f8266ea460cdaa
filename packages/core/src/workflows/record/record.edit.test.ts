import { describe, expect, it } from 'vitest';
import { toMenuAccess } from '../../permissions/index.ts';
import { ALL_SCREENS } from '../../testing/fixtures.ts';
import { depotForm, depotsWith, lostAnswer, serviceError, startRecord } from './record.test-kit.ts';

const SOUTH = { id: '7', name: 'South', amount: '10.00' };

async function startEdit(
  ...more: Parameters<typeof startRecord> extends [unknown, ...infer R] ? R : never
) {
  const record = startRecord({ id: '7', mode: 'edit' }, ...more);
  await record.fetchRecord.last().resolve(SOUTH);
  return record;
}

describe('changing a record', () => {
  it('FORM-02 FORM-04 FORM-05 loads, edits, submits, shows its success for 3 s and then goes back', async () => {
    const { run, steps, answer, notify, send, clock } = await startEdit();
    answer('name', 'North');
    notify('submit');
    expect(send.last().args[0]).toEqual({
      operation: 'cards.update',
      method: 'PUT',
      path: 'depots/7',
      json: { name: 'North', email: '', amount: '10.00', country: '', province: '' },
      idempotencyKey: 'key-1',
    });
    await send.last().resolve({ id: '7', name: 'North' });
    expect(run.view).toMatchObject({
      step: 'saved',
      data: { result: { message: 'Depot Updated Successfully' }, dirty: false },
    });
    clock.increment(2999);
    expect(run.view.status).toBe('pending');
    clock.increment(1);
    expect(run.view).toMatchObject({
      status: 'done',
      output: {
        removed: false,
        id: '7',
        record: { id: '7', name: 'North' },
        message: 'Depot Updated Successfully',
        leadTo: 'back',
      },
    });
    expect(steps()).toEqual(['loading', 'editing', 'submitting', 'saved', 'done']);
  });

  it('FORM-05 starts with the loaded values, and restores them on reset and on reload', async () => {
    const { run, answer, notify, fetchRecord } = await startEdit();
    expect(run.view.data).toMatchObject({
      draft: { name: 'South', amount: '10.00' },
      dirty: false,
    });
    answer('name', 'North');
    expect(run.view.data.dirty).toBe(true);
    expect(run.view.commands.reset.allowed).toBe(true);
    notify('reset');
    expect(run.view.data).toMatchObject({ draft: { name: 'South' }, dirty: false });
    answer('name', 'West');
    notify('reload');
    await fetchRecord.last().resolve({ id: '7', name: 'East' });
    expect(run.view.data).toMatchObject({ draft: { name: 'East', amount: '' }, dirty: false });
  });

  it('FORM-02 FORM-05 stays where it was edited in place, with the saved values, its result gone after 4 s', async () => {
    const { run, steps, answer, notify, fetchRecord, send, clock } = startRecord({ id: '7' });
    await fetchRecord.last().resolve(SOUTH);
    notify('edit');
    answer('name', 'North');
    notify('submit');
    await send.last().resolve({});
    await fetchRecord.last().resolve({ ...SOUTH, name: 'North' });
    expect(run.view.data).toMatchObject({
      mode: 'view',
      draft: { name: 'North' },
      dirty: false,
      result: { message: 'Depot Updated Successfully' },
    });
    clock.increment(4000);
    expect(run.view.data.result).toBeUndefined();
    expect(steps()).toEqual(['loading', 'viewing', 'editing', 'submitting', 'loading', 'viewing']);
  });

  it('FORM-02 resets a failure after 4 s, and why it was not saved stays until something is typed', async () => {
    const { run, answer, notify, send, clock } = await startEdit();
    answer('name', 'North');
    notify('submit');
    await send.last().reject(serviceError(403, { detail: 'You may not.' }));
    expect(run.view.status).toBe('failed');
    clock.increment(4000);
    expect(run.view).toMatchObject({
      step: 'editing',
      data: { notice: 'Error while updating Depot: You may not.' },
    });
    answer('name', 'West');
    expect(run.view.data.notice).toBeUndefined();
  });

  it('FORM-06 shows a 422 at its fields, keeps what was typed, and allows corrections', async () => {
    const { run, steps, answer, need, notify, send } = await startEdit();
    answer('name', 'North');
    answer('amount', '20.00');
    notify('submit');
    const fieldErrors = [
      { pointer: '/amount', detail: 'Above the limit' },
      { pointer: '/elsewhere', detail: 'Odd' },
    ];
    await send.last().reject(serviceError(422, { fieldErrors }));
    expect(run.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'http_422',
        message: 'Error while updating Depot',
        status: 422,
        fields: { amount: [{ message: 'Above the limit' }] },
      },
      data: { draft: { name: 'North', amount: '20.00' } },
    });
    expect(need('amount')?.issues).toMatchObject([{ message: 'Above the limit' }]);
    expect(need('name')?.issues).toEqual([]);
    answer('amount', '15.00');
    expect(need('amount')?.issues).toEqual([]);
    notify('submit');
    expect(send.last().args[0]).toMatchObject({
      idempotencyKey: 'key-2',
      json: { amount: '15.00' },
    });
    await send.last().resolve({});
    expect(steps()).toEqual([
      ...['loading', 'editing', 'submitting', 'failed'],
      ...['editing', 'submitting', 'saved'],
    ]);
  });

  it('FORM-06 finds the field through the form if its wire name differs', async () => {
    const form = depotsWith({
      fieldAt: (pointer) => (pointer === '/money/0' ? 'amount' : undefined),
    });
    const { answer, need, notify, send } = await startEdit(form);
    answer('amount', '20.00');
    notify('submit');
    await send
      .last()
      .reject(serviceError(422, { fieldErrors: [{ pointer: '/money/0', detail: 'No' }] }));
    expect(need('amount')?.issues).toMatchObject([{ message: 'No' }]);
  });

  it('FORM-02 hides a failure after 4 s, but not the issues of fields', async () => {
    const { run, answer, need, notify, send, clock } = await startEdit();
    answer('amount', '20.00');
    notify('submit');
    const fieldErrors = [{ pointer: '/amount', detail: 'Above the limit' }];
    await send.last().reject(serviceError(422, { fieldErrors }));
    clock.increment(3999);
    expect(run.view.status).toBe('failed');
    clock.increment(1);
    expect(run.view).toMatchObject({ status: 'pending', step: 'editing' });
    expect(need('amount')?.issues).toMatchObject([{ message: 'Above the limit' }]);
  });

  it('FORM-07 never submits twice', async () => {
    const { answer, notify, send, clock } = await startEdit();
    answer('name', 'North');
    notify('submit');
    notify('submit');
    notify('retry');
    await send.last().resolve({});
    notify('submit');
    clock.increment(3000);
    expect(send.calls).toHaveLength(1);
  });

  it('INV-06 PAY-02 sends nothing without changes, and says why', async () => {
    const { answer, refusal, notify, send } = await startEdit(depotsWith({ onlyIfChanged: true }));
    expect(refusal('submit')).toMatchObject({ code: 'unchanged', message: 'Nothing was changed.' });
    notify('submit');
    answer('name', 'North');
    answer('name', 'South');
    notify('submit');
    expect(send.calls).toHaveLength(0);
    answer('name', 'North');
    expect(refusal('submit')).toBeUndefined();
  });

  it('FORM-06 shows all issues when submitted, and sends nothing', async () => {
    const { answer, need, refusal, notify, send } = await startEdit();
    answer('email', 'north');
    expect(need('email')?.issues).toMatchObject([{ message: 'Invalid email address' }]);
    notify('reset');
    answer('name', ' ');
    answer('amount', '-1');
    expect(need('name')?.issues).toMatchObject([{ code: 'required', message: 'Name is required' }]);
    expect(refusal('submit')).toBeUndefined();
    notify('submit');
    expect(refusal('submit')?.message).toBe('Name is required');
    expect(need('amount')).toMatchObject({ answered: false, issues: [{ code: 'too_small' }] });
    expect(send.calls).toHaveLength(0);
    answer('name', 'North');
    answer('amount', '1');
    expect(refusal('submit')).toBeUndefined();
  });

  it('FORM-06 shows the issues of a field once the user has left it', async () => {
    const { run, need } = startRecord({ mode: 'create' });
    expect(need('name')).toMatchObject({ answered: false, issues: [] });
    run.send({ type: 'field.left', name: 'name' });
    expect(need('name')?.issues).toMatchObject([{ message: 'Name is required' }]);
  });

  it('SHELL-05 keeps submit refused, with the reason, without the right', async () => {
    const screens = ALL_SCREENS.map((screen) => ({ ...screen, update: false }));
    const { answer, refusal, notify, send } = await startEdit(
      depotsWith({}),
      toMenuAccess(screens),
    );
    answer('name', 'North');
    expect(refusal('submit')).toMatchObject({ code: 'missing_right' });
    notify('submit');
    expect(send.calls).toHaveLength(0);
  });

  it('SHELL-05 stays a page to read without the right, or if records can’t be changed', async () => {
    const screens = ALL_SCREENS.map((screen) => ({ ...screen, update: false }));
    const { update: _, ...fixed } = depotForm;
    for (const { run, notify, fetchRecord } of [
      startRecord({ id: '7' }, depotsWith({}), toMenuAccess(screens)),
      startRecord({ id: '7' }, { ...depotsWith({}), form: fixed }),
    ]) {
      await fetchRecord.last().resolve(SOUTH);
      notify('edit');
      expect(run.view).toMatchObject({ status: 'pending', step: 'viewing' });
    }
    const free = startRecord({ id: '7' });
    await free.fetchRecord.last().resolve(SOUTH);
    free.notify('edit');
    expect(free.run.view).toMatchObject({ step: 'editing' });
  });

  it('FORM-08 fails with the general text if there is no other, and reports an ended session', async () => {
    const { run, answer, notify, send } = await startEdit(depotsWith({ texts: {} }));
    answer('name', 'North');
    notify('submit');
    await send.last().reject(serviceError(401));
    expect(run.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'session_ended',
        message: 'Error while performing operation. Please refresh your browser',
      },
      data: { draft: { name: 'North' } },
    });
  });

  it("reports in the form's own words that the record could not be loaded", async () => {
    const texts = { loadFailed: 'Error fetching data.' };
    const { run, notify, fetchRecord } = startRecord(
      { id: '7', mode: 'edit' },
      depotsWith({ texts }),
    );
    await fetchRecord.last().reject(serviceError(503));
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { message: 'Error fetching data.' },
    });
    notify('retry');
    await fetchRecord.last().resolve(SOUTH);
    expect(run.view).toMatchObject({ step: 'editing' });
  });

  it('PAY-04 repeats the same call under the same key when a response is lost', async () => {
    const { run, steps, answer, notify, send, clock } = await startEdit();
    answer('name', 'North');
    notify('submit');
    const first = send.last().args[0];
    await send.last().reject(lostAnswer());
    expect(run.view).toMatchObject({ step: 'resolving', busy: true });
    for (const ms of [1000, 2000]) {
      clock.increment(ms);
      await Promise.resolve();
      expect(send.last().args[0]).toEqual(first);
      if (ms === 1000) await send.last().reject(lostAnswer());
    }
    await send.last().resolve({});
    expect(send.calls).toHaveLength(3);
    expect(steps().slice(2)).toEqual(['submitting', 'resolving', 'saved']);
  });
});
