import { describe, expect, it } from 'vitest';
import { toMenuAccess } from '../../permissions/index.ts';
import { ALL_SCREENS } from '../../testing/fixtures.ts';
import { settled } from '../scripted.test-kit.ts';
import { depots, lostAnswer, serviceError, startRecord } from './record.test-kit.ts';

const SOUTH = { id: '7', name: 'South' };

describe('leaving', () => {
  it('FORM-01 asks before typed values are lost: Stay keeps them, Leave drops them', async () => {
    const { run, steps, answer, need, notify } = startRecord({ mode: 'create' });
    answer('name', 'North');
    notify('leave');
    expect(need('leave')).toMatchObject({
      kind: 'confirmation',
      label: 'Are you sure want to leave ?',
      message: 'There are some unsaved changes ?',
      reject: 'Stay',
      accept: 'Leave',
    });
    notify('stay');
    expect(run.view.data.draft.name).toBe('North');
    notify('leave');
    answer('leave', false);
    notify('leave');
    answer('leave', true);
    expect(steps()).toEqual([
      ...['editing', 'leaving', 'editing', 'leaving', 'editing', 'leaving', 'cancelled'],
    ]);
  });

  it('FORM-01 leaves at once with nothing changed, and from a view', async () => {
    const form = startRecord({ mode: 'create' });
    form.answer('name', 'North');
    form.answer('name', '');
    form.notify('leave');
    expect(form.steps()).toEqual(['editing', 'cancelled']);
    const view = startRecord({ id: '7' });
    view.notify('leave');
    expect(view.run.view.status).toBe('cancelled');
    expect(view.fetchRecord.last().args[1].aborted).toBe(true);
  });

  it("can't be left while it is being saved", () => {
    const { run, answer, notify } = startRecord({ mode: 'create' });
    answer('name', 'North');
    notify('submit');
    notify('leave');
    notify('cancel');
    expect(run.view).toMatchObject({ step: 'submitting', commands: { leave: { allowed: false } } });
  });
});

describe('deleting a record', () => {
  it('LIST-04 asks, and deletes only on yes', async () => {
    const { run, steps, answer, need, notify, fetchRecord, send } = startRecord({ id: '7' });
    await fetchRecord.last().resolve(SOUTH);
    notify('remove');
    expect(need('confirm')).toMatchObject({
      message: 'Record will be deleted forever. Do you wish to continue?',
      reject: 'Cancel',
      accept: 'Delete Record',
    });
    answer('confirm', false);
    notify('remove');
    notify('stay');
    expect(send.calls).toHaveLength(0);
    notify('remove');
    notify('confirm');
    notify('confirm');
    expect(send.last().args[0]).toEqual({
      operation: 'cards.delete',
      method: 'DELETE',
      path: 'depots/7',
      idempotencyKey: 'key-1',
    });
    await send.last().resolve({});
    expect(run.view).toMatchObject({
      output: { removed: true, id: '7', message: 'Operation completed Successfully!' },
    });
    expect(send.calls).toHaveLength(1);
    expect(steps().slice(-3)).toEqual(['confirmingRemove', 'removing', 'done']);
  });

  it('LIST-04 asks at once and loads nothing when it is opened only to delete', async () => {
    const { steps, answer, fetchRecord, send } = startRecord({ id: '7', mode: 'remove' });
    answer('confirm', true);
    await send.last().resolve({});
    expect(steps()).toEqual(['confirmingRemove', 'removing', 'done']);
    expect(fetchRecord.calls).toHaveLength(0);
    const other = startRecord({ id: '7', mode: 'remove' });
    other.answer('confirm', false);
    expect(other.steps()).toEqual(['confirmingRemove', 'cancelled']);
  });

  it('FORM-05 leaving the question whether to delete asks about typed values, and else just leaves', async () => {
    const clean = startRecord({ id: '7' });
    await clean.fetchRecord.last().resolve(SOUTH);
    clean.notify('remove');
    clean.notify('leave');
    expect(clean.run.view.status).toBe('cancelled');
    const typed = startRecord({ id: '7', mode: 'edit' });
    await typed.fetchRecord.last().resolve(SOUTH);
    typed.answer('name', 'North');
    typed.notify('remove');
    typed.notify('leave');
    expect(typed.run.view).toMatchObject({ status: 'pending', step: 'leaving' });
    expect([...clean.send.calls, ...typed.send.calls]).toEqual([]);
  });

  it('ERR-02 AUTH-09 reports a 401 as the end of the session, and any other failure unchanged', async () => {
    const { run, answer, notify, send, clock, fetchRecord } = startRecord({ id: '7' });
    await fetchRecord.last().resolve(SOUTH);
    notify('remove');
    answer('confirm', true);
    await send.last().reject(serviceError(409, { message: 'It is in use' }));
    expect(run.view).toMatchObject({
      error: {
        code: 'http_409',
        message: 'Error while performing operation. Please refresh your browser',
        detail: 'It is in use',
      },
    });
    notify('retry');
    await send.last().reject(serviceError(401));
    expect(run.view).toMatchObject({ error: { code: 'session_ended', status: 401 } });
    clock.increment(4000);
    expect(run.view).toMatchObject({ step: 'viewing' });
  });

  it('PAY-04 repeats the call under the same key when the response is lost', async () => {
    const { steps, answer, send, clock } = startRecord({ id: '7', mode: 'remove' });
    answer('confirm', true);
    await send.last().reject(lostAnswer());
    clock.increment(1000);
    await settled();
    await send.last().resolve({});
    expect(send.calls.map(({ args }) => args[0].idempotencyKey)).toEqual(['key-1', 'key-1']);
    expect(steps()).toEqual(['confirmingRemove', 'removing', 'resolving', 'done']);
  });

  it("LIST-11 is refused without the right, or if records can't be deleted", async () => {
    const screens = ALL_SCREENS.map((screen) => ({ ...screen, delete: false }));
    const { refusal, notify, fetchRecord, run } = startRecord(
      { id: '7' },
      depots,
      toMenuAccess(screens),
    );
    await fetchRecord.last().resolve(SOUTH);
    expect(refusal('remove')?.code).toBe('missing_right');
    notify('remove');
    expect(run.view).toMatchObject({ step: 'viewing' });
    const { remove: _, ...kept } = depots;
    const other = startRecord({ id: '7' }, kept);
    await other.fetchRecord.last().resolve(SOUTH);
    expect(other.refusal('remove')?.code).toBe('not_offered');
  });
});
