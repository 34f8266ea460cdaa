import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withEtag } from '../../http/bodies.ts';
import { ApiError } from '../../http/outcome.ts';
import { invoices } from '../../resources/invoices/invoices.resource.ts';
import { invoiceDetailSchema } from '../../resources/invoices/invoices.schema.ts';
import { persist, resume } from '../persist.ts';
import { settled } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import {
  type Depot,
  depotsWith,
  lostAnswer,
  serviceError,
  startRecord,
} from './record.test-kit.ts';
import type { RecordInput } from './record.types.ts';

const SOUTH: Depot = { id: '7', name: 'South', email: 'a@b.test', amount: '10.00' };
const tagged = (depot: Depot, version: number): Depot => withEtag({ ...depot }, `"${version}"`);

const conflict = (current: Depot | undefined, more: object = {}) =>
  new ApiError({
    kind: 'http',
    operation: 'depots',
    code: 'conflict',
    message: 'Changed meanwhile',
    status: 412,
    current,
    ...more,
  });

async function startEdit(
  more: Partial<RecordInput> = {},
  definition?: Parameters<typeof startRecord>[1],
  loaded = tagged(SOUTH, 1),
) {
  const record = startRecord({ id: '7', mode: 'edit', ...more }, definition);
  await record.fetchRecord.last().resolve(loaded);
  return record;
}

type Started = Awaited<ReturnType<typeof startEdit>>;

const fieldsOf = ({ run }: Started) =>
  Object.fromEntries(
    (run.view.data.conflict?.fields ?? []).map(({ changed, loaded, mine, name, take, theirs }) => [
      name,
      [loaded.shown, mine.shown, theirs.shown, changed, take],
    ]),
  );

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
            'This depot was changed while you were editing it. Nothing of yours is lost until you choose; Take theirs drops all of it.',
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
        data: { draft: { name: 'North' } },
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

  it('WIRE-05 Take theirs drops also what only I changed', async () => {
    const { run, notify } = await both();
    notify('takeTheirs');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: {
        ...{ dirty: false, draft: { name: 'West', email: 'a@b.test', amount: '12.00' } },
        notice:
          'Your changes were dropped, and the record is as someone else saved it. Dropped: Name, Email.',
      },
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

describe('an invoice that is paid while its amount due is changed', () => {
  /** Total 1000; what was paid and what is due by then. */
  const invoice = (version: number, paid: string, due: string, more: object = {}) =>
    withEtag(
      invoiceDetailSchema.parse({
        invoice_dto: {
          ...{ id: 7, invoice_number: 'A2', company_name: 'North Haul', currency: 'CAD' },
          ...{ issued_date: '2026-11-02', due_date: '2026-12-01' },
          ...{ start_date: '2026-10-01T00:00', end_date: '2026-10-31T23:59' },
          ...{ status: 'Open', total_amount: '1000.00', amount_due: due, amount_paid: paid },
          ...{ payment_count: 1, ...more },
        },
        fuel_transaction_dto_list: [],
      }),
      `"${version}"`,
    ) as Depot;
  /** A credit of 50 of the 400 that were due. */
  async function credited(more: Partial<RecordInput> = {}) {
    const started = await startEdit(more, invoices as never, invoice(1, '300', '400'));
    started.answer('amount_due', '350');
    started.answer('reason', 'Credit of 50');
    return started;
  }
  const PAID =
    '200.00 CAD was paid meanwhile, and 200.00 CAD is due now. Make your change from there.';
  const KEPT = 'It was given for another change. Change it or clear it.';
  const AGAIN = 'It was given for another change. Give it again if it is asked for.';

  it('WIRE-05 INV-12 Keep mine does not charge the payment: the form asks again from what is due now', async () => {
    const started = await credited();
    const { answer, need, notify, run, send } = started;
    notify('submit');
    await send.last().reject(conflict(invoice(2, '500', '200')));
    expect(fieldsOf(started)).toEqual({
      amount_due: ['400.00 CAD', '350.00 CAD', '200.00 CAD', 'both', 'theirs'],
      reason: ['-', 'Credit of 50', '-', 'mine', 'theirs'],
    });
    expect(run.view.data.conflict?.fields).toMatchObject([{ locked: PAID }, { locked: AGAIN }]);
    expect(need('keep.amount_due')).toBeUndefined();
    notify('keepMine');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: { draft: { amount_due: '200.00', reason: 'Credit of 50' } },
    });
    expect(need('amount_due')?.issues).toEqual([{ code: 'moved', message: PAID }]);
    // The reason is still there, and not for nothing.
    expect(need('reason')?.issues).toEqual([{ code: 'typed_before', message: KEPT }]);
    expect(run.view.commands.submit).toMatchObject({ reason: { message: KEPT } });
    answer('reason', '');
    expect(send.calls).toHaveLength(1);
    // What was typed before is a charge now, with a reason of its own.
    answer('amount_due', '350');
    notify('submit');
    expect(need('reason')?.issues).toEqual([
      { code: 'required', message: 'Say why 150.00 CAD of it is due again.' },
    ]);
    expect(send.calls).toHaveLength(1);
    answer('amount_due', '150');
    answer('reason', 'Credit of 50');
    notify('submit');
    expect(send.last().args[0]).toMatchObject({
      ifMatch: '"2"',
      json: { amount_due: 150, reason: 'Credit of 50' },
    });
  });

  it('WIRE-05 INV-12 what else I changed is saved as chosen, without the credit and its reason', async () => {
    const { answer, notify, run, send } = await credited();
    answer('due_date', '2026-12-05');
    notify('submit');
    await send.last().reject(conflict(invoice(2, '500', '200')));
    notify('keepMine');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: { draft: { amount_due: '200.00', due_date: '2026-12-05', reason: 'Credit of 50' } },
    });
    notify('submit');
    expect(send.calls).toHaveLength(1);
    answer('reason', '');
    notify('submit');
    const { json } = send.last().args[0];
    expect(json).toMatchObject({ amount_due: 200, due_date: '05-12-2026' });
    expect(json).not.toHaveProperty('reason');
  });

  it('WIRE-05 INV-12 Go on editing keeps the amount as typed, with why it may not be saved', async () => {
    const { answer, need, notify, run, send } = await credited();
    answer('due_date', '2026-12-05');
    notify('submit');
    await send.last().reject(conflict(invoice(2, '500', '200')));
    notify('edit');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: { draft: { amount_due: '350', due_date: '2026-12-05', reason: 'Credit of 50' } },
    });
    expect(need('amount_due')?.issues).toEqual([{ code: 'typed_before', message: PAID }]);
    expect(run.view.commands.submit).toMatchObject({ allowed: false, reason: { message: PAID } });
    notify('submit');
    expect(send.calls).toHaveLength(1);
    answer('amount_due', '150');
    expect(need('amount_due')?.issues).toEqual([]);
    notify('submit');
    expect(send.last().args[0]).toMatchObject({
      ifMatch: '"2"',
      json: { amount_due: 150, due_date: '05-12-2026', reason: 'Credit of 50' },
    });
  });

  it('WIRE-05 INV-12 Take theirs drops all of mine, and names it', async () => {
    const { answer, need, notify, run, send } = await credited();
    answer('due_date', '2026-12-05');
    notify('submit');
    await send.last().reject(conflict(invoice(2, '500', '200')));
    notify('takeTheirs');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: {
        dirty: false,
        draft: { amount_due: '200.00', due_date: '2026-12-01', reason: '' },
        notice:
          'Your changes were dropped, and the record is as someone else saved it. Dropped: Date Due, Amount Due, Reason.',
      },
    });
    expect(need('amount_due')?.issues).toEqual([]);
    answer('due_date', '2026-12-06');
    expect(run.view.data.notice).toBeUndefined();
  });

  it('WIRE-05 INV-12 after Keep mine, what is saved has no former refusal beside it', async () => {
    const { answer, need, notify, run, send } = await credited();
    answer('due_date', '2026-12-05');
    notify('submit');
    await send.last().reject(conflict(invoice(2, '500', '200')));
    notify('keepMine');
    answer('reason', '');
    notify('submit');
    expect(need('amount_due')?.issues ?? []).toEqual([]);
    await send.last().resolve({ id: '7' });
    expect(run.view.data.result?.message).toBe('Invoice Updated Successfully');
    expect(need('amount_due')?.issues ?? []).toEqual([]);
  });

  it('WIRE-05 INV-12 so does a payment that was taken back; a credit of theirs stays a choice', async () => {
    const reversed = await credited();
    reversed.notify('submit');
    await reversed.send.last().reject(conflict(invoice(2, '200', '500')));
    expect(reversed.run.view.data.conflict?.fields[0]?.locked).toBe(
      '100.00 CAD that was paid was taken back meanwhile, and 500.00 CAD is due now. Make your change from there.',
    );
    const other = await credited();
    other.notify('submit');
    await other.send.last().reject(conflict(invoice(2, '300', '300')));
    expect(other.need('keep.amount_due')).toMatchObject({ value: 'mine' });
    // Mine is 50 more than theirs: a charge, for which a credit’s reason says nothing.
    other.notify('keepMine');
    expect(other.run.view).toMatchObject({
      step: 'editing',
      data: { draft: { amount_due: '350', reason: 'Credit of 50' } },
    });
    expect(other.need('reason')?.issues).toEqual([{ code: 'typed_before', message: KEPT }]);
    other.answer('reason', '');
    other.notify('submit');
    expect(other.need('reason')?.issues).toEqual([
      { code: 'required', message: 'Say why 50.00 CAD of it is due again.' },
    ]);
  });

  it('WIRE-05 INV-12 nobody watching: it stops, and a reason is not used for another amount', async () => {
    const { run, send, notify } = await credited({ unattended: true });
    notify('submit');
    await send.last().reject(conflict(invoice(2, '500', '200')));
    expect(run.view).toMatchObject({ step: 'conflict' });
    const closing = await startEdit(
      { unattended: true },
      invoices as never,
      invoice(1, '300', '400'),
    );
    const choices = ['Open', 'Closed', 'CAD'].map((key) => ({ key, value: key }));
    for (const { resolve } of closing.options.calls) await resolve(choices);
    closing.answer('status', 'Closed');
    closing.answer('reason', 'Bankrupt');
    closing.notify('submit');
    await closing.send.last().reject(conflict(invoice(2, '500', '200')));
    expect(closing.run.view).toMatchObject({ step: 'conflict' });
    expect(closing.send.calls).toHaveLength(1);
    expect(closing.run.view.data.conflict?.fields.at(-1)).toMatchObject({
      ...{ name: 'reason', take: 'theirs', locked: AGAIN },
    });
  });

  it('WIRE-05 INV-12 a reason for the same change is kept', async () => {
    const { notify, send } = await credited();
    notify('submit');
    const theirs = invoice(2, '300', '400', { due_date: '2026-12-09' });
    await send.last().reject(conflict(theirs));
    expect(send.last().args[0]).toMatchObject({
      ifMatch: '"2"',
      json: { amount_due: 350, reason: 'Credit of 50', due_date: '09-12-2026' },
    });
  });

  it('WIRE-05 FORM-05 a saved run keeps its reason where nothing changed, and asks where a payment did', async () => {
    for (const [now, kept] of [
      [invoice(1, '300', '400'), true],
      [invoice(2, '500', '200'), false],
    ] as const) {
      const started = await credited();
      const saved = JSON.parse(JSON.stringify(persist(started.run)));
      const taken = startWorkflow(resume(started.workflow, saved), { input: {} });
      await started.fetchRecord.last().resolve(now);
      expect(taken.view).toMatchObject(
        kept
          ? { step: 'editing', data: { draft: { amount_due: '350', reason: 'Credit of 50' } } }
          : { step: 'conflict', data: { draft: { amount_due: '200.00', reason: '' } } },
      );
      taken.stop();
    }
  });
});

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
