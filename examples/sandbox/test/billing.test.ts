import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { LINE, OCTOBER, openBilling } from './billing.kit.ts';
import { countsOf, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, bill, buy, haul, importStop, load, make, pay, preview, sandbox, store, voided } =
  await openBilling();
const NOVEMBER = { start_date: '01-11-2026', end_date: '30-11-2026' };
const errorsOf = async (answer: Response) => {
  expect(answer.status).toBe(422);
  return (await answer.json()).errors;
};
const detailOf = async (answer: Response) => [answer.status, (await answer.json()).detail];
const amounts = ({ fuel_transaction_dto_list: rows }: any) => rows.map((row: any) => row.amount);

describe('what is unbilled', () => {
  it('INV-14 the preview answers lines, count, sums and what is billed already', async () => {
    const of = await haul('Preview Haul', 'PRV');
    await buy(of, [{}, { dtl_prd_cd: 'DEF', dtl_prd_desc: 'DEF', dtl_amt: 20.01, dtl_hst_amt: 0 }]);
    await buy(of, [{ dtl_amt: 30, dtl_hst_amt: 0, dtl_gst_amt: 1.43 }]);
    const answer = await preview(of);
    expect(answer).toEqual({
      lines: expect.any(Array),
      count: 3,
      totals: { amount: 150.01, by_tax: { HST: 11.5, GST: 1.43 } },
      total_amount: 150.01,
      already_billed: 0,
      without_lines: 0,
      seen: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(answer.lines.map((line: any) => [line.dtl_prd_cd, line.dtl_amt])).toEqual([
      ['D1', 100],
      ['DEF', 20.01],
      ['D1', 30],
    ]);
    expect(answer.lines[0]).toMatchObject({
      txn_company: 'Preview Haul',
      txn_date: '2026-10-15T08:15:00',
      card_number: of.card,
      dtl_stn_no: '7',
    });
    const sums = await preview(of, { lines: false });
    expect([sums.lines, sums.count, sums.seen]).toEqual([[], 3, answer.seen]);
    await bill(of);
    expect(await preview(of)).toMatchObject({ lines: [], count: 0, already_billed: 3 });
  });

  it('INV-14 WIRE-06 shows the first 1,000 lines of many, sums up all, and bills all', async () => {
    const of = await haul('Many Haul', 'MNY');
    const { id } = await buy(of, [{ dtl_amt: 1, dtl_hst_amt: 0.11 }]);
    await store.write(async (tx) => {
      const line = await tx
        .selectFrom('transaction_lines')
        .selectAll()
        .where('transaction_id', '=', id)
        .executeTakeFirstOrThrow();
      const { id: _, ...own } = line;
      for (let position = 1; position < 1_203; position += 1) {
        await tx
          .insertInto('transaction_lines')
          .values({ ...own, position, line_key: null, product_code: `P${position}` })
          .execute();
      }
    });
    const answer = await preview(of);
    expect(answer).toMatchObject({
      count: 1_203,
      totals: { amount: 1_203, by_tax: { HST: 132.33 } },
      total_amount: 1_203,
    });
    expect(answer.lines).toHaveLength(1_000);
    expect([answer.lines[0].dtl_prd_cd, answer.lines[999].dtl_prd_cd]).toEqual(['D1', 'P999']);
    const sums = await preview(of, { lines: false });
    expect([sums.lines, sums.count, sums.seen]).toEqual([[], 1_203, answer.seen]);
    await bill(of);
    expect(await preview(of)).toMatchObject({ lines: [], count: 0, already_billed: 1_203 });
  });

  it('INV-14 a period is whole days, first and last included', async () => {
    const of = await haul('Edge Haul', 'EDG');
    for (const [when, dtl_amt] of [
      ['2026-09-30T23:59', 1],
      ['2026-10-01T00:00', 2],
      ['2026-10-31T23:59', 4],
      ['2026-11-01T00:00', 8],
    ] as const) {
      await buy(of, [{ dtl_amt, dtl_hst_amt: 0 }], { when });
    }
    expect((await preview(of)).total_amount).toBe(6);
    expect((await preview(of, { end_date: '2026-10-31' })).total_amount).toBe(6);
    const times = { start_date: '01-10-2026 00:00', end_date: '31-10-2026 23:59' };
    expect((await preview(of, times)).total_amount).toBe(6);
    expect((await preview(of, { start_date: '31-10-2026' })).total_amount).toBe(4);
    expect(await bill(of)).toMatchObject({
      start_date: '01-10-2026 00:00',
      end_date: '31-10-2026 23:59',
      total_amount: 6,
    });
  });

  it('INV-14 a period may end on the last day there is', async () => {
    const of = await haul('Long Terms Haul', 'LTH');
    await buy(of, [{ dtl_amt: 5, dtl_hst_amt: 0 }]);
    const asked = { end_date: '31-12-9999' };
    expect(await preview(of, asked)).toMatchObject({ count: 1, total_amount: 5 });
    expect((await preview(of, { end_date: '30-12-9999' })).count).toBe(1);
  });

  it('INV-14 INV-03 its period is that of its purchases, whatever a form sends', async () => {
    const of = await haul('Period Haul', 'PRD');
    await buy(of);
    const row = await bill(of);
    const save = (changes: object) =>
      admin.call('spol/invoices/update', { method: 'PUT', body: { ...row, ...changes } });
    const old = { start_date: '01-01-1990 00:00', end_date: '31-01-1990 23:59' };
    expect(await errorsOf(await save(old))).toEqual([
      { pointer: '/start_date', detail: 'It comes from the purchases that the invoice bills.' },
      { pointer: '/end_date', detail: 'It comes from the purchases that the invoice bills.' },
    ]);
    expect((await save({ due_date: '30-12-2026' })).status).toBe(200);
  });

  it('INV-14 currencies are billed apart', async () => {
    const of = await haul('Border Haul', 'BRD');
    await buy(of, [{ dtl_amt: 10, dtl_hst_amt: 0 }]);
    await buy(of, [{ dtl_amt: 7, dtl_hst_amt: 0 }], { province: 'NY' });
    expect((await preview(of)).total_amount).toBe(10);
    expect((await preview(of, { currency: 'USD' })).total_amount).toBe(7);
    const made = [await bill(of), await bill(of, { currency: 'USD' })];
    expect(made.map((row) => [row.invoice_number, row.total_amount, row.currency])).toEqual([
      ['BRD-31-10-2026', 10, 'CAD'],
      ['BRD-31-10-2026-USD', 7, 'USD'],
    ]);
  });

  it.each<[object, string, string]>([
    [{ company: '' }, '/company', 'Company is required'],
    [{ company: 'Nobody Haul' }, '/company', 'There is no company of that name.'],
    [{ currency: 'EUR' }, '/currency', 'It must be CAD or USD.'],
    [{ start_date: '31-02-2026' }, '/start_date', 'It must be a whole day: DD-MM-YYYY.'],
    [{ end_date: '31-10-2026 12:00' }, '/end_date', 'It must be a whole day: DD-MM-YYYY.'],
    [{ end_date: '30-09-2026' }, '/end_date', 'End Date cannot be before Start Date.'],
    [{ end_date: { a: 1 } }, '/end_date', 'End Date is required'],
  ])('INV-14 %j is refused at %s', async (more, pointer, detail) => {
    const of = { name: 'Edge Haul' };
    const asked = { company: of.name, currency: 'CAD', ...OCTOBER, ...more };
    const previewed = await admin.call('spol/invoices/preview', { body: asked });
    expect(await errorsOf(previewed)).toEqual([{ pointer, detail }]);
    expect(await errorsOf(await make(of, 1, more))).toEqual([{ pointer, detail }]);
  });

  it('INV-14 says which amounts have no line that could be billed', async () => {
    const of = await haul('Bare Haul', 'BAR');
    const { id } = await buy(of);
    await store.write((tx) =>
      tx.deleteFrom('transaction_lines').where('transaction_id', '=', id).execute(),
    );
    expect(await preview(of)).toMatchObject({ count: 0, without_lines: 1, total_amount: 0 });
    await store.write((tx) =>
      tx.updateTable('transactions').set({ amount_minor: 0 }).where('id', '=', id).execute(),
    );
    expect(await preview(of)).toMatchObject({ count: 0, without_lines: 0 });
  });
});

describe('an invoice of what is unbilled', () => {
  it('INV-14 INV-07 is a Draft of its lines and lists exactly them', async () => {
    const of = await haul('Made Haul', 'MAD');
    await buy(of, [{}, { dtl_amt: 20.01, dtl_hst_amt: 0 }]);
    await buy(of, [{ dtl_amt: 5.5, dtl_hst_amt: 0 }], { when: '2026-11-02T09:00' });
    const made = await make(of, 120.01);
    expect(made.status).toBe(201);
    expect(made.headers.get('etag')).toBe('"1"');
    expect(await made.json()).toMatchObject({
      invoice_number: 'MAD-31-10-2026',
      company_name: 'Made Haul',
      status: 'Draft',
      issued_date: '20-11-2026',
      due_date: '11-12-2026',
      total_amount: 120.01,
      amount_due: 120.01,
      amount_paid: 0,
      made_from: 'unbilled',
    });
    expect(amounts(await load('MAD-31-10-2026'))).toEqual([100, 20.01]);
    const csv = await (await admin.call('spol/invoices/MAD-31-10-2026/download/csv')).text();
    expect(csv.trim().split('\n')).toHaveLength(3);
    const [entry] = (await admin.json('audit?size=1&filter=action:invoices.create')).content;
    expect(entry).toMatchObject({ action: 'invoices.create', record_id: 'MAD-31-10-2026' });
    expect(entry.changes).toMatchObject({ lines: 2, total_amount: ['', 120.01] });
    // Without terms of the customer's own, an invoice is due after 30 days.
    await store.write((tx) =>
      tx.updateTable('customers').set({ due_days: 0 }).where('company_id', '=', of.id).execute(),
    );
    expect(await bill(of, NOVEMBER)).toMatchObject({ total_amount: 5.5, due_date: '20-12-2026' });
  });

  it('INV-14 is refused with what changed when the lines did', async () => {
    const of = await haul('Late Haul', 'LAT');
    await buy(of, [{ dtl_amt: 60, dtl_hst_amt: 0 }]);
    const seen = await preview(of);
    await buy(of, [{ dtl_amt: 40, dtl_hst_amt: 0 }]);
    const refused = await make(of, seen.total_amount);
    const problem = await refused.json();
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      409,
      'application/problem+json',
    ]);
    expect(problem.detail).toBe(
      'The lines changed since the preview, and nothing was made: 2 lines unbilled now, 100.00 CAD; 60.00 CAD was seen. Preview again.',
    );
    expect(problem.current).toMatchObject({ count: 2, total_amount: 100, already_billed: 0 });
    expect((await make(of, problem.current.total_amount)).status).toBe(201);
    const again = await make(of, 100);
    expect((await again.clone().json()).current).toMatchObject({ count: 0, already_billed: 2 });
    expect(again.status).toBe(409);
  });

  it('INV-14 other lines of the same total are other lines', async () => {
    const of = await haul('Same Haul', 'SAM');
    const { id } = await buy(of);
    const { seen, total_amount } = await preview(of);
    expect((await admin.call(`transaction/${id}`, { method: 'DELETE' })).status).toBe(200);
    await buy(of);
    expect((await make(of, total_amount, { seen })).status).toBe(409);
    const now = await preview(of);
    expect((await make(of, now.total_amount, { seen: now.seen })).status).toBe(201);
  });

  it('INV-14 PAY-04 the same key makes it once', async () => {
    const of = await haul('Key Haul', 'KEY');
    await buy(of);
    const headers = { 'idempotency-key': 'bill-key-haul' };
    const first = await (await make(of, 100, {}, { headers })).json();
    const again = await make(of, 100, {}, { headers });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await again.json()).toEqual(first);
  });

  it('INV-14 of several who make it at once, one does', async () => {
    const of = await haul('Race Haul', 'RAC');
    for (let n = 0; n < 4; n += 1) await buy(of);
    const answers = await Promise.all(Array.from({ length: 5 }, () => make(of, 400)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409]);
    const { content } = await admin.json('spol/invoices/?filter=company_name:Race Haul');
    expect(content.map((row: any) => row.total_amount)).toEqual([400]);
  });

  it('INV-14 credits are lines too; what they exceed stays unbilled', async () => {
    const of = await haul('Credit Haul', 'CRD');
    const minus = { dtl_amt: -100, dtl_hst_amt: -11.5, dtl_qty: -88.5 };
    await buy(of, [minus]);
    expect(await preview(of)).toMatchObject({
      total_amount: -100,
      totals: { amount: -100, by_tax: { HST: -11.5 } },
    });
    expect(await errorsOf(await make(of, -100))).toEqual([
      {
        pointer: '/total_amount',
        detail: 'Credits exceed purchases by 100.00 CAD: they stay unbilled. Take a longer period.',
      },
    ]);
    await buy(of);
    expect(await bill(of)).toMatchObject({ total_amount: 0, amount_due: 0, status: 'Draft' });
    expect(amounts(await load('CRD-31-10-2026'))).toEqual([-100, 100]);
    await buy(of, [{ dtl_amt: 30, dtl_hst_amt: 0 }]);
    await buy(of, [{ dtl_amt: -10, dtl_hst_amt: 0, dtl_qty: -9 }]);
    expect(await bill(of)).toMatchObject({
      invoice_number: 'CRD-31-10-2026-2',
      total_amount: 20,
    });
  });

  it('INV-14 a company without unbilled lines has nothing to make', async () => {
    const of = await haul('Quiet Haul', 'QUI');
    expect(await preview(of)).toMatchObject({ count: 0, total_amount: 0, already_billed: 0 });
    expect(await errorsOf(await make(of, 0))).toEqual([
      { pointer: '/lines', detail: 'Quiet Haul has nothing unbilled of that period.' },
    ]);
  });

  it('INV-14 a default number that is taken gets a suffix; a chosen one is refused', async () => {
    const of = await haul('Number Haul', 'NUM');
    await buy(of);
    expect((await bill(of)).invoice_number).toBe('NUM-31-10-2026');
    await buy(of);
    expect(await errorsOf(await make(of, 100, { invoice_number: 'NUM-31-10-2026' }))).toEqual([
      { pointer: '/invoice_number', detail: 'There is an invoice of that number already.' },
    ]);
    expect((await bill(of)).invoice_number).toBe('NUM-31-10-2026-2');
    await buy(of);
    const chosen = { invoice_number: 'OCT-7', issued_date: '01-11-2026', due_date: '15-11-2026' };
    expect(await (await make(of, 100, chosen)).json()).toMatchObject(chosen);
  });

  it.each<[object, string, string]>([
    [{ lines: 'all' }, '/lines', 'It must be "unbilled".'],
    [{ total_amount: 'x' }, '/total_amount', 'Total must be an amount of at most two decimals'],
    [{ total_amount: null }, '/total_amount', 'Total is required'],
    [{ status: 'Sent' }, '/status', 'An invoice made from unbilled lines begins as a Draft.'],
    [{ amount_due: 5 }, '/amount_due', 'Amount due begins as the total, 3.00.'],
    [{ due_date: '19-11-2026' }, '/due_date', 'Date Due cannot be before Date Issued.'],
    [{ issued_date: 'soon' }, '/issued_date', "It can't be read: not a date."],
  ])('INV-14 %j is refused at %s, and nothing is billed', async (more, pointer, detail) => {
    const name = `Odd Haul ${JSON.stringify(more)}`;
    const of = await haul(name, 'ODD');
    await buy(of, [{ dtl_amt: 3, dtl_hst_amt: 0 }]);
    expect(await errorsOf(await make(of, 3, more))).toEqual([{ pointer, detail }]);
    expect((await preview(of)).count).toBe(1);
  });
});

describe('a line is on one invoice at most', () => {
  it('INV-14 TXN-13 one that an import adds to a billed transaction is unbilled', async () => {
    const of = await haul('Import Haul', 'IMP');
    expect(countsOf(await importStop(of, '810001', ['D1']))).toMatchObject({ imported: 1 });
    const made = await bill(of, NOVEMBER);
    expect(made.total_amount).toBe(864.45);
    const later = await importStop(of, '810001', ['D1', 'DEF']);
    expect(countsOf(later)).toEqual({ imported: 1, duplicates: 1, rejected: 0 });
    expect((await admin.json('fuel-transaction/transactionsbyid/A810001')).txn_amount).toBe(1728.9);
    expect(amounts(await load(made.invoice_number))).toEqual([864.45]);
    expect(await preview(of, NOVEMBER)).toMatchObject({
      count: 1,
      total_amount: 864.45,
      already_billed: 1,
    });
    const second = await bill(of, NOVEMBER);
    expect(amounts(await load(second.invoice_number))).toEqual([864.45]);
  });

  it('INV-14 a billed line is neither changed nor deleted; another beside it is unbilled', async () => {
    const of = await haul('Fixed Haul', 'FIX');
    const bought = await buy(of, [{}, { dtl_prd_cd: 'DEF', dtl_prd_desc: 'DEF', dtl_amt: 20 }]);
    const { invoice_number } = await bill(of);
    const path = `fuel-transaction/${bought.id}`;
    const put = (body: object) => admin.call(path, { method: 'PUT', body });
    const { attachments: _, station: __, ...body } = bought;
    const [diesel, def] = body.txn_attr;
    const refused = async (answer: Response, pointer: string, what: string) => {
      const detail = `Invoice ${invoice_number} bills the purchase of ${what}: it stays as it is.`;
      expect([answer.status, (await answer.json()).errors]).toEqual([409, [{ pointer, detail }]]);
    };
    await refused(
      await put({ txn_attr: [{ ...diesel, dtl_amt: 99 }, def] }),
      '/txn_attr/0',
      'DIESEL',
    );
    await refused(await put({ txn_attr: [diesel, { ...def, dtl_qty: 7 }] }), '/txn_attr/1', 'DEF');
    await refused(await put({ txn_attr: [diesel] }), '/txn_attr', 'DEF');
    for (const change of [
      ...[{ txn_date: '2026-11-02T08:15' }, { txn_station: '8' }, { hdr_currency: 'USD' }],
      { dtl_stn_prv: 'QC' },
    ]) {
      expect(await detailOf(await put({ ...body, ...change }))).toEqual([
        409,
        `Invoice ${invoice_number} bills this transaction: its company, currency, time, card and site stay.`,
      ]);
    }
    expect(
      await detailOf(await admin.call(`transaction/${bought.id}`, { method: 'DELETE' })),
    ).toEqual([409, `Invoice ${invoice_number} bills this transaction: it can’t be deleted.`]);
    expect((await put({ txn_attr: [{ ...diesel, dtl_odometer: '7' }, def] })).status).toBe(200);
    const third = await put({ txn_attr: [diesel, def, { ...LINE, dtl_amt: 3, dtl_hst_amt: 0 }] });
    expect([third.status, (await third.json()).txn_amount]).toEqual([200, 123]);
    expect(amounts(await load(invoice_number))).toEqual([100, 20]);
    expect((await preview(of)).total_amount).toBe(3);
  });

  it('INV-14 WIRE-06 the schema knows one invoice a line, which must exist', async () => {
    const broken = store.write((tx) =>
      sql`update transaction_lines set invoice_id = 987654321`.execute(tx),
    );
    await expect(broken).rejects.toThrow(/foreign key/i);
  });
});

describe('voiding', () => {
  it('INV-14 WIRE-05 frees the lines of a draft, with a reason, and stays in list and trail', async () => {
    const of = await haul('Void Haul', 'VOI');
    await buy(of, [{}, {}]);
    const made = await bill(of);
    const answer = await voided(made.invoice_number);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await answer.json()).toMatchObject({
      status: 'Void',
      total_amount: 200,
      amount_due: 0,
    });
    expect(amounts(await load(made.id))).toEqual([]);
    const { content } = await admin.json('spol/invoices/?filter=status:Void&size=50');
    expect(content.map((row: any) => row.invoice_number)).toContain('VOI-31-10-2026');
    const [entry] = (await admin.json('audit?size=1')).content;
    expect(entry).toMatchObject({
      action: 'invoices.void',
      record_id: 'VOI-31-10-2026',
      changes: { reason: 'Wrong period', status: ['Draft', 'Void'], lines_freed: 2 },
    });
    expect(await detailOf(await voided(made.invoice_number))).toEqual([
      409,
      'Invoice VOI-31-10-2026 is void already.',
    ]);
    expect(await bill(of)).toMatchObject({
      invoice_number: 'VOI-31-10-2026-2',
      total_amount: 200,
    });
    const back = await admin.call('spol/invoices/update', {
      method: 'PUT',
      body: { id: made.id, status: 'Draft' },
    });
    expect(await errorsOf(back)).toEqual([
      { pointer: '/status', detail: 'It stays as it is while the invoice is Void.' },
    ]);
    expect((await pay(made, 1)).status).toBe(422);
  });

  it('INV-14 the same key gets the first answer again', async () => {
    const of = await haul('Twice Haul', 'TWI');
    await buy(of);
    const { invoice_number } = await bill(of);
    const headers = { 'idempotency-key': 'void-twice' };
    expect((await voided(invoice_number, 'Wrong', headers)).status).toBe(200);
    const again = await voided(invoice_number, 'Wrong', headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });

  it('INV-14 is refused for what was entered by hand, sent, paid or mailed, and without a reason', async () => {
    const of = await haul('Kept Haul', 'KEP');
    const typed = await admin.call('spol/invoices/', {
      body: {
        invoice_number: 'TYPED-1',
        company_name: of.name,
        issued_date: '03-11-2026',
        due_date: '24-11-2026',
        start_date: '01-10-2026 00:00',
        end_date: '31-10-2026 23:59',
        status: 'Draft',
        total_amount: 10,
        amount_due: 10,
        currency: 'CAD',
      },
    });
    expect(typed.status).toBe(201);
    expect(await detailOf(await voided('TYPED-1'))).toEqual([
      409,
      'Invoice TYPED-1 was not made from unbilled lines, so it can’t be voided.',
    ]);
    await buy(of);
    const made = await bill(of);
    const number = made.invoice_number;
    for (const reason of [undefined, '', '   ', 7]) {
      expect(
        await errorsOf(await admin.call(`spol/invoices/${number}/void`, { body: { reason } })),
      ).toEqual([{ pointer: '/reason', detail: 'Reason is required' }]);
    }
    expect((await voided('NONE-1')).status).toBe(404);
    const status = (to: string) =>
      admin.call('spol/invoices/update', {
        method: 'PUT',
        // Back to a draft wants one (INV-12).
        body: { id: made.id, status: to, reason: 'Sent too early' },
      });
    expect((await status('Sent')).status).toBe(200);
    expect(await detailOf(await voided(number))).toEqual([
      409,
      'Invoice KEP-31-10-2026 is Sent. Only a Draft can be voided.',
    ]);
    const mailed = await admin.call(`email-invoice?type=spol/invoices&id=${made.id}`, {
      method: 'POST',
    });
    expect(mailed.status).toBe(202);
    expect((await status('Draft')).status).toBe(200);
    expect(await detailOf(await voided(number))).toEqual([
      409,
      'Invoice KEP-31-10-2026 was e-mailed, so it can’t be voided.',
    ]);
    expect((await pay(made, 40)).status).toBe(201);
    expect(await detailOf(await voided(number))).toEqual([
      409,
      '40.00 CAD was paid on invoice KEP-31-10-2026. Reverse that first.',
    ]);
    expect(amounts(await load(number))).toEqual([100]);
  });

  it('INV-14 WIRE-05 beside a payment or a change of its status, one of the two is done', async () => {
    const of = await haul('Beside Haul', 'BES');
    for (let round = 0; round < 6; round += 1) {
      await buy(of);
      const made = await bill(of);
      const other =
        round % 2 === 0
          ? () => pay(made, 30)
          : () =>
              admin.call('spol/invoices/update', {
                method: 'PUT',
                headers: { 'if-match': '"1"' },
                body: { id: made.id, status: 'Sent' },
              });
      const [away, done] = await Promise.all([voided(made.invoice_number), other()]);
      const { invoice_dto: now } = await load(made.id);
      if (away.status === 200) {
        expect([409, 412, 422]).toContain(done.status);
        expect(now).toMatchObject({ status: 'Void', amount_due: 0, amount_paid: 0 });
      } else {
        expect([away.status, done.ok]).toEqual([409, true]);
        expect(now.status).toBe(round % 2 === 0 ? 'Partially Paid' : 'Sent');
        const billed = amounts(await load(made.id)).reduce(
          (sum: number, one: number) => sum + one,
          0,
        );
        expect(billed).toBe(made.total_amount);
      }
    }
  });

  it('INV-14 WIRE-05 for another version is a 412 with the present invoice', async () => {
    const of = await haul('Version Haul', 'VER');
    await buy(of);
    const made = await bill(of);
    await admin.call('spol/invoices/update', {
      method: 'PUT',
      body: { id: made.id, due_date: '24-12-2026' },
    });
    const refused = await voided(made.invoice_number, 'Wrong', { 'if-match': '"1"' });
    expect([refused.status, (await refused.json()).current.invoice_dto.due_date]).toEqual([
      412,
      '24-12-2026',
    ]);
  });
});

describe('a company’s user', () => {
  it('INV-14 ACC-07 bills its own company alone, and only with the right', async () => {
    const other = await haul('Foreign Haul', 'FOR');
    await buy(other);
    const foreign = await bill(other);
    await buy(other);
    const viewer = await signIn(sandbox, VIEWER);
    const asked = { company: 'North Haul Carriers Ltd.', currency: 'CAD', ...OCTOBER };
    expect((await viewer.call('spol/invoices/preview', { body: asked })).status).toBe(403);
    expect((await make({ name: asked.company }, 0, {}, { by: viewer })).status).toBe(403);
    const reason = { body: { reason: 'Mine' } };
    expect((await viewer.call(`spol/invoices/${foreign.id}/void`, reason)).status).toBe(403);
    await store.write((tx) =>
      tx
        .updateTable('user_rights')
        .set({ can_create: 1, can_update: 1 })
        .where('screen_code', '=', 'FI')
        .where('user_id', '=', (eb) =>
          eb.selectFrom('users').select('id').where('email', '=', VIEWER),
        )
        .execute(),
    );
    const granted = await signIn(sandbox, VIEWER);
    expect((await granted.call('spol/invoices/preview', { body: asked })).status).toBe(200);
    const theirs = { ...asked, company: other.name };
    expect(await errorsOf(await granted.call('spol/invoices/preview', { body: theirs }))).toEqual([
      { pointer: '/company', detail: 'There is no company of that name.' },
    ]);
    const byId = { ...asked, company: String(other.id) };
    expect((await granted.call('spol/invoices/preview', { body: byId })).status).toBe(422);
    expect((await make(other, 100, {}, { by: granted })).status).toBe(422);
    expect((await granted.call(`spol/invoices/${foreign.id}/void`, reason)).status).toBe(404);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
