import { afterAll, describe, expect, it } from 'vitest';
import { screensOf } from '../src/auth/rights.ts';
import { storeRights } from '../src/auth/user-rights.ts';
import { openStore } from '../src/db/engine.ts';
import { openBilling } from './billing.kit.ts';
import { figuresIn, listed } from './dashboard.kit.ts';
import { keptData } from './database.ts';
import { ADMIN, CLERK, IN_TESTS, openSandbox, signIn, VIEWER } from './helpers.ts';
import { pdfText } from './pdf-text.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
describe('a customer’s page in the demo data', async () => {
  const at = await keptData(IN_TESTS);
  const sandbox = await openSandbox(at);
  const store = await openStore(at);
  afterAll(() => store.close());
  const admin = await signIn(sandbox, ADMIN);
  const { company_id: companyId, id: userId } = await store.read
    .selectFrom('users')
    .select(['company_id', 'id'])
    .where('email', '=', VIEWER)
    .executeTakeFirstOrThrow();
  const { id } = await store.read
    .selectFrom('customers')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  // A user of that company who may also read customers.
  const grants = { FCM: 'r', FT: 'r', FI: 'r', FCC: 'r' };
  await store.write((tx) => storeRights(tx, userId, screensOf(grants)));
  const viewer = await signIn(sandbox, VIEWER);

  it.each([
    ['staff', ADMIN, 40],
    ['a company’s user', VIEWER, 30],
  ])('CUST-03 each figure of %s is what its list says', async (_who, email, least) => {
    const client = await signIn(sandbox, email);
    const found: any = await client.json(`customers/${id}/summary`);
    expect(found.unavailable).toEqual([]);
    let checked = 0;
    for (const { at: where, figure } of figuresIn(found)) {
      const [, part, index] = where.split('/');
      const currency = figure.currency ?? found[part ?? '']?.[Number(index)]?.currency;
      const { count, sums } = await listed(client, figure, currency);
      if (figure.count !== undefined) expect([where, count]).toEqual([where, figure.count]);
      const sum = sums?.line_amount ?? sums?.amount_due ?? sums?.txn_amount;
      const isSum = figure.amount !== undefined && part !== 'payments';
      if (isSum) expect([where, sum ?? '0.00']).toEqual([where, figure.amount]);
      expect([where, count]).not.toEqual([where, undefined]);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(least);
  });

  it('CUST-03 has the ages of the aging report, whose sum is the balance; CAD and USD apart', async () => {
    const { balance }: any = await admin.json(`customers/${id}/summary`);
    expect(balance.length).toBeGreaterThan(0);
    for (const { ages, amount, currency } of balance) {
      expect(['CAD', 'USD']).toContain(currency);
      expect(ages.map(({ age }: any) => age)).toEqual([
        '0–30 days',
        '31–60 days',
        '61–90 days',
        'Over 90 days',
      ]);
      // Today is 2026-11-20.
      expect(ages.map(({ list }: any) => [list.from, list.to])).toEqual([
        ['2026-10-21', '2026-11-20'],
        ['2026-09-21', '2026-10-20'],
        ['2026-08-22', '2026-09-20'],
        [undefined, '2026-08-21'],
      ]);
      const cents = (text: string) => BigInt(text.replace('.', ''));
      const sum = ages.reduce((total: bigint, age: any) => total + cents(age.amount), 0n);
      expect(sum).toBe(cents(amount));
    }
  });

  it('CUST-03 CUST-04 a company’s user has its own company’s alone, and of that what it may read', async () => {
    const own: any = await viewer.json(`customers/${id}/summary`);
    const all: any = await admin.json(`customers/${id}/summary`);
    expect(Object.keys(all).filter((part) => !(part in own))).toEqual([
      'users',
      'markups',
      'prices',
    ]);
    expect(own.balance).toEqual(all.balance);
    const period = 'from=2026-10-01&to=2026-11-20';
    for (const path of ['summary', `statement?${period}`, `statement?${period}&format=pdf`]) {
      expect((await viewer.call(`customers/${id}/${path}`)).status).toBe(200);
      expect((await viewer.call(`customers/${id + 1}/${path}`)).status).toBe(404);
    }
  });
});

describe('a renamed customer', async () => {
  const admin = await signIn(await openSandbox(IN_TESTS), ADMIN);

  it('CUST-02 CUST-03 is found by the name that its records have, which nobody else gets', async () => {
    const { content } = await admin.json('customers?size=2');
    const [{ id, name }, other] = content;
    const rename = (record: unknown, to: string) =>
      admin.call(`customers/${record}`, { method: 'PUT', body: { name: to } });
    expect((await rename(id, 'Second Group')).status).toBe(200);
    expect((await admin.json(`customers/${id}/summary`)).customer).toMatchObject({
      ...{ name: 'Second Group', company_name: name },
    });
    const taken = await rename(other.id, name);
    expect(taken.status).toBe(422);
    expect((await taken.json()).errors).toEqual([
      { pointer: '/name', detail: expect.stringContaining('This name is taken.') },
    ]);
    expect((await rename(id, name)).status).toBe(200);
  });
});

describe('a customer made by hand', async () => {
  const { admin, bill, buy, haul, load, pay, store, sandbox } = await openBilling();
  const clerk = await signIn(sandbox, CLERK);
  const of = await haul('Fox & Sons', 'FOX');
  const { id } = await store.read
    .selectFrom('customers')
    .select('id')
    .where('company_id', '=', of.id)
    .executeTakeFirstOrThrow();
  const statement = (query: string, by = admin) => by.call(`customers/${id}/statement?${query}`);

  it('CUST-03 an empty one has an empty page and statement', async () => {
    const found: any = await admin.json(`customers/${id}/summary`);
    expect(found).toMatchObject({
      customer: {
        ...{ name: 'Fox & Sons', company_name: 'Fox & Sons' },
        ...{ email: 'office@haul.test', due_days: 21 },
      },
      balance: [],
      owed: [],
      unbilled: [],
      spend: { amounts: [], volumes: [] },
      payments: { last: [] },
      cards: { count: 1, statuses: [{ count: 1 }] },
      users: { count: 0 },
      exceptions: { count: 0, rules: [] },
      markups: [],
      prices: { prices: [] },
      unavailable: [],
    });
    expect(await (await statement('from=2026-10-01&to=2026-10-31')).json()).toEqual({
      customer: 'Fox & Sons',
      from: '2026-10-01',
      to: '2026-10-31',
      accounts: [],
    });
    const pdf = await statement('from=2026-10-01&to=2026-10-31&format=pdf');
    expect(pdfText(await pdf.arrayBuffer())).toContain('nothing is due.');
    // One without a company has nothing, not everything.
    const alone = await store.write((tx) =>
      tx
        .insertInto('customers')
        .values({ name: 'Nobody’s' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await buy(of);
    expect(await admin.json(`customers/${alone.id}/summary`)).toMatchObject({
      unbilled: [],
      spend: { amounts: [] },
      cards: { count: 0 },
    });
  });

  it('CUST-04 a statement has what was billed and paid, by currency, exact to the cent', async () => {
    await buy(of, [{ dtl_amt: 0.1 }, { dtl_amt: 0.2 }], { province: 'NY' });
    for (const currency of ['CAD', 'USD']) {
      const { invoice_number: number } = await bill(of, { currency });
      const { invoice_dto: row } = await load(number);
      const sent = { ...row, status: 'Sent', issued_date: '05-11-2026', due_date: '26-11-2026' };
      const saved = await admin.call('spol/invoices/update', { method: 'PUT', body: sent });
      expect(saved.status).toBe(200);
      if (currency === 'CAD')
        expect((await pay((await load(number)).invoice_dto, 30.05)).status).toBe(201);
    }
    const found: any = await (await statement('from=2026-11-01&to=2026-11-20')).json();
    const shown = found.accounts.map(({ ages, closing, currency, movements, opening }: any) => [
      currency,
      opening,
      ...movements.map((one: any) => `${one.day} ${one.kind} ${one.amount} ${one.balance}`),
      closing,
      ...ages.map(({ amount }: any) => amount),
    ]);
    // Both were drafts until today.
    expect(shown).toEqual([
      [
        'CAD',
        '0.00',
        '2026-11-20 invoice 100.00 100.00',
        '2026-11-20 payment -30.05 69.95',
        '69.95',
        '69.95',
        ...['0.00', '0.00', '0.00'],
      ],
      ['USD', '0.00', '2026-11-20 invoice 0.30 0.30', '0.30', '0.30', '0.00', '0.00', '0.00'],
    ]);
    // Nothing of its first day is in the balance before it.
    const day: any = await (await statement('from=2026-11-20&to=2026-11-20')).json();
    expect(day.accounts.map(({ closing, opening }: any) => [opening, closing])).toEqual([
      ['0.00', '69.95'],
      ['0.00', '0.30'],
    ]);
    const csv = await statement('from=2026-11-01&to=2026-11-20&format=csv', clerk);
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="statement-Fox_Sons-2026-11-01-2026-11-20.csv"',
    );
    const [head, ...lines] = (await csv.text()).trim().split('\r\n');
    expect(head).toBe('Currency,Date,Type,Invoice,Payment,Amount,Balance');
    expect(lines).toHaveLength(15);
    expect(lines[0]).toBe('CAD,2026-11-01,Opening balance,,,,0.00');
    expect(lines[2]).toMatch(/^CAD,2026-11-20,Payment,[^,]+,.*,-30\.05,69\.95$/);
    expect(lines[4]).toBe('CAD,2026-11-20,Open 0–30 days,,,69.95,');
    const pdf = await statement('from=2026-11-01&to=2026-11-20&format=pdf');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const text = pdfText(await pdf.arrayBuffer());
    for (const shown of [
      'Statement',
      'Fox & Sons',
      'Account CAD',
      'Account USD',
      '69.95',
      '-30.05',
    ]) {
      expect(text).toContain(shown);
    }
  });

  it.each([
    ['from=2026-11-02&to=2026-11-01', '/to', 'To must not be before From'],
    ['from=2026-11-02&to=2026-11-21', '/to', 'To must not be after today, 2026-11-20'],
    ['to=2026-11-01', '/from', 'from is missing: a day written YYYY-MM-DD.'],
    [
      'from=2026-11-31&to=2026-12-01',
      '/from',
      'from: there is no 31 November 2026: the month has 30 days.',
    ],
    ['from=2026-11-01&to=2026-11-02&format=xls', '/format', 'format must be json, pdf or csv.'],
  ])('CUST-04 refuses %s', async (query, pointer, detail) => {
    const answer = await statement(query);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ detail, errors: [{ pointer, detail }] });
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
