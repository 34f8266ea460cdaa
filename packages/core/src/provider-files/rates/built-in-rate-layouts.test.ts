import { describe, expect, it } from 'vitest';
import type { CellValue, RateProvider } from '../types.ts';
import { readSheets } from './rates.test-kit.ts';

interface Printed {
  readonly provider: RateProvider;
  readonly banner: string;
  readonly cells: readonly (readonly [header: string, cell: CellValue])[];
  readonly also: Readonly<Record<string, readonly string[]>>;
  readonly ignored: readonly string[];
  readonly required: readonly string[];
  readonly filled: readonly string[];
  /** Which sums no longer fit if a price is half a dollar higher. */
  readonly sums: Readonly<Record<string, readonly string[]>>;
  readonly lines: readonly object[];
}

const TODAY = { effectiveFrom: '2026-11-18', effectiveTo: '2026-11-18' };
const PRINTED: readonly Printed[] = [
  {
    provider: 'TA-Petro',
    banner: 'Price Effective : November 18, 2026 at 12 am',
    cells: [
      ['Loc #', 6319],
      ['Travel Center', 'PETRO'],
      ['ST', 'AL'],
      ['City/State', 'BIRMINGHAM, AL'],
      ['Product Dispensed', 'DIESEL ULTRA LOW SULFUR'],
      ['Retail Fuel Price', 5.799],
      ['Fuel Price', 5.524],
      ['Savings Total', 0.275],
      ['Bulk DEF Price', 4.199],
      ['Currency', 'USD'],
    ],
    also: {
      ST: ['State'],
      'Product Dispensed': ['Product'],
      'Retail Fuel Price': ['Retail Price'],
      Currency: ['Cur'],
    },
    ignored: ['Loc Type', 'Merchant ID', 'Rack ID', 'Index', 'Freight', 'IBP Fuel Price'],
    required: ['Loc #', 'ST', 'Product Dispensed', 'Fuel Price'],
    filled: ['Loc #', 'ST', 'Product Dispensed', 'Fuel Price'],
    sums: {
      'Retail Fuel Price': ['Savings Total'],
      'Fuel Price': ['Savings Total'],
      'Savings Total': ['Savings Total'],
    },
    lines: [
      {
        provider: 'TA-Petro',
        site: '6319',
        siteName: 'PETRO',
        city: 'BIRMINGHAM',
        province: 'AL',
        product: 'DIESEL',
        productCode: 'DIESEL ULTRA LOW SULFUR',
        currency: 'USD',
        unit: 'USG',
        netPrice: null,
        fet: null,
        pft: null,
        pct: null,
        local: null,
        price: '5.5240',
        gstHst: null,
        pstQst: null,
        total: '5.5240',
        retail: '5.7990',
        sheet: 'Rates',
        row: 3,
        ...TODAY,
      },
      {
        provider: 'TA-Petro',
        site: '6319',
        siteName: 'PETRO',
        city: 'BIRMINGHAM',
        province: 'AL',
        product: 'DEF',
        productCode: 'BULK DEF',
        currency: 'USD',
        unit: 'USG',
        netPrice: null,
        fet: null,
        pft: null,
        pct: null,
        local: null,
        price: '4.1990',
        gstHst: null,
        pstQst: null,
        total: '4.1990',
        retail: null,
        sheet: 'Rates',
        row: 3,
        ...TODAY,
      },
    ],
  },
  {
    provider: 'Pipeline',
    banner: 'Effective 2026-11-18 to 2026-11-18',
    cells: [
      ['Site', '07011'],
      ['Name', 'AYR'],
      ['City', 'the city'],
      ['Prov', 'ON'],
      ['Prod', 'DSL'],
      ['Cost', 1.38],
      ['Freight', 0.03],
      ['Base', 1.41],
      ['FET', 0],
      ['PFT', 0.09],
      ['PCT', 0.02],
      ['Local', 0.01],
      ['Fuel', 1.53],
      ['SalesTax', 0.1989],
      ['InTax', 1.7289],
      ['QST', 0],
      ['Retail', 1.8],
      ['Your', 1.7289],
      ['Savings', 0.0711],
      ['Cur', 'CN'],
    ],
    also: {
      Site: ['Site #'],
      Name: ['Site Name'],
      Prov: ['Province'],
      Prod: ['Product'],
      Your: ['Your Price'],
      Cur: ['Currency'],
    },
    ignored: [],
    required: [
      'Site',
      'Prov',
      'Cost',
      'Freight',
      'Base',
      'FET',
      'PFT',
      'Fuel',
      'SalesTax',
      'QST',
      'Your',
    ],
    filled: ['Site', 'Prov', 'Prod', 'Base', 'Fuel', 'Your'],
    sums: {
      Cost: ['Base'],
      Freight: ['Base'],
      Base: ['Base', 'Fuel'],
      FET: ['Fuel'],
      PFT: ['Fuel'],
      PCT: ['Fuel'],
      Local: ['Fuel'],
      Fuel: ['Fuel', 'InTax', 'Your'],
      SalesTax: ['InTax', 'Your'],
      InTax: ['InTax'],
      QST: ['Your'],
      Retail: ['Savings'],
      Your: ['Your', 'Savings'],
      Savings: ['Savings'],
    },
    lines: [
      {
        provider: 'Pipeline',
        site: '07011',
        siteName: 'AYR',
        city: 'the city',
        province: 'ON',
        product: 'DIESEL',
        productCode: 'DSL',
        currency: 'CAD',
        unit: 'L',
        netPrice: '1.4100',
        fet: '0.0000',
        pft: '0.0900',
        pct: '0.0200',
        local: '0.0100',
        price: '1.5300',
        gstHst: '0.1989',
        pstQst: '0.0000',
        total: '1.7289',
        retail: '1.8000',
        sheet: 'Rates',
        row: 3,
        ...TODAY,
      },
    ],
  },
  {
    provider: 'Esso',
    banner: 'Effective 11/18/2026 - 11/18/2026',
    cells: [
      ['SITE NUMBER', 7011],
      ['NAME', 'AYR'],
      ['LOCATION', 'the city'],
      ['PROV.', 'ON'],
      ['PRODUCT', 'DIESEL LS'],
      ['NET PRICE', 141],
      ['FET', 0],
      ['PFT', 9],
      ['PCT', 2],
      ['LOCAL', 1],
      ['PRICE/LTR.', 153],
      ['GST/HST/FNT', 19.89],
      ['PST/QST', '-'],
      ['TOTAL PRICE', 172.89],
      ['CURRENCY', 'CAD'],
    ],
    also: {
      'SITE NUMBER': ['SITE'],
      'PROV.': ['PROVINCE'],
      'GST/HST/FNT': ['GST/HST'],
      CURRENCY: ['CUR'],
    },
    ignored: ['PRICE CHANGE'],
    required: [
      'SITE NUMBER',
      'PROV.',
      'PRODUCT',
      'NET PRICE',
      'FET',
      'PFT',
      'PRICE/LTR.',
      'GST/HST/FNT',
      'PST/QST',
      'TOTAL PRICE',
    ],
    filled: ['SITE NUMBER', 'PROV.', 'PRODUCT', 'NET PRICE', 'PRICE/LTR.', 'TOTAL PRICE'],
    sums: {
      'NET PRICE': ['PRICE/LTR.'],
      FET: ['PRICE/LTR.'],
      PFT: ['PRICE/LTR.'],
      PCT: ['PRICE/LTR.'],
      LOCAL: ['PRICE/LTR.'],
      'PRICE/LTR.': ['PRICE/LTR.', 'TOTAL PRICE'],
      'GST/HST/FNT': ['TOTAL PRICE'],
      'PST/QST': ['TOTAL PRICE'],
      'TOTAL PRICE': ['TOTAL PRICE'],
    },
    lines: [
      {
        provider: 'Esso',
        site: '07011',
        siteName: 'AYR',
        city: 'the city',
        province: 'ON',
        product: 'DIESEL',
        productCode: 'DIESEL LS',
        currency: 'CAD',
        unit: 'L',
        netPrice: '1.4100',
        fet: '0.0000',
        pft: '0.0900',
        pct: '0.0200',
        local: '0.0100',
        price: '1.5300',
        gstHst: '0.1989',
        pstQst: '0.0000',
        total: '1.7289',
        retail: null,
        sheet: 'Rates',
        row: 3,
        ...TODAY,
      },
    ],
  },
];

const check = (
  { banner, provider }: Printed,
  headers: readonly string[],
  row: readonly CellValue[],
) => readSheets(provider, [{ name: 'Rates', rows: [[banner], headers, row] }]);
const headersOf = ({ cells }: Printed) => cells.map(([header]) => header);
const rowOf = ({ cells }: Printed) => cells.map(([, cell]) => cell);

describe.each(PRINTED)('RATE-01 the rates of $provider', (printed) => {
  it('RATE-01 are read in every column, and nothing is said of those that are ignored', async () => {
    const headers = [...headersOf(printed), ...printed.ignored];
    const { lines, report } = await check(printed, headers, rowOf(printed));
    expect(report.issues).toEqual([]);
    expect(lines).toEqual(printed.lines);
  });

  it('RATE-01 may spell their headers otherwise', async () => {
    for (const [header, others] of Object.entries(printed.also)) {
      for (const other of others) {
        const headers = headersOf(printed).map((name) => (name === header ? other : name));
        const { lines, report } = await check(printed, headers, rowOf(printed));
        expect(report.issues, other).toEqual([]);
        expect(lines, other).toEqual(printed.lines);
      }
    }
  });

  it('RATE-01 may have any of their columns first, and a fault of it is found there too', async () => {
    for (const [header, cell] of printed.cells) {
      const others = printed.cells.filter(([name]) => name !== header);
      const first = { ...printed, cells: [[header, cell] as const, ...others] };
      const { lines, report } = await check(first, headersOf(first), rowOf(first));
      expect(report.issues, header).toEqual([]);
      expect(lines, header).toEqual(printed.lines);
      for (const fault of [{ fault: '#REF!' }, 'n/a', undefined]) {
        const at = headersOf(printed).indexOf(header);
        const issuesOf = async (of: Printed, row: readonly CellValue[]) => {
          const { report: found } = await check(of, headersOf(of), row);
          return found.issues
            .map(({ column, expected, rule }) => `${column} ${rule} ${expected}`)
            .sort();
        };
        const usual = await issuesOf(printed, rowOf(printed).with(at, fault));
        expect(await issuesOf(first, rowOf(first).with(0, fault)), header).toEqual(usual);
      }
    }
  });

  it('RATE-01 are refused without a column that is required, and read without any other', async () => {
    const refused: string[] = [];
    for (const header of headersOf(printed)) {
      const cells = printed.cells.filter(([name]) => name !== header);
      const without = { ...printed, cells };
      await check(without, headersOf(without), rowOf(without)).catch((error: Error) => {
        expect(error.message).toContain(` has no column '${header}'. Ask ${printed.provider} for`);
        refused.push(header);
      });
    }
    expect(refused).toEqual(printed.required);
  });

  it('RATE-01 have every cell that a rate must have', async () => {
    const missing: string[] = [];
    for (const [at, header] of headersOf(printed).entries()) {
      const row: readonly CellValue[] = rowOf(printed).with(at, undefined);
      const { report } = await check(printed, headersOf(printed), row);
      if (report.issues.some(({ column, rule }) => rule === 'RATE-REQUIRED' && column === header))
        missing.push(header);
    }
    expect(missing).toEqual(printed.filled);
  });

  it('RATE-01 have prices that add up', async () => {
    const half = printed.provider === 'Esso' ? 50 : 0.5;
    for (const [header, sums] of Object.entries(printed.sums)) {
      const row = printed.cells.map(([name, cell]) =>
        name === header ? (typeof cell === 'number' ? cell : 0) + half : cell,
      );
      const { report } = await check(printed, headersOf(printed), row);
      const wrong = report.issues.filter(({ rule }) => rule === 'RATE-SUM');
      expect(
        wrong.map(({ column }) => column),
        header,
      ).toEqual(sums);
    }
  });
});

it.each([
  ['Esso', 'cad', true],
  ['Esso', 'CN', false],
  ['Pipeline', 'CAD', true],
  ['Pipeline', 'CA', true],
  ['Pipeline', 'CN', true],
  ['Pipeline', 'US', false],
  ['Pipeline', 'USD', false],
  ['TA-Petro', 'USD', true],
  ['TA-Petro', 'CAD', false],
])('RATE-01 prices of %s in %s fit its layout: %s', async (provider, currency, fits) => {
  const printed = PRINTED.find((one) => one.provider === provider);
  if (!printed) throw new Error(`There are no rates of ${provider}.`);
  const row = printed.cells.map(([header, cell]) => (/^cur/i.test(header) ? currency : cell));
  const { report } = await check(printed, headersOf(printed), row);
  expect(report.ok).toBe(fits);
});
