import { describe, expect, it } from 'vitest';
import { CANADIAN_TAXES } from './canadian-taxes.ts';
import { PROVINCES } from './provinces.ts';
import { parseTaxTable } from './tax-table.schema.ts';
import {
  carbonOn,
  federalExciseOn,
  provincialFuelTaxes,
  salesTaxOn,
  taxTablesInUse,
} from './tax-tables.ts';

const rate = (change: object = {}) => ({
  jurisdiction: 'ON',
  tax: 'pft',
  product: 'diesel',
  from: '2027-01-01',
  rate: 0.05,
  source: 'Ontario, budget 2027',
  verified_until: '2027-06-30',
  ...change,
});

describe('TXN-15 taxes of the day', () => {
  it.each([
    ['NS', '2025-03-31', 15_000],
    ['NS', '2025-04-01', 14_000],
    ['ON', '2026-11-18', 13_000],
    ['QC', '2026-11-18', 0],
  ] as const)('HST of %s on %s', (province, day, expected) => {
    expect(salesTaxOn(province, day).hst).toBe(expected);
  });

  it.each([
    ['2026-04-19', 4_000, 10_000],
    ['2026-04-20', 0, 0],
    ['2026-09-08', 0, 0],
    ['2026-11-22', 0, 0],
    ['2027-01-31', 0, 0],
    ['2027-02-01', 2_000, 5_000],
    ['2027-03-31', 2_000, 5_000],
    ['2027-04-01', 4_000, 10_000],
  ])(
    'TXN-15 federal excise tax on %s is suspended, halved, then whole',
    (day, diesel, gasoline) => {
      expect([federalExciseOn('diesel', day), federalExciseOn('gasoline', day)]).toEqual([
        diesel,
        gasoline,
      ]);
    },
  );

  it.each([
    ['2019-03-31', 'ON', 0],
    ['2019-04-01', 'ON', 5_370],
    ['2025-03-31', 'ON', 21_390],
    ['2025-04-01', 'ON', 0],
    ['2019-12-31', 'AB', 0],
    ['2020-01-01', 'AB', 5_370],
    ['2020-06-01', 'BC', 10_230],
    ['2025-03-31', 'BC', 20_740],
    ['2025-04-01', 'BC', 0],
    ['2023-06-30', 'NS', 0],
    ['2023-07-01', 'NS', 17_380],
    ['2023-06-30', 'NB', 13_410],
    ['2022-05-08', 'PE', 8_050],
    ['2022-05-09', 'PE', 13_410],
    ['2020-09-30', 'NL', 5_370],
    ['2020-10-01', 'NL', 0],
  ] as const)('TXN-15 carbon charge on diesel on %s in %s', (day, province, expected) => {
    expect(carbonOn('diesel', province, day)).toBe(expected);
  });

  it.each([
    ['diesel', 'AB', '2026-09-30', [13_000]],
    ['diesel', 'AB', '2026-10-01', [0]],
    ['gasoline', 'AB', '2026-12-31', [0]],
    ['diesel', 'MB', '2024-06-01', [0]],
    ['diesel', 'MB', '2025-01-01', [12_500]],
    ['diesel', 'QC', '2026-11-18', [20_200]],
    ['gasoline', 'QC', '2026-11-18', [19_200, 22_200]],
    ['diesel', 'BC', '2026-11-18', [15_000, 27_500, 20_500]],
    ['diesel', 'ON', '2022-06-30', [14_300]],
    ['diesel', 'ON', '2022-07-01', [9_000]],
    ['diesel', 'NL', '2020-01-01', [16_500]],
    ['gasoline', 'NL', '2020-11-06', [16_500]],
    ['gasoline', 'NL', '2020-11-07', [14_500]],
    ['gasoline', 'PE', '2019-12-31', [9_680]],
    ['gasoline', 'PE', '2020-01-01', [8_470]],
    ['diesel', 'BC', '2019-06-30', [15_000, 26_000, 20_500]],
  ] as const)('TXN-15 provincial tax on %s in %s on %s', (fuel, province, day, expected) => {
    expect(provincialFuelTaxes(fuel, province, day)).toEqual(expected);
  });

  it('every province has one regime: HST, or GST with at most one other', () => {
    for (const province of PROVINCES) {
      const { hst, gst, qst, pst } = salesTaxOn(province, '2026-11-18');
      expect(hst > 0, province).toBe(gst === 0);
      expect(qst > 0 && pst > 0, province).toBe(false);
    }
  });

  it('TXN-15 the table of the package passes its own schema, with a fuel tax for every province', () => {
    expect(parseTaxTable({ ...CANADIAN_TAXES })).toEqual({ ...CANADIAN_TAXES });
    for (const province of PROVINCES) {
      for (const fuel of ['diesel', 'gasoline'] as const) {
        expect(provincialFuelTaxes(fuel, province, '2026-11-22'), province).not.toEqual([]);
        expect(taxTablesInUse().carbonOn(fuel, province, '2026-11-22'), province).toBeDefined();
      }
    }
  });
});

describe('TXN-15 the basis of a rate', () => {
  it('TXN-15 no federal and no sales tax of the package is recalled', () => {
    const recalled = CANADIAN_TAXES.rates.filter(({ basis }) => basis === 'recalled');
    expect(recalled.map(({ jurisdiction, tax }) => `${jurisdiction} ${tax}`)).toEqual([
      'QC carbon',
      'QC carbon',
      'PE carbon',
      'PE carbon',
      'NL carbon',
      'NL carbon',
      'AB pft',
      'AB pft',
      'AB pft',
      'AB pft',
      'NL pft',
      'NL pft',
    ]);
    for (const { source, url } of recalled) {
      expect(source).toMatch(/^From general knowledge, not verified against a document: /);
      expect(url).toBeUndefined();
    }
  });

  it.each(['hst', 'gst', 'qst', 'pst'])(
    'TXN-15 sales taxes of a day are verified only while each of them is, also the %s',
    (tax) => {
      const levied = ['hst', 'gst', 'qst', 'pst'].map((one) =>
        rate({ tax: one, product: one === 'pst' ? 'other' : 'any' }),
      );
      const read = (rates: readonly object[]) =>
        taxTablesInUse([parseTaxTable({ name: 'bc-2027', rates })]).salesOn('ON', '2027-01-15');
      expect(read(levied).verified).toBe(true);
      const doubtful = levied.map((one) =>
        one.tax === tax ? { ...one, verified_until: '2027-01-14' } : one,
      );
      expect(read(doubtful).verified).toBe(false);
    },
  );

  it('TXN-15 a recalled rate is never verified, whatever its verified_until', () => {
    const table = { name: 'accounting', rates: [rate({ basis: 'recalled' })] };
    const taxes = taxTablesInUse([table]);
    expect(taxes.rateOn('ON', 'pft', 'diesel', '2027-02-01')).toEqual({
      rate: 5_000,
      verified: false,
    });
    expect(taxes.facts('2027-02-01')[0]).toMatchObject({ verifiedUntil: '9999-12-31' });
    expect(taxTablesInUse().carbonOn('diesel', 'QC', '2026-11-18')).toEqual({
      rate: 0,
      verified: false,
    });
  });
});

describe('TXN-15 provided tables', () => {
  it('TXN-15 apply on the days that they cover, and the built-in table on the others', () => {
    const taxes = taxTablesInUse([[rate({ to: '2027-12-31' })]]);
    expect(taxes.rateOn('ON', 'pft', 'diesel', '2026-12-31')).toEqual({
      rate: 9_000,
      verified: true,
    });
    expect(taxes.rateOn('ON', 'pft', 'diesel', '2027-06-30')).toEqual({
      rate: 5_000,
      verified: true,
    });
    expect(taxes.rateOn('ON', 'pft', 'diesel', '2027-07-01')).toEqual({
      rate: 5_000,
      verified: false,
    });
    expect(taxes.rateOn('ON', 'pft', 'diesel', '2028-01-01')?.rate).toBe(9_000);
    expect(taxes.provincialOn('diesel', 'ON', '2027-02-01')).toEqual([5_000]);
  });

  it('TXN-15 are listed rate by rate, without what an earlier table overrides on a day', () => {
    const own = [
      rate({ to: '2027-03-31' }),
      rate({ from: '2027-04-01', rate: 0.06 }),
      rate({ jurisdiction: 'QC' }),
    ];
    const taxes = taxTablesInUse([{ name: 'Ours', rates: own }]);
    const listed = (day: string) =>
      taxes
        .list(day)
        .filter(({ jurisdiction, tax }) => jurisdiction === 'ON' && tax === 'pft')
        .map(({ from, product, rate: of, table }) => `${table} ${product} ${from} ${of}`);
    expect(listed('2027-02-01')).toEqual([
      'Ours diesel 2027-01-01 0.05',
      'Canada 2026-11 gasoline 2022-07-01 0.09',
    ]);
    expect(listed('2026-12-31')).toEqual([
      'Canada 2026-11 diesel 2022-07-01 0.09',
      'Canada 2026-11 gasoline 2022-07-01 0.09',
    ]);
    expect(taxes.list().filter(({ table }) => table === 'Ours')).toHaveLength(3);
    const overridden = { jurisdiction: 'ON', tax: 'pft', product: 'diesel', from: '2022-07-01' };
    expect(taxes.list()).toContainEqual(expect.objectContaining(overridden));
  });

  it('TXN-15 are listed with the day they were verified, in order of precedence', () => {
    const own = { name: 'accounting', verified_on: '2027-01-02', rates: [rate()] };
    expect(taxTablesInUse([own]).facts('2027-02-01')[0]).toEqual({
      name: 'accounting',
      verifiedOn: '2027-01-02',
      verifiedUntil: '2027-06-30',
    });
    // A rate that the next one of its kind has replaced says nothing of today, whatever else the table has.
    const rates = [
      rate({ verified_until: '2027-03-31' }),
      rate({ from: '2027-02-01', rate: 0.06, verified_until: '2027-12-31' }),
      rate({ jurisdiction: 'QC', verified_until: '2027-12-31' }),
    ];
    expect(taxTablesInUse([{ ...own, rates }]).facts('2027-02-01')[0]).toMatchObject({
      verifiedUntil: '2027-12-31',
    });
    expect(taxTablesInUse().facts('2026-11-22')).toEqual([
      { name: 'Canada 2026-11', verifiedOn: '2026-11-22', verifiedUntil: '2026-12-31' },
    ]);
  });

  it('TXN-15 say which rates of two of them contradict, and that the first applies', () => {
    const first = {
      name: 'Ours',
      rates: [rate({ from: '2026-01-01', to: '2027-03-31', rate: 0.1 })],
    };
    const second = {
      name: 'Theirs',
      rates: [rate({ product: 'gasoline' }), rate({ rate: 0.2 }), rate({ from: '2028-01-01' })],
    };
    const taxes = taxTablesInUse([first, second]);
    expect(taxes.rateOn('ON', 'pft', 'diesel', '2027-02-01')?.rate).toBe(10_000);
    const [ours, theirs, built] = taxes.facts('2027-02-01');
    expect(theirs?.contradictions).toEqual([
      'rates[1] (ON pft diesel is 0.2 from 2027-01-01) contradicts rates[0] of Ours (ON pft diesel is 0.1 from 2026-01-01 to 2027-03-31), which applies',
    ]);
    expect(ours).not.toHaveProperty('contradictions');
    expect(built).not.toHaveProperty('contradictions');
    const same = { name: 'Same', rates: [rate({ rate: 0.1 })] };
    const [, agrees] = taxTablesInUse([first, same]).facts('2027-02-01');
    expect(agrees).not.toHaveProperty('contradictions');
  });

  it.each([
    [[rate({ jurisdiction: 'TX' })], 'rates[0].jurisdiction: must be CA, a province'],
    [[rate({ rate: 5 })], 'rates[0].rate: '],
    [[rate({ rate: 0.123456 })], 'rates[0].rate: has more than five decimal places'],
    [[rate({ from: '2027-02-30' })], 'rates[0].from: must be a day as YYYY-MM-DD'],
    [[rate({ to: '2026-12-31' })], 'rates[0]: to must not be before from'],
    [[rate({ to: '2027-12-31' }), rate({ from: '2027-06-01' })], 'rates[1]: overlaps rates[0]'],
    [
      [rate({ rate: 0.1 }), rate({ rate: 0.2 })],
      'rates[1]: overlaps rates[0]: ON pft diesel is 0.1 from 2027-01-01, ON pft diesel is 0.2 from 2027-01-01.',
    ],
    [
      [
        rate({ to: '2027-12-31' }),
        rate({ from: '2027-02-01', to: '2027-02-28' }),
        rate({ from: '2027-06-01', to: '2027-06-30' }),
      ],
      'rates[2]: overlaps rates[0]',
    ],
    [[rate({ unit: 'litre' })], 'unit'],
    [[rate({ basis: 'hearsay' })], 'rates[0].basis: '],
    [[rate({ url: 'javascript:alert(1)' })], 'rates[0].url: must be an address: https://…'],
    [{ rates: [rate()] }, 'name: '],
    [[], 'rates: '],
  ])('TXN-15 an invalid table is refused with the position of the error %#', (table, fault) => {
    expect(() => parseTaxTable(table)).toThrow(fault);
  });
});
