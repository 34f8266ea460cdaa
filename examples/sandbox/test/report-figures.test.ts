import { expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { openBilling } from './billing.kit.ts';
import { NEW } from './money.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, buy, haul } = await openBilling();
const [beta, alpha] = [await haul('Beta Haul', 'BET'), await haul('Alpha Haul', 'ALP')];

const line = (dtl_amt: number, more: object = {}) => ({ dtl_amt, dtl_hst_amt: 0, ...more });
const DEF = { dtl_prd_cd: 'DEF', dtl_prd_desc: 'DEF' };
await buy(beta, [line(4, { dtl_hst_amt: 1 })], { when: '2026-11-02T10:00', province: 'QC' });
await buy(beta, [line(8)], { when: '2026-10-02T10:00', province: 'ON' });
await buy(beta, [line(16), line(32, DEF)], { when: '2026-10-01T00:00', province: 'AB' });
await buy(beta, [line(64)], { when: '2026-10-31T23:59', province: 'NY' });
await buy(alpha, [line(128)], { when: '2026-11-30T23:59', province: 'ON' });

const bill = async (number: string, company_name: string, issued: string, more: object = {}) => {
  const dates = { issued_date: issued, due_date: '24-12-2026' };
  const body = { ...NEW, ...dates, invoice_number: number, company_name, ...more };
  expect((await admin.call('spol/invoices/', { body })).status).toBe(201);
};
await bill('B-2', 'Beta Haul', '20-10-2026', { amount_due: 0.05 });
await bill('B-1', 'Beta Haul', '21-10-2026', { amount_due: 20 });
await bill('B-3', 'Beta Haul', '20-10-2026', { amount_due: 4, currency: 'USD' });
await bill('B-4', 'Beta Haul', '20-11-2026', { status: 'Draft' });
await bill('A-1', 'Alpha Haul', '21-08-2026', { amount_due: 300 });
await bill('A-2', 'Alpha Haul', '22-08-2026', { amount_due: 0, status: 'Closed' });

const shown = async (query: string) => admin.json(`reporting?${query}`);
const rowsOf = ({ rows, total }: any) =>
  [...rows, ...(total ? [total] : [])].map(({ values }: any) => values.join(' '));

it('REP-01 aging has customers by name, each amount by its age, and currencies apart', async () => {
  const report = await shown('report_type=aging');
  expect(report.title).toBe('Aging report');
  expect(report.tables.map((table: any) => [table.title, table.by, table.currency])).toEqual([
    ['Aging CAD', 'customer', 'CAD'],
    ['Aging USD', 'customer', 'USD'],
  ]);
  expect(report.tables.map(rowsOf)).toEqual([
    [
      'Alpha Haul 0.00 0.00 0.00 300.00 300.00',
      'Beta Haul 20.00 0.05 0.00 0.00 20.05',
      'Total CAD 20.00 0.05 0.00 300.00 320.05',
    ],
    ['Beta Haul 0.00 4.00 0.00 0.00 4.00', 'Total USD 0.00 4.00 0.00 0.00 4.00'],
  ]);
  expect(report.tables[0].columns).toEqual([
    { name: 'customer', title: 'Customer', kind: 'text' },
    { name: 'days_0_30', title: '0–30 days', kind: 'money' },
    { name: 'days_31_60', title: '31–60 days', kind: 'money' },
    { name: 'days_61_90', title: '61–90 days', kind: 'money' },
    { name: 'over_90', title: 'Over 90 days', kind: 'money' },
    { name: 'total', title: 'Total', kind: 'money' },
  ]);
});

it('REP-02 each amount of the aging leads to its invoices: of its customer, currency and days', async () => {
  const statuses = 'Open,Sent,Partially Paid,Fully Paid,NSF,Closed,Void'.split(',');
  const filter = (currency: string, ...company: string[]) => [
    ...company.map((name) => `company_name:${name}`),
    `currency:${currency}`,
    ...statuses.map((status) => `status:${status}`),
    'amount_due>=0.01',
  ];
  const [cad] = (await shown('report_type=aging')).tables;
  const resource = 'invoices';
  expect(cad.rows.map(({ lists }: any) => lists)).toEqual([
    [
      ...[null, null, null, null],
      { resource, filter: filter('CAD', 'Alpha Haul'), to: '2026-08-21' },
      { resource, filter: filter('CAD', 'Alpha Haul'), to: '2026-11-20' },
    ],
    [
      null,
      { resource, filter: filter('CAD', 'Beta Haul'), from: '2026-10-21', to: '2026-11-20' },
      { resource, filter: filter('CAD', 'Beta Haul'), from: '2026-09-21', to: '2026-10-20' },
      ...[null, null],
      { resource, filter: filter('CAD', 'Beta Haul'), to: '2026-11-20' },
    ],
  ]);
  expect(cad.total.lists[5]).toEqual({ resource, filter: filter('CAD'), to: '2026-11-20' });
  const [later] = (await shown('report_type=aging&from=2026-10-21&to=2026-11-21')).tables;
  expect(rowsOf(later)[0]).toBe('Beta Haul 0.00 20.00 0.00 0.00 20.00');
  expect(later.rows[0].lists[2]).toMatchObject({ from: '2026-10-21', to: '2026-10-21' });
  expect(later.rows[0].lists[5]).toMatchObject({ from: '2026-10-21', to: '2026-11-21' });
});

it('REP-01 REP-02 aging by invoice has them by customer and day, with the facts of each', async () => {
  const query = 'report_type=aging&by=invoice';
  const { about, tables } = await shown(`${query}&from=2026-08-21&to=2026-11-19`);
  expect(about).toEqual([
    'Amounts due as of 19 Nov 2026, by days since the invoice was issued. Drafts and invoices issued later are left out.',
    'Payments count from their payment date, credits and other changes from the day they were made.',
    'Invoices issued from 21 Aug 2026 on.',
  ]);
  expect(tables).toHaveLength(1);
  expect(tables[0]).toMatchObject({ title: 'Open invoices', by: 'invoice', currency: '' });
  expect(tables[0].columns).toEqual([
    { name: 'customer', title: 'Customer', kind: 'text' },
    { name: 'invoice', title: 'Invoice', kind: 'text' },
    { name: 'issued', title: 'Issued', kind: 'day' },
    { name: 'due', title: 'Due', kind: 'day' },
    { name: 'age', title: 'Age in days', kind: 'days' },
    { name: 'bucket', title: 'Bucket', kind: 'text' },
    { name: 'currency', title: 'Currency', kind: 'text' },
    { name: 'amount_due', title: 'Amount due', kind: 'money' },
  ]);
  const [now] = (await shown(query)).tables;
  expect(rowsOf(now)).toEqual([
    'Alpha Haul A-1 2026-08-21 2026-12-24 91 Over 90 days CAD 300.00',
    'Beta Haul B-2 2026-10-20 2026-12-24 31 31–60 days CAD 0.05',
    'Beta Haul B-3 2026-10-20 2026-12-24 31 31–60 days USD 4.00',
    'Beta Haul B-1 2026-10-21 2026-12-24 30 0–30 days CAD 20.00',
  ]);
  expect(now.rows[3].lists.slice(0, 2)).toEqual([
    null,
    { resource: 'invoices', filter: ['invoice_number:B-1'] },
  ]);
});

it('REP-01 sales has its rows in order, of the days that were asked for', async () => {
  const query = 'report_type=sales&from=2026-10-02&to=2026-11-29';
  const { about, tables, title } = await shown(query);
  expect([title, about]).toEqual([
    'Sales report',
    [
      'Purchases from 2 Oct 2026 to 29 Nov 2026, by the day at the station. Currencies are not mixed.',
    ],
  ]);
  expect((await shown('report_type=sales&to=2026-11-29')).about[0]).toMatch(
    /^Purchases to 29 Nov 2026, by the day/,
  );
  expect((await shown('report_type=sales')).about[0]).toMatch(/^Purchases of all days, by the day/);
  expect(tables.map((table: any) => [table.title, table.by, table.currency])).toEqual([
    ['By month CAD', 'month', 'CAD'],
    ['By product CAD', 'product', 'CAD'],
    ['By province CAD', 'province', 'CAD'],
    ['By customer CAD', 'customer', 'CAD'],
    ['By month USD', 'month', 'USD'],
    ['By product USD', 'product', 'USD'],
    ['By province USD', 'province', 'USD'],
    ['By customer USD', 'customer', 'USD'],
  ]);
  expect(rowsOf(tables[0])).toEqual([
    'Oct 2026 88.500 0.000 8.00 0.00 8.00',
    'Nov 2026 88.500 0.000 3.00 1.00 4.00',
    'Total CAD 177.000 0.000 11.00 1.00 12.00',
  ]);
  expect(tables[0].columns).toEqual([
    { name: 'month', title: 'Month', kind: 'text' },
    { name: 'litres', title: 'Litres', kind: 'quantity' },
    { name: 'us_gallons', title: 'US gallons', kind: 'quantity' },
    { name: 'before_tax', title: 'Before sales tax', kind: 'money' },
    { name: 'sales_taxes', title: 'Sales taxes', kind: 'money' },
    { name: 'amount', title: 'Amount', kind: 'money' },
  ]);
  expect(rowsOf(tables[2])).toEqual([
    'ON 88.500 0.000 8.00 0.00 8.00',
    'QC 88.500 0.000 3.00 1.00 4.00',
    'Total CAD 177.000 0.000 11.00 1.00 12.00',
  ]);
  expect(rowsOf(tables[4])[0]).toBe('Oct 2026 0.000 88.500 64.00 0.00 64.00');
});

it('REP-02 each amount of the sales leads to its purchases: a month is its days as far as they were asked for', async () => {
  const listsOf = async (by: string, days = '') =>
    (await shown(`report_type=sales&by=${by}${days}`)).tables[0];
  const resource = 'transactions';
  const cad = 'hdr_currency:CAD';
  const whole = await listsOf('month');
  expect(whole.rows.map(({ lists }: any) => lists.at(-1))).toEqual([
    { resource, filter: [cad], from: '2026-10-01', to: '2026-10-31' },
    { resource, filter: [cad], from: '2026-11-01', to: '2026-11-30' },
  ]);
  expect(whole.rows[0].lists.slice(0, -1)).toEqual([null, null, null, null, null]);
  expect(whole.total.lists.at(-1)).toEqual({ resource, filter: [cad] });
  const part = await listsOf('month', '&from=2026-10-02&to=2026-11-29');
  expect(part.rows.map(({ lists }: any) => lists.at(-1))).toEqual([
    { resource, filter: [cad], from: '2026-10-02', to: '2026-10-31' },
    { resource, filter: [cad], from: '2026-11-01', to: '2026-11-29' },
  ]);
  const days = { from: '2026-10-01', to: '2026-11-30' };
  for (const [by, name, filter] of [
    ['product', 'DEF', 'txn_product:DEF'],
    ['province', 'AB', 'dtl_stn_prv:AB'],
    ['customer', 'Alpha Haul', 'txn_company:Alpha Haul'],
  ] as const) {
    const { rows } = await listsOf(by, '&from=2026-10-01&to=2026-11-30');
    const row = rows.find(({ values }: any) => values[0] === name);
    expect(row.lists.at(-1)).toEqual({ resource, filter: [cad, filter], ...days });
  }
});

it('REP-01 the workbook’s detail is by customer, month, product and province', async () => {
  const body = { report_type: 'sales', format: 'excel' };
  const book = read(await (await admin.call('reporting', { body })).arrayBuffer());
  const [, , , ...rows] = utils.sheet_to_json<any[]>(book.Sheets.Detail as any, { header: 1 });
  const [head, ...lines] = rows;
  expect(head?.slice(0, 5)).toEqual(['Customer', 'Product', 'Province', 'Month', 'Currency']);
  expect(lines.map((row) => [...row.slice(0, 5), row.at(-1)].join(' '))).toEqual([
    'Alpha Haul DIESEL ON 2026-11 CAD 128',
    'Beta Haul DEF AB 2026-10 CAD 32',
    'Beta Haul DIESEL AB 2026-10 CAD 16',
    'Beta Haul DIESEL NY 2026-10 USD 64',
    'Beta Haul DIESEL ON 2026-10 CAD 8',
    'Beta Haul DIESEL QC 2026-11 CAD 4',
  ]);
});
it('REP-01 each column of a workbook is as wide as what it says', async () => {
  const widths = async (report_type: string) => {
    const body = { report_type, format: 'excel' };
    const answer = await admin.call('reporting', { body });
    const book = read(await answer.arrayBuffer(), { cellStyles: true });
    return Object.entries(book.Sheets).map(([name, sheet]) => [
      name,
      ...(sheet['!cols'] ?? []).map(({ width }) => Math.round(Number(width))),
    ]);
  };
  const sums = [14, 14, 16, 14, 16];
  const by = ['month', 'product', 'province', 'customer'];
  expect(await widths('sales')).toEqual([
    ...['CAD', 'USD'].flatMap((currency) =>
      by.map((one) => [`By ${one} ${currency}`, 30, ...sums]),
    ),
    ['Detail', 30, 12, 10, 10, 10, ...sums],
  ]);
  expect(await widths('aging')).toEqual([
    ['Aging CAD', 30, 14, 14, 14, 14, 14],
    ['Aging USD', 30, 14, 14, 14, 14, 14],
    ['Open invoices', 30, 22, 12, 12, 12, 14, 10, 14],
  ]);
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
