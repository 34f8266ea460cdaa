import { expect, it } from 'vitest';
import { chosenOf, reportOnScreen } from './chosen-report.ts';
import type { Report, ReportTable } from './report.types.ts';

const TABLE: ReportTable = {
  ...{ title: 'By product', by: 'product', currency: 'CAD' },
  columns: [
    { name: 'product', title: 'Product', kind: 'text', width: 3 },
    { name: 'first', title: 'First day', kind: 'day', width: 2 },
    { name: 'open', title: 'Days', kind: 'days', width: 1 },
    { name: 'litres', title: 'Litres', kind: 'quantity', width: 2, choice: true },
    { name: 'amount', title: 'Amount', kind: 'money', width: 2, choice: true },
  ],
  rows: [['Diesel', '2026-10-03', 9, 512_370, -5]],
  total: ['Total', '', 9, 512_370, 0],
  listsOf: (at) => [undefined, { resource: `of ${at}`, filter: [] }],
};
const report = (table: Partial<ReportTable> = {}): Report => ({
  ...{ title: 'Sales', about: ['All days.'], tables: [{ ...TABLE, ...table }] },
});

it('REP-02 a report on screen has exact figures as text, and the lists behind them', () => {
  const list = (at: unknown) => [null, { resource: `of ${at}`, filter: [] }, null, null, null];
  expect(reportOnScreen(report())).toEqual({
    title: 'Sales',
    about: ['All days.'],
    tables: [
      {
        ...{ title: 'By product', by: 'product', currency: 'CAD', left_out: 0 },
        columns: [
          { name: 'product', title: 'Product', kind: 'text' },
          { name: 'first', title: 'First day', kind: 'day' },
          { name: 'open', title: 'Days', kind: 'days' },
          { name: 'litres', title: 'Litres', kind: 'quantity' },
          { name: 'amount', title: 'Amount', kind: 'money' },
        ],
        rows: [{ values: ['Diesel', '2026-10-03', '9', '512.370', '-0.05'], lists: list(0) }],
        total: { values: ['Total', '', '9', '512.370', '0.00'], lists: list('total') },
      },
    ],
  });
});

it('REP-02 a screen shows 1,000 rows, and says how many it leaves out', () => {
  for (const [count, shown, left] of [
    [999, 999, 0],
    [1_000, 1_000, 0],
    [1_003, 1_000, 3],
  ] as const) {
    const rows = Array.from({ length: count }, (_, at) => [`P${at}`, '', at, at, at]);
    const [table] = reportOnScreen(report({ rows })).tables;
    expect([table?.rows.length, table?.left_out]).toEqual([shown, left]);
  }
});

it('REP-02 leaves out details, and columns that were not chosen, unless they say what a row is', () => {
  expect(reportOnScreen(report({ detail: true })).tables).toEqual([]);
  const asked = { by: 'product', columns: ['amount'] };
  const [table] = reportOnScreen(chosenOf(report({ detail: true }), asked)).tables;
  expect(table?.columns.map(({ name }) => name)).toEqual(['product', 'first', 'open', 'amount']);
  expect(table?.rows[0]?.values).toEqual(['Diesel', '2026-10-03', '9', '-0.05']);
  expect(table?.total?.values).toEqual(['Total', '', '9', '0.00']);
  expect(table?.rows[0]?.lists).toHaveLength(4);
  expect(chosenOf(report(), { by: 'month', columns: [] }).tables).toEqual([]);
  expect(chosenOf(report(), { by: undefined, columns: [] })).toEqual(report());
  const { total: _, listsOf: __, ...bare } = TABLE;
  const [plain] = reportOnScreen(
    chosenOf({ ...report(), tables: [bare] }, { by: undefined, columns: ['litres'] }),
  ).tables;
  expect(plain).not.toHaveProperty('total');
  expect(plain?.rows).toEqual([{ values: ['Diesel', '2026-10-03', '9', '512.370'] }]);
});
