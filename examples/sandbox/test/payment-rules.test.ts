import { expect, it } from 'vitest';
import type { Actor } from '../src/audit/audit.ts';
import { claimCall } from '../src/http/claimed-call.ts';
import { reversePayment } from '../src/payments/reverse-payment.ts';
import type { Services } from '../src/services.ts';
import { openBilling } from './billing.kit.ts';
import { paymentOn, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, bill, buy, haul, load, pay, sandbox, store, voided } = await openBilling();
const errorsOf = async (answer: Response) => {
  expect(answer.status).toBe(422);
  return (await answer.json()).errors;
};
let made = 0;

/** An invoice of 1,000.00 by hand, of a company of its own. */
async function open(changes: object = {}): Promise<any> {
  made += 1;
  const of = await haul(`Payer ${made}`, `PAY${made}`);
  const answer = await admin.call('spol/invoices/', {
    body: {
      ...{ invoice_number: `RULE-${made}`, company_name: of.name, currency: 'CAD' },
      ...{ issued_date: '03-11-2026', due_date: '24-11-2026', status: 'Open' },
      ...{ start_date: '01-10-2026 00:00', end_date: '31-10-2026 23:59' },
      ...{ total_amount: 1000, amount_due: 1000, ...changes },
    },
  });
  expect(answer.status).toBe(201);
  return answer.json();
}
const now = async ({ invoice_number }: any) => (await load(invoice_number)).invoice_dto;
const register = (of: any, amount: unknown, changes: object) =>
  admin.call('fuel-payment/register', { body: paymentOn(of, amount, changes) });
const paid = async (of: any, amount: number, changes: object = {}): Promise<number> => {
  const answer = await register(await now(of), amount, changes);
  expect(answer.status).toBe(201);
  return (await answer.json()).id;
};
const reverse = (id: unknown, by = admin) =>
  by.call(`fuel-payment/${id}/reverse`, { body: { reason: 'Cheque returned' } });
const change = (id: number, columns: object) =>
  store.write((tx) => tx.updateTable('payments').set(columns).where('id', '=', id).execute());

it('PAY-02 says which invoice there is not, and that nothing is paid on a void one', async () => {
  const of = await open();
  expect(await errorsOf(await register(of, 1, { invoice_id: 'NONE-1' }))).toEqual([
    { pointer: '/invoice_id', detail: 'There is no invoice NONE-1.' },
  ]);
  expect(await errorsOf(await register(of, 1, { company_name: 'Other', currency: 'USD' }))).toEqual(
    [
      { pointer: '/company_name', detail: `Invoice RULE-${made} is Payer ${made}’s.` },
      { pointer: '/currency', detail: `Invoice RULE-${made} is in CAD.` },
    ],
  );
  expect(await errorsOf(await register(of, { a: 1 }, { referenceId: [] }))).toEqual([
    { pointer: '/amount_paid', detail: 'Amount Paid must be text or a number.' },
  ]);
  const hauler = await haul('Void Payer', 'VPA');
  await buy(hauler);
  const draft = await bill(hauler);
  expect((await voided(draft.invoice_number)).status).toBe(200);
  expect(await errorsOf(await pay(draft, 1))).toEqual([
    { pointer: '/invoice_id', detail: 'Invoice VPA-31-10-2026 is void.' },
  ]);
});

it('PAY-02 takes an amount due that the invoice had after a payment, though a credit followed', async () => {
  const of = await open();
  await paid(of, 400);
  const body = { ...(await now(of)), amount_due: 500, reason: 'Damaged' };
  expect((await admin.call('spol/invoices/update', { method: 'PUT', body })).status).toBe(200);
  expect((await register({ ...of, amount_due: 600 }, 1, {})).status).toBe(201);
  expect((await register({ ...of, amount_due: 599 }, 1, {})).status).toBe(422);
  expect((await now(of)).amount_due).toBe(499);
});

it('PAY-04 the first of several equal payments is named, whatever case and blanks its reference has', async () => {
  const of = await open();
  const first = await paid(of, 10, { referenceId: 'chq-9' });
  const second = await paid(of, 10, { referenceId: 'CHQ-9' });
  await change(first, { reference: ' Chq-9 ' });
  const sameAs = async (changes: object, amount = 10) => {
    const filter = `filter=action:payments.create&filter=record_id:${await paid(of, amount, changes)}`;
    return (await admin.json(`audit?${filter}`)).content[0].changes.same_as;
  };
  expect(await sameAs({ referenceId: ' cHQ-9 ' })).toBe(first);
  expect(await sameAs({ referenceId: 'CHQ-9', payment_mode: 'cash' })).toBeUndefined();
  await reverse(first);
  expect(await sameAs({ referenceId: 'CHQ-9' })).toBe(second);
  expect(await sameAs({ referenceId: 'CHQ-9' }, 11)).toBeUndefined();
});

it('PAY-05 an old payment that closed an invoice, and does not say what it was, leaves it Open', async () => {
  for (const [status_before, status] of [
    ['', 'Open'],
    ['NSF', 'NSF'],
  ] as const) {
    const of = await open();
    const [part, rest] = [await paid(of, 400), await paid(of, 600)];
    await change(rest, { status_before });
    await change(part, { status_before: 'Open' });
    expect((await reverse(part)).status).toBe(201);
    expect(await now(of)).toMatchObject({ amount_due: 400, status });
  }
});

it('PAY-05 of several payments that closed it, the last one says what it was', async () => {
  const of = await open();
  const once = await paid(of, 1000);
  await change(once, { status_before: 'NSF' });
  expect((await reverse(once)).status).toBe(201);
  const body = { ...(await now(of)), status: 'Open', reason: 'Again' };
  expect((await admin.call('spol/invoices/update', { method: 'PUT', body })).status).toBe(200);
  expect((await reverse(await paid(of, 1000))).status).toBe(201);
  expect((await now(of)).status).toBe('Open');
});

it('PAY-05 a reversal is of today, or of the payment’s day if that is still to come', async () => {
  const of = await open();
  for (const [day, reversed] of [
    ['2026-11-02', '2026-11-20'],
    ['2026-12-24', '2026-12-24'],
  ] as const) {
    const id = await paid(of, 10);
    await change(id, { payment_date: day });
    const reversal = (await (await reverse(id)).json()).id;
    const { content } = await admin.json(`invoice-payments?filter=id:${reversal}`);
    expect(content).toMatchObject([
      {
        ...{ customer_name: of.company_name, invoice_no: of.invoice_number, reverses: id },
        ...{ payment_mode: 'Cheque', currency: 'CAD', referenceId: 'CHQ-1' },
        ...{ payment_date: reversed, amount_paid: -10, counterpart: id },
      },
    ]);
    const filter = 'filter=action:payments.reverse&size=1';
    expect((await admin.json(`audit?${filter}`)).content[0].changes.payment_date).toBe(reversed);
  }
});

it('PAY-05 ACC-04 a company’s user takes back its own payments, and no others', async () => {
  const [own, other] = [await open(), await open()];
  const [mine, theirs] = [await paid(own, 5), await paid(other, 5)];
  await store.write(async (tx) => {
    const company = await tx
      .selectFrom('companies')
      .select('id')
      .where('name', '=', own.company_name)
      .executeTakeFirstOrThrow();
    const user = await tx
      .updateTable('users')
      .set({ company_id: company.id })
      .where('email', '=', VIEWER)
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('user_rights')
      .set({ can_create: 1, can_update: 1 })
      .where('screen_code', '=', 'FI')
      .where('user_id', '=', user.id)
      .execute();
  });
  const viewer = await signIn(sandbox, VIEWER);
  const foreign = await reverse(theirs, viewer);
  expect([foreign.status, (await foreign.json()).detail]).toEqual([
    404,
    `Payment ${theirs} was not found.`,
  ]);
  for (const id of [`0x${mine}`, `${mine}e0`, 'x']) {
    const answer = await reverse(id, viewer);
    expect([answer.status, (await answer.json()).detail]).toEqual([
      404,
      `Payment ${id} was not found.`,
    ]);
  }
  expect((await reverse(mine, viewer)).status).toBe(201);
});

it('PAY-05 a reversal whose server died before it answered is answered as one that was made', async () => {
  const id = await paid(await open(), 250);
  const at = new Date();
  const call = { scope: '1/', key: 'take-back', hash: 'of-the-call' };
  const claim = await claimCall({ store, now: () => at } as Services, call);
  const actor = {
    account: { userId: 1, email: 'admin@forecourt.test', companyId: null, actingAs: undefined },
    ...{ at, today: at.toISOString().slice(0, 10), requestId: 'died', address: '', claim },
  } as unknown as Actor;
  const reversal = await store.write((tx) => reversePayment(tx, actor, id, 'Cheque returned'));
  const kept = await store.read
    .selectFrom('idempotency_keys')
    .select(['state', 'response_status', 'response_body'])
    .where('key', '=', 'take-back')
    .executeTakeFirst();
  expect(kept).toEqual({
    state: 'done',
    response_status: 201,
    response_body: JSON.stringify({ id: reversal }),
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
