import { describe, expect, it } from 'vitest';
import { findDays } from '../cells/date.ts';
import type { CellValue, RateProvider } from '../types.ts';
import { essoRates } from './layouts/esso.rates.ts';
import { EXAMPLE_RATES, found, readRate, readSheets } from './rates.test-kit.ts';

const effective = async (provider: RateProvider, banner: readonly CellValue[], file?: string) => {
  const options = { banner, today: '2026-09-09', ...(file !== undefined && { file }) };
  return (await readRate(provider, {}, options)).report.effective;
};
const days = (from: string, to = from) => ({ from, to });

describe('RATE-01 the days that prices apply to', () => {
  it.each([
    ['TA-Petro', ['Price Effective : September 9, 2026 at 12 am'], days('2026-09-09')],
    ['TA-Petro', ['', 'PRICE  EFFECTIVE: September 9th, 2026'], days('2026-09-09')],
    ['TA-Petro', ['Effective Sept. 9, 2026'], days('2026-09-09')],
    ['TA-Petro', ['Effective September 31, 2026'], null],
    ['TA-Petro', ['Printed September 9, 2026'], null],
    ['Pipeline', ['Effective 2026-08-24 to 2026-08-24'], days('2026-08-24')],
    ['Pipeline', ['Effective', 46_274], days('2026-09-09')],
    [
      'Pipeline',
      ['Effective from', '2026-09-09', 'to', '2026-09-10'],
      days('2026-09-09', '2026-09-10'),
    ],
    ['Esso', ['Effective 09/04/2026 - 09/07/2026'], days('2026-09-04', '2026-09-07')],
  ] as const)('%s %j', async (provider, banner, expected) => {
    expect(await effective(provider, banner)).toEqual(expected);
  });

  it.each([
    ['RP1DEN-70768501-20260908.csv', days('2026-09-09')],
    ['RP1DEN-20200101-20260908 (1).xls', days('2026-09-09')],
    ['RP1DEN-2026-12-31.xls', days('2027-01-01')],
    ['RP1DEN-70768501-20261308.xls', null],
    ['rates.xls', null],
  ])('of an Esso file named %s', async (name, expected) => {
    expect(await effective('Esso', [], name)).toEqual(expected);
  });

  it('are read from the first cell with text where the layout names no label', async () => {
    const effectiveAnywhere = [{ in: 'above', formats: ['MM/DD/YYYY'] }];
    const layouts = [{ ...essoRates, effective: effectiveAnywhere }];
    const { report } = await readRate('Esso', {}, { layouts, banner: ['', '11/17/2026'] });
    expect(report.issues).toMatchObject([{ rule: 'RATE-DATE', cell: 'B1', value: '2026-11-17' }]);
  });

  it('are in the lines; if accepted without any, prices count as today’s', async () => {
    const { report, lines } = await readRate('Esso', {}, { banner: [], accept: ['RATE-NO-DATE'] });
    expect(report).toMatchObject({ ok: true, effective: null, accepted: ['RATE-NO-DATE'] });
    expect(lines).toMatchObject([{ effectiveFrom: '2026-11-18', effectiveTo: '2026-11-18' }]);
  });

  it('only today’s of several sheets counts, and the others are reported', async () => {
    const { Pipeline } = EXAMPLE_RATES;
    const sheet = (name: string, day: string, price: number) => ({
      name,
      rows: [
        [`Effective ${day} to ${day}`],
        Object.keys(Pipeline),
        Object.values({ ...Pipeline, Savings: '', InTax: '', Your: price }),
      ],
    });
    const sheets = [sheet('Tue', '2026-11-17', 1.6), sheet('Wed', '2026-11-18', 1.7289)];
    const { report, lines } = await readSheets('Pipeline', sheets);
    expect(report.issues).toMatchObject([
      { rule: 'RATE-SHEET-DAY', sheet: 'Tue', cell: 'A1', value: '2026-11-17', severity: 'error' },
    ]);
    expect(report.sheets.map(({ name }) => name)).toEqual(['Wed']);
    expect(lines.map(({ sheet: name, total }) => `${name} ${total}`)).toEqual(['Wed 1.7289']);
    const accepted = await readSheets('Pipeline', sheets, { accept: ['RATE-SHEET-DAY'] });
    expect(accepted.report).toMatchObject({ ok: true, warnings: 1 });
    expect(accepted.lines).toEqual(lines);
  });

  it('two sheets for today must not price a product twice', async () => {
    const { Pipeline } = EXAMPLE_RATES;
    const sheets = ['2026-11-17', '2026-11-18'].map((from) => ({
      name: from,
      rows: [[`Effective ${from} to 2026-11-19`], Object.keys(Pipeline), Object.values(Pipeline)],
    }));
    const { report, lines } = await readSheets('Pipeline', sheets);
    expect(report.issues).toMatchObject([
      { rule: 'RATE-DUPLICATE', sheet: '2026-11-18', cell: 'A3', value: '07011 DIESEL' },
    ]);
    expect(report.effective).toEqual(days('2026-11-17', '2026-11-19'));
    expect(lines).toHaveLength(1);
  });

  it.each([
    ['Pipeline', ['Effective 2026-11-18', 'US $'], ['B1 RATE-CURRENCY']],
    ['Pipeline', ['Effective 2026-11-18', 'price per US gallon'], ['B1 RATE-CURRENCY']],
    ['Pipeline', ['Effective 2026-11-18', 'CAD per litre (USD per gallon on request)'], []],
    ['TA-Petro', ['Effective 2026-11-18, CAD per litre'], ['A1 RATE-CURRENCY', 'A1 RATE-CURRENCY']],
  ] as const)(
    'a banner with another currency or unit is reported: %s %j',
    async (provider, banner, expected) => {
      expect(found(await readRate(provider, {}, { banner }))).toEqual(expected);
    },
  );
});

describe('findDays', () => {
  it.each([
    ['9/4/2026 - 9/7/2026', 'MM/DD/YYYY', ['2026-09-04', '2026-09-07']],
    ['120261118', 'YYYYMMDD', []],
    ['20261118', 'YYYYMMDD', ['2026-11-18']],
    ['May 1st, 2026 and June 2nd, 2026', 'MMMM Do, YYYY', ['2026-05-01', '2026-06-02']],
    ['February 30, 2026', 'MMMM Do, YYYY', []],
  ])('%s as %s', (text, format, expected) => {
    expect(findDays(text, format).map(({ iso }) => iso)).toEqual(expected);
  });
});
