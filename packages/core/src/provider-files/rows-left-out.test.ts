import { describe, expect, it } from 'vitest';
import { checkSheets } from './checking.test-kit.ts';
import type { CellValue } from './types.ts';

const HEADER = [
  ...['Card #', 'Tran Date', 'Invoice', 'Location ID', 'State/ Prov', 'Item'],
  ...['Qty', 'PPU', 'Amt', 'Currency'],
];
const sale = (invoice: string, card = '7076850000000128'): CellValue[] => [
  ...[card, '2026-11-18', invoice, '0135', 'OH', 'TA'],
  ...[100, 3.6, 360, 'USD/Gallons'],
];
/** A row with the cells at these columns alone. */
const only = (cells: Record<number, CellValue>): CellValue[] => HEADER.map((_, at) => cells[at]);
const check = (...rows: CellValue[][]) =>
  checkSheets('TAPetro', [{ name: 'Data', rows: [HEADER, ...rows] }]);

describe('rows beside the transactions of TAPetro', () => {
  it.each([
    [200, 720, []],
    [undefined, 720, []],
    [2446.42, 9294.87, ['G4 FILE-QUANTITY', 'I4 FILE-TOTAL']],
    [200, 900, ['I4 FILE-TOTAL']],
    [300, 720, ['G4 FILE-QUANTITY']],
  ])('TXN-12 checks a total of %s gallons and %s', async (quantity, amount, expected) => {
    const total = only({ 0: 'Total', 6: quantity, 8: amount });
    expect((await check(sale('A1'), sale('A2'), total)).found).toEqual(expected);
  });

  it('TXN-12 takes totals of groups, of the sheet and of the file', async () => {
    const total = (label: string, amount: number) => only({ 0: label, 8: amount });
    const { found } = await check(
      ...[sale('A1'), sale('A2'), total('Total', 720), sale('A3'), total('Subtotal', 360)],
      total('Grand Total', 1080),
    );
    expect(found).toEqual([]);
  });

  it('TXN-12 names every row with an amount that is not read', async () => {
    const { report } = await check(
      sale('A1'),
      sale('A2'),
      only({ 0: '7076850000000128', 8: 12.5 }),
      only({ 0: 'Account fee', 8: 25 }),
      only({ 2: 'INV77', 6: 10, 8: 36 }),
      only({ 0: 'Thank you', 2: 'see page 2' }),
      only({ 6: 200, 8: 720 }),
    );
    expect(report).toMatchObject({ ok: true, rows: 2, errors: 0, warnings: 3 });
    expect(report.issues.map(({ row, rule, value }) => [row, rule, value])).toEqual([
      [4, 'FILE-ROW-IGNORED', 'card ending 0128'],
      [5, 'FILE-ROW-IGNORED', 'Account fee'],
      [6, 'FILE-ROW-IGNORED', 'INV77'],
    ]);
  });

  it.each([
    ['an amount that is no number', '**25.00**', ['5 Account fee']],
    ['a word with a digit', 'page 2', []],
    ['an amount of 0', 0, []],
    ['an amount of 0 as text', '0.00', []],
    ['a dash', '-', []],
  ])('TXN-12 a row below the sales with %s', async (_, amount, named) => {
    const { report } = await check(
      ...[sale('A1'), sale('A2'), sale('A3')],
      only({ 0: 'Account fee', 8: amount }),
    );
    const issues = report.issues.filter(({ rule }) => rule === 'FILE-ROW-IGNORED');
    expect(issues.map(({ row, value }) => `${row} ${value}`)).toEqual(named);
    expect(report.rows).toBe(3);
  });

  it('TXN-12 a header that is printed again on the next page is no row', async () => {
    const { report } = await check(sale('A1'), HEADER, sale('A2'));
    expect(report).toMatchObject({ ok: true, rows: 2, issues: [] });
  });
});
