import { expect, it } from 'vitest';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { dashboardWorkflow } from '../workflows/dashboard/dashboard.workflow.ts';
import { startWorkflow } from '../workflows/workflow.ts';
import { createClient } from './client.ts';
import { customerPagePorts, getCustomerPage } from './customer-page.ts';

function clientOf(json: unknown) {
  const transport = createFakeTransport([{ match: 'GET customers/7/summary', answer: { json } }]);
  const store = memoryStore(signedInState());
  return createClient({ baseUrl: FAKE_BASE_URL, fetch: transport.fetch, store });
}

const list = { resource: 'invoices', filter: ['currency:CAD', 'company_name:Fox & Sons'] };
const ANSWER = {
  today: '2026-11-20',
  customer: { id: 7, name: 'Fox & Sons', email: 'office@fox.test', phone: '', due_days: 1 },
  balance: [
    {
      currency: 'CAD',
      amount: '90071992547409912.35',
      count: 2,
      list,
      ages: [
        { age: '0–30 days', amount: '90071992547409911.35', count: 1, list },
        { age: 'Over 90 days', amount: '1.00', count: 1, list },
      ],
    },
    { currency: 'USD', amount: '7.00', count: 1, list, ages: [] },
  ],
  spend: {
    months: ['2026-10', '2026-11'],
    amounts: [
      { currency: 'CAD', month: '2026-10', amount: '10.10', count: 1, list },
      { currency: 'USD', month: '2026-11', amount: '7.00', count: 3, list },
    ],
    volumes: [{ unit: 'L', month: '2026-11', quantity: '1234.500' }],
  },
  payments: {
    last: [
      {
        payment_date: '2026-11-19',
        invoice_no: 'INV-1',
        payment_mode: 'Cheque',
        currency: 'CAD',
        amount: '-5.00',
        state: 'Reversal',
      },
    ],
  },
  cards: {
    count: 3,
    list,
    statuses: [
      { status: 'RELEASE', count: 2, list },
      { status: 'HOLD', count: 1, list },
    ],
  },
  users: { count: 0, list },
  markups: [{ provider: 'ESSO', value: '0.0250', from: '2026-01-01' }],
  prices: {
    day: '2026-11-20',
    prices: [
      {
        product: 'DIESEL',
        currency: 'CAD',
        unit: 'L',
        price: '1.5250',
        rate: '1.4900',
        markup: '0.0250',
      },
    ],
  },
  unavailable: ['exceptions'],
};

it('CUST-03 has a customer’s figures, exact and by currency, each with its list, and how to reach it', async () => {
  const { charts, contact, figures, name, unavailable } = await getCustomerPage(
    clientOf(ANSWER),
    '7',
  );
  expect([name, contact, unavailable]).toEqual([
    'Fox & Sons',
    [
      ['Email', 'office@fox.test'],
      ['Due Days', '1 day'],
    ],
    [],
  ]);
  const shown = figures.map(({ empty, lines, title, unavailable: lost }) => [
    title,
    ...(lost ? ['lost'] : []),
    ...(lines.length === 0 ? [empty] : []),
    ...lines.map(({ label, note, text }) => [label, text, note].filter(Boolean).join(' | ')),
  ]);
  expect(shown).toEqual([
    [
      'Balance by age, CAD',
      'Total | 90,071,992,547,409,912.35 CAD | 2 invoices',
      '0–30 days | 90,071,992,547,409,911.35 CAD | 1 invoice',
      'Over 90 days | 1.00 CAD | 1 invoice',
    ],
    ['Balance by age, USD', 'Total | 7.00 USD | 1 invoice'],
    ['Spend this month', 'USD | 7.00 USD | 3 purchases'],
    ['Spend last month', 'CAD | 10.10 CAD | 1 purchase'],
    ['Last payments', '19/11/26 INV-1 | -5.00 CAD | Cheque, Reversal'],
    ['Open exceptions', 'lost', 'No exception is open.'],
    ['Cards', 'All cards | 3', 'ACTIVE | 2', 'HOLD | 1'],
    ['Users', 'There is no user.'],
    ['Markups', 'ESSO | 0.0250 per unit | from 01/01/26'],
    ['Prices paid on 20/11/26', 'DIESEL | 1.5250 CAD per L | rate 1.4900, markup 0.0250'],
  ]);
  expect(figures[0]?.lines[0]?.list?.route).toBe(
    '/invoices?filter=currency%3ACAD&filter=company_name%3AFox+%26+Sons',
  );
  expect(
    charts.map(({ points, title }) => [title, ...points.flatMap(({ texts }) => texts)]),
  ).toEqual([
    ['Spend by month, CAD', '10.10', '0.00'],
    ['Spend by month, USD', '0.00', '7.00'],
    ['Volume by month, L', '0.00', '1,234.50'],
  ]);
});

it('CUST-03 TXN-18 no open exception isn’t said of days that were never judged', async () => {
  const from = '2026-08-01';
  const list = { resource: 'exceptions', filter: ['company_name:New'] };
  const exceptions = {
    ...{ count: 0, list, rules: [] },
    unjudged: [{ from, to: '2026-08-31', list: { ...list, from, to: '2026-08-31' } }],
  };
  const { figures } = await getCustomerPage(clientOf({ exceptions }), '7');
  expect(figures.map(({ lines }) => lines.map(({ label, text }) => [label, text]))).toEqual([
    [
      ['All rules', '0'],
      ['Never judged', '1–31 August 2026'],
    ],
  ]);
  expect(figures[0]?.lines[1]?.list?.route).toBe(
    '/transactions/exceptions?filter=company_name%3ANew&from=2026-08-01&to=2026-08-31',
  );
});

it('CUST-03 an empty customer has an empty page, and what may not be read is not on it', async () => {
  const empty = { today: '2026-11-20', customer: { id: 7, name: 'New' }, balance: [], owed: [] };
  const run = startWorkflow(dashboardWorkflow(customerPagePorts(clientOf(empty), '7')), {
    input: {},
  });
  const view = await run.until(({ data, status }) => status === 'failed' || !!data.dashboard);
  const page = view.data.dashboard;
  expect([page?.name, page?.contact, page?.charts]).toEqual(['New', [], []]);
  expect(page?.figures.map(({ empty: text, title }) => `${title}: ${text}`)).toEqual([
    'Balance by age: Nothing is due.',
    'Overdue: Nothing is overdue.',
    'Due within 7 days: Nothing is due.',
  ]);
});

it('CUST-03 has the name of a renamed customer’s records, or its own where the service sends none', async () => {
  const pageOf = (customer: object) =>
    getCustomerPage(clientOf({ today: '2026-11-20', customer: { id: 7, ...customer } }), '7');
  const renamed = await pageOf({ name: 'Fox Group', company_name: 'Fox & Sons' });
  expect([renamed.name, renamed.company]).toEqual(['Fox Group', 'Fox & Sons']);
  expect((await pageOf({ name: 'Fox Group' })).company).toBe('Fox Group');
});
