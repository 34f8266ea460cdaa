import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { persist, resume } from '../persist.ts';
import { startWorkflow } from '../workflow.ts';
import {
  conflict,
  fieldsOf,
  SOUTH,
  type Started,
  startEdit,
  tagged,
} from './record.conflict.test-kit.ts';
import { type Depot, serviceError, startRecord } from './record.test-kit.ts';

describe('a conflict in a saved run', () => {
  /** Resumes the run in another process and loads the record again. */
  async function takenUp(started: Started, now: Depot) {
    const saved = JSON.parse(JSON.stringify(persist(started.run)));
    const taken = startWorkflow(resume(started.workflow, saved), { input: {} });
    await started.fetchRecord.last().resolve(now);
    return taken;
  }

  it('WIRE-05 resumes with the same choices, against the current record', async () => {
    const started = await startEdit();
    started.answer('name', 'North');
    started.answer('amount', '20.00');
    started.notify('submit');
    const theirs = { ...SOUTH, name: 'West', amount: '30.00' };
    await started.send.last().reject(conflict(tagged(theirs, 2)));
    started.answer('keep.amount', 'theirs');
    const taken = await takenUp(started, tagged({ ...theirs, email: 'x@b.test' }, 3));
    expect(taken.view).toMatchObject({
      step: 'conflict',
      data: { draft: { name: 'North', amount: '30.00', email: 'x@b.test' } },
    });
    taken.send({ type: 'keepMine' });
    expect(started.send.last().args[0]).toMatchObject({ ifMatch: '"3"' });
    taken.stop();
  });

  it('WIRE-05 FORM-05 an unsaved draft is merged with others’ later changes, and asks about conflicts', async () => {
    const collides = await startEdit();
    collides.answer('name', 'North');
    const asked = await takenUp(collides, tagged({ ...SOUTH, name: 'West' }, 2));
    expect(asked.view).toMatchObject({ step: 'conflict', data: { draft: { name: 'North' } } });
    asked.stop();
    const apart = await startEdit();
    apart.answer('name', 'North');
    const merged = await takenUp(apart, tagged({ ...SOUTH, email: 'x@b.test' }, 2));
    expect(merged.view).toMatchObject({
      step: 'editing',
      data: { draft: { name: 'North', email: 'x@b.test' }, conflict: undefined },
    });
    merged.stop();
  });
});

describe('a saved form whose record is deleted before it is resumed', () => {
  it('WIRE-05 AUTH-09 keeps what was typed, says so, and is not sent any more', async () => {
    const started = await startEdit();
    started.answer('name', 'North');
    const saved = JSON.parse(JSON.stringify(persist(started.run)));
    const taken = startWorkflow(resume(started.workflow, saved), { input: {} });
    await started.fetchRecord.last().reject(serviceError(404));
    expect(taken.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'gone',
        message: 'This depot was deleted by someone else meanwhile.',
        detail: 'What you typed is still here.',
      },
      data: { draft: { name: 'North' }, dirty: true, record: undefined },
      commands: { submit: { allowed: false }, retry: { allowed: false } },
    });
    taken.send({ type: 'field.changed', name: 'name', value: 'Still North' });
    taken.send({ type: 'submit' });
    expect(taken.view).toMatchObject({
      status: 'failed',
      error: { code: 'gone' },
      data: { draft: { name: 'Still North' } },
    });
    expect(started.send.calls).toEqual([]);
    taken.stop();
  });

  it('FORM-06 is loaded again on request after any other failure', async () => {
    const started = await startEdit();
    started.answer('name', 'North');
    const saved = JSON.parse(JSON.stringify(persist(started.run)));
    const taken = startWorkflow(resume(started.workflow, saved), { input: {} });
    await started.fetchRecord.last().reject(serviceError(500));
    expect(taken.view).toMatchObject({ status: 'failed', error: { code: 'http_500' } });
    taken.send({ type: 'retry' });
    await started.fetchRecord.last().resolve(tagged(SOUTH, 1));
    expect(taken.view).toMatchObject({ step: 'editing', data: { draft: { name: 'North' } } });
    taken.stop();
  });
});

describe('an unattended run', () => {
  it('WIRE-05 merges its changes with others’ automatically, at most five times', async () => {
    const { run, answer, notify, send } = await startEdit({ unattended: true });
    answer('name', 'North');
    notify('submit');
    for (let version = 2; version <= 6; version += 1) {
      const theirs = { ...SOUTH, email: `${version}@b.test` };
      await send.last().reject(conflict(tagged(theirs, version)));
      expect(send.last().args[0]).toMatchObject({
        ifMatch: `"${version}"`,
        json: { name: 'North', email: `${version}@b.test` },
      });
    }
    await send.last().reject(conflict(tagged({ ...SOUTH, email: 'end@b.test' }, 7)));
    expect(run.view).toMatchObject({ step: 'conflict' });
    expect(send.calls).toHaveLength(6);
  });

  it('WIRE-05 stops if both changed the same field', async () => {
    const started = await startEdit({ unattended: true });
    started.answer('name', 'North');
    started.notify('submit');
    await started.send.last().reject(conflict(tagged({ ...SOUTH, name: 'West' }, 2)));
    expect(started.run.view).toMatchObject({ step: 'conflict' });
    expect(fieldsOf(started)).toEqual({ name: ['South', 'North', 'West', 'both', 'mine'] });
  });
});

describe('deleting a changed record', () => {
  const ASKED =
    'This record was changed by someone else meanwhile. Delete it as it is now? It will be deleted forever.';

  it('WIRE-05 shows the current record, and asks again', async () => {
    const { run, need, notify, send, fetchRecord } = startRecord({ id: '7' });
    await fetchRecord.last().resolve(tagged(SOUTH, 1));
    notify('remove');
    notify('confirm');
    await send.last().reject(conflict(tagged({ ...SOUTH, name: 'West' }, 2)));
    expect(run.view).toMatchObject({
      step: 'confirmingRemove',
      data: { record: { name: 'West' } },
    });
    expect(need('confirm')).toMatchObject({ message: ASKED });
    notify('stay');
    notify('remove');
    expect(need('confirm')).toMatchObject({
      message: 'Record will be deleted forever. Do you wish to continue?',
    });
    notify('confirm');
    expect(send.last().args[0]).toMatchObject({ ifMatch: '"2"', idempotencyKey: 'key-2' });
    await send.last().resolve({});
    expect(run.view.status).toBe('done');
  });

  it('WIRE-05 keeps what was typed in a form, and its version', async () => {
    const { run, answer, notify, send } = await startEdit();
    answer('name', 'North');
    notify('remove');
    notify('confirm');
    await send.last().reject(conflict(tagged({ ...SOUTH, name: 'West' }, 2)));
    notify('stay');
    expect(run.view.data.draft.name).toBe('North');
    notify('submit');
    expect(send.last().args[0]).toMatchObject({ method: 'PUT', ifMatch: '"1"' });
  });

  it('WIRE-05 of one row: only the loaded version, without asking again when unattended', async () => {
    const { run, notify, send } = startRecord({
      ...{ id: '7', mode: 'remove', etag: '"1"', unattended: true },
    });
    notify('confirm');
    expect(send.last().args[0]).toMatchObject({ ifMatch: '"1"' });
    await send.last().reject(conflict(tagged(SOUTH, 2)));
    expect(run.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'conflict',
        message:
          'This depot was changed by someone else meanwhile. Look at it again before you delete it.',
      },
    });
  });
});

describe('any number of editors', () => {
  const NAMES = ['name', 'email', 'amount'] as const;
  type Name = (typeof NAMES)[number];

  /** A service with one depot that refuses to save an outdated version and returns the current one. */
  const service = () => {
    let version = 1;
    let now: Depot = SOUTH;
    return {
      load: () => tagged(now, version),
      now: () => now,
      save: (json: Depot, ifMatch: string | undefined) => {
        if (ifMatch !== `"${version}"`) throw conflict(tagged(now, version));
        version += 1;
        now = { ...json, id: '7' };
        return tagged(now, version);
      },
    };
  };

  /** Which editor edits which fields, and the order in which their saves are served. */
  const edits = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 });
  const order = fc.array(fc.nat({ max: 7 }), { minLength: 20, maxLength: 60 });

  it('WIRE-05 never lose a change without a conflict', async () => {
    await fc.assert(
      fc.asyncProperty(edits, order, async (names, turns) => {
        const depot = service();
        const editors = await Promise.all(
          names.map(async (name) => {
            const record = startRecord({ id: '7', mode: 'edit' });
            await record.fetchRecord.last().resolve(depot.load());
            record.answer(name, changedTo(name));
            return record;
          }),
        );
        // In each turn one editor advances: submits, gets a response, or keeps their own changes.
        for (const turn of [...turns, ...names.flatMap((_, at) => Array(12).fill(at))]) {
          const editor = editors[turn % editors.length];
          if (editor === undefined) continue;
          const { run, send, notify } = editor;
          const { view } = run;
          if (view.status !== 'pending') continue;
          if (view.step === 'editing') notify('submit');
          else if (view.step === 'conflict') notify('saveChoices');
          else if (view.step === 'submitting') {
            const { ifMatch, json } = send.last().args[0];
            try {
              await send.last().resolve(depot.save(json as Depot, ifMatch));
            } catch (error) {
              await send.last().reject(error);
            }
          }
        }
        for (const name of names) expect(depot.now()[name]).toBe(changedTo(name));
        for (const { run } of editors) run.stop();
      }),
      { numRuns: 60 },
    );
  });

  const changedTo = (name: Name): string =>
    ({ name: 'Changed', email: 'changed@b.test', amount: '77.00' })[name];
});
