import { describe, expect, it } from 'vitest';
import { checkSheets } from '../checking.test-kit.ts';
import type { CellValue } from '../types.ts';
import type { Printed } from './printed-file.test-kit.ts';
import { PRINTED_FILES } from './printed-files.test-kit.ts';

const check = (
  { above = [], below = [], provider }: Printed,
  headers: readonly string[],
  ...rows: readonly (readonly CellValue[])[]
) => checkSheets(provider, [{ name: 'S', rows: [...above, headers, ...rows, ...below] }]);

const headersOf = ({ cells }: Printed) => cells.map(([header]) => header);
const rowOf = ({ cells }: Printed) => cells.map(([, cell]) => cell);

describe.each(PRINTED_FILES)('TXN-12 the files of $provider', (printed) => {
  it('TXN-12 are read in every column, and nothing is said of those that are ignored', async () => {
    const headers = [...headersOf(printed), ...(printed.ignored ?? [])];
    const { found, rows } = await check(printed, headers, rowOf(printed));
    expect(found).toEqual([]);
    expect(rows.map(({ lines }) => lines)).toEqual([printed.lines]);
  });

  it.each(
    Object.entries(printed.also).flatMap(([header, others]) =>
      others.map((other) => [other, header] as const),
    ),
  )('TXN-12 may have %s in place of %s', async (other, header) => {
    const headers = headersOf(printed).map((name) => (name === header ? other : name));
    const { found, rows } = await check(printed, headers, rowOf(printed));
    expect(found).toEqual([]);
    expect(rows.map(({ lines }) => lines)).toEqual([printed.lines]);
  });

  it('TXN-12 may have any of their columns first, and a fault of it is found there too', async () => {
    // A record is known by its first cell, and a total row by its label.
    if (printed.provider === 'ESSO') return;
    const whole = { ...printed, below: [] };
    const issuesOf = async (of: Printed, row: readonly CellValue[]) => {
      const { report } = await check(of, headersOf(of), row);
      return report.issues
        .filter(({ rule }) => rule !== 'FILE-TOTAL-ROW')
        .map(({ column, expected, rule }) => `${column} ${rule} ${expected}`)
        .sort();
    };
    for (const [at, [header, cell]] of printed.cells.entries()) {
      const first = {
        ...whole,
        cells: [[header, cell] as const, ...printed.cells.toSpliced(at, 1)],
      };
      const { rows } = await check(first, headersOf(first), rowOf(first));
      expect(
        rows.map(({ lines }) => lines),
        header,
      ).toEqual([printed.lines]);
      expect(await issuesOf(first, rowOf(first)), header).toEqual([]);
      for (const fault of [{ fault: '#REF!' }, 'n/a', undefined]) {
        expect(await issuesOf(first, rowOf(first).with(0, fault)), header).toEqual(
          await issuesOf(whole, rowOf(whole).with(at, fault)),
        );
      }
    }
  });

  it('TXN-12 are refused without a column that is required, and read without any other', async () => {
    const refused: string[] = [];
    for (const header of headersOf(printed)) {
      const left = printed.cells.filter(([name]) => name !== header);
      const without = { ...printed, cells: left };
      await check(without, headersOf(without), rowOf(without)).catch((error: Error) => {
        expect(error.message).toContain(` has no column '${header}'. Ask ${printed.provider} for`);
        refused.push(header);
      });
    }
    expect(refused).toEqual(printed.required);
  });

  it('TXN-12 have every cell that a row must have', async () => {
    const missing: string[] = [];
    for (const [at, header] of headersOf(printed).entries()) {
      const row: readonly CellValue[] = rowOf(printed).with(at, undefined);
      const { report } = await check(printed, headersOf(printed), row);
      if (report.issues.some(({ column, rule }) => rule === 'TXN-REQUIRED' && column === header))
        missing.push(header);
    }
    expect(missing).toEqual(printed.filled);
  });
});

const COMMON = {
  D1: 'DIESEL',
  DSL: 'DIESEL',
  ULSD: 'DIESEL',
  DIESEL: 'DIESEL',
  'diesel ls': 'DIESEL',
  'DSL EFF LS': 'DIESEL',
  'DSL EFF D': 'DIESEL',
  'DIESEL ULTRA LOW SULFUR': 'DIESEL',
  BIO: 'DIESEL_BIO',
  BDSL: 'DIESEL_BIO',
  'DIESEL BIO ULTRA LS 20%': 'DIESEL_BIO',
  DYED: 'DYED',
  DSLD: 'DYED',
  'DSL DYED': 'DYED',
  MKD: 'DYED',
  MARKED: 'DYED',
  ULSR: 'REEFER',
  RFR: 'REEFER',
  REEF: 'REEFER',
  RFER: 'REEFER',
  DEF: 'DEF',
  DEFD: 'DEF',
  'BULK DEF': 'DEF',
  REG: 'GASOLINE',
  RUL: 'GASOLINE',
  MID: 'GASOLINE',
  MUL: 'GASOLINE',
  PRE: 'GASOLINE',
  PUL: 'GASOLINE',
  UNL: 'GASOLINE',
  UNLD: 'GASOLINE',
  CADV: 'CASH',
  SCLE: 'SCALE',
  SCALE: 'SCALE',
  WASH: 'WASH',
  OIL: 'OIL',
  FEE: 'FEE',
  MISC: 'MISC',
};
const printedBy = (provider: string): Printed => {
  const found = PRINTED_FILES.find((printed) => printed.provider === provider);
  if (!found) throw new Error(`There are no files of ${provider}.`);
  return found;
};

/** Checks a row of a provider with some of its cells changed. */
const changed = (provider: string, cells: Readonly<Record<string, CellValue>>) => {
  const printed = printedBy(provider);
  const row = printed.cells.map(([header, cell]) => (header in cells ? cells[header] : cell));
  return check(printed, headersOf(printed), row);
};

describe('TXN-12 codes that providers print', () => {
  it.each([
    ['ESSO', 'PRD_CD', COMMON],
    ['Suncore', 'Product Code', COMMON],
    [
      'Pipeline',
      'Prod',
      {
        ...COMMON,
        ...{ TA: 'DIESEL', TF: 'REEFER', DF: 'DEF', S: 'SCALE', AD: 'ADDITIVE' },
        ...{ O: 'OIL', L: 'OIL', C: 'CASH', Q: 'FEE' },
      },
    ],
    ['TAPetro', 'Item', { ...COMMON, TA: 'DIESEL', ADD: 'ADDITIVE' }],
    [
      'Comdata',
      'Product Code 1',
      {
        ...{ TRACTOR: 'DIESEL', OTHER: 'DEF', REEFER: 'REEFER', OIL: 'OIL', CASH: 'CASH' },
        ...{ FEE: 'FEE', 0: 'ADDITIVE', 1: 'MISC', 3: 'OIL', 9: 'MISC', A: 'WASH', B: 'SCALE' },
        ...{ C: 'MISC', H: 'MISC', J: 'MISC', O: 'DEF', P: 'MISC', Q: 'FEE', W: 'MISC' },
        X: 'MISC',
      },
    ],
  ] as const)('TXN-12 name the products of %s', async (provider, header, products) => {
    const found: Record<string, string | undefined> = {};
    for (const code of Object.keys(products)) {
      const { rows } = await changed(provider, { [header]: code });
      found[code] = rows[0]?.reported.find(({ productCode }) => productCode === code)?.product;
    }
    expect(found).toEqual(products);
  });

  it.each([
    ['ESSO', {}, 'CAD L'],
    ['Comdata', { 'Billable Currency': 'U' }, 'USD USG'],
    ['Comdata', { 'Billable Currency': 'usd' }, 'USD USG'],
    ['Comdata', { 'Billable Currency': 'CAD' }, 'CAD USG'],
    ['Comdata', { 'Billable Currency': '' }, 'USD USG'],
    ['Pipeline', { Cur: 'CAD', UOM: 'LTR' }, 'CAD L'],
    ['Pipeline', { Cur: 'CA', UOM: '' }, 'CAD L'],
    ['Pipeline', { Cur: 'US', UOM: 'G' }, 'USD USG'],
    ['Pipeline', { Cur: 'USD', UOM: 'GAL' }, 'USD USG'],
    ['Pipeline', { Cur: 'USD', UOM: 'USG' }, 'USD USG'],
    ['TAPetro', { Currency: 'USD' }, 'USD USG'],
    ['TAPetro', { Currency: 'US' }, 'USD USG'],
    ['TAPetro', { Currency: 'CAD' }, 'CAD L'],
    ['TAPetro', { Currency: 'CAD/Liters' }, 'CAD L'],
  ] as const)('TXN-12 %s: %j is %s', async (provider, cells, expected) => {
    const { rows } = await changed(provider, cells);
    const [line] = rows[0]?.reported ?? [];
    expect(`${line?.currency} ${line?.unit}`).toBe(expected);
  });

  it.each([
    ['ESSO', 'CARD_NO', [16, 17, 18, 19]],
    ['Suncore', 'Card Number', [16]],
    ['Comdata', 'Comchek Card Number', [10, 16]],
    ['Pipeline', 'Card #', [16]],
    ['TAPetro', 'Card #', [16, 17, 18, 19]],
  ] as const)(
    'TXN-12 cards of %s in %s have as many digits as %j',
    async (provider, header, all) => {
      const lengths: number[] = [];
      for (let length = 8; length <= 21; length += 1) {
        const { report } = await changed(provider, { [header]: '7'.repeat(length) });
        if (!report.issues.some(({ rule }) => rule === 'TXN-CARD-LENGTH')) lengths.push(length);
      }
      expect(lengths).toEqual(all);
    },
  );

  it.each([
    ['ESSO', ['20261118', '2026-11-18']],
    ['Suncore', ['18-Nov-26', '18-Nov-2026', '2026-11-18']],
    ['Comdata', ['11/18/2026', '2026-11-18']],
    ['Pipeline', ['2026-11-18 10:15:00', '2026-11-18T10:15:00', '2026-11-18 10:15', '2026-11-18']],
    ['TAPetro', ['2026-11-18', '11/18/2026']],
  ] as const)('TXN-12 days of %s are written %j', async (provider, days) => {
    const header = printedBy(provider).filled.find((name) => /date/i.test(name)) ?? '';
    for (const day of days) {
      const { rows } = await changed(provider, { [header]: day });
      expect(rows[0]?.lines[0]?.businessDate, day).toBe('2026-11-18');
    }
  });

  it.each([
    ['ESSO', 'AMT', 173.89, 0.02],
    ['Suncore', 'Total', 171.89, 0.02],
    ['Pipeline', 'Final Amt', 170, 0.02],
    ['TAPetro', 'Amt', 360, 0.07],
  ] as const)(
    'TXN-12 a price of %s hides so much of %s %d',
    async (provider, header, amount, off) => {
      const rulesOf = async (total: number) => {
        const { report } = await changed(provider, { [header]: total });
        return report.issues.filter(({ rule }) => rule === 'TXN-QTY').length;
      };
      expect(await rulesOf((Math.round(amount * 100) + Math.round(off * 100) - 1) / 100)).toBe(0);
      expect(await rulesOf((Math.round(amount * 100) + Math.round(off * 100)) / 100)).toBe(1);
    },
  );
});
