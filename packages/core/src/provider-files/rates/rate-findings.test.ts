import { describe, expect, it } from 'vitest';
import { readRate } from './rates.test-kit.ts';

describe('RATE-01 what a fault of a rate says of what was found, and what was expected', () => {
  it.each([
    ['Esso', { 'TOTAL PRICE': 172.9 }, ['TOTAL PRICE RATE-SUM-ROUNDING 1.7290 → 1.7289']],
    ['Esso', { 'TOTAL PRICE': 172.91 }, ['TOTAL PRICE RATE-SUM 1.7291 → 1.7289']],
    ['Esso', { 'PROV.': 'AB' }, ['GST/HST/FNT RATE-TAX 0.1989 → 0.0765']],
    [
      'Esso',
      { 'PROV.': 'QC', 'GST/HST/FNT': 7.65, 'TOTAL PRICE': 160.65 },
      ['PST/QST RATE-TAX 0.0000 → 0.15262'],
    ],
    [
      'Esso',
      {
        ...{ 'PROV.': 'QC', PRODUCT: 'DEF', 'NET PRICE': 100, PFT: '-', 'PRICE/LTR.': 100 },
        ...{ 'GST/HST/FNT': 5, 'TOTAL PRICE': 105 },
      },
      [],
    ],
    ['Esso', { FET: 4, 'NET PRICE': 140 }, ['FET RATE-TAX 0.0400 → 0.0000']],
    ['Esso', { 'PROV.': 'XX' }, ['PROV. RATE-PROVINCE XX → null']],
    ['Esso', { PRODUCT: 'KEROSENE' }, ['PRODUCT RATE-PRODUCT KEROSENE → null']],
    ['Esso', { CUR: 'USD' }, ['CUR RATE-CURRENCY USD → CAD']],
    ['Esso', { 'PROV.': 'OH' }, ['PROV. RATE-CURRENCY CAD in OH → USD']],
    [
      'Esso',
      { 'PRICE/LTR.': '-' },
      [
        'PRICE/LTR. RATE-PRICE - → 1.00 to 3.00',
        'PRICE/LTR. RATE-SUM 0.0000 → 1.5300',
        'TOTAL PRICE RATE-SUM 1.7289 → 0.1989',
      ],
    ],
    [
      'Esso',
      { 'PRICE/LTR.': -5 },
      [
        'PRICE/LTR. RATE-PRICE -5 → 1.00 to 3.00',
        'PRICE/LTR. RATE-SUM -0.0500 → 1.5300',
        'TOTAL PRICE RATE-SUM 1.7289 → 0.1489',
      ],
    ],
    ['Esso', { 'SITE NUMBER': '' }, ['SITE NUMBER RATE-REQUIRED  → null']],
    [
      'Esso',
      { 'PRICE/LTR.': 1.53, 'NET PRICE': 1.44, PFT: 0.09, 'GST/HST/FNT': 0.2, 'TOTAL PRICE': 1.73 },
      ['PRICE/LTR. RATE-DOLLARS 1.53 → 1.00 to 3.00 dollars in cents'],
    ],
    [
      'Esso',
      { 'PRICE/LTR.': 99, 'NET PRICE': 90, 'GST/HST/FNT': 12.87, 'TOTAL PRICE': 111.87 },
      ['PRICE/LTR. RATE-RANGE 0.9900 → 1.00 to 3.00'],
    ],
    ['Esso', { 'PRICE/LTR.': 100, 'NET PRICE': 91, 'GST/HST/FNT': 13, 'TOTAL PRICE': 113 }, []],
    ['Esso', { 'PRICE/LTR.': 300, 'NET PRICE': 291, 'GST/HST/FNT': 39, 'TOTAL PRICE': 339 }, []],
    [
      'Esso',
      { 'PRICE/LTR.': 300.01, 'NET PRICE': 291.01, 'GST/HST/FNT': 39, 'TOTAL PRICE': 339.01 },
      ['PRICE/LTR. RATE-RANGE 3.0001 → 1.00 to 3.00'],
    ],
    [
      'Esso',
      { 'PRICE/LTR.': 1000.01, 'NET PRICE': 991.01, 'GST/HST/FNT': 130, 'TOTAL PRICE': 1130.01 },
      ['PRICE/LTR. RATE-CENTS 1000.01 → 1.00 to 3.00'],
    ],
    [
      'Esso',
      {
        PRODUCT: 'DEF',
        'PRICE/LTR.': 50,
        'NET PRICE': 41,
        'GST/HST/FNT': 6.5,
        'TOTAL PRICE': 56.5,
      },
      [],
    ],
    [
      'Esso',
      {
        PRODUCT: 'DEF',
        'PRICE/LTR.': 49.99,
        'NET PRICE': 40.99,
        'GST/HST/FNT': 6.5,
        'TOTAL PRICE': 56.49,
      },
      ['PRICE/LTR. RATE-RANGE 0.4999 → 1.00 to 3.00'],
    ],
    [
      'Esso',
      {
        PRODUCT: 'OIL',
        'PRICE/LTR.': 2,
        'NET PRICE': 2,
        PFT: 0,
        'GST/HST/FNT': 0.26,
        'TOTAL PRICE': 2.26,
      },
      [],
    ],
    ['Pipeline', { Savings: 0.08 }, ['Savings RATE-SUM 0.0800 → 0.0711']],
    ['Pipeline', { Cost: 1.4101 }, ['Base RATE-SUM-ROUNDING 1.4400 → 1.4401']],
    ['Pipeline', { Cost: 1.4102 }, ['Base RATE-SUM 1.4400 → 1.4402']],
    [
      'Pipeline',
      { Fuel: 153 },
      [
        'Fuel RATE-CENTS 153 → 1.00 to 3.00',
        'Fuel RATE-SUM 153.0000 → 1.5300',
        'InTax RATE-SUM 1.7289 → 153.1989',
        'Your RATE-SUM 1.7289 → 153.1989',
      ],
    ],
    ['TA-Petro', { 'Savings Total': 0.28 }, ['Savings Total RATE-SUM 0.2800 → 0.2750']],
    ['TA-Petro', { 'Bulk DEF Price': 419.9 }, ['Bulk DEF Price RATE-CENTS 419.9 → 2.50 to 10.00']],
    ['TA-Petro', { 'Bulk DEF Price': 1.1 }, ['Bulk DEF Price RATE-RANGE 1.1000 → 2.50 to 10.00']],
    ['TA-Petro', { 'Bulk DEF Price': -1 }, ['Bulk DEF Price RATE-PRICE -1 → 2.50 to 10.00']],
    ['TA-Petro', { ST: 'ON' }, ['ST RATE-CURRENCY USD in ON → CAD']],
    ['TA-Petro', { 'Fuel Price': 2.5, 'Savings Total': '' }, []],
    [
      'TA-Petro',
      { 'Fuel Price': 2.499, 'Savings Total': '' },
      ['Fuel Price RATE-RANGE 2.4990 → 2.50 to 10.00'],
    ],
    [
      'TA-Petro',
      { 'Fuel Price': 10.001, 'Retail Price': 10.2, 'Savings Total': '' },
      ['Fuel Price RATE-RANGE 10.0010 → 2.50 to 10.00'],
    ],
    [
      'Esso',
      { 'PRICE/LTR.': 0.99, 'NET PRICE': 0.9, 'GST/HST/FNT': 0.13, 'TOTAL PRICE': 1.12 },
      ['PRICE/LTR. RATE-RANGE 0.0099 → 1.00 to 3.00', 'PRICE/LTR. RATE-SUM 0.0099 → 0.0990'],
    ],
    [
      'Esso',
      { 'PRICE/LTR.': 1, 'NET PRICE': 0.91, PFT: 0.09, 'GST/HST/FNT': 0.13, 'TOTAL PRICE': 1.13 },
      ['PRICE/LTR. RATE-DOLLARS 1 → 1.00 to 3.00 dollars in cents'],
    ],
    [
      'Esso',
      { 'PRICE/LTR.': 3, 'NET PRICE': 2.91, PFT: 0.09, 'GST/HST/FNT': 0.39, 'TOTAL PRICE': 3.39 },
      ['PRICE/LTR. RATE-DOLLARS 3 → 1.00 to 3.00 dollars in cents'],
    ],
    [
      'Esso',
      { 'PRICE/LTR.': 3.01, 'NET PRICE': 2.92, PFT: 0.09, 'GST/HST/FNT': 0.39, 'TOTAL PRICE': 3.4 },
      ['PRICE/LTR. RATE-RANGE 0.0301 → 1.00 to 3.00'],
    ],
  ] as const)('%s %j: %j', async (provider, changes, expected) => {
    const { report } = await readRate(provider, changes);
    expect(
      report.issues.map(
        ({ column, expected: wanted, rule, value }) => `${column} ${rule} ${value} → ${wanted}`,
      ),
    ).toEqual(expected);
  });
});
