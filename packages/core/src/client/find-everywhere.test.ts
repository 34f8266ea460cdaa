import { describe, expect, it } from 'vitest';
import { toMenuAccess } from '../permissions/index.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeAnswer, type FakeRoute } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { createClient } from './client.ts';
import { type FindOptions, findEverywhere } from './find-everywhere.ts';

const rows = (content: readonly object[]): FakeAnswer => ({
  json: { content, total_elements: content.length },
});
const LISTS = {
  'GET spol/invoices/': rows([
    {
      id: 1,
      invoice_number: 'INV-1',
      company_name: 'North Haul',
      status: 'Sent',
      due_date: '2026-11-10',
      total_amount: 10,
      amount_due: 10,
      currency: 'CAD',
    },
    { id: 2, invoice_number: 'INV-10', status: 'Fully Paid', amount_due: 0 },
  ]),
  'GET customers': rows([{ id: 9, name: 'INV-1 Logistics' }]),
  'GET users': rows([]),
  'GET fuel-transaction/authcode': { json: { transactions: [], metadata: { total_count: 0 } } },
  'GET fuel-customer-markups': rows([]),
  'GET fuel-card-management': rows([]),
  'GET invoice-payments': rows([]),
} as const;

function service(
  answers: Readonly<Record<string, FakeRoute['answer']>>,
  access = signedInState().access,
) {
  const all: Readonly<Record<string, FakeRoute['answer']>> = { ...LISTS, ...answers };
  const routes = Object.entries(all).map(([match, answer]): FakeRoute => ({ match, answer }));
  const transport = createFakeTransport(routes);
  const client = createClient({
    baseUrl: FAKE_BASE_URL,
    fetch: transport.fetch,
    store: memoryStore(signedInState(access ? { access } : {})),
    sleep: async () => undefined,
  });
  const find = (text: string, options: FindOptions = {}) =>
    findEverywhere(client, text, { today: '2026-11-22', ...options });
  return { find, calls: transport.calls };
}

describe('findEverywhere', () => {
  it('LIST-16 has the exact number first, then what begins with it, with state, amount and route', async () => {
    const { find, calls } = service({});
    const { failed, found } = await find('inv-1');
    expect(failed).toEqual([]);
    expect(found.map(({ exact, title }) => [title, exact])).toEqual([
      ['INV-1', true],
      ['INV-10', false],
      ['INV-1 Logistics', false],
    ]);
    expect(found[0]).toMatchObject({
      resource: 'invoices',
      noun: 'invoice',
      about: 'North Haul, 10.00 CAD, 10/11/26',
      state: { text: 'Sent', tone: 'bad', note: 'Overdue by 12 days' },
      route: '/invoices/INV-1/view',
    });
    expect(found[2]?.route).toBe('/customer/9/summary');
    const asked = calls.find(({ path }) => path === 'spol/invoices/');
    expect(asked?.query.getAll('filter')).toEqual(['invoice_number^=inv-1']);
  });

  it('LIST-16 asks for card numbers only by digits, typed in groups or not', async () => {
    const card = rows([{ id: 5, card_number: '7076850000000012', card_status: 'RELEASE' }]);
    const { find, calls } = service({ 'GET fuel-card-management': card });
    const filters = () => calls.map(({ query }) => query.get('filter') ?? '');
    await find('North');
    const withoutNumbers = filters();
    const { found } = await find('7076 8500 0000 0012');
    const asked = calls.find(({ query }) => query.get('filter')?.startsWith('card_number'));
    expect(asked?.query.get('filter')).toBe('card_number^=7076850000000012');
    expect(withoutNumbers.filter((filter) => filter.startsWith('card_number'))).toEqual([]);
    expect(found[0]).toMatchObject({ title: '7076 8500 0000 0012', exact: true, id: '5' });
  });

  it('LIST-16 finds cards by their driver, and a payment by its reference in its list', async () => {
    const byFilter =
      (filter: string, row: object) =>
      ({ query }: { query: URLSearchParams }) =>
        rows(query.get('filter') === filter ? [row] : []);
    const { find } = service({
      'GET fuel-card-management': byFilter('driver_name^=Amrit Hadley', {
        id: 5,
        card_number: '7076850000000012',
        driver_name: 'Amrit Hadley',
      }),
      'GET invoice-payments': byFilter('referenceId^=CHQ-118', {
        id: 3,
        invoice_no: 'INV-7',
        referenceId: 'CHQ-118',
        customer_name: 'North Haul',
      }),
    });
    const exactly = async (text: string) => (await find(text)).found.filter(({ exact }) => exact);
    expect(await exactly('Amrit Hadley')).toMatchObject([
      { resource: 'cards', title: '7076 8500 0000 0012', exact: true },
    ]);
    expect(await exactly('CHQ-118')).toMatchObject([
      {
        resource: 'payments',
        title: 'INV-7',
        exact: true,
        route: '/invoices/payments?filter=referenceId%3ACHQ-118',
      },
    ]);
  });

  it('LIST-16 knows in which lists a filter by the text finds something', async () => {
    const within = async (text: string) => {
      const { find } = service({
        'GET users': ({ query }) =>
          rows(query.get('filter') === 'email::cory' ? [{ id: 1, email: 'ann.cory@a.test' }] : []),
        'GET customers': rows([]),
        'GET spol/invoices/': rows([]),
      });
      const fitting: string[] = [];
      await find(text, { onPart: (part) => part.filters && fitting.push(part.resource) });
      return fitting;
    };
    expect(await within('zzzzqqq')).toEqual([]);
    expect(await within('cory')).toEqual(['users']);
  });

  it('LIST-16 a resource that fails or stays silent does not hold up the others', async () => {
    const { find } = service({
      'GET customers': { status: 403, json: {} },
      'GET users': { fault: 'silent' },
    });
    const parts: string[] = [];
    const { failed, found } = await find('INV-1', {
      waitMs: 60,
      onPart: ({ resource }) => parts.push(resource),
    });
    expect(found.map(({ title }) => title)).toEqual(['INV-1', 'INV-10']);
    expect(failed.map(({ resource, error }) => [resource, error?.code])).toEqual([
      ['customers', 'http_403'],
      ['users', 'timeout'],
    ]);
    // The slowest is reported last, and the others are not kept waiting for it.
    expect(parts.at(-1)).toBe('users');
  });

  it('ACC-04 asks no resource that this account cannot read', async () => {
    const access = toMenuAccess([
      { code: 'FI', read: true, create: false, update: false, delete: false },
    ]);
    const { find, calls } = service({}, access);
    await find('INV-1');
    const asked = new Set(calls.map(({ path }) => path));
    expect([...asked]).toEqual(['spol/invoices/', 'invoice-payments']);
  });

  it('LIST-16 leads to what reading alone opens: a view, or a page', async () => {
    const access = toMenuAccess([
      { code: 'FI', read: true, create: false, update: false, delete: false },
      { code: 'FCC', read: true, create: false, update: false, delete: false },
    ]);
    const { find } = service({}, access);
    const { found } = await find('INV-1');
    expect(found.map(({ route, title }) => [title, route])).toEqual([
      ['INV-1', '/invoices/INV-1/view'],
      ['INV-10', '/invoices/INV-10/view'],
      ['INV-1 Logistics', '/customer/9/summary'],
    ]);
  });

  it('LIST-16 finds nothing for one character, without asking', async () => {
    const { find, calls } = service({});
    expect([await find(' I '), calls]).toEqual([{ found: [], failed: [] }, []]);
  });

  it('LIST-12 rejects when it is aborted', async () => {
    const { find } = service({ 'GET users': { fault: 'silent' } });
    await expect(find('INV-1', { signal: AbortSignal.timeout(30) })).rejects.toThrow();
  });
});
