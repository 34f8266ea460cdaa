import { describe, expect, it } from 'vitest';
import { ADMIN, CLERK, openSandbox, paymentOn, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox({
  faults: [{ match: 'POST /api/v1/fuel-payment/register', kind: 'drop-after', every: 5 }],
});
const admin = await signIn(sandbox, ADMIN);
const all = (await admin.json('spol/invoices/?size=50')).content as any[];
const invoice = async (number: string) =>
  (await admin.json(`spol/invoices/${number}`)).invoice_dto as any;
const due = (status: string) => {
  const found = all.find((row) => row.status === status && row.amount_due > 10);
  if (!found) throw new Error(`There is no ${status} invoice to pay.`);
  return found;
};
let keys = 0;
const pay = (of: any, amount: unknown, changes: object = {}, key = `pay-${keys++}`) =>
  admin.call('fuel-payment/register', {
    headers: { 'idempotency-key': key },
    body: paymentOn(of, amount, changes),
  });
/** Sent again under its key when the line was cut, as a client does. */
const paid = async (of: any, amount: unknown, changes: object = {}) => {
  const key = `sure-${keys++}`;
  return pay(of, amount, changes, key).catch(() => pay(of, amount, changes, key));
};
const cents = (amount: number) => Math.round(amount * 100);
const count = async () => (await admin.json('invoice-payments?size=1')).total_elements;

describe('registering a payment', () => {
  it.each([
    ['Sent', 'Partially Paid', 'Fully Paid'],
    ['Partially Paid', 'Partially Paid', 'Fully Paid'],
    ['Open', 'Open', 'Closed'],
  ])('PAY-03 PAY-04 INV-05 %s → %s → %s, to the cent', async (status, part, whole) => {
    const before = due(status);
    const half = await paid(before, 0.1);
    expect(half.status).toBe(201);
    expect(await half.json()).toEqual({ id: expect.any(Number) });
    const between = await invoice(before.invoice_number);
    expect(cents(between.amount_due)).toBe(cents(before.amount_due) - 10);
    expect(between).toMatchObject({ status: part, total_amount: before.total_amount });
    expect((await paid(between, between.amount_due)).status).toBe(201);
    expect(await invoice(before.invoice_number)).toMatchObject({ amount_due: 0, status: whole });
    const more = await paid({ ...between, amount_due: 5 }, 0.01, { invoice_status: status });
    expect(more.status).toBe(422);
    expect((await more.json()).errors).toEqual([
      { pointer: '/amount_paid', detail: 'Amount paid cannot exceed amount due.' },
    ]);
  });

  it('PAY-02 on an invoice that was closed meanwhile is refused to who knew it open, and taken from who knows', async () => {
    const [open] = (await admin.json('spol/invoices/?size=1&filter=status:Sent')).content;
    const closed = { status: 'Closed', reason: 'Settled elsewhere' };
    const body = { id: open.id, ...closed };
    const call = await admin.call('spol/invoices/update', { method: 'PUT', body });
    expect(call.status).toBe(200);
    const now = await invoice(open.invoice_number);
    expect(now).toMatchObject({ status: 'Closed', amount_due: open.amount_due });
    const refused = await paid(now, 0.1, { invoice_status: 'Sent' });
    expect(refused.status).toBe(422);
    expect((await refused.json()).errors).toEqual([
      {
        pointer: '/invoice_id',
        detail: `Invoice ${open.invoice_number} was closed meanwhile: nothing more is expected of it. Save again to register the payment anyway.`,
      },
    ]);
    expect((await paid(now, 0.1, { invoice_status: 'Closed', referenceId: 'C-1' })).status).toBe(
      201,
    );
    const later = await invoice(open.invoice_number);
    // Whoever doesn't say what they know is not asked.
    expect((await paid(later, 0.1, { referenceId: 'C-2' })).status).toBe(201);
    const typed = await paid(later, 0.1, { invoice_status: 1 });
    expect((await typed.json()).errors).toMatchObject([{ pointer: '/invoice_status' }]);
  });

  it.each<[string, unknown, object, string]>([
    ['/amount_paid', 1e9, {}, 'Amount paid cannot exceed amount due.'],
    ['/amount_paid', 0, {}, 'Amount paid must be more than 0.'],
    ['/amount_paid', -5, {}, 'Amount paid must be more than 0.'],
    ['/amount_paid', '', {}, 'This field is required.'],
    ['/amount_paid', 1.005, {}, '2 digits'],
    ['/amount_paid', { a: 1 }, {}, 'text or a number'],
    ['/payment_date', 1, { payment_date: '20-11-2026' }, 'must be a date'],
    ['/payment_mode', 1, { payment_mode: 'bitcoin' }, 'one of the choices'],
    ['/referenceId', 1, { referenceId: ' ' }, 'This field is required.'],
    ['/currency', 1, { currency: 'USD' }, 'CAD'],
    ['/company_name', 1, { company_name: 'Somebody Else' }, '’s.'],
    ['/invoice_id', 1, { invoice_id: 'NONE' }, 'no invoice'],
  ])(
    'PAY-02 %s: %j %j is refused there, and nothing changes',
    async (pointer, amount, changes, text) => {
      const of = all.find((row) => row.currency === 'CAD' && row.status === 'NSF') ?? due('Sent');
      const [before, payments] = [await invoice(of.invoice_number), await count()];
      const answer = await paid(before, amount, changes);
      expect(answer.status).toBe(422);
      const { errors } = await answer.json();
      expect(errors.map((error: any) => error.pointer)).toEqual([pointer]);
      expect(errors[0].detail).toContain(text);
      expect(await invoice(of.invoice_number)).toEqual(before);
      expect(await count()).toBe(payments);
    },
  );

  it('PAY-02 an amount due that the invoice never had is refused, one of before a payment is not', async () => {
    const of = await invoice(all.filter((row) => row.status === 'Sent').at(-2).invoice_number);
    const wrong = await paid({ ...of, amount_due: of.amount_due + 100 }, 1);
    const due = of.amount_due.toLocaleString('en', { minimumFractionDigits: 2 }).replace(/,/g, '');
    expect([wrong.status, (await wrong.json()).errors]).toEqual([
      422,
      [
        {
          pointer: '/amount_due',
          detail: `${due} ${of.currency} is due on invoice ${of.invoice_number}. Load it again, then register the payment.`,
        },
      ],
    ]);
    expect((await invoice(of.invoice_number)).amount_due).toBe(of.amount_due);
    // Amounts as they are shown, with commas between thousands (LIST-14).
    const shown = await paid({ ...of, amount_due: '9,999,093.72' }, 1);
    expect([shown.status, (await shown.json()).errors[0].pointer]).toEqual([422, '/amount_due']);
    expect((await paid({ ...of, amount_due: of.amount_due.toLocaleString('en') }, 1)).status).toBe(
      201,
    );
    expect((await paid(of, 1)).status).toBe(201);
    expect(cents((await invoice(of.invoice_number)).amount_due)).toBe(cents(of.amount_due) - 200);
  });

  it('PAY-02 a stale amount due does not let anyone pay too much', async () => {
    const of = due('Draft');
    const answer = await paid({ ...of, amount_due: of.amount_due + 100 }, of.amount_due + 1);
    expect((await answer.json()).errors[0].pointer).toBe('/amount_paid');
  });

  it('PAY-04 a payment whose answer was lost is registered once', async () => {
    const of = all.filter((row) => row.status === 'Sent').at(-1);
    const before = await count();
    const start = await invoice(of.invoice_number);
    let lost = 0;
    for (let n = 0; n < 5; n += 1) {
      const key = `line-${n}`;
      const sent = await pay(of, 0.01, { referenceId: `L-${n}` }, key).catch(() => undefined);
      if (sent) continue;
      lost += 1;
      const again = await pay(of, 0.01, { referenceId: `L-${n}` }, key);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    }
    expect(lost).toBeGreaterThan(0);
    expect(await count()).toBe(before + 5);
    const after = await invoice(of.invoice_number);
    expect(cents(after.amount_due)).toBe(cents(start.amount_due) - 5);
  });

  it('PAY-04 many at once never take an invoice below zero', async () => {
    const of = await invoice(all.filter((row) => row.status === 'Draft').at(-1).invoice_number);
    const share = Math.floor(cents(of.amount_due) / 3 + 1) / 100;
    const answers = await Promise.all([1, 2, 3, 4].map(() => paid(of, share)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    expect((await invoice(of.invoice_number)).amount_due).toBeGreaterThan(0);
  });

  it('is recorded in the trail, with what it changed', async () => {
    const of = due('NSF');
    const { id } = await (await paid(of, 1)).json();
    const { content } = await admin.json(`audit?filter=resource:payments&filter=record_id:${id}`);
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({
      actor: ADMIN,
      action: 'payments.create',
      changes: { invoice_number: of.invoice_number, amount_paid: 1, status: ['NSF', 'NSF'] },
    });
  });

  it('ACC-04 needs invoices update', async () => {
    for (const name of [CLERK, VIEWER]) {
      const client = await signIn(sandbox, name);
      const answer = await client
        .call('fuel-payment/register', { body: {} })
        .catch(() => undefined);
      if (answer) expect(answer.status).toBe(403);
    }
  });
});

describe('invoice payments', () => {
  const FIELDS =
    'customer_name invoice_no invoice_date invoice_due_date payment_mode payment_date amount_paid';

  it('PAY-01 INV-08 has its shape in both dialects, newest first', async () => {
    const page = await admin.json('invoice-payments?size=5');
    expect(Object.keys(page)).toEqual(['total_elements', 'content']);
    expect(page.content).toHaveLength(5);
    const [first] = page.content;
    expect(first.invoice_date).toMatch(/^\d{2}-\d{2}-\d{4}$/);
    expect(first.payment_date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(['Cheque', 'Cash', 'Interac/debit/credit']).toContain(first.payment_mode);
    const found = await admin.json('invoice-payments/search', { body: { pageSize: 5 } });
    expect(found.content).toEqual(page.content);
    expect(found.totalRecords).toBe(page.total_elements);
  });

  it.each(FIELDS.split(' '))('PAY-01 LIST-13 sorts and filters by %s', async (field) => {
    const up = (await admin.json(`invoice-payments?size=500&sort=${field},asc`)).content;
    const down = (await admin.json(`invoice-payments?size=500&sort=${field},desc`)).content;
    expect(up.map((row: any) => row.id)).toEqual(down.map((row: any) => row.id).reverse());
    const wanted = up[Math.floor(up.length / 2)][field];
    const filter = `filter=${encodeURIComponent(`${field}:${wanted}`)}`;
    const exact = (await admin.json(`invoice-payments?size=500&${filter}`)).content;
    expect(exact.length).toBe(up.filter((row: any) => row[field] === wanted).length);
  });

  it("PAY-01 ACC-04 a company's user sees its own alone", async () => {
    const viewer = await signIn(sandbox, VIEWER);
    const own = await viewer.json('invoice-payments?size=500');
    expect(own.total_elements).toBeGreaterThan(0);
    expect(new Set(own.content.map((row: any) => row.customer_name))).toEqual(
      new Set(['North Haul Carriers Ltd.']),
    );
  });

  it('PAY-03 the modes have a name and a code', async () => {
    expect(await admin.json('payment')).toEqual({
      payment_mode_list: [
        { name: 'Cheque', code: 'cheque' },
        { name: 'Cash', code: 'cash' },
        { name: 'Interac/debit/credit', code: 'interac_debit_credit' },
      ],
    });
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
