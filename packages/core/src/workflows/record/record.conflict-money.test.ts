import { describe, expect, it } from 'vitest';
import { withEtag } from '../../http/bodies.ts';
import { invoices } from '../../resources/invoices/invoices.resource.ts';
import { invoiceDetailSchema } from '../../resources/invoices/invoices.schema.ts';
import { persist, resume } from '../persist.ts';
import { startWorkflow } from '../workflow.ts';
import { conflict, fieldsOf, startEdit } from './record.conflict.test-kit.ts';
import type { Depot } from './record.test-kit.ts';
import type { RecordInput } from './record.types.ts';

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
  const KEPT =
    'It was given before others changed the record. Save again if it still holds, or change it.';
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

  it('WIRE-05 INV-12 Take theirs drops an amount due of before a payment, and keeps my due date', async () => {
    const { answer, need, notify, run, send } = await credited();
    answer('due_date', '2026-12-05');
    notify('submit');
    await send.last().reject(conflict(invoice(2, '500', '200')));
    notify('takeTheirs');
    expect(run.view).toMatchObject({
      step: 'editing',
      data: {
        dirty: true,
        draft: { amount_due: '200.00', due_date: '2026-12-05', reason: '' },
        notice:
          'What someone else saved was taken. Dropped: Amount Due, Reason (“Credit of 50”). Your other changes are kept.',
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
