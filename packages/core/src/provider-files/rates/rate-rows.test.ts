import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CHECK_RULES, GUARDS, type RuleId } from '../rules.ts';
import type { CellValue, RateProvider } from '../types.ts';
import { EXAMPLE_RATES, found, readRate, readSheets, TODAY } from './rates.test-kit.ts';

describe('RATE-01 rules on a rate', () => {
  it.each([
    ['Esso', {}, []],
    ['Esso', { 'TOTAL PRICE': 172.9 }, ['TOTAL PRICE RATE-SUM-ROUNDING']],
    ['Esso', { 'TOTAL PRICE': 172.88 }, ['TOTAL PRICE RATE-SUM-ROUNDING']],
    ['Esso', { 'TOTAL PRICE': 172.91 }, ['TOTAL PRICE RATE-SUM']],
    ['Esso', { 'NET PRICE': 143, PCT: 1 }, []],
    ['Esso', { PCT: '($1.00)', LOCAL: '1.00' }, []],
    ['Esso', { 'PROV.': 'AB' }, ['GST/HST/FNT RATE-TAX']],
    ['Esso', { 'PROV.': 'NS' }, ['GST/HST/FNT RATE-TAX']],
    ['Esso', { 'PROV.': 'QC', 'GST/HST/FNT': 7.65, 'PST/QST': 15.26, 'TOTAL PRICE': 175.91 }, []],
    ['Esso', { 'PROV.': 'QC', 'GST/HST/FNT': 7.65, 'TOTAL PRICE': 160.65 }, ['PST/QST RATE-TAX']],
    ['Esso', { FET: 4, 'NET PRICE': 140 }, ['FET RATE-TAX']],
    ['Esso', { PRODUCT: 'DEF', FET: '-', 'NET PRICE': 144 }, []],
    ['Esso', { 'GST/HST/FNT': 19.88, 'TOTAL PRICE': 172.88 }, []],
    ['Esso', { LOCAL: '1,00' }, ['LOCAL TXN-DECIMAL-COMMA']],
    ['Esso', { 'PRICE/LTR.': { fault: '#REF!' } }, ['PRICE/LTR. TXN-CELL']],
    ['Esso', { 'PROV.': { fault: '#N/A' } }, ['PROV. TXN-CELL', 'PROV. RATE-PROVINCE']],
    ['Esso', { 'PROV.': '' }, ['PROV. RATE-REQUIRED']],
    ['Esso', { PRODUCT: 'KEROSENE' }, ['PRODUCT RATE-PRODUCT']],
    ['Esso', { PRODUCT: '' }, ['PRODUCT RATE-REQUIRED']],
    ['Esso', { CUR: 'USD' }, ['CUR RATE-CURRENCY']],
    [
      'Esso',
      { 'PRICE/LTR.': '-' },
      ['PRICE/LTR. RATE-PRICE', 'PRICE/LTR. RATE-SUM', 'TOTAL PRICE RATE-SUM'],
    ],
    ['Pipeline', {}, []],
    ['Pipeline', { Retail: undefined, Savings: '-' }, []],
    ['Pipeline', { Savings: 0.08 }, ['Savings RATE-SUM']],
    ['Pipeline', { Cost: 1.4101 }, ['Base RATE-SUM-ROUNDING']],
    ['Pipeline', { Prod: 'DEF' }, []],
    ['Pipeline', { Prov: 'OH' }, ['Prov RATE-CURRENCY']],
    ['TA-Petro', {}, []],
    ['TA-Petro', { 'Savings Total': 0.28 }, ['Savings Total RATE-SUM']],
    ['TA-Petro', { 'Bulk DEF Price': '' }, []],
    ['TA-Petro', { 'Bulk DEF Price': 419.9 }, ['Bulk DEF Price RATE-CENTS']],
    ['TA-Petro', { 'Bulk DEF Price': 1.1 }, ['Bulk DEF Price RATE-RANGE']],
    ['TA-Petro', { ST: 'ON' }, ['ST RATE-CURRENCY']],
    ['TA-Petro', { 'Fuel Price': 552.4, 'Savings Total': '' }, ['Fuel Price RATE-CENTS']],
  ] as const)('%s %j: %j', async (provider, changes, expected) => {
    expect(found(await readRate(provider, changes))).toEqual(expected);
  });

  it('name the cell, the value found and the value expected', async () => {
    const { report, lines } = await readRate('Pipeline', { Fuel: 153, Your: 172.89 });
    expect(report.issues[0]).toMatchObject({
      rule: 'RATE-CENTS',
      severity: 'error',
      file: 'rates.xlsx',
      sheet: 'Rates',
      row: 3,
      column: 'Fuel',
      cell: 'I3',
      value: '153',
      expected: '1.00 to 3.00',
    });
    expect(lines).toEqual([]);
  });

  it('skip banners, dashes, repeated headers and blank rows', async () => {
    const { Pipeline } = EXAMPLE_RATES;
    const header = Object.keys(Pipeline);
    const row = Object.values(Pipeline);
    const rows = [
      ['Effective 2026-11-18 to 2026-11-18'],
      header,
      header.map(() => '----'),
      row,
      [],
      ['Page 2 of 2'],
      header,
      ['07264', ...row.slice(1)],
    ];
    const { report } = await readSheets('Pipeline', [{ name: 'A', rows }]);
    expect(report).toMatchObject({ ok: true, rows: 2, lines: 2, sites: 2 });
  });

  it('RATE-01 take any row with a price or a site for a rate, however little else it has', async () => {
    const header = Object.keys(EXAMPLE_RATES.Esso);
    const only = (cells: Readonly<Record<string, CellValue>>) => header.map((name) => cells[name]);
    const rows = [
      ['Effective 11/18/2026'],
      header,
      Object.values(EXAMPLE_RATES.Esso),
      only({ 'PRICE/LTR.': 153 }),
      only({ NAME: 'a', PFT: 'b', 'PRICE/LTR.': '-' }),
      only({ 'SITE NUMBER': 7, NAME: 'b' }),
      only({ 'SITE NUMBER': 7, NAME: 'b', FET: 'c' }),
      only({ PRODUCT: 'DEF', NAME: 'b', FET: 'c' }),
      only({ NAME: 'a', FET: 'b', PFT: 'c' }),
    ];
    const { report } = await readSheets('Esso', [{ name: 'A', rows }]);
    expect(report.rows).toBe(4);
    const required = report.issues.filter(({ rule }) => rule === 'RATE-REQUIRED');
    expect([...new Set(required.map(({ row }) => row))]).toEqual([4, 7, 8]);
  });

  it("restore a site number's zeros, and keep the prices as text", async () => {
    const { lines } = await readRate('Esso', { 'SITE NUMBER': 7011 });
    expect(lines).toMatchObject([
      { site: '07011', netPrice: '1.4400', price: '1.5300', gstHst: '0.1989', total: '1.7289' },
    ]);
    expect((await readRate('TA-Petro', {})).lines).toMatchObject([
      { site: '6319', city: 'BIRMINGHAM', retail: '5.7990', price: '5.5240', total: '5.5240' },
      { site: '6319', product: 'DEF', price: '4.1990', retail: null },
    ]);
  });
});

const anything: fc.Arbitrary<CellValue> = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(undefined, '', '-', '0', 'N/A', 'TOTAL', '1e5', 1e15, -0.5),
  fc.record({ fault: fc.constantFrom('#REF!', '#N/A') }),
);
const spoiled = fc
  .constantFrom(...(Object.keys(EXAMPLE_RATES) as RateProvider[]))
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.dictionary(fc.constantFrom(...Object.keys(EXAMPLE_RATES[name])), anything, { maxKeys: 4 }),
    ),
  );

describe('RATE-01 any cells in a rate', () => {
  it('accepts the whole rate or refuses it with its errors, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(spoiled, async ([provider, changes]) => {
        const read = await readRate(provider, changes).catch((error: unknown) => {
          // A row without anything that makes it a rate isn't one, so none remain.
          expect(error).toMatchObject({ code: 'no_rows' });
          return undefined;
        });
        if (!read) return;
        expect(read.lines.length > 0).toBe(read.report.acceptedRows > 0);
        expect(read.report.ok).toBe(read.report.errors === 0);
        for (const line of read.lines) {
          expect(line.price).toMatch(/^\d+\.\d{4,5}$/);
          expect(line.total).toMatch(/^-?\d+\.\d{4,5}$/);
          expect(line.site).not.toBe('');
          expect(line.province).toMatch(/^[A-Z]{2}$/);
          expect(line.effectiveFrom).toBe(TODAY);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('RATE-01 guards', () => {
  it('are errors of rates and taxes only, and every one can be accepted', () => {
    expect(GUARDS.length).toBeGreaterThan(5);
    for (const rule of GUARDS) {
      expect(rule).toMatch(/^(RATE|TAX)-/);
      expect(CHECK_RULES[rule].severity).toBe('error');
    }
  });

  const former = [
    { site: '07011', product: 'DIESEL', price: '1.2000' },
    { site: '59467', product: 'DIESEL', price: '1.6000' },
  ];
  const wrong = { former, banner: ['Effective 2026-11-17 to 2026-11-17'] };

  it('hold a file back until all of them are accepted, and the report keeps which', async () => {
    const held = ['RATE-DATE', 'RATE-CHANGE', 'RATE-MISSING-SITES'] as const;
    const { report } = await readRate('Pipeline', {}, wrong);
    expect(report.issues.map(({ rule }) => rule)).toEqual(held);
    expect(report).toMatchObject({ ok: false, errors: 3, warnings: 0, accepted: [] });
    expect(report.issues[0]).toMatchObject({ cell: 'A1', value: '2026-11-17', expected: TODAY });
    expect(report.issues[1]).toMatchObject({
      cell: 'I3',
      value: '1.5300',
      expected: 'within 10 % of 1.2000',
    });
    expect(report.issues[2]).toMatchObject({ sheet: 'Rates', cell: null, value: '59467' });
    const two = await readRate('Pipeline', {}, { ...wrong, accept: held.slice(0, 2) });
    expect(two.report).toMatchObject({
      ok: false,
      errors: 1,
      warnings: 2,
      accepted: held.slice(0, 2),
    });
    const all = await readRate('Pipeline', {}, { ...wrong, accept: [...held, 'RATE-CENTS'] });
    expect(all.report).toMatchObject({ ok: true, errors: 0, warnings: 3, accepted: held });
    expect(all.lines).toMatchObject([{ effectiveFrom: '2026-11-17', effectiveTo: '2026-11-17' }]);
  });

  it.each([
    ['10 %', '1.3910', []],
    ['a hair more', '1.3909', ['Fuel RATE-CHANGE']],
    ['10 % down', '1.7000', []],
    ['more down', '1.7001', ['Fuel RATE-CHANGE']],
  ])('a price may move by %s', async (_, price, expected) => {
    const options = { former: [{ site: '07011', product: 'diesel', price }] };
    expect(found(await readRate('Pipeline', {}, options))).toEqual(expected);
  });

  it('a grade is compared with its own former price, otherwise with the closest of its product', async () => {
    const grade = { site: '07011', product: 'DIESEL' };
    const own = { ...grade, productCode: 'DIESEL LS', price: '1.2000' };
    const other = { ...grade, productCode: 'DSL EFF LS', price: '1.5300' };
    const noted = await readRate('Esso', {}, { former: [own, other] });
    expect(found(noted)).toEqual(['PRICE/LTR. RATE-CHANGE', 'null RATE-MISSING-SITES']);
    expect(noted.report.issues[1]?.value).toBe('07011 DSL EFF LS');
    const unnamed = [
      { ...grade, price: '1.2000' },
      { ...grade, price: '1.5300' },
    ];
    expect(found(await readRate('Esso', {}, { former: unnamed }))).toEqual([]);
  });

  it('RATE-01 any product is compared with its former price, and one of zero or in cents is not', async () => {
    const oil = { PRODUCT: 'OIL', 'PRICE/LTR.': 153 };
    const former = [{ site: '07011', product: 'OIL', productCode: 'OIL', price: '1.0000' }];
    expect(found(await readRate('Esso', oil, { former }))).toEqual(['PRICE/LTR. RATE-CHANGE']);
    const diesel = [{ site: '07011', product: 'DIESEL', price: '1.0000' }];
    const rulesOf = async (price: number) =>
      (await readRate('Pipeline', { Fuel: price }, { former: diesel })).report.issues
        .filter(({ rule }) => !rule.startsWith('RATE-SUM'))
        .map(({ rule }) => rule);
    expect(await rulesOf(0)).toEqual(['RATE-PRICE']);
    expect(await rulesOf(153)).toEqual(['RATE-CENTS']);
    expect(await rulesOf(3.01)).toEqual(['RATE-RANGE', 'RATE-CHANGE']);
  });

  it('RATE-01 are those of today if no day is given', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T23:59:00Z`) });
    const { report } = await readRate('Pipeline', {}, { today: undefined as never }).finally(() =>
      vi.useRealTimers(),
    );
    expect(report).toMatchObject({ ok: true, effective: { from: TODAY, to: TODAY } });
  });

  it('many missing sites are named in part and counted', async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({
      site: `S${index}`,
      product: 'DIESEL',
      price: '1.5000',
    }));
    const { report } = await readRate('Pipeline', {}, { former: many });
    expect(report.issues.at(-1)?.value).toMatch(/^S0, S1, .*, S19 and 5 more$/);
  });

  it.each([
    [{ accept: ['RATE-SUM'] as RuleId[] }, 'RATE-SUM cannot be accepted'],
    [{ maxChangePercent: 0 }, 'maxChangePercent'],
    [{ maxChangePercent: Number.NaN }, 'maxChangePercent'],
    [{ former: [{ site: '1', product: 'DIESEL', price: 'n/a' }] }, "is 'n/a'"],
    [{ former: [{ site: '1', product: 'DIESEL', price: '0' }] }, "is '0'"],
    [{ today: '18.11.2026' }, 'YYYY-MM-DD'],
  ])('an invalid option is refused: %j', async (options, says) => {
    const read = readRate('Pipeline', {}, options);
    await expect(read).rejects.toThrow(RangeError);
    await expect(read).rejects.toThrow(says);
  });
});
