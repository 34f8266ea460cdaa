import { describe, expect, it } from 'vitest';
import { OCTOBER, openBilling } from './billing.kit.ts';
import { signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, bill, buy, haul, importStop, load, make, preview, sandbox, store } =
  await openBilling();
const errorsOf = async (answer: Response) => {
  expect(answer.status).toBe(422);
  return (await answer.json()).errors;
};
const asked = (more: object) => ({ currency: 'CAD', ...OCTOBER, ...more });
const refused = async (more: object, by = admin) =>
  errorsOf(await by.call('spol/invoices/preview', { body: asked(more) }));
const NO_COMPANY = [{ pointer: '/company', detail: 'There is no company of that name.' }];

describe('what is asked for', () => {
  it('INV-14 says each thing that is missing, at once', async () => {
    const nothing = { company: null, currency: ' ', start_date: '', end_date: null };
    expect(await refused(nothing)).toEqual([
      { pointer: '/company', detail: 'Company is required' },
      { pointer: '/currency', detail: 'Currency is required' },
      { pointer: '/start_date', detail: 'Start Date is required' },
      { pointer: '/end_date', detail: 'End Date is required' },
    ]);
    await haul('Wrong Haul', 'WRO');
    const wrong = { company: 'Wrong Haul', currency: 'cad', start_date: 'x', end_date: 'y' };
    expect(await refused(wrong)).toEqual([
      { pointer: '/start_date', detail: 'It must be a whole day: DD-MM-YYYY.' },
      { pointer: '/end_date', detail: 'It must be a whole day: DD-MM-YYYY.' },
      { pointer: '/currency', detail: 'It must be CAD or USD.' },
    ]);
  });

  it.each<[object, number]>([
    [{ company: ' Day Haul ', currency: ' CAD ', start_date: ' 01-10-2026 ' }, 6],
    [{ end_date: '31-10-2026 00:00' }, 6],
    [{ end_date: '2026-10-31T23:59:59' }, 6],
    [{ start_date: '2026-10-01T00:00:00' }, 6],
    [{ company: 'Nobody', company_name: 'Day Haul' }, 6],
    [{ company_name: null }, 6],
  ])('INV-14 %j is the same period', async (more, total) => {
    const known = await store.read.selectFrom('companies').select('name').execute();
    if (!known.some(({ name }) => name === 'Day Haul')) {
      const of = await haul('Day Haul', 'DAY');
      await buy(of, [{ dtl_amt: 2, dtl_hst_amt: 0 }], { when: '2026-10-01T00:00' });
      await buy(of, [{ dtl_amt: 4, dtl_hst_amt: 0 }], { when: '2026-10-31T23:59' });
    }
    expect((await preview({ name: 'Day Haul' }, more)).total_amount).toBe(total);
  });

  it('INV-14 a day begins at midnight: a start at another time is no whole day', async () => {
    await haul('Noon Haul', 'NOO');
    for (const start_date of ['01-10-2026 23:59', '01-10-2026 12:00', '2026-10-01T12:00:00']) {
      expect(await refused({ company: 'Noon Haul', start_date })).toEqual([
        { pointer: '/start_date', detail: 'It must be a whole day: DD-MM-YYYY.' },
      ]);
    }
  });

  it('INV-14 finds a company by digits alone, and one that is called as its own id', async () => {
    const of = await haul('Hex Haul', 'HEX');
    await buy(of, [{ dtl_amt: 9, dtl_hst_amt: 0 }]);
    for (const company of [`0x${of.id}`, `${of.id}e0`, `+${of.id}`]) {
      expect(await refused({ company })).toEqual(NO_COMPANY);
    }
    const byId = { company: of.id, company_name: null };
    expect((await preview(of, byId)).total_amount).toBe(9);
    await store.write((tx) =>
      tx
        .updateTable('companies')
        .set({ name: `${of.id}` })
        .where('id', '=', of.id)
        .execute(),
    );
    expect((await preview({ name: `${of.id}` })).total_amount).toBe(9);
  });

  it('INV-14 ACC-07 tells a company’s user nothing of another company’s id', async () => {
    const [own, other] = [await haul('Own Haul', 'OWN'), await haul('Hidden Haul', 'HID')];
    await store.write(async (tx) => {
      const who = await tx
        .updateTable('users')
        .set({ company_id: own.id })
        .where('email', '=', VIEWER)
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('user_rights')
        .set({ can_create: 1 })
        .where('screen_code', '=', 'FI')
        .where('user_id', '=', who.id)
        .execute();
    });
    const viewer = await signIn(sandbox, VIEWER);
    expect(await refused({ company: other.id }, viewer)).toEqual([
      { pointer: '/company', detail: `There is no company with the id ${other.id}.` },
    ]);
    expect((await preview({ name: '' }, { company: own.id }, viewer)).count).toBe(0);
  });
});

describe('the lines of an invoice', () => {
  it('INV-14 INV-07 INV-10 are in order of purchase, whatever was entered first', async () => {
    const of = await haul('Order Haul', 'ORD');
    const line = (dtl_amt: number, dtl_prd_cd: string) => ({ dtl_amt, dtl_hst_amt: 0, dtl_prd_cd });
    await buy(of, [line(30, 'D1'), line(40, 'DEF')], { when: '2026-10-20T10:00' });
    await buy(of, [line(10, 'D1'), line(20, 'DEF')], { when: '2026-10-05T10:00' });
    await buy(of, [line(50, 'D1')], { when: '2026-10-20T10:00' });
    const wanted = [10, 20, 30, 40, 50];
    expect((await preview(of)).lines.map((row: any) => row.dtl_amt)).toEqual(wanted);
    const { invoice_number: number } = await bill(of);
    const { fuel_transaction_dto_list: billed } = await load(number);
    expect(billed.map((row: any) => row.amount)).toEqual(wanted);
    const csv = await (await admin.call(`spol/invoices/${number}/download/csv`)).text();
    const [, ...rows] = csv.trim().split('\r\n');
    expect(rows.map((row) => Number(row.split(',').at(-2)))).toEqual(wanted);
  });

  it('INV-14 each sales tax is added up by its name', async () => {
    const of = await haul('Tax Haul', 'TAX');
    const taxes = { dtl_gst_amt: 1, dtl_hst_amt: 2, dtl_pst_amt: 3.5, dtl_qst_amt: 4.25 };
    await buy(of, [taxes, taxes]);
    expect((await preview(of)).totals.by_tax).toEqual({ GST: 2, HST: 4, PST: 7, QST: 8.5 });
  });

  it('INV-14 a shown line has what its purchase says of card, site and code', async () => {
    const of = await haul('Shown Haul', 'SHO');
    await importStop(of, '820001', ['D1']);
    const november = { start_date: '01-11-2026', end_date: '30-11-2026' };
    const { lines } = await preview(of, november);
    const bought = await admin.json('fuel-transaction/transactionsbyid/A820001');
    const [line] = bought.txn_attr;
    expect(lines).toEqual([
      {
        ...line,
        transaction_id: bought.id,
        authentication_id: 'A820001',
        txn_date: bought.txn_date,
        card_number: of.card,
        txn_company: 'Shown Haul',
      },
    ]);
    await store.write((tx) =>
      tx.deleteFrom('transaction_lines').where('transaction_id', '=', bought.id).execute(),
    );
    expect((await preview(of, november)).without_lines).toBe(1);
    // Old invoices billed a purchase as a whole.
    await buy(of);
    const { id: invoice_id } = await bill(of);
    await store.write((tx) =>
      tx.updateTable('transactions').set({ invoice_id }).where('id', '=', bought.id).execute(),
    );
    expect((await preview(of, november)).without_lines).toBe(0);
  });
});

describe('what was seen', () => {
  it('INV-14 says how many lines there are, of one and of none', async () => {
    const of = await haul('Single Haul', 'SIN');
    await buy(of, [{ dtl_amt: 60, dtl_hst_amt: 0 }]);
    const { detail } = await (await make(of, 59.99)).json();
    expect(detail).toBe(
      'The lines changed since the preview, and nothing was made: 1 line unbilled now, 60.00 CAD; 59.99 CAD was seen. Preview again.',
    );
    await bill(of);
    expect(await errorsOf(await make(of, 0))).toEqual([
      {
        pointer: '/lines',
        detail: 'Single Haul has nothing unbilled of that period. 1 line billed already.',
      },
    ]);
    await buy(of, [{ dtl_amt: 5, dtl_hst_amt: 0 }]);
    await bill(of);
    expect((await errorsOf(await make(of, 0)))[0].detail).toBe(
      'Single Haul has nothing unbilled of that period. 2 lines billed already.',
    );
  });

  it.each<[unknown, boolean]>([
    [' 3.00 ', true],
    ['3', true],
    [3, true],
    ['3.000', false],
    ['3e0', false],
    ['x3', false],
    ['3x', false],
    ['1234567890123', false],
    [{ a: 3 }, false],
    ['', false],
  ])('INV-14 takes %j as the total: %s', async (total, taken) => {
    const of = await haul(`Total Haul ${JSON.stringify(total)}`, 'TOT');
    await buy(of, [{ dtl_amt: 3, dtl_hst_amt: 0 }]);
    const answer = await make(of, total as number);
    if (taken) expect(answer.status).toBe(201);
    else expect((await errorsOf(answer))[0].pointer).toBe('/total_amount');
  });

  it('INV-14 takes status and amount due as they begin, with blanks around them', async () => {
    const of = await haul('Begin Haul', 'BEG');
    await buy(of, [{ dtl_amt: 3, dtl_hst_amt: 0 }]);
    for (const more of [
      { status: { key: 'Sent', value: 'Draft' } },
      { status: ' Open ' },
      { amount_due: 0 },
    ]) {
      expect(await errorsOf(await make(of, 3, more))).toHaveLength(1);
    }
    const answer = await make(of, 3, {
      ...{ status: { key: ' Draft ' }, amount_due: ' 3.00 ' },
      ...{ invoice_number: ' BEG-1 ', issued_date: ' 01-11-2026 ', due_date: ' 15-11-2026 ' },
    });
    expect(await answer.json()).toMatchObject({
      ...{ invoice_number: 'BEG-1', status: 'Draft', amount_due: 3 },
      ...{ issued_date: '01-11-2026', due_date: '15-11-2026' },
    });
    await buy(of, [{ dtl_amt: 4, dtl_hst_amt: 0 }]);
    const blank = { status: null, amount_due: '', invoice_number: ' ', due_date: '' };
    expect(await (await make(of, 4, blank)).json()).toMatchObject({
      ...{ invoice_number: 'BEG-31-10-2026', status: 'Draft', amount_due: 4 },
      due_date: '11-12-2026',
    });
  });
});

describe('its number', () => {
  it.each([
    ['Ｎ-Ｈ 7', 'NH7-31-10-2026'],
    ['Ä É', 'ÄÉ-31-10-2026'],
    ['東京', 'C{id}-31-10-2026'],
  ])('INV-14 of a company with the code %j begins with %s', async (code, number) => {
    const of = await haul(`Code Haul ${code}`, code);
    await buy(of);
    expect((await bill(of)).invoice_number).toBe(number.replace('{id}', String(of.id)));
  });

  it('INV-14 has no currency where the company has none of its own', async () => {
    const of = await haul('Plain Haul', 'PLA');
    await store.write((tx) =>
      tx.updateTable('companies').set({ currency: '' }).where('id', '=', of.id).execute(),
    );
    await buy(of);
    expect((await bill(of)).invoice_number).toBe('PLA-31-10-2026');
  });

  it('INV-14 counts on from those that are taken, and fills what is free', async () => {
    const of = await haul('Suffix Haul', 'SUF');
    for (const invoice_number of ['SUF-31-10-2026-7', undefined, 'SUF-31-10-2026-3']) {
      await buy(of);
      await bill(of, { invoice_number });
    }
    const numbers = [];
    for (let count = 0; count < 2; count += 1) {
      await buy(of);
      numbers.push((await bill(of)).invoice_number);
    }
    expect(numbers).toEqual(['SUF-31-10-2026-2', 'SUF-31-10-2026-4']);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
