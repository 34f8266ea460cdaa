import { expect, it } from 'vitest';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { createClient } from './client.ts';
import { getDashboard } from './dashboard.ts';

function load(json: unknown) {
  const transport = createFakeTransport([{ match: 'GET dashboard', answer: { json } }]);
  const store = memoryStore(signedInState());
  return getDashboard(createClient({ baseUrl: FAKE_BASE_URL, fetch: transport.fetch, store }));
}

const OVERDUE = {
  currency: 'CAD',
  overdue: {
    amount: '90071992547409912.35',
    count: 1,
    list: { resource: 'invoices', filter: ['currency:CAD', 'due_date<=2026-11-19'] },
  },
  due_soon: { amount: '0.00', count: 0, list: { resource: 'invoices', filter: [] } },
};

it('SHELL-10 keeps amounts exact, by currency, with the list behind them', async () => {
  const { figures } = await load({ today: '2026-11-20', owed: [OVERDUE], unavailable: [] });
  expect(figures.map(({ title }) => title)).toEqual(['Overdue', 'Due within 7 days']);
  const [overdue, soon] = figures;
  expect(overdue).toMatchObject({ urgent: true, unavailable: false });
  expect(overdue?.lines[0]).toMatchObject({
    text: '90,071,992,547,409,912.35 CAD',
    note: '1 invoice',
    list: { route: '/invoices?filter=currency%3ACAD&filter=due_date%3C%3D2026-11-19' },
  });
  expect(soon).toMatchObject({ lines: [], empty: 'Nothing is due.' });
});

it('SHELL-10 has nothing of what the service leaves out, and names what it could not compute', async () => {
  expect(await load({ today: '2026-11-20', unavailable: [] })).toEqual({
    today: '2026-11-20',
    figures: [],
    charts: [],
    unavailable: [],
  });
  const { figures, unavailable } = await load({ unavailable: ['exceptions', 'purchases'] });
  expect(figures).toMatchObject([{ title: 'Open exceptions', unavailable: true, lines: [] }]);
  expect(unavailable).toEqual(['Spend and volume']);
});

it('SHELL-10 has a chart for each currency and unit, with a point for each day', async () => {
  const days = (currency: string, amount: string) => ({
    currency,
    day: '2026-11-19',
    amount,
    count: 1,
  });
  const { charts } = await load({
    purchases: {
      from: '2026-11-18',
      to: '2026-11-20',
      days: [days('CAD', '10.10'), days('USD', '7.00')],
      volumes: [{ unit: 'L', day: '2026-11-20', quantity: '1234.500' }],
      products: [{ currency: 'CAD', product: 'DIESEL', amount: '10.10', volumes: [] }],
    },
    prices: {
      day: '2026-11-20',
      prices: [{ product: 'DIESEL', currency: 'CAD', unit: 'L', paid: '1.5012', rate: '1.4900' }],
    },
  });
  expect(charts.map(({ title }) => title)).toEqual([
    'Spend by day, CAD',
    'Spend by day, USD',
    'Volume by day, L',
    'Spend by product, CAD',
    'Price paid and rate on 20/11/26, CAD per L',
  ]);
  expect(charts[0]?.points.map(({ label, texts }) => [label, ...texts])).toEqual([
    ['2026-11-18', '0.00'],
    ['2026-11-19', '10.10'],
    ['2026-11-20', '0.00'],
  ]);
  expect(charts[4]?.points[0]?.texts).toEqual(['1.5012', '1.4900']);
});

it('SHELL-10 counts exceptions by rule, and imports with their faults', async () => {
  const list = { resource: 'exceptions', filter: ['state:Open'] };
  const { figures } = await load({
    exceptions: {
      count: 3,
      list,
      rules: [{ rule: 'price', name: 'Price above rate', count: 3, list }],
    },
    imports: {
      ...{ since: '2026-11-19', files: 2, failed: 1 },
      ...{ rows: 1200, imported: 950, duplicates: 240, rejected: 10 },
      list: { resource: 'imports', filter: ['record^=imports:'], from: '2026-11-19' },
      failed_list: { resource: 'imports', filter: ['result:Failed'], from: '2026-11-19' },
    },
  });
  expect(
    figures.map(({ lines, title }) => [
      title,
      ...lines.map(({ label, text }) => `${label} ${text}`),
    ]),
  ).toEqual([
    ['Open exceptions', 'All rules 3', 'Price above rate 3'],
    [
      'Imports since yesterday',
      'Files 2',
      'Failed files 1',
      'Rows 1,200',
      'New rows 950',
      'Duplicate rows 240',
      'Rejected rows 10',
    ],
  ]);
  expect(figures.map(({ urgent }) => urgent)).toEqual([true, true]);
  // The imports of those days, one by one, with their files and counts.
  expect(figures[1]?.lines.map(({ list: behind }) => behind?.route)).toEqual(
    ['record%5E%3Dimports%3A', 'result%3AFailed', ...Array(4).fill('record%5E%3Dimports%3A')].map(
      (own) => `/tracking-logs?filter=kind%3AImport&filter=${own}&from=2026-11-19`,
    ),
  );
  // `forecourt dashboard --json` names it too: a command of that list takes these filters and days.
  expect(figures[1]?.lines[0]?.list).toMatchObject({
    resource: 'trail',
    filters: [
      { field: 'kind', value: 'Import' },
      { field: 'record', match: 'begins' },
    ],
    from: '2026-11-19',
  });
});
