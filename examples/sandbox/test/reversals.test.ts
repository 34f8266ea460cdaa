import { describe, expect, it } from 'vitest';
import { ADMIN, signIn, VIEWER } from './helpers.ts';
import { openMoney } from './money.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { sandbox, admin, open, load, save, paid, reverse, errorsOf, paymentsOf, openIn } =
  await openMoney();

describe('taking a payment back', () => {
  it.each([
    ['Open', 'Open'],
    ['NSF', 'NSF'],
    ['Sent', 'Sent'],
    ['Draft', 'Draft'],
  ])('PAY-05 restores amount due and status: %s', async (status, restored) => {
    const row = await openIn(status);
    const first = await paid(row, 400);
    const second = await paid(row, 600);
    const done = await load(row);
    expect(done).toMatchObject({ amount_due: 0, amount_paid: 1000 });
    const answer = await reverse(first);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ id: expect.any(Number) });
    const steps = ['Sent', 'Draft'].includes(status);
    expect(await load(row)).toMatchObject({
      amount_due: 400,
      amount_paid: 600,
      status: steps ? 'Partially Paid' : status,
    });
    expect((await reverse(second)).status).toBe(201);
    expect(await load(row)).toMatchObject({ amount_due: 1000, amount_paid: 0, status: restored });
  });

  it('PAY-05 INV-12 leaves a write-off alone: Closed with a reason stays Closed', async () => {
    const row = await open({ status: 'Sent', total_amount: 100, amount_due: 100 });
    const fifty = await paid(row, 50);
    const ten = await paid(row, 10);
    const closed = await save(await load(row), { status: 'Closed', reason: 'Bankrupt' });
    expect(closed.status).toBe(200);
    expect((await reverse(fifty)).status).toBe(201);
    expect(await load(row)).toMatchObject({ amount_due: 90, amount_paid: 10, status: 'Closed' });
    expect((await reverse(ten)).status).toBe(201);
    expect(await load(row)).toMatchObject({ amount_due: 100, amount_paid: 0, status: 'Closed' });
  });

  it('INV-12 PAY-05 one that was sent is not a draft again without a reason, by way of NSF either', async () => {
    const row = await open({ status: 'Sent' });
    expect((await reverse(await paid(row, 100))).status).toBe(201);
    expect((await save(await load(row), { status: 'NSF' })).status).toBe(200);
    for (const status of ['Draft', 'Open']) {
      expect(await errorsOf(await save(await load(row), { status }))).toEqual([
        {
          pointer: '/reason',
          detail: `Say why it goes back from NSF to ${status}: what was locked can be changed then.`,
        },
      ]);
    }
    expect((await load(row)).status).toBe('NSF');
    const said = { status: 'Draft', reason: 'Wrong customer' };
    expect((await save(await load(row), said)).status).toBe(200);
  });

  it('PAY-05 INV-12 a credit that closed it stays too; a payment that closed it does not', async () => {
    const row = await open();
    const part = await paid(row, 400);
    const credit = { amount_due: 0, status: 'Closed', reason: 'Damaged goods' };
    expect((await save(await load(row), credit)).status).toBe(200);
    expect((await reverse(part)).status).toBe(201);
    expect(await load(row)).toMatchObject({ amount_due: 400, status: 'Closed' });
    // Paid half as Sent, then reopened, so that the other half closes it.
    const other = await open({ status: 'Sent' });
    const half = await paid(other, 500);
    expect((await save(await load(other), { status: 'Open', reason: 'Moved' })).status).toBe(200);
    await paid(await load(other), 500);
    expect((await load(other)).status).toBe('Closed');
    expect((await reverse(half)).status).toBe(201);
    expect(await load(other)).toMatchObject({ amount_due: 500, amount_paid: 500, status: 'Open' });
  });

  it('PAY-05 with nothing paid it is what it was before the payments that still counted', async () => {
    const row = await open({ status: 'Draft' });
    await reverse(await paid(row, 100));
    expect((await load(row)).status).toBe('Draft');
    expect((await save(await load(row), { status: 'Sent' })).status).toBe(200);
    const [first, second] = [await paid(row, 100), await paid(row, 200)];
    expect((await reverse(first)).status).toBe(201);
    expect(await load(row)).toMatchObject({ amount_paid: 200, status: 'Partially Paid' });
    expect((await reverse(second)).status).toBe(201);
    expect(await load(row)).toMatchObject({ amount_due: 1000, amount_paid: 0, status: 'Sent' });
  });

  it('PAY-05 stays in the list and the trail, with its reason', async () => {
    const row = await open();
    const id = await paid(row, 250);
    const reversal = (await (await reverse(id, '  Cheque returned ')).json()).id;
    expect(await paymentsOf(row)).toMatchObject([
      { id, amount_paid: 250, state: 'Reversed', reverses: null, reason: '' },
      {
        id: reversal,
        amount_paid: -250,
        state: 'Reversal',
        reverses: id,
        reason: 'Cheque returned',
        payment_date: '2026-11-20',
      },
    ]);
    const { content } = await admin.json(`audit?filter=action:payments.reverse&size=100`);
    expect(content.find(({ record_id }: any) => record_id === String(reversal))).toMatchObject({
      actor: ADMIN,
      resource: 'payments',
      changes: {
        payment: id,
        reason: 'Cheque returned',
        amount_paid: -250,
        amount_due: [750, 1000],
      },
    });
  });

  it('PAY-04 takes the same cheque twice, and the trail says so; a reversed one counts for nothing', async () => {
    const row = await open();
    const sameAs = async (id: number) => {
      const filter = `filter=action:payments.create&filter=record_id:${id}`;
      return (await admin.json(`audit?${filter}`)).content[0].changes.same_as;
    };
    const first = await paid(row, 10);
    const second = await paid(row, 10);
    expect([await sameAs(first), await sameAs(second)]).toEqual([undefined, first]);
    await reverse(first);
    await reverse(second);
    expect(await sameAs(await paid(row, 10))).toBeUndefined();
    expect(await sameAs(await paid(row, 11))).toBeUndefined();
  });

  it('PAY-05 once: a second time, or of a reversal, is a conflict', async () => {
    const row = await open();
    const id = await paid(row, 250);
    const reversal = (await (await reverse(id)).json()).id;
    for (const [again, detail] of [
      [id, 'This payment was reversed already.'],
      [reversal, 'This is a reversal, which can’t be reversed. Register a payment instead.'],
    ]) {
      const answer = await reverse(again);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ detail });
    }
    expect((await load(row)).amount_due).toBe(1000);
    expect(await paymentsOf(row)).toHaveLength(2);
  });

  it('PAY-05 many at once take it back once, and none gets a 5xx', async () => {
    const row = await open();
    const id = await paid(row, 250);
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => reverse(id)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await load(row)).amount_due).toBe(1000);
  });

  it('PAY-05 the same key gets the same reversal again', async () => {
    const row = await open();
    const id = await paid(row, 250);
    const key = { 'idempotency-key': 'take-back' };
    const first = await reverse(id, 'Twice', key);
    const again = await reverse(id, 'Twice', key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await again.json()).toEqual(await first.json());
  });

  it.each([[''], ['   '], [undefined], [5], ['x'.repeat(501)]])(
    'PAY-05 the reason %j is refused at its field',
    async (reason) => {
      const row = await open();
      const id = await paid(row, 250);
      const [error] = await errorsOf(await reverse(id, reason ?? null));
      expect(error.pointer).toBe('/reason');
    },
  );

  it("PAY-05 ACC-04 needs invoices update, and another company's payment is not there", async () => {
    const id = await paid(await open(), 250);
    const viewer = await signIn(sandbox, VIEWER);
    const refused = await viewer.call(`fuel-payment/${id}/reverse`, { body: { reason: 'No' } });
    expect(refused.status).toBe(403);
    expect((await reverse(99_999_999)).status).toBe(404);
    expect((await admin.call('fuel-payment/x/reverse', { body: { reason: 'No' } })).status).toBe(
      404,
    );
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
