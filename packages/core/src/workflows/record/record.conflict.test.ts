import { describe, expect, it } from 'vitest';
import { settled } from '../scripted.test-kit.ts';
import { conflict, fieldsOf, SOUTH, startEdit, tagged } from './record.conflict.test-kit.ts';
import {
  type Depot,
  depotForm,
  depotsWith,
  lostAnswer,
  serviceError,
  startRecord,
} from './record.test-kit.ts';

describe('a record that somebody else has changed', () => {
  it('WIRE-05 is saved and deleted only in the loaded version', async () => {
    const { answer, notify, send } = await startEdit();
    answer('name', 'North');
    notify('submit');
    expect(send.last().args[0]).toMatchObject({ method: 'PUT', id: '7', ifMatch: '"1"' });
    const other = await startEdit();
    other.notify('remove');
    other.notify('confirm');
    expect(other.send.last().args[0]).toMatchObject({ method: 'DELETE', id: '7', ifMatch: '"1"' });
  });

  it('WIRE-05 a service without ETags gets unconditional calls', async () => {
    const record = startRecord({ id: '7', mode: 'edit' });
    await record.fetchRecord.last().resolve(SOUTH);
    record.answer('name', 'North');
    record.notify('submit');
    expect(record.send.last().args[0]).not.toHaveProperty('ifMatch');
    expect(record.send.last().args[0]).not.toHaveProperty('id');
  });

  it("WIRE-05 both sides' changes are listed by field; changes of one side only are merged", async () => {
    const started = await startEdit();
    const { run, answer, need, steps, notify, send } = started;
    answer('name', 'North');
    answer('amount', '1500');
    notify('submit');
    const theirs = { ...SOUTH, email: 'new@b.test', amount: '1200.00', name: 'South' };
    await send.last().reject(conflict(tagged(theirs, 2)));
    expect(run.view).toMatchObject({
      status: 'pending',
      step: 'conflict',
      data: {
        dirty: true,
        conflict: {
          title: 'Changed by someone else',
          message:
            'This depot was changed while you were editing it. Keep mine saves what you changed and nothing that you left alone. Take theirs drops only what both of you changed; your other changes stay.',
        },
        draft: { name: 'North', email: 'new@b.test', amount: '1500' },
      },
    });
    expect(fieldsOf(started)).toEqual({
      name: ['South', 'North', 'South', 'mine', 'mine'],
      email: ['a@b.test', 'a@b.test', 'new@b.test', 'theirs', 'theirs'],
      amount: ['10.00', '1,500.00', '1,200.00', 'both', 'mine'],
    });
    expect(need('keep.amount')).toMatchObject({
      kind: 'choice',
      label: 'Amount',
      value: 'mine',
      options: [
        { key: 'mine', value: 'Mine: 1,500.00' },
        { key: 'theirs', value: 'Theirs: 1,200.00' },
      ],
    });
    expect(need('keep.name')).toBeUndefined();
    answer('keep.amount', 'theirs');
    answer('keep.name', 'theirs');
    expect(run.view.data.draft).toMatchObject({ name: 'North', amount: '1200.00' });
    notify('saveChoices');
    expect(send.last().args[0]).toMatchObject({
      ifMatch: '"2"',
      idempotencyKey: 'key-2',
      json: { name: 'North', email: 'new@b.test', amount: '1200.00' },
    });
    await send.last().resolve({ id: '7' });
    expect(steps()).toEqual([
      ...['loading', 'editing', 'submitting', 'conflict', 'submitting', 'saved'],
    ]);
  });

  it('WIRE-05 Go on editing names what others saved in the fields that show mine, until something is typed', async () => {
    const { run, answer, notify, send } = await startEdit();
    answer('name', 'North');
    answer('amount', '1500');
    notify('submit');
    await send.last().reject(conflict(tagged({ ...SOUTH, name: 'West', amount: '1200' }, 2)));
    answer('keep.amount', 'theirs');
    notify('edit');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: {
        draft: { name: 'North' },
        notice:
          'Saved by someone else meanwhile: Name “West”. If you save, what is here replaces it.',
      },
    });
    answer('email', 'x@b.test');
    expect(run.view.data.notice).toBeUndefined();
  });

  it('WIRE-05 CARD-11 a guarded field that only somebody else changed is asked about, with both values, and stays theirs unless mine is chosen', async () => {
    const guarding = depotsWith({
      fields: (state) =>
        (depotForm.fields(state) ?? []).map((field) =>
          field.name === 'email' ? { ...field, guarded: true } : field,
        ),
    });
    const theirs = tagged({ ...SOUTH, email: 'new@b.test' }, 2);
    const started = await startEdit({}, guarding);
    const { run, answer, need, notify, send } = started;
    answer('email', 'x@b.test');
    answer('email', 'a@b.test');
    answer('name', 'North');
    notify('submit');
    await send.last().reject(conflict(theirs));
    expect(run.view).toMatchObject({ step: 'conflict' });
    expect(fieldsOf(started)).toEqual({
      name: ['South', 'North', 'South', 'mine', 'mine'],
      email: ['a@b.test', 'a@b.test', 'new@b.test', 'both', 'theirs'],
    });
    expect(need('keep.email')).toMatchObject({
      value: 'theirs',
      options: [{ value: 'Mine: a@b.test' }, { value: 'Theirs: new@b.test' }],
    });
    notify('keepMine');
    expect(send.last().args[0]).toMatchObject({ json: { name: 'North', email: 'new@b.test' } });
    const chosen = await startEdit({}, guarding);
    chosen.answer('name', 'North');
    chosen.notify('submit');
    await chosen.send.last().reject(conflict(theirs));
    chosen.answer('keep.email', 'mine');
    chosen.notify('keepMine');
    expect(chosen.send.last().args[0]).toMatchObject({
      json: { name: 'North', email: 'a@b.test' },
    });
    const alone = await startEdit({ unattended: true }, guarding);
    alone.answer('name', 'North');
    alone.notify('submit');
    await alone.send.last().reject(conflict(theirs));
    expect([alone.run.view, alone.send.calls.length]).toMatchObject([{ step: 'conflict' }, 1]);
  });

  it("WIRE-05 1500 and 1500.00 don't conflict", async () => {
    const started = await startEdit();
    started.answer('amount', '1500');
    started.answer('name', 'North');
    started.notify('submit');
    const theirs = { ...SOUTH, name: 'West', amount: '1500.00' };
    await started.send.last().reject(conflict(tagged(theirs, 2)));
    expect(fieldsOf(started)).toEqual({
      name: ['South', 'North', 'West', 'both', 'mine'],
      amount: ['10.00', '1,500.00', '1,500.00', 'theirs', 'theirs'],
    });
    expect(started.need('keep.amount')).toBeUndefined();
  });

  it('WIRE-05 Take theirs returns to the form with the current record, and saves for its version', async () => {
    const { run, answer, notify, send } = await startEdit();
    answer('name', 'North');
    notify('submit');
    await send.last().reject(conflict(tagged({ ...SOUTH, name: 'West' }, 2)));
    notify('takeTheirs');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: { draft: { name: 'West' }, dirty: false, conflict: undefined },
    });
    answer('email', 'c@b.test');
    notify('submit');
    expect(send.last().args[0]).toMatchObject({
      ifMatch: '"2"',
      json: { name: 'West', email: 'c@b.test' },
    });
  });

  it('WIRE-05 continuing to edit keeps the typed values on top of theirs; a second conflict works', async () => {
    const started = await startEdit();
    const { run, answer, notify, send } = started;
    answer('name', 'North');
    notify('submit');
    await send.last().reject(conflict(tagged({ ...SOUTH, name: 'Two', email: 'two@b.test' }, 2)));
    notify('edit');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: { draft: { name: 'North', email: 'two@b.test' }, dirty: true, conflict: undefined },
    });
    answer('amount', '11.00');
    notify('submit');
    await send.last().reject(conflict(tagged({ ...SOUTH, email: 'two@b.test', name: 'West' }, 3)));
    expect(fieldsOf(started)).toEqual({
      name: ['Two', 'North', 'West', 'both', 'mine'],
      amount: ['10.00', '11.00', '10.00', 'mine', 'mine'],
    });
    notify('keepMine');
    expect(send.last().args[0]).toMatchObject({
      ifMatch: '"3"',
      json: { name: 'North', email: 'two@b.test', amount: '11.00' },
    });
  });

  it('WIRE-05 a field that is now locked can’t be mine, and says why', async () => {
    const { fields } = depotsWith({}).form ?? {};
    const definition = depotsWith({
      fields: (state) =>
        (fields?.(state) ?? []).map((field) =>
          field.name === 'amount' && state.detail?.name === 'Closed'
            ? { ...field, locked: 'It is closed.' }
            : field,
        ),
    });
    const started = await startEdit({}, definition);
    const { run, answer, need, notify, send } = started;
    answer('amount', '99.00');
    answer('email', 'c@b.test');
    notify('submit');
    await send.last().reject(conflict(tagged({ ...SOUTH, name: 'Closed' }, 2)));
    expect(run.view.data.conflict?.fields).toMatchObject([
      { name: 'name', take: 'theirs' },
      { name: 'email', take: 'mine' },
      { name: 'amount', mine: { shown: '99.00' }, take: 'theirs', locked: 'It is closed.' },
    ]);
    expect(need('keep.amount')).toBeUndefined();
    expect(run.view.data.draft).toMatchObject({ amount: '10.00', email: 'c@b.test' });
    // A lock of the form is no reason to ask again: only a changed record's own question is.
    notify('keepMine');
    expect(send.last().args[0]).toMatchObject({
      ifMatch: '"2"',
      json: { name: 'Closed', email: 'c@b.test', amount: '10.00' },
    });
  });

  it('WIRE-05 leaving asks first, and Stay returns to the conflict', async () => {
    const { run, answer, steps, notify, send } = await startEdit();
    answer('name', 'North');
    notify('submit');
    await send.last().reject(conflict(tagged({ ...SOUTH, name: 'West' }, 2)));
    notify('leave');
    answer('leave', false);
    expect(run.view).toMatchObject({ step: 'conflict', data: { draft: { name: 'North' } } });
    notify('leave');
    notify('stay');
    notify('reload');
    expect(steps()).toEqual([
      ...['loading', 'editing', 'submitting', 'conflict', 'leaving', 'conflict', 'leaving'],
      ...['conflict', 'loading'],
    ]);
  });

  it('WIRE-05 a conflict after a lost response is handled like any other', async () => {
    const { run, answer, notify, send, clock } = await startEdit();
    answer('name', 'North');
    notify('submit');
    await send.last().reject(lostAnswer());
    clock.increment(1000);
    await settled();
    await send.last().reject(conflict(tagged({ ...SOUTH, name: 'West' }, 2)));
    expect(run.view).toMatchObject({ step: 'conflict' });
  });

  it('WIRE-05 without the current record, reports the conflict and keeps what was typed', async () => {
    const { run, answer, notify, send } = await startEdit();
    answer('name', 'North');
    notify('submit');
    await send.last().reject(conflict(undefined));
    expect(run.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'conflict',
        outcome: 'none',
        message:
          'This depot was changed by someone else meanwhile. Load it again before you change it.',
      },
      data: { draft: { name: 'North' } },
    });
  });

  it.each([404, 410])(
    'WIRE-05 reports a deletion by somebody else (%s), and keeps what was typed',
    async (status) => {
      const { run, answer, notify, send, clock } = await startEdit();
      answer('name', 'North');
      notify('submit');
      await send.last().reject(serviceError(status));
      clock.increment(60_000);
      expect(run.view).toMatchObject({
        status: 'failed',
        error: {
          code: 'gone',
          message: 'This depot was deleted by someone else meanwhile.',
          detail: 'What you typed is still here.',
        },
        commands: {
          submit: {
            allowed: false,
            reason: { code: 'gone', message: 'This depot was deleted by someone else meanwhile.' },
          },
          retry: { allowed: false },
          leave: { allowed: true },
        },
        data: { draft: { name: 'North' } },
      });
      // Typing doesn't bring it back, and neither does staying on the form.
      answer('name', 'East');
      notify('submit');
      notify('leave');
      notify('stay');
      answer('name', 'West');
      notify('submit');
      expect(send.calls.length).toBe(1);
      expect(run.view).toMatchObject({
        commands: { submit: { allowed: false, reason: { code: 'gone' } } },
        data: { draft: { name: 'West' } },
      });
    },
  );
});

describe('fields that depend on one another', () => {
  const PLACE: Depot = { ...SOUTH, country: 'CA', province: 'BC' };
  const meet = async (mine: Partial<Depot>, theirs: Partial<Depot>, unattended = false) => {
    const started = startRecord({ id: '7', mode: 'edit', unattended });
    await started.fetchRecord.last().resolve(tagged(PLACE, 1));
    for (const { args, resolve } of started.options.calls) {
      await resolve((args[0] === 'countries' ? ['CA', 'US'] : ['BC', 'AB']).map(option));
    }
    for (const [name, value] of Object.entries(mine)) started.answer(name, value);
    for (const { args, resolve } of started.options.calls) {
      if (args[1][0] === 'US') await resolve(['OH', 'TX'].map(option));
    }
    started.notify('submit');
    await started.send.last().reject(conflict(tagged({ ...PLACE, ...theirs }, 2)));
    return started;
  };
  const option = (key: string) => ({ key, value: `${key}.` });

  it('WIRE-05 a country and its province are one choice: all mine or all theirs', async () => {
    const started = await meet({ country: 'US', province: 'OH' }, { province: 'AB' });
    const { answer, need, run, send, notify } = started;
    expect(run.view).toMatchObject({ step: 'conflict' });
    expect(need('keep.country')).toMatchObject({ label: 'Country, Province', value: 'mine' });
    expect(need('keep.province')).toBeUndefined();
    expect(run.view.data.draft).toMatchObject({ country: 'US', province: 'OH' });
    answer('keep.country', 'theirs');
    expect(run.view.data.draft).toMatchObject({ country: 'CA', province: 'AB' });
    expect(run.view.data.conflict?.fields).toMatchObject([
      {
        name: 'country',
        choice: 'keep.country',
        take: 'theirs',
        together: ['Country', 'Province'],
      },
      { name: 'province', choice: 'keep.country', take: 'theirs' },
    ]);
    notify('keepMine');
    expect(send.last().args[0]).toMatchObject({ json: { country: 'US', province: 'OH' } });
  });

  it('WIRE-05 unattended, my province is not combined with their country', async () => {
    const { run, send } = await meet({ province: 'AB' }, { country: 'US', province: 'BC' }, true);
    expect(run.view).toMatchObject({ step: 'conflict' });
    expect(send.calls).toHaveLength(1);
  });
});

describe('resolving a conflict', () => {
  async function both() {
    const started = await startEdit();
    started.answer('name', 'North');
    started.answer('email', 'mine@b.test');
    started.notify('submit');
    const theirs = { ...SOUTH, name: 'West', amount: '12.00' };
    await started.send.last().reject(conflict(tagged(theirs, 2)));
    return started;
  }

  it('WIRE-05 Take theirs drops what both changed, and keeps what only I changed', async () => {
    const { run, notify, send } = await both();
    expect(run.view.data.conflict?.message).toBe(
      'This depot was changed while you were editing it. Keep mine saves what you changed and nothing that you left alone. Take theirs drops only what both of you changed; your other changes stay.',
    );
    expect(run.view.data.conflict?.fields).toMatchObject([
      { name: 'name', take: 'mine', changed: 'both' },
      { name: 'email', take: 'mine', changed: 'mine' },
      { name: 'amount', take: 'theirs', changed: 'theirs' },
    ]);
    notify('takeTheirs');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: {
        ...{ dirty: true, draft: { name: 'West', email: 'mine@b.test', amount: '12.00' } },
        notice: 'What someone else saved was taken. Dropped: Name. Your other changes are kept.',
      },
    });
    notify('submit');
    expect(send.last().args[0]).toMatchObject({
      ifMatch: '"2"',
      json: { name: 'West', email: 'mine@b.test', amount: '12.00' },
    });
  });

  it('WIRE-05 Keep mine saves my values, whatever was chosen before', async () => {
    const { answer, send, notify } = await both();
    answer('keep.name', 'theirs');
    notify('keepMine');
    expect(send.last().args[0]).toMatchObject({
      json: { name: 'North', email: 'mine@b.test', amount: '12.00' },
    });
  });

  it('WIRE-05 choosing theirs for the only field leaves nothing to save, and blocks nothing', async () => {
    const { answer, refusal, run, send, notify } = await startEdit(
      {},
      depotsWith({ onlyIfChanged: true }),
    );
    answer('name', 'North');
    notify('submit');
    await send.last().reject(conflict(tagged({ ...SOUTH, name: 'West' }, 2)));
    answer('keep.name', 'theirs');
    expect(refusal('keepMine')).toBeUndefined();
    expect(refusal('saveChoices')).toBeUndefined();
    notify('saveChoices');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: { dirty: false, draft: { name: 'West' } },
    });
    expect(send.calls).toHaveLength(1);
  });

  it('WIRE-05 asks nothing if nothing conflicts, and reports the other changes', async () => {
    const { run, answer, send, steps, notify } = await startEdit();
    answer('name', 'North');
    notify('submit');
    await send.last().reject(conflict(tagged({ ...SOUTH, email: 'new@b.test' }, 2)));
    expect(send.last().args[0]).toMatchObject({
      ifMatch: '"2"',
      json: { name: 'North', email: 'new@b.test' },
    });
    await send.last().resolve({ id: '7' });
    expect(run.view.data.result).toMatchObject({
      message: 'Depot Updated Successfully',
      meanwhile: 'Changed by someone else meanwhile and kept: Email (a@b.test became new@b.test).',
    });
    expect(steps()).toEqual(['loading', 'editing', 'submitting', 'saved']);
  });
});
