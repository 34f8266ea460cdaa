import { describe, expect, it } from 'vitest';
import { checkSheets } from './checking.test-kit.ts';
import { suncoreLayout } from './layouts/suncore.layout.ts';
import { CARD, checkRow, ESSO_HEADER, EXAMPLE_ROWS, findings } from './rows.test-kit.ts';
import { CHECK_RULES } from './rules.ts';
import type { CellValue } from './types.ts';

describe('TXN-12 rules on a row', () => {
  it.each([
    ['31/02/2026', '1 to 28 February 2026: there is no 31 February'],
    ['2026-02-31', '1 to 28 February 2026: there is no 31 February'],
    ['31-Feb-26', '1 to 28 February 2026: there is no 31 February'],
    ['12/13/2026', 'DD-MMM-YY'],
    ['31/12/2026', 'DD-MMM-YY'],
    ['soon', 'DD-MMM-YY'],
  ])('says of the day %s what was expected', async (day, expected) => {
    const { report } = await checkRow('Suncore', { Date: day });
    const [issue] = report.issues;
    expect([issue?.rule, issue?.expected]).toEqual(['TXN-DATE', expected]);
  });

  it.each([
    ['Suncore', {}, []],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': 1.54, HST: 20.02, Total: 174.02 },
      ['Price excl. GST/HST/PST TXN-PRICE-PARTS'],
    ],
    [
      'Suncore',
      {
        Prv: 'SK',
        HST: 0,
        GST: 7.65,
        PST: 1,
        Total: 161.65,
        'CBN+PFT+UTT': 0.15,
        'Base Price excl. tax': 1.38,
      },
      ['PST TAX-PST'],
    ],
    [
      'Suncore',
      {
        GST: 7.65,
        HST: 0,
        Prv: 'AB',
        'CBN+PFT+UTT': 0,
        'Base Price excl. tax': 1.53,
        Total: 160.65,
      },
      [],
    ],
    [
      'Suncore',
      {
        GST: 7.6,
        HST: 0,
        Prv: 'AB',
        'CBN+PFT+UTT': 0,
        'Base Price excl. tax': 1.53,
        Total: 160.6,
      },
      ['GST TAX-GST'],
    ],
    ['Suncore', { GST: 7.65, Total: 180.54 }, ['GST TAX-REGIME']],
    ['Suncore', { QST: 0.01, Total: 172.9 }, ['QST TAX-REGIME']],
    ['Suncore', { PST: 1, Total: 173.89 }, ['PST TAX-REGIME']],
    ['Suncore', { 'FCT+FET': 0.05, 'Base Price excl. tax': 1.39 }, ['FCT+FET TAX-FET']],
    ['Suncore', { 'CBN+PFT+UTT': 0.1, 'Base Price excl. tax': 1.43 }, ['CBN+PFT+UTT TAX-PFT']],
    [
      'Suncore',
      { 'Product Code': 'DEF', 'FCT+FET': 0.04, 'Base Price excl. tax': 1.4 },
      ['FCT+FET TAX-FET', 'CBN+PFT+UTT TAX-PFT'],
    ],
    ['Suncore', { Litres: 2000, HST: 397.8, Total: 3457.8 }, ['Litres TXN-QTY-RANGE']],
    ['Suncore', { Litres: 0.04, HST: 0.01, Total: 0.07 }, ['Litres TXN-QTY-RANGE']],
    ['Suncore', { Total: { fault: '#REF!' } }, ['Total TXN-CELL']],
    ['Suncore', { Prv: { fault: '#N/A' } }, ['Prv TXN-CELL', 'Prv TXN-PROVINCE']],
    ['Suncore', { Time: '25:00' }, ['Time TXN-TIME']],
    ['Suncore', { Litres: 1e12, Total: 1 }, ['Litres TXN-RANGE']],
    ['Suncore', { Discount: 1.999, Total: 170.89 }, ['Discount TXN-PLACES']],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': undefined, 'Base Price excl. tax': undefined },
      ['Price excl. GST/HST/PST TXN-REQUIRED'],
    ],
    ['Suncore', { Date: undefined }, ['Date TXN-REQUIRED']],
    ['Pipeline', {}, []],
    ['Pipeline', { Odometer: '181,204.5' }, []],
    ['Pipeline', { Odometer: 181_204 }, []],
    ['Pipeline', { Odometer: 'N/A' }, ['Odometer TXN-ODOMETER']],
    ['Suncore', { Odometer: '18l204' }, ['Odometer TXN-ODOMETER']],
    ['Comdata', { 'Hubometer Reading': -5 }, ['Hubometer Reading TXN-ODOMETER']],
    ['Pipeline', { 'Pre Tax Amt': 150, HST: 19.5 }, ['Pre Tax Amt TXN-PRETAX']],
    ['Pipeline', { Retail: 1.6, 'Disc Amt': 0 }, ['Retail TXN-RETAIL']],
    ['Pipeline', { 'Disc Amt': 11 }, ['Disc Amt TXN-DISCOUNT']],
    ['Pipeline', { UOM: 'G' }, ['UOM TXN-UNIT']],
    ['Pipeline', { UOM: 'BBL' }, ['UOM TXN-UNIT']],
    ['Pipeline', { Cur: 'US' }, ['Cur TXN-CURRENCY', 'UOM TXN-UNIT']],
    ['Pipeline', { Cur: 'EUR' }, ['Cur TXN-CURRENCY']],
    [
      'Pipeline',
      { Billed: 3.2, Retail: 3.3, 'Final Amt': 320, 'Pre Tax Amt': 283.19, HST: 36.81 },
      ['Billed TXN-PRICE-RANGE'],
    ],
    [
      'Pipeline',
      {
        Prov: 'OH',
        Cur: 'US',
        UOM: 'G',
        Billed: 3.5,
        Retail: 3.6,
        'Final Amt': 350,
        'Pre Tax Amt': 330.44,
      },
      ['HST TAX-US'],
    ],
    [
      'Pipeline',
      { Qty: -100, 'Final Amt': -170, 'Pre Tax Amt': -150.44, HST: -19.56, 'Disc Amt': -10 },
      [],
    ],
    [
      'Pipeline',
      { Qty: 100, Billed: -0.02, 'Final Amt': -2, 'Pre Tax Amt': -1.77, HST: -0.23, 'Disc Amt': 0 },
      ['Final Amt TXN-CREDIT'],
    ],
    [
      'Pipeline',
      {
        Prod: 'C',
        Qty: 0,
        Billed: undefined,
        'Pre Tax Amt': undefined,
        HST: 0,
        'Disc Amt': 0,
        'Final Amt': 100,
      },
      [],
    ],
    ['Comdata', {}, []],
    ['Comdata', { 'Total Amount Due': '$360.01' }, ['Total Amount Due TXN-ROW-TOTAL']],
    [
      'Comdata',
      { 'Cost of Tractor Fuel': '$365.00', 'Total Amount Due': '$365.00' },
      ['Cost of Tractor Fuel TXN-QTY'],
    ],
    ['Comdata', { 'Cancel flag': 'Y' }, ['Cost of Tractor Fuel TXN-CANCEL']],
    [
      'Comdata',
      { 'Product Code 1': 'Z', 'Product Amount 1': '$5.00' },
      ['Product Code 1 TXN-PRODUCT'],
    ],
    [
      'Comdata',
      {
        'Total Amount Due': '$0.00',
        'Number of Tractor Gallons': '0.00',
        'Cost of Tractor Fuel': '$0.00',
      },
      ['Total Amount Due TXN-ZERO'],
    ],
    [
      'Comdata',
      { 'Canadian Tax Amount Canadian Dollars': '$5.00' },
      ['Canadian Tax Amount Canadian Dollars TAX-US'],
    ],
    [
      'Comdata',
      {
        'Truck Stop State': 'ON',
        'Billable Currency': 'C',
        'Canadian Tax Amount Canadian Dollars': '$41.42',
      },
      [],
    ],
    [
      'Comdata',
      {
        'Truck Stop State': 'ON',
        'Billable Currency': 'C',
        'Canadian Tax Amount Canadian Dollars': '$18.00',
      },
      ['Canadian Tax Amount Canadian Dollars TAX-COMBINED'],
    ],
    ['Comdata', { 'Truck Stop State': 'ON', 'Billable Currency': 'U' }, []],
    [
      'Comdata',
      {
        'Truck Stop State': 'ON',
        'Billable Currency': 'U',
        'Canadian Tax Amount Canadian Dollars': '$18.00',
      },
      [],
    ],
  ] as const)('%s %j: %j', async (provider, changes, expected) => {
    expect(await findings(provider, changes)).toEqual(expected);
  });

  it('TAX-CBT: a carbon charge after its end refuses the row, one before it warns', async () => {
    const header = [
      'REC_TYPE',
      'CARD_NO',
      'TRAN_DATE',
      'TRAN_NO',
      'STN_NO',
      'STN_PRV',
      'PRD_CD',
      'QTY',
      'NET_PRICE',
      'FET_RT',
      'PFT_RT',
      'CBT_RT',
      'GST_AMT',
      'HST_AMT',
      'AMT',
    ];
    const line = [
      'DTL',
      CARD,
      '20261118',
      '1',
      7011,
      'ON',
      'D1',
      500,
      1.44,
      0,
      0.09,
      0.2139,
      0,
      113.35,
      985.3,
    ];
    const { report, rows } = await checkSheets('ESSO', [
      {
        name: 'Sheet1',
        rows: [['HDR', '1', 'X', '20261118', 'CAD'], header, line, ['TRL', 1, 500, 985.3]],
      },
    ]);
    expect(report.issues).toMatchObject([
      { rule: 'TAX-CBT', cell: 'L3', value: '0.2139', expected: '0.0000', severity: 'error' },
    ]);
    expect(rows[0]?.lines).toEqual([]);
    expect(rows[0]?.cells.slice(0, 5)).toEqual(['DTL', CARD, '20261118', '1', '7011']);
  });
});

describe('TXN-12 taxes printed as rates', () => {
  const header = [...ESSO_HEADER.slice(0, 11), 'CBT_RT', ...ESSO_HEADER.slice(11)];
  const issuesOf = async (day: string, product: string, rates: readonly CellValue[]) => {
    const line = ['DTL', CARD, day, '1', 7011, 'ON', product, 500, 1.44, ...rates, 0, 0, 0];
    const { report } = await checkSheets('ESSO', [
      { name: 'Sheet1', rows: [['HDR', '1', 'X', day, 'CAD'], header, line, ['TRL', 1, 500, 0]] },
    ]);
    return report.issues
      .filter(({ cell }) => /^[JKL]3$/.test(cell ?? ''))
      .map(({ column, expected, rule, value }) => `${column} ${rule} ${value} ${expected}`);
  };

  it.each([
    ['20261118', 'DEF', [0, 0, 0], []],
    ['20261118', 'DEF', [0.04, 0, 0], ['FET_RT TAX-FET 0.0400 0.0000']],
    ['20261118', 'DEF', [0, 0.09, 0], ['PFT_RT TAX-PFT 0.0900 0.0000']],
    ['20261118', 'DEF', [0, 0, 0.2139], ['CBT_RT TAX-CBT 0.2139 0.0000']],
    ['20100104', 'D1', [0, 0, 0], []],
    ['20100104', 'D1', [0.04, 0, 0], ['FET_RT TAX-UNKNOWN 0.0400 null']],
  ] as const)('on %s %s with the rates %j', async (day, product, rates, expected) => {
    expect(await issuesOf(day, product, rates)).toEqual(expected);
  });
});

describe('TXN-15 guards', () => {
  const header = Object.keys(EXAMPLE_ROWS.Suncore);
  const rowOf = (changes: Readonly<Record<string, CellValue>> = {}): CellValue[] =>
    Object.values({ ...EXAMPLE_ROWS.Suncore, ...changes });
  const recalled = {
    name: 'accounting',
    rates: [
      {
        jurisdiction: 'ON',
        tax: 'hst',
        product: 'any',
        from: '2026-11-01',
        to: '2026-11-30',
        rate: 0.12,
        source: 'hearsay',
        basis: 'recalled',
        verified_until: '2026-11-30',
      },
    ],
  };
  const check = (rows: readonly CellValue[][], accept: string[] = []) =>
    checkSheets('Suncore', [{ name: 'Sheet1', rows: [header, ...rows, ['TOTAL']] }], {
      taxTables: [recalled],
      accept,
      maxIssues: 1,
    });

  it('TXN-15 a difference from a recalled rate holds a correct file back only until somebody accepts it', async () => {
    const second = { Time: '11:15', 'Card Number': '7076850000000136' };
    const { report } = await check([rowOf(), rowOf(second)]);
    expect(report.ok).toBe(false);
    // One issue is kept, two are counted.
    expect(report.issues).toMatchObject([{ rule: 'TAX-UNVERIFIED', severity: 'error' }]);
    expect(report.guards).toEqual([
      {
        rule: 'TAX-UNVERIFIED',
        errors: 2,
        message: 'tax differs from a rate that nobody has verified for that day',
        fix: 'Look it up, then accept it or hand in a newer tax table.',
      },
    ]);
    const { report: passed } = await check([rowOf(), rowOf(second)], ['TAX-UNVERIFIED']);
    expect(passed).toMatchObject({ ok: true, guards: [], accepted: ['TAX-UNVERIFIED'] });
  });

  it('TXN-15 nothing can be accepted in a file that must be corrected anyway', async () => {
    const { report } = await check([rowOf(), rowOf({ Prv: 'XX' })]);
    expect(report.errors).toBeGreaterThan(1);
    expect(report.guards).toEqual([]);
  });
});

describe('TXN-12 a price that is not usual', () => {
  it('is found in whichever column the file has it, the first included', async () => {
    const { Billed: _, ...others } = EXAMPLE_ROWS.Pipeline;
    const amounts = { Retail: 3.3, 'Final Amt': 320, 'Pre Tax Amt': 283.19, HST: 36.81 };
    const row = { Billed: 3.2, ...others, ...amounts };
    const rows = [Object.keys(row), Object.values(row), ['TOTAL']];
    const { found } = await checkSheets('Pipeline', [{ name: 'Sheet1', rows }]);
    expect(found).toEqual(['A2 TXN-PRICE-RANGE', '- FILE-TOTAL-ROW']);
  });
});

describe('TXN-12 an amount and the digits that its price hides', () => {
  /** Suncore's layout with a price of this many decimal places; undefined leaves it open. */
  const own = (places: number | undefined) => ({
    ...suncoreLayout,
    columns: suncoreLayout.columns.map((column) => {
      if (column.field !== 'billedPrice') return column;
      const { places: _, ...price } = column;
      return places === undefined ? price : { ...price, places };
    }),
  });
  const found = async (places: number | undefined, total: number) => {
    const row = { ...EXAMPLE_ROWS.Suncore, Total: total };
    const rows = [Object.keys(row), Object.values(row), ['TOTAL']];
    const sheets = [{ name: 'Sheet1', rows }];
    return (await checkSheets('Suncore', sheets, { layouts: [own(places)] })).found;
  };

  it.each([
    [4, 172.9, []],
    [4, 172.91, ['Q2 TXN-QTY']],
    [4, 172.88, []],
    [4, 172.87, ['Q2 TXN-QTY']],
    [undefined, 172.9, []],
    [undefined, 172.91, ['Q2 TXN-QTY']],
    [3, 172.95, []],
    [3, 172.96, ['Q2 TXN-QTY']],
    [2, 173.4, []],
    [2, 173.41, ['Q2 TXN-QTY']],
  ])('TXN-12 100 litres at 1.53, of %s places, for %s: %j', async (places, total, expected) => {
    expect(await found(places, total)).toEqual(expected);
  });
});

describe('TXN-15 fuel taxes from a recalled rate', () => {
  const header = [...ESSO_HEADER.slice(0, 11), 'CBT_RT', ...ESSO_HEADER.slice(11)];
  const rateOf = (tax: string, jurisdiction: string, basis: string) => ({
    ...{ jurisdiction, tax, product: 'diesel', from: '2026-11-01', to: '2026-11-30' },
    ...{ rate: tax === 'fet' ? 0.06 : 0, source: 'read', basis, verified_until: '2026-11-30' },
  });
  const rulesOf = async (rates: readonly CellValue[], table: object) => {
    const line = ['DTL', CARD, '20261118', '1', 7011, 'ON', 'D1', 500, 1.44, ...rates, 0, 0, 0];
    const sheet = [['HDR', '1', 'X', '20261118', 'CAD'], header, line, ['TRL', 1, 500, 0]];
    const { report } = await checkSheets('ESSO', [{ name: 'Sheet1', rows: sheet }], {
      taxTables: [{ name: 'accounting', rates: [table] }],
    });
    return report.issues
      .filter(({ cell }) => /^[JKL]3$/.test(cell ?? ''))
      .map(({ column, rule }) => `${column} ${rule}`);
  };

  it.each([
    ['fet', 'CA', 'recalled', [0.05, 0.09, 0], ['FET_RT TAX-UNVERIFIED']],
    ['fet', 'CA', 'document', [0.05, 0.09, 0], ['FET_RT TAX-FET']],
    ['fet', 'CA', 'recalled', [0.06, 0.09, 0], []],
    ['carbon', 'ON', 'recalled', [0, 0.09, 0.05], ['CBT_RT TAX-UNVERIFIED']],
    ['carbon', 'ON', 'document', [0, 0.09, 0.05], ['CBT_RT TAX-CBT']],
    ['carbon', 'ON', 'recalled', [0, 0.09, 0], []],
  ] as const)('%s of %s, %s: the rates %j', async (tax, place, basis, rates, expected) => {
    expect(await rulesOf(rates, rateOf(tax, place, basis))).toEqual(expected);
  });
});

describe('TXN-12 rules and their table', () => {
  it('TXN-12 says that a file without its total row may be cut off', async () => {
    const rows = [Object.keys(EXAMPLE_ROWS.Suncore), Object.values(EXAMPLE_ROWS.Suncore)];
    const { report } = await checkSheets('Suncore', [{ name: 'Sheet1', rows }]);
    expect(report.issues.map(({ message, rule }) => `${rule}: ${message}`)).toEqual([
      'FILE-TOTAL-ROW: the total row is missing, so the file may be cut off',
    ]);
  });

  it('state what is wrong and what is required, with a unique id', () => {
    for (const [id, rule] of Object.entries(CHECK_RULES)) {
      expect(id).toMatch(/^(FILE|TXN|TAX|RATE)(-[A-Z0-9]+)+$/);
      expect(rule.description, id).toMatch(/^[A-Z].*\.$/);
      expect(rule.message, id).toMatch(/[^.]$/);
    }
  });
});

describe('TXN-12 what to do about a fault', () => {
  it('TXN-12 every rule says what it requires and what to do, and neither repeats what is wrong', () => {
    for (const [id, { description, fix, message }] of Object.entries(CHECK_RULES)) {
      expect(fix, id).toMatch(/^[A-Z].*\.$/);
      expect(description, id).toMatch(/^.*\.$/);
      expect(message, id).not.toMatch(/; (ask|choose|enter|have|look|repair|write)\b|\.$/);
      expect(fix.toLowerCase(), id).not.toContain(message.toLowerCase());
    }
  });

  it('TXN-12 a fault names column, value, what is required, and what to do', async () => {
    const { report } = await checkRow('Suncore', { Litres: '100,00' });
    expect(report.issues[0]).toMatchObject({
      column: 'Litres',
      value: '100,00',
      message: 'has a decimal comma',
      requires: 'Numbers have a decimal point.',
      fix: 'Write it with a decimal point.',
    });
  });
});
