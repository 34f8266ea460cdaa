import { describe, expect, it } from 'vitest';
import { checkSheets } from './checking.test-kit.ts';
import { CARD, ESSO_HEADER, PIPELINE_HEADER } from './rows.test-kit.ts';
import type { CellValue } from './types.ts';

const TAPETRO = [
  'Card #',
  'Tran Date',
  'Invoice',
  'Location ID',
  'State/ Prov',
  'Item',
  'Qty',
  'PPU',
  'Amt',
  'Currency',
];
const tapetro = (date: CellValue, invoice: number) => [
  CARD,
  date,
  invoice,
  'MI118',
  'MI',
  'ULSD',
  100,
  3.5,
  350,
  'USD/Gallons',
];
const dated = (...dates: CellValue[]) => ({ name: 'S', rows: [TAPETRO, ...dates.map(tapetro)] });

const detail = (quantity: CellValue = 500) => [
  ...['DTL', CARD, '20261118', 1, 814, 'ON', 'D1'],
  ...[quantity, 1.44, 0, 0.09, 0, 99.45, 864.45],
];
const HDR = ['HDR', '70768501', 'X', '20261119', 'CAD', 'E1'];
const TRL = ['TRL', 1, 500, 864.45];

const pipeline = (code: string) => [
  ...[code, CARD, '2026-11-18', '1', 'ON', 'TA', 100, 1.7],
  ...[19.56, 0, 170, 'CN'],
];
const total = (quantity: number, amount: number) => [
  ...['Grand Total', undefined, undefined, undefined, undefined, undefined, quantity],
  ...[undefined, undefined, undefined, amount],
];

describe('TXN-12 answers as a careful clerk would give', () => {
  it.each([
    ['dates of the other order beside dates of either', ['18/11/2026', '05/11/2026'], true],
    ['dates of the other order alone', ['18/11/2026', '19/11/2026'], false],
    ['dates of the layout that fit both ways', ['11/05/2026', '11/19/2026'], false],
    ['a day that fits one way only because it is the same', ['18/11/2026', '11/11/2026'], false],
    ['a day that does not exist beside one of either', ['02/31/2026', '11/05/2026'], false],
  ])('TXN-12 %s: %j', async (_, dates, held) => {
    const { report } = await checkSheets('TAPetro', [dated(...dates)]);
    expect(report.issues.some(({ rule }) => rule === 'FILE-DATE-ORDER')).toBe(held);
    if (held) {
      expect(report).toMatchObject({ ok: false });
      expect(report.issues.at(-1)).toMatchObject({
        rule: 'FILE-DATE-ORDER',
        severity: 'error',
        sheet: 'S',
        row: null,
      });
    }
  });

  it('TXN-12 a year of 2062 is one error of its row, without errors about unknown taxes', async () => {
    const far = detail().with(2, '20621118').with(9, 0.04).with(13, 887.05).with(12, 102.05);
    const { found } = await checkSheets('ESSO', [
      { name: 'S', rows: [HDR, ESSO_HEADER, far, ['TRL', 1, 500, 887.05]] },
    ]);
    expect(found).toEqual(['C3 TXN-DATE-FAR']);
  });

  it('TXN-12 records may follow an empty column, with rules and footnotes between them', async () => {
    const { report, rows } = await checkSheets('ESSO', [
      {
        name: 'S',
        rows: [
          HDR,
          ESSO_HEADER,
          ESSO_HEADER.map(() => '---'),
          detail(),
          TRL,
          ['* Prices as posted'],
        ].map((cells) => [undefined, ...cells]),
      },
    ]);
    expect(report.issues).toEqual([]);
    expect(report).toMatchObject({ ok: true, rows: 1 });
    expect(rows[0]?.lines[0]).toMatchObject({ account: '70768501', invoiceNumber: 'E1' });
  });

  it('TXN-12 a record with a card or a day is never treated as a footnote', async () => {
    const { found, report } = await checkSheets('ESSO', [
      { name: 'S', rows: [HDR, ESSO_HEADER, detail(), ['DTX', CARD], ['', '', '20261118'], TRL] },
    ]);
    expect(report).toMatchObject({ ok: false, rows: 3, acceptedRows: 1 });
    expect(found).toContain('A4 TXN-RECORD');
    expect(found).toContain('B5 TXN-REQUIRED');
  });

  it('TXN-12 a total that is a spreadsheet error is reported as the spreadsheet shows it', async () => {
    const { report } = await checkSheets('ESSO', [
      { name: 'S', rows: [HDR, ESSO_HEADER, detail(), ['TRL', 1, { fault: '#VALUE!' }, 864.45]] },
    ]);
    // Not 'TRAN_DATE', under which a trailer has its quantity.
    const said = report.issues.map(({ cell, column, value }) => [cell, column, value]);
    expect(said).toEqual([['C4', null, '#VALUE!']]);
  });

  it('TXN-12 an unreadable quantity is not reported as a wrong sum of quantities', async () => {
    const { found } = await checkSheets('ESSO', [
      { name: 'S', rows: [HDR, ESSO_HEADER, detail('412,500'), TRL] },
    ]);
    expect(found).toEqual(['H3 TXN-DECIMAL-COMMA']);
  });

  it('TXN-12 names each sheet without a total', async () => {
    const sheet = (name: string, code: string, ...end: CellValue[][]) => ({
      name,
      rows: [PIPELINE_HEADER, pipeline(code), ...end],
    });
    const named = async (...sheets: ReturnType<typeof sheet>[]) => {
      const { report } = await checkSheets('Pipeline', sheets);
      return report.issues.map(({ rule, sheet: name }) => `${name} ${rule}`);
    };
    expect(await named(sheet('1', 'A1', total(100, 170)), sheet('2', 'A2'))).toEqual([
      '2 FILE-TOTAL-ROW',
    ]);
    expect(await named(sheet('1', 'A1'), sheet('2', 'A2', total(100, 170)))).toEqual([
      '1 FILE-TOTAL-ROW',
    ]);
    expect(await named(sheet('1', 'A1'), sheet('2', 'A2'))).toEqual([
      '1 FILE-TOTAL-ROW',
      '2 FILE-TOTAL-ROW',
    ]);
    expect(await named(sheet('1', 'A1'), sheet('2', 'A2', total(200, 340)))).toEqual([]);
  });
});
