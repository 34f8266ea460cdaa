import { describe, expect, it } from 'vitest';
import { persist, resume } from '../persist.ts';
import { settled } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import { depotsWith, lostAnswer, serviceError, startRecord } from './record.test-kit.ts';

const asking = depotsWith({
  warn: {
    filters: ({ draft }) => [{ field: 'name', match: 'exact', value: String(draft.name) }],
    question: (rows) => (rows.length > 0 ? `There are ${rows.length}. Another one?` : undefined),
    title: 'Entered before?',
    accept: 'Another one',
    reject: 'Go back',
  },
});

/** A form opened with an amount from a yard, which may change in the meantime. */
const opened = depotsWith({
  opener: {
    resource: 'yards',
    id: ({ email }) => String(email ?? ''),
    changed: (before, now) =>
      before.amount === now.amount ? undefined : `From ${before.amount} to ${now.amount}.`,
    field: 'name',
  },
});

function submitted(definition = asking) {
  const run = startRecord({ mode: 'create' }, definition);
  run.answer('name', 'North');
  run.notify('submit');
  return run;
}

describe('a question about what was typed', () => {
  const definition = depotsWith({
    warn: {
      modes: ['edit'],
      question: (_, { draft }) => (draft.name === 'Odd' ? 'Odd. Save it?' : undefined),
      ...{ title: 'Odd?', accept: 'Save', reject: 'Go back' },
    },
  });

  it('TXN-06 is asked before a change is sent, without a lookup, and once', async () => {
    const { answer, fetchRecord, notify, rows, run, send } = startRecord(
      { id: '7', mode: 'edit' },
      definition,
    );
    await fetchRecord.last().resolve({ id: '7', name: 'South', email: 'a@b.test', amount: '1' });
    answer('name', 'Odd');
    notify('submit');
    await settled();
    expect(run.view).toMatchObject({
      step: 'confirmingSave',
      needs: [{ kind: 'confirmation', label: 'Odd?', message: 'Odd. Save it?' }],
    });
    notify('stay');
    expect(run.view).toMatchObject({ step: 'editing', data: { draft: { name: 'Odd' } } });
    notify('submit');
    await settled();
    expect(send.calls).toHaveLength(0);
    notify('confirm');
    expect(send.calls).toHaveLength(1);
    expect(rows.calls).toHaveLength(0);
    await send.last().resolve({ id: '7' });
    expect(run.view.data.result?.message).toBe('Depot Updated Successfully');
  });

  it('TXN-06 is not asked when the record is deleted', async () => {
    const { fetchRecord, notify, send } = startRecord({ id: '7', mode: 'edit' }, definition);
    await fetchRecord.last().resolve({ id: '7', name: 'Odd', email: 'a@b.test', amount: '1' });
    notify('remove');
    notify('confirm');
    await settled();
    expect(send.calls).toHaveLength(1);
  });

  it('TXN-06 is not asked when another kind of save is meant', async () => {
    const { answer, notify, send } = startRecord({ mode: 'create' }, definition);
    answer('name', 'Odd');
    notify('submit');
    await settled();
    expect(send.calls).toHaveLength(1);
  });
});

describe('the lookup before a record is created', () => {
  it('PAY-04 asks if it finds something, sends nothing before the answer, and asks only once', async () => {
    const { run, rows, send, steps, notify } = submitted();
    expect(rows.last().args[0]).toEqual([{ field: 'name', match: 'exact', value: 'North' }]);
    await rows.last().resolve([{}, {}]);
    expect(run.view).toMatchObject({
      step: 'confirmingSave',
      needs: [
        {
          kind: 'confirmation',
          name: 'confirm',
          label: 'Entered before?',
          message: 'There are 2. Another one?',
          accept: 'Another one',
          reject: 'Go back',
        },
      ],
    });
    expect(send.calls).toHaveLength(0);
    notify('confirm');
    await rows.last().resolve([{}, {}]);
    await send.last().reject(serviceError(503, { outcome: 'none' }));
    notify('retry');
    await rows.last().resolve([{}, {}]);
    expect(send.calls).toHaveLength(2);
    await send.last().resolve({ id: '9' });
    expect(steps()).toEqual([
      ...['editing', 'submitting', 'confirmingSave', 'submitting', 'failed', 'submitting'],
      'saved',
    ]);
  });

  it('PAY-04 returns to the form with what was typed', async () => {
    const { run, rows, send, answer, notify } = submitted();
    await rows.last().resolve([{}]);
    answer('confirm', false);
    expect(run.view).toMatchObject({ step: 'editing', data: { draft: { name: 'North' } } });
    notify('submit');
    await rows.last().resolve([{}]);
    notify('leave');
    notify('stay');
    expect(run.view).toMatchObject({ step: 'editing' });
    expect(send.calls).toHaveLength(0);
  });

  it('PAY-04 a lookup that finds nothing, or fails, doesn’t block saving', async () => {
    for (const end of ['none', 'failed'] as const) {
      const { rows, send } = submitted();
      if (end === 'none') await rows.last().resolve([]);
      else await rows.last().reject(serviceError(403));
      expect(send.calls).toHaveLength(1);
    }
  });

  it('AUTH-09 sends nothing when the session has ended during the lookup, and keeps what was typed', async () => {
    const { run, rows, send, workflow } = submitted();
    await rows.last().reject(serviceError(401));
    expect(send.calls).toHaveLength(0);
    expect(run.view).toMatchObject({ status: 'failed', error: { code: 'session_ended' } });
    const again = startWorkflow(resume(workflow, persist(run)), { input: { mode: 'create' } });
    expect(again.view).toMatchObject({ step: 'editing', data: { draft: { name: 'North' } } });
  });

  it('PAY-04 repeats a lost call without another lookup, which would find the payment itself', async () => {
    const { run, rows, send, clock } = submitted();
    await rows.last().resolve([]);
    await send.last().reject(lostAnswer());
    clock.increment(1000);
    await settled();
    await send.last().resolve({ id: '9' });
    expect(rows.calls).toHaveLength(1);
    expect(run.view.data.result?.message).toBe('Depot Created Successfully');
  });

  it('AUTH-09 a run saved while it asked resumes in the form', async () => {
    const { run, rows, workflow } = submitted();
    await rows.last().resolve([{}]);
    const saved = JSON.parse(JSON.stringify(persist(run)));
    const again = startWorkflow(resume(workflow, saved), { input: { mode: 'create' } });
    expect(again.view).toMatchObject({ step: 'editing', data: { draft: { name: 'North' } } });
  });
});

describe('a form opened with values of another record', () => {
  const begin = () => {
    const provided = { email: 'yard@forecourt.test', amount: '1000' };
    const run = startRecord({ mode: 'create', provided }, opened);
    run.answer('name', 'North');
    run.notify('submit');
    return run;
  };
  const refusal = () =>
    serviceError(422, {
      fieldErrors: [{ pointer: '/name', detail: 'Not so much.' }],
    });

  it('PAY-02 reloads them when it is refused, says what changed, and keeps what was typed', async () => {
    const { run, send, provided, need, clock, notify } = begin();
    await send.last().reject(refusal());
    expect(provided.last().args.slice(0, 2)).toEqual([opened.form?.opener, 'yard@forecourt.test']);
    await provided.last().resolve({ amount: '600' });
    const said = [
      { code: 'refused_by_service', message: 'Not so much.' },
      { code: 'changed', message: 'From 1000 to 600.' },
    ];
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { fields: { name: said } },
      data: { draft: { name: 'North', amount: '600', email: 'yard@forecourt.test' } },
    });
    clock.increment(4000);
    expect(need('name')).toMatchObject({ value: 'North', issues: said });
    notify('submit');
    expect(send.last().args[0]).toMatchObject({ json: { name: 'North', amount: '600' } });
  });

  it('PAY-02 shows only the refusal if nothing changed, or they can’t be loaded', async () => {
    for (const end of ['same', 'failed'] as const) {
      const { run, send, provided } = begin();
      await send.last().reject(refusal());
      if (end === 'same') await provided.last().resolve({ amount: '1000' });
      else await provided.last().reject(lostAnswer());
      expect(run.view).toMatchObject({
        error: { fields: { name: [{ message: 'Not so much.' }] } },
        data: { draft: { amount: '1000' } },
      });
    }
  });

  it('PAY-02 loads nothing if the refusal is unrelated', async () => {
    const { send, provided } = begin();
    await send.last().reject(serviceError(403));
    expect(provided.calls).toHaveLength(0);
  });
});
