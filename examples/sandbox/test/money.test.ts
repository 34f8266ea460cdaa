import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, paymentOn, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
let made = 0;

const NEW = {
  company_name: 'North Haul Carriers Ltd.',
  issued_date: '03-11-2026',
  due_date: '24-11-2026',
  start_date: '01-10-2026 00:00',
  end_date: '31-10-2026 23:59',
  status: 'Open',
  total_amount: 1000,
  amount_due: 1000,
  currency: 'CAD',
};
const create = (changes: object = {}) =>
  admin.call('spol/invoices/', {
    body: { ...NEW, invoice_number: `MONEY-${made++}`, ...changes },
  });
const open = async (changes: object = {}): Promise<any> => {
  const answer = await create(changes);
  expect(answer.status).toBe(201);
  return answer.json();
};
const load = async ({ invoice_number }: any): Promise<any> =>
  (await admin.json(`spol/invoices/${invoice_number}`)).invoice_dto;
const save = (row: any, changes: object = {}) =>
  admin.call('spol/invoices/update', { method: 'PUT', body: { ...row, ...changes } });
const pay = (of: any, amount: number, changes: object = {}, headers = {}) =>
  admin.call('fuel-payment/register', {
    headers,
    body: paymentOn(of, amount, changes),
  });
const paid = async (of: any, amount: number): Promise<number> => {
  const answer = await pay(of, amount);
  expect(answer.status).toBe(201);
  return (await answer.json()).id;
};
const reverse = (id: number, reason: unknown = 'Cheque returned', headers = {}) =>
  admin.call(`fuel-payment/${id}/reverse`, { body: { reason }, headers });
const errorsOf = async (answer: Response) => {
  expect(answer.status).toBe(422);
  return (await answer.json()).errors;
};
const paymentsOf = async ({ invoice_number }: any): Promise<any[]> =>
  (await admin.json(`invoice-payments?size=100&sort=id,asc&filter=invoice_no:${invoice_number}`))
    .content;

/** One whose cheque came back: only such an invoice is NSF (INV-12). */
const bounced = async (): Promise<any> => {
  const row = await open();
  expect((await reverse(await paid(row, 1))).status).toBe(201);
  expect((await save(row, { status: 'NSF' })).status).toBe(200);
  return load(row);
};
const openIn = (status: string) => (status === 'NSF' ? bounced() : open({ status }));

describe('a form that was loaded before a payment (trials 1.1)', () => {
  it.each(['Open', 'NSF'])('INV-12 does not undo it: %s', async (status) => {
    const loaded = await openIn(status);
    await paid(loaded, 400);
    expect(await errorsOf(await save(loaded, { due_date: '25-11-2026' }))).toEqual([
      {
        pointer: '/amount_due',
        detail: 'Amount due cannot exceed 600.00, the total less what was paid.',
      },
    ]);
    expect(await load(loaded)).toMatchObject({ amount_due: 600, due_date: '24-11-2026' });
    expect((await pay({ ...loaded, amount_due: 1000 }, 1000)).status).toBe(422);
  });

  it('INV-12 nor where a credit leaves room for the old amount', async () => {
    const loaded = await open({ amount_due: 800 });
    await paid(loaded, 100);
    expect(await errorsOf(await save(loaded, { due_date: '25-11-2026' }))).toEqual([
      {
        pointer: '/amount_due',
        detail:
          'A payment or a reversal has changed it to 700.00. Load the invoice again, then change it.',
      },
    ]);
    expect((await load(loaded)).amount_due).toBe(700);
  });

  it('PAY-05 nor does one from before a reversal undo that', async () => {
    const first = await open();
    const id = await paid(first, 400);
    const loaded = await load(first);
    expect((await reverse(id)).status).toBe(201);
    expect((await errorsOf(await save(loaded, { due_date: '25-11-2026' })))[0].pointer).toBe(
      '/amount_due',
    );
    expect((await load(first)).amount_due).toBe(1000);
  });

  it('INV-12 PAY-05 after a returned cheque it is written off, in full or to an amount it owed before', async () => {
    const write = async (row: any, amount_due: number, name: string, value: string) => {
      const { amount_paid: _, payment_count: __, ...form } = row;
      return admin.call('spol/invoices/update', {
        method: 'PUT',
        headers: { [name]: value },
        body: { ...form, amount_due, reason: 'Bad debt' },
      });
    };
    for (const [amount, left] of [
      [1000, 0],
      [400, 600],
    ] as const) {
      const row = await open();
      expect((await reverse(await paid(row, amount))).status).toBe(201);
      const loaded = await admin.call(`spol/invoices/${row.invoice_number}`);
      const { invoice_dto: now } = (await loaded.json()) as any;
      // A call that names no version, and does not say what was paid, may come from a form of before.
      const blind = await write(now, left, 'if-match', '*');
      expect(await errorsOf(blind)).toEqual([
        {
          pointer: '/amount_due',
          detail:
            'A payment or a reversal has changed it to 1000.00. Load the invoice again, then change it with its ETag in If-Match.',
        },
      ]);
      const answer = await write(now, left, 'if-match', loaded.headers.get('etag') ?? '');
      expect([answer.status, (await answer.json()).amount_due]).toEqual([200, left]);
    }
    const whole = await open();
    expect((await reverse(await paid(whole, 1000))).status).toBe(201);
    const saved = await save(await load(whole), { amount_due: 0, reason: 'Bad debt' });
    expect(saved.status).toBe(200);
  });

  it('INV-12 blames a payment only for what a payment did', async () => {
    const loaded = await open({ amount_due: 800 });
    await paid(loaded, 100);
    const credit = await save(await load(loaded), { amount_due: 650, reason: 'Late' });
    expect(credit.status).toBe(200);
    const stale = { status: 'Closed', reason: 'Given up' };
    expect(await errorsOf(await save(loaded, stale))).toEqual([
      {
        pointer: '/amount_due',
        detail: 'It was changed to 650.00. Load the invoice again, then change it.',
      },
    ]);
    // Also with an amount that it never owed.
    expect(await errorsOf(await save(loaded, { amount_due: 750, reason: 'Late' }))).toEqual([
      {
        pointer: '/amount_due',
        detail: 'It was changed to 650.00. Load the invoice again, then change it.',
      },
    ]);
    expect((await load(loaded)).amount_due).toBe(650);
  });

  it('INV-12 one that knows the amount is saved', async () => {
    const loaded = await open();
    await paid(loaded, 400);
    const answer = await save(await load(loaded), { due_date: '25-11-2026' });
    expect([answer.status, (await answer.json()).amount_due]).toEqual([200, 600]);
  });
});

describe('what amounts, dates and status say to each other (trials 1.2)', () => {
  it.each<[object, string, string]>([
    [{ amount_due: -5 }, '/amount_due', 'Amount due cannot be less than 0.'],
    [
      { amount_due: 1000.01 },
      '/amount_due',
      'Amount due cannot exceed 1000.00, the total less what was paid.',
    ],
    [{ due_date: '02-11-2026' }, '/due_date', 'Date Due cannot be before Date Issued.'],
    [{ end_date: '30-09-2026 23:59' }, '/end_date', 'End Date cannot be before Start Date.'],
    [{ status: 'Fully Paid' }, '/status', 'An invoice is Fully Paid only when nothing is due.'],
  ])('INV-12 %j is refused at %s, on change and on create', async (changes, pointer, detail) => {
    const row = await open();
    expect(await errorsOf(await save(row, changes))).toEqual([{ pointer, detail }]);
    expect(await load(row)).toEqual(row);
    expect(await errorsOf(await create(changes))).toEqual([{ pointer, detail }]);
  });

  it.each<[object, string]>([
    [{ status: 'Fully Paid', amount_due: 0 }, 'Nothing was paid on it. Close it instead.'],
    [{ status: 'Partially Paid' }, 'Nothing was paid on it yet. Choose another status.'],
    [
      { status: 'Partially Paid', amount_due: 0 },
      'Nothing was paid on it yet. Choose another status.',
    ],
    [{ status: 'Sent', amount_due: 0 }, 'Nothing is due on it. Choose another status.'],
  ])(
    'INV-12 a new invoice of %j says what did not happen, and is refused',
    async (changes, detail) => {
      expect(await errorsOf(await create(changes))).toEqual([{ pointer: '/status', detail }]);
    },
  );

  it.each(['Open', 'Sent', 'Draft'])(
    'INV-12 nobody makes an unpaid invoice Fully Paid, for then nothing corrects it: %s',
    async (status) => {
      const row = await open();
      const credited = await (await save(row, { amount_due: 0, status, reason: 'Credit' })).json();
      const refused = await save(credited, { status: 'Fully Paid' });
      expect(await errorsOf(refused)).toEqual([
        { pointer: '/status', detail: 'Nothing was paid on it. Close it instead.' },
      ]);
      expect((await load(row)).status).toBe(status);
      expect((await save(credited, { status: 'Closed' })).status).toBe(200);
    },
  );

  it('INV-12 PAY-05 counts payments less reversals as paid', async () => {
    const row = await open();
    const id = await paid(row, 400);
    expect((await reverse(id)).status).toBe(201);
    const emptied = await (await save(await load(row), { amount_due: 0, reason: 'Credit' })).json();
    expect((await errorsOf(await save(emptied, { status: 'Fully Paid' })))[0].detail).toBe(
      'Nothing was paid on it. Close it instead.',
    );
    const other = await open();
    await paid(other, 400);
    const credit = await (
      await save(await load(other), { amount_due: 0, reason: 'Credit' })
    ).json();
    expect((await save(credit, { status: 'Fully Paid' })).status).toBe(200);
  });

  it.each<[string, object, object, string]>([
    ['a credit', {}, { amount_due: 800 }, 'Say why 200.00 CAD of it is no longer due.'],
    ['a write-off', {}, { status: 'Closed' }, 'Say why it is closed with 1,000.00 CAD due.'],
    [
      'back from Sent',
      { status: 'Sent' },
      { status: 'Open' },
      'Say why it goes back from Sent to Open: what was locked can be changed then.',
    ],
    [
      'back from Sent to a draft',
      { status: 'Sent' },
      { status: 'Draft' },
      'Say why it goes back from Sent to Draft: what was locked can be changed then.',
    ],
  ])('INV-12 %s wants a reason, which the trail keeps', async (_, of, changes, detail) => {
    const row = await open(of);
    for (const reason of [undefined, '', '  ']) {
      expect(await errorsOf(await save(row, { ...changes, reason }))).toEqual([
        { pointer: '/reason', detail },
      ]);
    }
    expect(await errorsOf(await save(row, { ...changes, reason: 'x'.repeat(501) }))).toEqual([
      { pointer: '/reason', detail: 'Reason may have at most 500 characters' },
    ]);
    expect(await load(row)).toMatchObject(row);
    const saved = await save(row, { ...changes, reason: ' Agreed with Ada ' });
    expect([saved.status, await saved.json()]).toEqual([200, expect.objectContaining(changes)]);
    const filter = `resource:invoices&filter=record_id:${row.invoice_number}`;
    const { content } = await admin.json(`audit?filter=${filter}`);
    expect(content[0].changes).toMatchObject({ reason: 'Agreed with Ada' });
    // The trail keeps one that was not needed, too.
    expect((await save(await load(row), { due_date: '25-11-2026', reason: 'Spare' })).status).toBe(
      200,
    );
    const [latest] = (await admin.json(`audit?filter=${filter}`)).content;
    expect(latest.changes).toMatchObject({ due_date: expect.anything(), reason: 'Spare' });
    const long = await save(await load(row), { due_date: '26-11-2026', reason: 'x'.repeat(501) });
    expect(await errorsOf(long)).toEqual([
      { pointer: '/reason', detail: 'Reason may have at most 500 characters' },
    ]);
  });

  it('INV-12 Closed with nothing due and NSF need no reason; a withdrawn credit does', async () => {
    const row = await open({ amount_due: 0 });
    expect((await save(row, { status: 'Closed' })).status).toBe(200);
    const credited = await open({ amount_due: 800 });
    expect(await errorsOf(await save(credited, { amount_due: 900 }))).toEqual([
      { pointer: '/reason', detail: 'Say why 100.00 CAD of it is due again.' },
    ]);
    const raised = await save(credited, { amount_due: 900, reason: 'Entered twice' });
    expect(raised.status).toBe(200);
    const about = `resource:invoices&filter=record_id:${credited.invoice_number}`;
    const [entry] = (await admin.json(`audit?filter=${about}`)).content;
    expect(entry.changes).toMatchObject({ amount_due: [800, 900], reason: 'Entered twice' });
    expect((await bounced()).status).toBe('NSF');
  });

  it.each<[string, object, string]>([
    ['Partially Paid', {}, 'Nothing was paid on it yet. Choose another status.'],
    ['NSF', {}, 'Nothing was paid on it yet. Choose another status.'],
    ['NSF', { status: 'Sent' }, 'Nothing was paid on it yet. Choose another status.'],
  ])('INV-12 what was not paid is not made %s', async (status, of, detail) => {
    const row = await open(of);
    expect(await errorsOf(await save(row, { status }))).toEqual([{ pointer: '/status', detail }]);
    expect((await load(row)).status).toBe(row.status);
  });

  it('INV-12 Partially Paid needs something paid and something due; paid for, it is no draft', async () => {
    const row = await open();
    await paid(row, 400);
    const part = await load(row);
    expect((await save(part, { status: 'Partially Paid' })).status).toBe(200);
    const other = await open();
    await paid(other, 400);
    const now = await load(other);
    expect(await errorsOf(await save(now, { status: 'Draft', reason: 'Mistake' }))).toEqual([
      {
        pointer: '/status',
        detail: 'Something was paid on it: it is no draft any more. Choose another status.',
      },
    ]);
    const all = await save(now, { amount_due: 0, status: 'Partially Paid', reason: 'Credit' });
    expect(await errorsOf(all)).toEqual([
      { pointer: '/status', detail: 'Nothing is due on it. Choose another status.' },
    ]);
  });

  it.each<[string, string | undefined]>([
    ['INV-1/26', undefined],
    ['Über 7_a.b#c', undefined],
    ['x'.repeat(64), undefined],
    ['x'.repeat(65), 'An invoice number has at most 64 characters.'],
    ...['A\u202eB', 'A\nB'].map((number): [string, string] => [
      number,
      'Invoice Number may not contain line breaks or control characters',
    ]),
    ...[
      ...['A\\B', '../A', '<b>', 'A"B', 'A  1', 'A\u00a01', 'A\u200b1'],
      // A Cyrillic letter, a whole Cyrillic number, letters and digits of full width, a Greek letter, a ligature, an accent apart.
      ...[
        '\u0421-1',
        '\u0421\u0415-1',
        '\uff21-1',
        'A-\uff11',
        'A\u0391-1',
        '\ufb01-1',
        'E\u0301-1',
      ],
    ].map((number): [string, string] => [
      number,
      'An invoice number has Latin letters, the digits 0 to 9, single spaces and - _ . / # only, and begins with a letter or a digit.',
    ]),
  ])('INV-12 the number %j of a new invoice: %s', async (invoice_number, detail) => {
    const answer = await create({ invoice_number });
    if (detail === undefined) {
      expect(answer.status).toBe(201);
      const path = `spol/invoices/${encodeURIComponent(invoice_number)}`;
      expect((await admin.json(path)).invoice_dto.invoice_number).toBe(invoice_number);
    } else expect(await errorsOf(answer)).toEqual([{ pointer: '/invoice_number', detail }]);
  });

  it.each([
    [{ issued_date: '01-01-0001' }, '/issued_date', 'Date Issued'],
    [{ due_date: '31-12-9999' }, '/due_date', 'Date Due'],
  ])('INV-12 %j is refused at %s, new or changed', async (changes, pointer, label) => {
    const detail = `${label} must be between 01/01/2000 and a year from today.`;
    expect(await errorsOf(await create(changes))).toEqual([{ pointer, detail }]);
    expect(await errorsOf(await save(await open(), changes))).toEqual([{ pointer, detail }]);
  });

  it('INV-12 a total is not negative', async () => {
    expect(await errorsOf(await create({ total_amount: -1, amount_due: 0 }))).toContainEqual({
      pointer: '/total_amount',
      detail: 'Total cannot be less than 0.',
    });
  });

  it('INV-12 the bounds themselves are fine', async () => {
    await open({ amount_due: 0, status: 'Closed', due_date: '03-11-2026' });
    await open({ total_amount: 0, amount_due: 0, status: 'Fully Paid' });
    await open({ total_amount: 0, amount_due: 0, end_date: '01-10-2026 00:00' });
  });
});

describe('the date of a payment (trials 1.3)', () => {
  it.each([
    ['2026-11-21', 'Payment Date must be between 01/01/20 and today.'],
    ['2031-01-01', 'Payment Date must be between 01/01/20 and today.'],
    ['2019-12-31', 'Payment Date must be between 01/01/20 and today.'],
    ['0000-01-01', 'Payment Date must be between 01/01/20 and today.'],
  ])('PAY-05 %s is refused', async (payment_date, detail) => {
    const row = await open();
    expect(await errorsOf(await pay(row, 1, { payment_date }))).toEqual([
      { pointer: '/payment_date', detail },
    ]);
  });

  it('PAY-05 today is a day of the zone that the service is set to', async () => {
    const ahead = await openSandbox({ timeZone: 'Pacific/Kiritimati' });
    const there = await signIn(ahead, ADMIN);
    const [row] = (await there.json('spol/invoices/?size=1&filter=status:Open')).content;
    const body = paymentOn(row, 0.01, { payment_date: '2026-11-21' });
    expect((await there.call('fuel-payment/register', { body })).status).toBe(201);
  });
});

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
    for (const again of [id, reversal]) expect((await reverse(again)).status).toBe(409);
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

describe('an invoice by e-mail asks first (trials 1.17)', () => {
  const query = ({ id }: any) => `type=spol/invoices&id=${id}`;
  const preview = (row: any) => admin.json(`email-invoice/preview?${query(row)}`);
  const send = (row: any) => admin.call(`email-invoice?${query(row)}`, { method: 'POST' });

  it('INV-13 says to whom, with what, and when it was sent before', async () => {
    const row = await open({ status: 'Sent' });
    const number = row.invoice_number;
    const first = await preview(row);
    expect(first).toEqual({
      to: expect.stringContaining('@'),
      subject: `Invoice ${number}`,
      attachment: `${number}.pdf`,
      sent_before: [],
    });
    expect((await send(row)).status).toBe(202);
    expect((await preview(row)).sent_before).toEqual([
      { at: '2026-11-20T15:00:00.000Z', to: first.to },
    ]);
  });

  it('INV-13 a draft is not sent', async () => {
    const row = await open({ status: 'Draft' });
    for (const answer of [
      await send(row),
      await admin.call(`email-invoice/preview?${query(row)}`),
    ]) {
      expect(answer.status).toBe(409);
      expect((await answer.json()).detail).toBe(
        `Invoice ${row.invoice_number} is Draft, and is not sent. Change its status first.`,
      );
    }
  });

  it('INV-13 a paid invoice is mailed as paid', async () => {
    const outboxDir = await mkdtemp(join(tmpdir(), 'forecourt-outbox-'));
    afterAll(() => rm(outboxDir, { recursive: true, force: true }));
    const other = await openSandbox({ outboxDir });
    const there = await signIn(other, ADMIN);
    const [row] = (await there.json('spol/invoices/?size=1&filter=status:Fully Paid')).content;
    const { subject } = await there.json(`email-invoice/preview?${query(row)}`);
    expect(subject).toBe(`Invoice ${row.invoice_number} (paid)`);
    await there.call(`email-invoice?${query(row)}`, { method: 'POST' });
    const [name = ''] = await readdir(outboxDir);
    const mail = await readFile(join(outboxDir, name), 'utf8');
    expect(mail).toContain('It is paid');
    expect(mail).not.toContain('Amount due');
    expect(mail).not.toContain('How to pay');
  });

  it.each([
    [0, /It is credited: [A-Z]{3} [\d,.]+\. Nothing is due\./],
    [5, /[A-Z]{3} 5\.00 of it is paid and [A-Z]{3} [\d,.]+ is credited\. Nothing is due/],
  ])(
    'INV-13 an invoice that was credited, but for %d, is never mailed as paid',
    async (rest, text) => {
      const outboxDir = await mkdtemp(join(tmpdir(), 'forecourt-outbox-'));
      afterAll(() => rm(outboxDir, { recursive: true, force: true }));
      const there = await signIn(await openSandbox({ outboxDir }), ADMIN);
      const { content } = await there.json('spol/invoices/?size=50&filter=status:Open');
      const { id } = content.find((row: any) => row.amount_due === row.total_amount);
      const row = (await there.json(`spol/invoices/${id}`)).invoice_dto;
      const body = { ...row, amount_due: rest, reason: 'Pump out of order' };
      const credit = await there.call('spol/invoices/update', { method: 'PUT', body });
      expect(credit.status).toBe(200);
      if (rest > 0) {
        const paid = paymentOn({ ...row, amount_due: rest }, rest);
        expect((await there.call('fuel-payment/register', { body: paid })).status).toBe(201);
      }
      const { subject } = await there.json(`email-invoice/preview?${query(row)}`);
      expect(subject).toBe(`Invoice ${row.invoice_number} (nothing due)`);
      expect((await there.call(`email-invoice?${query(row)}`, { method: 'POST' })).status).toBe(
        202,
      );
      const [name = ''] = await readdir(outboxDir);
      // A long line of an e-mail is folded.
      const mail = (await readFile(join(outboxDir, name), 'utf8')).replaceAll('=\r\n', '');
      expect(mail).toMatch(text);
      expect(mail).not.toContain('It is paid');
      expect(mail).not.toContain('How to pay');
    },
  );
});

describe('several clients pay one invoice at once (trials 1.12)', () => {
  it('PAY-04 WIRE-06 each gets an answer, none a 500', async () => {
    const row = await open();
    const answers = await Promise.all(Array.from({ length: 24 }, () => pay(row, 50)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    // The others came too late, or were told to come back.
    for (const status of statuses) expect([201, 422, 503]).toContain(status);
    expect(await load(row)).toMatchObject({ amount_due: 0, amount_paid: 1000 });
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
