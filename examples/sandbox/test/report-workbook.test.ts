import { expect, it } from 'vitest';
import { read } from 'xlsx';
import type { Report } from '../src/reports/report.types.ts';
import { reportWorkbook } from '../src/reports/report-workbook.ts';

const REPORT: Report = {
  title: 'Sales',
  about: ['Of all days.', 'By the day of the purchase.'],
  tables: [
    {
      ...{ title: 'By product', by: 'product', currency: 'CAD' },
      columns: [
        { name: 'product', title: 'Product', kind: 'text', width: 30 },
        { name: 'first', title: 'First day', kind: 'day', width: 12 },
        { name: 'open', title: 'Days', kind: 'days', width: 10 },
        { name: 'litres', title: 'Litres', kind: 'quantity', width: 14 },
        { name: 'amount', title: 'Amount', kind: 'money', width: 16 },
      ],
      rows: [['Diesel', '2026-10-03', 9, 512_370, -127_355]],
      total: ['Total', '', 9, 512_370, -127_355],
    },
    {
      ...{ title: 'Detail', by: 'purchase', currency: '', detail: true },
      columns: [{ name: 'code', title: 'Auth code', kind: 'text', width: 10 }],
      rows: [['A-1001']],
    },
  ],
};

it('REP-01 a workbook has numbers as numbers and days as days, each with its format', async () => {
  const book = read(await reportWorkbook(REPORT), { cellNF: true });
  expect(book.SheetNames).toEqual(['By product', 'Detail']);
  const sheet = book.Sheets['By product'] ?? {};
  const cell = (at: string) => [sheet[at]?.t, sheet[at]?.v, sheet[at]?.z];
  const money = '#,##0.00';
  expect(['A1', 'A2', 'A3', 'A4'].map((at) => sheet[at]?.v)).toEqual([
    ...['Sales: By product', 'Of all days.', 'By the day of the purchase.', undefined],
  ]);
  expect(['A5', 'B5', 'C5', 'D5', 'E5'].map((at) => sheet[at]?.v)).toEqual([
    ...['Product', 'First day', 'Days', 'Litres', 'Amount'],
  ]);
  expect(['A6', 'B6', 'C6', 'D6', 'E6'].map(cell)).toEqual([
    ['s', 'Diesel', 'General'],
    // Days since the end of 1899, as workbooks count them.
    ['n', 46_298, 'yyyy-mm-dd'],
    ['n', 9, 'General'],
    ['n', 512.37, money],
    ['n', -1_273.55, money],
  ]);
  expect([sheet.A7?.v, sheet.B7?.v ?? '', sheet.E7?.v]).toEqual(['Total', '', -1_273.55]);
});

it('REP-01 a workbook looks as it was looked at', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the packed files have no type.
  const { files } = read(await reportWorkbook(REPORT), { bookFiles: true }) as any;
  const texts = ['xl/styles.xml', 'xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'].map(
    (name) =>
      `% ${name}\n${Buffer.from(files[name].content).toString().replaceAll('><', '>\n<')}\n`,
  );
  await expect(texts.join('')).toMatchFileSnapshot('./drawings/workbook.txt');
});
