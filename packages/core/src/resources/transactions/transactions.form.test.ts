import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../resource/form.types.ts';
import { line, messages, open, required, sent, wire } from './transactions.form.test-kit.ts';
import { transactionForm as form } from './transactions.form.ts';
import { transactions } from './transactions.resource.ts';

const ALL =
  'Code,Billed PPU,Retail PPU,Quantity,HST,GST,PST,QST,FET,PFT,PCT,Amount,Discount,Sales Type';

describe('fields', () => {
  it('TXN-05 are in five sections, one group per line, locked while viewing', () => {
    const state = open('view', [line('D1'), line('D1'), line('D1'), line('D1'), line('OIL')]);
    const fields = form.fields(state);
    expect([...new Set(fields.map(({ section }) => section))]).toEqual([
      'View Transaction',
      'Fuel Purchase',
      'Other 1 Purchase',
      'Other 2 Purchase',
      'Other Purchase',
    ]);
    expect(fields.every(({ locked }) => locked !== undefined)).toBe(true);
    const groups = (section: string) => [
      ...new Set(fields.filter((field) => field.section === section).map(({ group }) => group)),
    ];
    expect(groups('Other 2 Purchase')).toEqual(['lines.2', 'lines.3']);
    expect(groups('Other Purchase')).toEqual(['lines.5', 'lines.6', 'lines.4']);
    expect(transactions.record?.back).toBe('Back to Transactions');
    expect(form.submitLabels).toEqual({ create: 'Save', edit: 'Save' });
  });

  it('TXN-05 are all unlocked while a transaction is entered, except local tax', () => {
    const locked = form.fields(open('create', [])).filter((field) => field.locked);
    expect(new Set(locked.map(({ label }) => label))).toEqual(new Set(['Local Tax']));
    expect(form.fields(open('create', [])).length).toBe(9 + 6 * 15);
  });

  it('TXN-06 a purchase has code, prices, quantity, taxes, amount, discount and sales type', () => {
    const fields = form
      .fields(open('edit', [line('D1')]))
      .filter(({ group }) => group === 'lines.0');
    expect(fields.map(({ label, name }) => `${label} ${name}`)).toEqual([
      'Code lines.0.dtl_prd_cd',
      'Billed PPU lines.0.dtl_net_price',
      'Retail PPU lines.0.retailPrice',
      'Quantity lines.0.dtl_qty',
      'HST lines.0.dtl_hst_amt',
      'GST lines.0.dtl_gst_amt',
      'PST lines.0.dtl_pst_amt',
      'QST lines.0.dtl_qst_amt',
      'FET lines.0.dtl_fet_rt',
      'PFT lines.0.dtl_pft_rt',
      'PCT lines.0.pct',
      'Local Tax lines.0.local_tax',
      'Amount lines.0.dtl_amt',
      'Discount lines.0.discount',
      'Sales Type lines.0.dtl_sls_type',
    ]);
  });

  it('TXN-05 PAY-04 shows money and quantities with at least two decimals, prices with four', () => {
    const state = open('edit', [
      line('D1', { dtl_amt: 31.3, dtl_qty: 74.5, dtl_net_price: 3.631, retailPrice: 1.23456 }),
    ]);
    const { draft } = state;
    expect(draft['lines.0.dtl_amt']).toBe('31.30');
    expect(draft['lines.0.dtl_qty']).toBe('74.50');
    expect(draft['lines.0.dtl_net_price']).toBe('3.6310');
    expect(draft['lines.0.retailPrice']).toBe('1.23456');
    expect(draft['lines.0.dtl_gst_amt']).toBe('5.00');
    const unit = (name: string) => form.fields(state).find((field) => field.name === name)?.unit;
    expect([unit('txn_amount'), unit('lines.0.dtl_amt'), unit('lines.0.dtl_qty')]).toEqual([
      'CAD',
      'CAD',
      'L',
    ]);
  });

  it('TXN-08 offers PC1, PC2 and the loaded code', () => {
    const options = (code: string) =>
      form.fields(open('edit', [line(code)])).find(({ name }) => name === 'lines.0.dtl_prd_cd')
        ?.options;
    const both = [
      { key: '1', value: 'PC1' },
      { key: '2', value: 'PC2' },
    ];
    expect(options('1')).toEqual(both);
    expect(options(' ZZ? ')).toEqual([...both, { key: ' ZZ? ', value: ' ZZ? ' }]);
    expect(messages(open('edit', [line(' ZZ? ')]))).toEqual([]);
    expect(messages(open('edit', [line('1')], { 'lines.0.dtl_prd_cd': '3' }))).toEqual([
      'Code must be one of the choices',
    ]);
  });
});

describe('required fields', () => {
  it.each([
    ['fuel', [line('D1')], 'lines.0', ALL],
    ['Other 1', [line('D1'), line('D1')], 'lines.1', ALL],
    ['Other 2', [line('D1'), line('D1'), line('D1')], 'lines.2', ALL.replace('PST,', '')],
    ['Other 2 beside DEF', [line('DEF'), line('D1')], 'lines.1', ALL.replace('PST,', '')],
    ['non-highway', [line('WASH')], 'lines.0', ALL],
    ['oil', [line('OIL')], 'lines.0', ALL.replace('PST,', '')],
    ['cash', [line('CASH')], 'lines.0', 'Code,Sales Type'],
  ])('TXN-08 of a line in %s', (_, lines, group, expected) => {
    expect(required(open('edit', lines), group)).toBe(expected);
  });

  it('TXN-08 requires date, station province, product code and sales type', () => {
    const changes = {
      txn_date: '',
      dtl_stn_prv: '',
      'lines.0.dtl_prd_cd': '',
      'lines.0.dtl_sls_type': ' ',
    };
    expect(messages(open('edit', [line('D1')], changes))).toEqual([
      'Time Stamp is required',
      'Province State is required',
      'Code is required',
      'Sales Type is required',
    ]);
  });

  it('TXN-08 requires nothing of a section without a line, until something is typed', () => {
    const state = open('edit', [line('D1')]);
    expect(messages(state)).toEqual([]);
    // 0 fuel, 1 Other 1, 2 Other 2, 3 non-highway, 4 cash, 5 oil.
    expect(required(state, 'lines.1')).toBe('');
    const typed = open('edit', [line('D1')], { 'lines.1.dtl_qty': '5' });
    expect(required(typed, 'lines.1')).toBe(ALL);
    expect(messages(typed)).toHaveLength(ALL.split(',').length - 1);
    expect(messages(open('edit', [line('D1')], { 'lines.1.dtl_qty': '  ' }))).toEqual([]);
  });

  it('TXN-08 a purchase needs no sales type if its file had none, and keeps the one that it has', () => {
    const { dtl_sls_type: _, ...typed } = line('D1') as Record<string, unknown>;
    const without = { ...typed, id: 7 };
    expect(messages(open('edit', [without]))).toEqual([]);
    expect(required(open('edit', [without]), 'lines.0')).not.toContain('Sales Type');
    const emptied = open('edit', [line('D1')], { 'lines.0.dtl_sls_type': '' });
    expect(messages(emptied)).toEqual(['Sales Type is required']);
  });

  const NEEDS = [
    'Card Number is required',
    'Company is required',
    'A transaction needs at least one purchase',
  ];

  it('TXN-14 by hand needs a card, a company and at least one purchase, as is marked from the start', () => {
    const state = open('create', []);
    const marked = form.fields(state).filter(({ required }) => required);
    expect(marked.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Time Stamp', 'Card Number', 'Company', 'Province State', 'Code']),
    );
    expect(required(state, 'lines.0')).toBe(ALL);
    expect(messages(state)).toEqual(expect.arrayContaining(NEEDS));
    const header = { card_number: '7076850000000012', txn_company: 'North Haul' };
    const other = open('create', [], { ...header, 'lines.1.dtl_qty': '5' });
    expect(required(other, 'lines.0')).toBe('');
    expect(required(other, 'lines.1')).toBe(ALL);
    for (const message of NEEDS) expect(messages(other)).not.toContain(message);
    // An imported one may lack them; one that has them keeps them.
    expect(messages(open('edit', []))).toEqual([]);
    const { detail, ...blank } = open('edit', []);
    expect(messages({ ...blank, detail: detail && { ...detail, ...header } })).toEqual(
      expect.arrayContaining(NEEDS.slice(0, 2)),
    );
  });

  it('TXN-14 a card is searched, and brings its company; a company is a choice', () => {
    const fieldsOf = (mode: 'create' | 'edit' | 'view') =>
      Object.fromEntries(form.fields(open(mode, [])).map((field) => [field.name, field]));
    expect(fieldsOf('create').card_number?.record).toMatchObject({
      resource: 'cards',
      field: 'card_number',
      shown: ['company_name', 'driver_name', 'card_status'],
      fills: { txn_company: 'company_name' },
    });
    for (const mode of ['create', 'edit'] as const) {
      expect(fieldsOf(mode).txn_company).toMatchObject({
        input: 'choice',
        options: { reference: 'userCompanies' },
      });
    }
    expect(fieldsOf('view').txn_company).toMatchObject({ input: 'text' });
  });

  it.each([
    ['2050-11-03T14:05', '2050'],
    ['2041-01-01T00:00', '2041'],
    ['1999-12-31T23:59', '1999'],
    ['0026-11-03T14:05', '0026'],
  ])('TXN-08 refuses the time stamp %s, whose year is a slip', (txn_date, year) => {
    expect(messages(open('edit', [], { txn_date }))).toEqual([
      `Time Stamp must be in the years 2000 to 2040: ${txn_date.slice(0, 10)} reads as ${year}`,
    ]);
  });

  it.each(['2000-01-01T00:00', '2040-12-31T23:59'])(
    'TXN-08 accepts the time stamp %s, of the first or the last year',
    (txn_date) => {
      expect(messages(open('edit', [], { txn_date }))).toEqual([]);
    },
  );

  it.each([
    ['CAD', 'L'],
    ['USD', 'gal'],
    ['', ''],
  ])('TXN-06 in %j has its currency and measure at each figure', (hdr_currency, measure) => {
    const found = form.fields(open('create', [], { hdr_currency }));
    const units = (name: string) => found.find((one) => one.name === `lines.0.${name}`)?.unit;
    expect(units('dtl_qty')).toBe(measure);
    for (const name of ['dtl_amt', 'dtl_hst_amt', 'dtl_fet_rt', 'discount', 'retailPrice']) {
      expect(units(name)).toBe(hdr_currency);
    }
  });

  it('TXN-08 local tax is 0, never required and never sent', () => {
    const state = open('edit', [line('D1', { local_tax: 5 })], { 'lines.1.local_tax': '9' });
    expect(state.draft['lines.0.local_tax']).toBe('0');
    expect(form.draft(undefined)['lines.0.local_tax']).toBe('0');
    expect(required(state, 'lines.1')).toBe('');
    expect(sent(state)).toHaveLength(1);
    expect(sent(state)[0]?.local_tax).toBeUndefined();
  });
});

describe('calls', () => {
  it('TXN-10 TXN-07 PUT by id, with the lines in order and everything untouched as loaded', () => {
    const lines = [line('ZZ'), line('DEF', { extra: { deep: [1] } }), line('D1'), line('OIL')];
    const state = open('edit', lines, { 'lines.2.dtl_qty': '7.125', txn_company: 'Other' });
    expect(form.update?.method).toBe('PUT');
    expect(form.update?.path(state)).toBe('fuel-transaction/7');
    const { attachments: _, station: __, ...rest } = wire(...lines);
    expect(JSON.parse(JSON.stringify(form.update?.body(state, {})))).toEqual({
      ...rest,
      txn_company: 'Other',
      txn_attr: [lines[0], lines[1], { ...lines[2], dtl_qty: 7.125 }, lines[3]],
    });
  });

  it('TXN-07 a line typed into a free slot follows the loaded ones', () => {
    const state = open('edit', [line('DEF')], {
      'lines.1.dtl_qty': '5',
      'lines.1.dtl_prd_cd': '1',
    });
    expect(sent(state).map(({ dtl_prd_cd }) => dtl_prd_cd)).toEqual(['DEF', '1']);
  });

  it('TXN-10 POST sends the typed values, and nothing of untouched sections', () => {
    const state = open('create', [], {
      authentication_id: 'A1',
      txn_date: '2026-11-03T14:05',
      'lines.0.dtl_prd_cd': '1',
      'lines.0.dtl_amt': '0.10',
      'lines.5.dtl_prd_cd': '2',
    });
    expect(form.create?.method).toBe('POST');
    expect(form.create?.path(state)).toBe('transaction');
    expect(form.create?.body(state, {})).toEqual({
      authentication_id: 'A1',
      txn_date: '2026-11-03T14:05',
      txn_attr: [{ dtl_prd_cd: '1', dtl_amt: 0.1 }, { dtl_prd_cd: '2' }],
    });
  });

  it('TXN-10 LIST-11 the auth code is locked, because routes identify the record by it; DELETE by id', () => {
    const state = open('edit', [], { authentication_id: 'other' });
    expect(form.update?.body(state, {})).toMatchObject({ authentication_id: 'A/7' });
    expect(transactions.remove?.path('a/7')).toBe('transaction/a%2F7');
    expect(transactions.record?.path('A/7')).toBe('fuel-transaction/transactionsbyid/A%2F7');
  });

  it('TXN-07 saving any loaded lines untouched sends them unchanged', () => {
    const amount = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100);
    const anyLine = fc.record(
      {
        dtl_prd_cd: fc.oneof(fc.constantFrom('D1', 'DEF', 'OIL', 'CASH'), fc.string()),
        dtl_qty: amount,
        dtl_amt: fc.oneof(amount, fc.constant(null)),
        retailPrice: amount,
        dtl_sls_type: fc.string(),
        unheard_of: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => {
        const back = JSON.parse(JSON.stringify(sent(open('edit', lines))));
        expect(back).toEqual(JSON.parse(JSON.stringify(lines)));
      }),
    );
  });

  it('FORM-06 an error of the service shows at its line', () => {
    const state = open('edit', [line('DEF')], { 'lines.2.dtl_qty': '5' });
    expect(form.fieldAt?.('/txn_attr/0/dtl_qty', state)).toBe('lines.0.dtl_qty');
    expect(form.fieldAt?.('/txn_attr/1/dtl_qty', state)).toBe('lines.2.dtl_qty');
    expect(form.fieldAt?.('/txn_attr/9/dtl_qty', state)).toBeUndefined();
    expect(form.fieldAt?.('/txn_date', state)).toBeUndefined();
  });

  it('TXN-11 FORM-04 reports success, and goes back', () => {
    expect(form.texts).toEqual({
      created: 'Transaction Created Successfully',
      updated: 'Transaction Updated Successfully',
      createFailed: 'Error while Creating Transaction',
      updateFailed: 'Error while updating Transaction',
    });
    expect(form.after).toBe('back');
  });

  /** The clerk's purchase of the trials: 313.45 L at 1.1198. */
  const DIESEL = {
    ...{ dtl_net_price: 1.1198, dtl_qty: 313.45, dtl_fet_rt: 0, dtl_pft_rt: 0, dtl_gst_amt: 0 },
    dtl_amt: 351,
  };
  const asked = (changes: Draft, more: object = {}) => {
    const state = open('edit', [line('D1', { ...DIESEL, ...more })], changes);
    return form.warn?.question([], state);
  };

  it.each([
    [
      { 'lines.0.dtl_qty': '1.5' },
      'Fuel Purchase: quantity, price and taxes add up to 1.68 CAD, but the amount is 351.00 CAD. Save it as it is?',
    ],
    [
      { 'lines.0.dtl_amt': '315.00' },
      'Fuel Purchase: quantity, price and taxes add up to 351.00 CAD, but the amount is 315.00 CAD. Save it as it is?',
    ],
    // Within rounding, with a tax that is in the amount, and without one of the figures.
    [{ 'lines.0.dtl_amt': '351.02' }, undefined],
    [{ 'lines.0.dtl_qty': '313.44' }, undefined],
    [{ 'lines.0.dtl_hst_amt': '45.63', 'lines.0.dtl_amt': '396.63' }, undefined],
    [{ 'lines.0.dtl_fet_rt': '0.04', 'lines.0.dtl_amt': '363.54' }, undefined],
    [{ 'lines.0.discount': '11.00', 'lines.0.dtl_amt': '340.00' }, undefined],
    // A credit may be off by as much as a purchase.
    [{ 'lines.0.dtl_qty': '-313.45', 'lines.0.dtl_amt': '-351.02' }, undefined],
    [
      { 'lines.0.dtl_qty': '-313.45', 'lines.0.dtl_amt': '-351.03' },
      'Fuel Purchase: quantity, price and taxes add up to -351.00 CAD, but the amount is -351.03 CAD. Save it as it is?',
    ],
    [{ 'lines.0.dtl_qty': '' }, undefined],
    [{ 'lines.0.dtl_qty': '0', 'lines.0.dtl_net_price': '0' }, undefined],
    [{ dtl_stn_addr: 'Elsewhere' }, undefined],
  ])('TXN-06 asks where an amount does not fit its quantity and price: %j', (changes, question) => {
    expect(asked(changes)).toBe(question);
  });

  it('TXN-06 asks nothing about figures that were loaded so', () => {
    expect(asked({ dtl_stn_addr: 'Elsewhere' }, { dtl_qty: 1.5 })).toBeUndefined();
    expect(asked({ 'lines.0.dtl_gst_amt': '1' }, { dtl_qty: 1.5 })).toBeDefined();
  });

  it('TXN-06 asks about each purchase of a new transaction', () => {
    const typed = (slot: number, amount: string) => ({
      [`lines.${slot}.dtl_prd_cd`]: 'D1',
      [`lines.${slot}.dtl_net_price`]: '2',
      [`lines.${slot}.dtl_qty`]: '10',
      [`lines.${slot}.dtl_amt`]: amount,
    });
    const draft = { hdr_currency: 'CAD', ...typed(0, '20.00'), ...typed(1, '200.00') };
    expect(form.warn?.modes).toEqual(['create', 'edit']);
    expect(form.warn?.question([], open('create', [], draft))).toBe(
      'Other 1 Purchase: quantity, price and taxes add up to 20.00 CAD, but the amount is 200.00 CAD. Save it as it is?',
    );
    expect(form.warn?.question([], open('create', [], typed(0, '20.00')))).toBeUndefined();
  });
});
