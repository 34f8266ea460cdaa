import { ACTIONS, type Action, can, toMenuAccess } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import {
  ADMIN,
  type Call,
  CLERK,
  Client,
  NOBODY,
  NOW,
  openSandbox,
  signIn,
  VIEWER,
} from './helpers.ts';
import { ANSWERED, pathOf, queriesOf, UNKNOWN, url } from './openapi.kit.ts';

const sandbox = await openSandbox();

/** An administrator of a company, who may read its users: no staff, whatever the screens say. */
async function office(): Promise<Client> {
  const email = 'office.admin@northhaul.test';
  const admin = await signIn(sandbox, ADMIN);
  const body = {
    ...{ first_name: 'Olga', last_name: 'Frame', email, phone: '7055550199', role: 'Admin' },
    ...{ country: 'CA', province: 'ON', city: 'Sudbury', company: 'North Haul Carriers Ltd.' },
    ...{ password: PASSWORD, view_users: true },
  };
  const made = await admin.call('users', { body });
  if (made.status !== 201) throw new Error(`No office: ${await made.text()}`);
  return signIn(sandbox, email);
}

const clients = {
  admin: await signIn(sandbox, ADMIN),
  clerk: await signIn(sandbox, CLERK),
  viewer: await signIn(sandbox, VIEWER),
  nobody: await signIn(sandbox, NOBODY),
  office: await office(),
  stranger: await signIn(sandbox, undefined),
};
type Name = keyof typeof clients;

/** Every call there is, and the action that core's table knows it by. */
const CALLS: readonly (readonly [action: Action, path: string, call?: Call])[] = [
  ['profile.get', 'profile/user'],
  ['reference.get', 'profile/company'],
  ['reference.get', 'screens?app=FF'],
  ['reference.get', 'states'],
  ['reference.get', 'countries'],
  ['reference.get', 'countries/CA/states'],
  ['reference.get', 'countries/CA/states/ON/cities'],
  ['reference.get', 'cities'],
  ['reference.get', 'currencies'],
  ['reference.get', 'roles'],
  ['reference.get', 'payment'],
  ['reference.get', 'types?type=INVOICE_STATUS'],
  ['reference.get', 'fuel-customer-markups/find-all?paged=false'],
  ['reference.get', 'fuel-customer-markups/customer-company'],
  ['reference.get', 'getFuelProviderCompany'],
  ['reference.get', 'customers/countries'],
  ['reference.get', 'places?input=Sudbury'],
  ['reference.get', 'places/sudbury-on'],
  ['cards.list', 'fuel-card-management'],
  ['cards.list', 'fuel-card-management/search', { body: {} }],
  ['cards.get', 'fuel-card-management/1'],
  ['cards.create', 'fuel-card-management', { body: {} }],
  ['cards.update', 'fuel-card-management/999999', { method: 'PUT', body: {} }],
  ['cards.delete', 'fuel-card-management/999999', { method: 'DELETE' }],
  ['cards.assign', 'fuel-card-management/assign-card-company-bulk', { body: {} }],
  ['cards.import', 'fuel-card-management/upload-fuel-card-csv', { method: 'POST' }],
  ['cards.template', 'fuel-card-management/download-fuel-card-csv?format=csv'],
  ['cards.export', 'fuel-card-management/export', { body: { cardIds: [1] } }],
  ['transactions.list', 'fuel-transaction/authcode'],
  ['transactions.list', 'fuel-transaction/authcode/search', { body: {} }],
  ['transactions.get', 'fuel-transaction/transactionsbyid/1'],
  ['transactions.create', 'transaction', { body: {} }],
  ['transactions.update', 'fuel-transaction/999999', { method: 'PUT', body: {} }],
  ['transactions.delete', 'transaction/999999', { method: 'DELETE' }],
  ['transactions.attachments', 'attachments/1'],
  ['transactions.attachments', 'attachments/1/zip'],
  ['transactions.export', 'fuel-transaction/export', { body: { ids: [1] } }],
  ['transactions.import', 'import_transactions?provider=ESSO', { method: 'POST' }],
  ['transactions.import-lookup', 'imports?key=none'],
  ['invoices.list', 'spol/invoices/'],
  ['invoices.list', 'spol/invoices/search', { body: {} }],
  ['invoices.get', 'spol/invoices/1'],
  ['users.list', 'users'],
  ['users.list', 'users/search', { body: {} }],
  ['users.get', 'user/P1001'],
  ['users.create', 'users', { body: {} }],
  ['users.update', 'user/999999', { method: 'PUT', body: {} }],
  ['users.delete', 'users/999999', { method: 'DELETE' }],
  ['customers.list', 'customers'],
  ['customers.list', 'customers/search', { body: {} }],
  ['customers.get', 'customers/1'],
  ['customers.summary', 'customers/1/summary'],
  ['customers.statement', 'customers/1/statement?from=2026-10-01&to=2026-10-31'],
  ['customers.update', 'customers/999999', { method: 'PUT', body: {} }],
  ['companies.list', 'companies'],
  ['companies.list', 'companies/search', { body: {} }],
  ['companies.create', 'fuel-company/register', { body: {} }],
  ['markups.list', 'fuel-customer-markups'],
  ['markups.list', 'fuel-customer-markups/search', { body: {} }],
  ['markups.create', 'fuel-customer-markups', { body: {} }],
  ['markups.update', 'fuel-customer-markups', { method: 'PUT', body: {} }],
  ['invoices.create', 'spol/invoices/', { body: {} }],
  ['invoices.update', 'spol/invoices/update', { method: 'PUT', body: {} }],
  ['invoices.preview', 'spol/invoices/preview', { body: {} }],
  ['invoices.create', 'spol/invoices/', { body: { lines: 'unbilled' } }],
  ['invoices.void', 'spol/invoices/none/void', { body: {} }],
  ['invoices.export', 'spol/invoices/1/download'],
  ['invoices.export', 'spol/invoices/1/download/csv'],
  ['invoices.email', 'email-invoice?type=spol/invoices&id=none', { method: 'POST' }],
  ['invoices.email', 'email-invoice?type=spol/invoices&id=none'],
  ['invoices.email', 'email-invoice/preview?type=spol/invoices&id=none'],
  ['payments.list', 'invoice-payments'],
  ['payments.list', 'invoice-payments/search', { body: {} }],
  ['payments.create', 'fuel-payment/register', { body: {} }],
  ['payments.reverse', 'fuel-payment/1/reverse', { body: {} }],
  ['reports.generate', 'reporting', { body: {} }],
  ['reports.generate', 'reporting?report_type=aging'],
  ['reports.email', 'reporting/email', { body: {} }],
  ['reports.email', 'reporting/email/preview?report_type=aging&format=pdf'],
  ['nights.hand-in', 'nights', { body: {} }],
  ['rates.upload', 'upload-daily-rates?Type=Esso', { method: 'POST' }],
  ['profile.password', 'profile/password', { method: 'PUT', body: {} }],
  ['session.list', 'sessions'],
  ['session.end', 'sessions/none', { method: 'DELETE' }],
  ['views.list', 'views'],
  ['views.save', 'views/cards/none', { method: 'PUT', body: {} }],
  ['views.remove', 'views/cards/gone', { method: 'DELETE' }],
  ['trail.list', 'trail'],
  ['trail.list', 'trail/search', { body: {} }],
  ['trail.get', 'trail/999999'],
  ['trail.export', 'trail/export', { body: { filters: [] } }],
  ['audit.export', 'audit/export'],
  ['audit.list', 'audit'],
  ['audit.list', 'audit/search', { body: {} }],
];

describe('ACC-04 every call asks the table that core asks', () => {
  for (const name of Object.keys(clients) as Name[]) {
    for (const [action, path, call] of CALLS) {
      it(`${name}: ${action} by ${path}`, async () => {
        const client = clients[name];
        const screens = name === 'stranger' ? undefined : await client.json('screens?app=FF');
        const ofProvider = name === 'admin' || name === 'clerk' || name === 'nobody';
        const decision = can(screens && toMenuAccess(screens, { ofProvider }), action);
        const answer = await client.call(path, call);
        if (name === 'stranger') {
          expect(answer.status).toBe(401);
          return;
        }
        if (decision.allowed) {
          expect(answer.status).not.toBe(401);
          expect(answer.status).not.toBe(403);
          return;
        }
        expect(answer.status).toBe(403);
        expect((await answer.json()).detail).toBe(decision.reason.message);
      });
    }
  }

  it('AUTH-13 is no call of a company’s administrator, who may read users', async () => {
    expect((await clients.office.call('users')).status).toBe(200);
    for (const path of ['audit', 'audit/export']) {
      const answer = await clients.office.call(path);
      expect([answer.status, (await answer.json()).detail]).toEqual([
        403,
        'Only staff of the provider may do this.',
      ]);
    }
  });

  it('names the missing right', async () => {
    const answer = await clients.nobody.call('fuel-card-management');
    expect((await answer.json()).detail).toContain('read on screen FCM');
  });
});

describe('ACC-05 the accounts have the rights they are described by', () => {
  const allowed = async (name: Exclude<Name, 'stranger'>) => {
    const access = toMenuAccess(await clients[name].json('screens?app=FF'));
    return (Object.keys(ACTIONS) as Action[]).filter((action) => can(access, action).allowed);
  };

  it('admin may do everything', async () => {
    const held = await allowed('admin');
    expect(Object.keys(ACTIONS).filter((action) => !held.includes(action as Action))).toEqual([]);
  });

  it('clerk reads everything, creates and updates cards and transactions, deletes nothing', async () => {
    const actions = await allowed('clerk');
    expect(actions.filter((action) => action.endsWith('.delete'))).toEqual([]);
    expect(actions.filter((action) => /\.(create|update)$/.test(action))).toEqual([
      'cards.create',
      'cards.update',
      'transactions.create',
      'transactions.update',
    ]);
    const reads = (Object.keys(ACTIONS) as Action[]).filter((action) =>
      /\.(list|get)$/.test(action),
    );
    expect(actions).toEqual(expect.arrayContaining(reads));
  });

  it('viewer reads cards, transactions and invoices', async () => {
    const actions = await allowed('viewer');
    const changes = /\.(create|update|delete|import|assign)$/;
    expect(actions.filter((action) => changes.test(action))).toEqual([]);
    expect(actions).toEqual(
      expect.arrayContaining(['cards.list', 'transactions.list', 'invoices.list']),
    );
    expect(actions).not.toContain('users.list');
  });

  it('ACC-03 an account without screens has the user profile and what only needs a session', async () => {
    expect(await allowed('nobody')).toEqual([
      'payments.open',
      'profile.get',
      'profile.password',
      'trail.list',
      'trail.get',
      'trail.export',
      'reference.get',
      'session.switch',
      'session.logout',
      'session.list',
      'session.end',
      'views.list',
      'views.save',
      'views.remove',
    ]);
  });
});

describe('ACC-04 a company sees its own records alone', () => {
  const NORTH_HAUL = 'North Haul Carriers Ltd.';

  it.each([
    ['fuel-card-management', 'content', 'company_name'],
    ['fuel-transaction/authcode', 'transactions', 'txn_company'],
    ['spol/invoices/', 'content', 'company_name'],
  ])('%s', async (path, rows, field) => {
    const own = (await clients.viewer.json(`${path}?size=1500`))[rows];
    const all = (await clients.admin.json(`${path}?size=1500`))[rows];
    const companies = (list: Record<string, unknown>[]) => new Set(list.map((row) => row[field]));
    expect(own.length).toBeGreaterThan(0);
    expect(companies(own)).toEqual(new Set([NORTH_HAUL]));
    expect(companies(all).size).toBeGreaterThan(3);
    const asked = await clients.viewer.json(`${path}?filter=${field}::a&size=1500`);
    expect(companies(asked[rows])).toEqual(new Set([NORTH_HAUL]));
    const search = `${path.replace(/\/$/, '')}/search`;
    const found = await clients.viewer.json(search, { body: { pageSize: 1_500 } });
    expect(found.totalRecords).toBe(own.length);
  });

  it('finds no record of another company by its id', async () => {
    const { content: cards } = await clients.admin.json('fuel-card-management?size=400');
    const { transactions } = await clients.admin.json('fuel-transaction/authcode?size=200');
    const { content: invoices } = await clients.admin.json('spol/invoices/?size=50');
    const foreign = (list: Record<string, unknown>[], field: string) =>
      list.find((row) => row[field] !== NORTH_HAUL) as Record<string, unknown>;
    const transaction = foreign(transactions, 'txn_company');
    const invoice = foreign(invoices, 'company_name');
    for (const path of [
      `fuel-card-management/${foreign(cards, 'company_name').id}`,
      `fuel-transaction/transactionsbyid/${transaction.id}`,
      `fuel-transaction/transactionsbyid/${transaction.authentication_id}`,
      `spol/invoices/${invoice.id}`,
      `spol/invoices/${invoice.invoice_number}`,
    ]) {
      expect((await clients.viewer.call(path)).status).toBe(404);
      expect((await clients.admin.call(path)).status).toBe(200);
    }
  });

  it('finds its own company alone in look-ups', async () => {
    const path = 'fuel-customer-markups/find-all?paged=false';
    expect(await clients.viewer.json(path)).toEqual([
      { company_name: NORTH_HAUL, customer_company_id: 1 },
    ]);
    expect(await clients.admin.json(path)).toHaveLength(12);
  });
});

/**
 * Accounts that lost something, and what is left to them: by action, read by a person. All that is not
 * named is refused: with 403, or with 401 where nothing is left of the sign-in.
 */
const LOOK_UPS: readonly Action[] = [
  'profile.get',
  'dashboard.open',
  'reference.get',
  'profile.password',
  'session.list',
  'session.end',
  'trail.list',
  'trail.get',
  'trail.export',
  'views.list',
  'views.save',
  'views.remove',
];
const LEFT: Readonly<Record<string, readonly Action[] | 'signed out'>> = {
  demoted: LOOK_UPS,
  'company changed': [
    ...LOOK_UPS,
    'users.list',
    'users.get',
    'cards.list',
    'cards.get',
    'cards.export',
    'cards.template',
    'transactions.list',
    'transactions.get',
    'transactions.export',
    'transactions.attachments',
    'exceptions.list',
    'exceptions.get',
    'exceptions.export',
    'invoices.list',
    'invoices.get',
    'invoices.export',
    'invoices.email',
    'payments.list',
    'payments.export',
    'customers.statement',
    'users.export',
    'reports.generate',
    'reports.email',
  ],
  'manage_users alone': [
    ...LOOK_UPS,
    'users.list',
    'users.get',
    'users.export',
    'users.create',
    'users.update',
    'users.delete',
    'audit.list',
    'audit.export',
  ],
  'switched, then demoted': 'signed out',
  expired: 'signed out',
  'logged out': 'signed out',
  'moved while signed in': 'signed out',
  deleted: 'signed out',
};

describe('USER-09 ACC-04 every call refuses what an account has no more', async () => {
  let now = NOW;
  const moving = await openSandbox({ now: () => now });
  const root = await signIn(moving, ADMIN);
  const expired = await signIn(moving, ADMIN);
  const base = new Client(moving.fetch, undefined);
  const password = 'Haul-away-77';
  const open = async (email: string) => {
    const answer = await base.call('login', { body: { username: email, password } });
    return base.as(answer.headers.get('authorization') ?? '');
  };
  const make = async (name: string, more: object): Promise<{ id: number; email: string }> => {
    const email = `${name}@forecourt.test`;
    const { id } = await keeper.json('users', {
      body: {
        ...{ first_name: 'Ines', last_name: 'Okafor', email, phone: '7055550188', password },
        ...{ role: 'User', country: 'CA', province: 'ON', city: 'Sudbury', ...more },
      },
    });
    return { id, email };
  };
  const change = (id: number, body: object) => keeper.call(`user/${id}`, { method: 'PUT', body });
  // Past the limits of a session; the others sign in after that.
  now = new Date(NOW.getTime() + 13 * 3_600_000);
  const keeper = await signIn(moving, ADMIN);
  expect((await root.call('screens?app=FF')).status).toBe(401);

  const demoted = await make('demoted', { role: 'Admin' });
  const demotedClient = await open(demoted.email);
  const switched = await make('switched', { role: 'Admin' });
  const there = await (await open(switched.email)).call('switch/2');
  const seeing = { view_users: true, view_fuel_cards: true, view_invoices: true };
  const clerk = await make('moved', { ...seeing, view_transactions: true, view_reports: true });
  const clerkClient = await open(clerk.email);
  const gone = await make('gone', { role: 'Admin' });
  const goneClient = await open(gone.email);
  const out = await make('out', { role: 'Admin' });
  const outClient = await open(out.email);
  await change(demoted.id, { role: 'User' });
  await change(switched.id, { role: 'User' });
  await change(clerk.id, { company: 'North Haul Carriers Ltd.' });
  await keeper.call(`users/${gone.id}`, { method: 'DELETE' });
  // Where a service has no way to log out, another password ends the session.
  if ((await outClient.call('logout', { method: 'POST' })).status === 404) {
    await change(out.id, { password: 'Another-one-8' });
  }
  const accounts: Readonly<Record<string, Client>> = {
    demoted: demotedClient,
    'company changed': await open(clerk.email),
    'manage_users alone': await open((await make('alone', { manage_users: true })).email),
    'switched, then demoted': base.as(there.headers.get('authorization') ?? ''),
    expired,
    'logged out': outClient,
    'moved while signed in': clerkClient,
    deleted: goneClient,
  };
  const calls = ANSWERED.filter(
    ({ action, anonymous, path }) => !anonymous && action && path !== '/logout',
  );

  it('asks every documented call', () => {
    expect(calls.length).toBeGreaterThan(65);
    expect(Object.keys(accounts)).toEqual(Object.keys(LEFT));
  });

  for (const [name, left] of Object.entries(LEFT)) {
    it.each(calls.map((call) => [call.name, call] as const))(`${name}: %s`, async (_, call) => {
      const path = url(
        pathOf(call, () => UNKNOWN),
        queriesOf(call).at(-1) ?? '',
      );
      const sent = { method: call.method, ...(call.json && { body: {} }) };
      const answer = await (accounts[name] as Client).call(path, sent);
      // Read to its end: a file that nobody reads keeps its connection.
      await answer.arrayBuffer();
      const { status } = answer;
      if (left === 'signed out') expect(status).toBe(401);
      else if (left.includes(call.action as Action)) {
        expect([200, 202, 400, 404, 415, 422]).toContain(status);
      } else expect(status).toBe(403);
    });
  }

  it('a company’s user, moved there, meets its own company alone', async () => {
    const moved = accounts['company changed'] as Client;
    for (const path of ['fuel-card-management?size=400', 'spol/invoices/?size=50']) {
      const { content } = await moved.json(path);
      expect(new Set(content.map((row: Record<string, unknown>) => row.company_name))).toEqual(
        new Set(['North Haul Carriers Ltd.']),
      );
    }
  });
});
