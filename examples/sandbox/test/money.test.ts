import { describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, paymentOn, signIn } from './helpers.ts';
import { openMoney } from './money.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, create, open, load, save, pay, paid, reverse, errorsOf, bounced, openIn } =
  await openMoney();

describe('a form that was loaded before a payment', () => {
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

describe('what amounts, dates and status say to each other', () => {
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

describe('the date of a payment', () => {
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

describe('several clients pay one invoice at once', () => {
  it('PAY-04 WIRE-06 each gets an answer, none a 500', async () => {
    const row = await open();
    const answers = await Promise.all(Array.from({ length: 24 }, () => pay(row, 50)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    // The others were too late, or have to come back.
    for (const status of statuses) expect([201, 422, 503]).toContain(status);
    expect(await load(row)).toMatchObject({ amount_due: 0, amount_paid: 1000 });
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
