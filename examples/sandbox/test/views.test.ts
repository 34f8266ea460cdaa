import { beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { ADMIN, CLERK, type Client, NOBODY, openSandbox, signIn } from './helpers.ts';

let sandbox: Sandbox;
let admin: Client;
let clerk: Client;

beforeAll(async () => {
  sandbox = await openSandbox();
  [admin, clerk] = [await signIn(sandbox, ADMIN), await signIn(sandbox, CLERK)];
});

const overdue = {
  filters: ['due_date<=yesterday', 'amount_due>=0.01'],
  sort: 'amount_due,desc',
  from: null,
  to: null,
  columns: ['invoice_number', 'amount_due'],
  default: false,
};
const put = (client: Client, path: string, body: unknown, ifMatch?: string) =>
  client.call(`views/${path}`, {
    method: 'PUT',
    body,
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });
const list = async (client: Client) => (await (await client.call('views')).json()) as unknown[];
const remove = (client: Client, path: string, ifMatch?: string) =>
  client.call(`views/${path}`, {
    method: 'DELETE',
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });

describe('named views', () => {
  it('LIST-15 are kept for each user, with filters, order, days and columns', async () => {
    const saved = await put(admin, 'invoices/Overdue%2C%20by%20%2F%20amount', overdue, '"0"');
    const whole = { list: 'invoices', name: 'Overdue, by / amount', ...overdue };
    expect([saved.status, saved.headers.get('etag'), await saved.json()]).toEqual([
      200,
      '"1"',
      whole,
    ]);
    expect(await list(admin)).toEqual([{ ...whole, etag: '"1"' }]);
    // Nobody else sees it, or has any business with it.
    expect(await list(clerk)).toEqual([]);
    expect((await remove(clerk, 'invoices/Overdue%2C%20by%20%2F%20amount')).status).toBe(404);
    expect((await remove(admin, 'invoices/Overdue%2C%20by%20%2F%20amount', '"1"')).status).toBe(
      200,
    );
    expect(await list(admin)).toEqual([]);
  });

  it('LIST-15 WIRE-06 refuse a field that they do not have, and take back what was read', async () => {
    const misspelt = await put(admin, 'cards/Odd', { filter: ['card_status:HOLD'] });
    expect([misspelt.status, await misspelt.json()]).toMatchObject([
      400,
      {
        detail:
          'There is no field "filter" here. The fields are name, filters, sort, from, to, columns, default, list, etag.',
        errors: [{ pointer: '/filter' }],
      },
    ]);
    await put(admin, 'cards/Whole', overdue);
    const [read] = await list(admin);
    expect((await put(admin, 'cards/Whole', read, '"1"')).status).toBe(200);
    expect((await remove(admin, 'cards/Whole')).status).toBe(200);
  });

  it('LIST-15 WIRE-05 refuse the later of two tabs that save the same name', async () => {
    expect((await put(admin, 'cards/Held', overdue, '"0"')).status).toBe(200);
    const later = await put(admin, 'cards/Held', { ...overdue, sort: null }, '"0"');
    expect(later.status).toBe(412);
    expect(await later.json()).toMatchObject({
      current: { name: 'Held', sort: 'amount_due,desc' },
    });
    const first = await put(admin, 'cards/Held', { ...overdue, sort: null }, '"1"');
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    expect((await put(admin, 'cards/Held', overdue, '"1"')).status).toBe(412);
    expect((await remove(admin, 'cards/Held', '"1"')).status).toBe(412);
    expect((await remove(admin, 'cards/Held', '"2"')).status).toBe(200);
    expect((await remove(admin, 'cards/Held')).status).toBe(404);
  });

  it('LIST-15 are renamed under their version, never onto another view', async () => {
    await put(admin, 'payments/One', overdue);
    await put(admin, 'payments/Two', overdue);
    const clash = await put(admin, 'payments/One', { ...overdue, name: 'Two' }, '"1"');
    expect([clash.status, (await clash.json()).detail]).toEqual([
      409,
      "There is already a view 'Two'.",
    ]);
    const renamed = await put(admin, 'payments/One', { ...overdue, name: 'Three' }, '"1"');
    expect([renamed.status, (await renamed.json()).name]).toEqual([200, 'Three']);
    const names = (await list(admin)) as { list: string; name: string }[];
    expect(names.filter((view) => view.list === 'payments').map(({ name }) => name)).toEqual([
      'Three',
      'Two',
    ]);
  });

  it('LIST-15 have names that are unique regardless of case', async () => {
    await put(admin, 'rates/Été', overdue, '"0"');
    const again = await put(admin, 'rates/ÉTÉ', overdue, '"0"');
    expect([again.status, (await again.json()).current.name]).toEqual([412, 'Été']);
    await put(admin, 'rates/Other', overdue, '"0"');
    const clash = await put(admin, 'rates/Other', { ...overdue, name: 'été' }, '"1"');
    expect([clash.status, (await clash.json()).detail]).toEqual([
      409,
      "There is already a view 'Été'.",
    ]);
    // The case of a view's own name can be changed.
    const recased = await put(admin, 'rates/Other', { ...overdue, name: 'OTHER' }, '"1"');
    expect([recased.status, (await recased.json()).name]).toEqual([200, 'OTHER']);
    const both = await Promise.all([
      put(admin, 'rates/New', overdue, '"0"'),
      put(admin, 'rates/NEW', overdue, '"0"'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await remove(admin, 'rates/other', '"2"')).status).toBe(200);
  });

  it('LIST-15 have at most one default for a list', async () => {
    await put(clerk, 'users/One', { ...overdue, default: true });
    await put(clerk, 'cards/Other', { ...overdue, default: true });
    await put(clerk, 'users/Two', { ...overdue, default: true });
    const views = (await list(clerk)) as { name: string; default: boolean }[];
    expect(views.map((view) => [view.name, view.default])).toEqual([
      ['Other', true],
      ['One', false],
      ['Two', true],
    ]);
  });

  it.each([
    [{ filters: 'all' }, '/filters'],
    [{ filters: Array.from({ length: 51 }, () => 'a:b') }, '/filters'],
    [{ filters: [`a:${'x'.repeat(300)}`] }, '/filters'],
    [{ columns: [7] }, '/columns'],
    [{ sort: 7 }, '/sort'],
    [{ from: 'x'.repeat(101) }, '/from'],
    [{ default: 'yes' }, '/default'],
    [{ name: ' ' }, '/name'],
    [{ name: 'a\nb' }, '/name'],
    [{ name: 'Held\u202ebyus' }, '/name'],
    [{ name: 'x'.repeat(61) }, '/name'],
  ])('LIST-15 WIRE-06 refuse what is too large or odd: %j', async (body, pointer) => {
    const answer = await put(admin, 'invoices/Odd', body);
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors[0].pointer).toBe(pointer);
  });

  it('LIST-15 are of lists that there are and that the account may read', async () => {
    const none = await put(admin, 'zebras/v', overdue);
    expect([none.status, (await none.json()).errors]).toEqual([
      422,
      [
        {
          pointer: '/list',
          detail:
            "There is no list 'zebras'. Lists: cards, transactions, exceptions, invoices, payments, customers, companies, markups, rates, rate-changes, smartbuy, truckcare, users, trail, audit.",
        },
      ],
    ]);
    const nobody = await signIn(sandbox, NOBODY);
    const unread = await put(nobody, 'invoices/Mine', overdue);
    expect([unread.status, (await unread.json()).errors[0].pointer]).toEqual([422, '/list']);
    expect(await list(nobody)).toEqual([]);
  });

  it('LIST-15 WIRE-06 take at most 4,096 bytes each, and 200 for an account', async () => {
    const account = await signIn(await openSandbox(), ADMIN);
    const filters = Array.from({ length: 50 }, (_, index) =>
      `company_name::${index}`.padEnd(292, 'x'),
    );
    const large = await put(account, 'invoices/Large', { ...overdue, filters });
    expect([large.status, (await large.json()).errors]).toEqual([
      422,
      [
        {
          pointer: '/filters',
          detail: 'A view takes at most 4,096 bytes: use fewer or shorter filters.',
        },
      ],
    ]);
    for (const name of ['cards', 'transactions', 'invoices', 'payments']) {
      for (let number = 1; number <= 50; number += 1) {
        expect((await put(account, `${name}/View%20${number}`, overdue)).status).toBe(200);
      }
    }
    const more = await put(account, 'users/One%20more', overdue);
    expect([more.status, (await more.json()).detail]).toEqual([
      422,
      'An account has at most 200 views. Delete one first.',
    ]);
    // Those that there are can still be changed.
    expect((await put(account, 'cards/View%201', { ...overdue, sort: null })).status).toBe(200);
  });

  it('LIST-15 are limited in number, and a repeated call saves once', async () => {
    for (let number = 1; number <= 50; number += 1) {
      expect((await put(clerk, `rates/View%20${number}`, overdue)).status).toBe(200);
    }
    const more = await put(clerk, 'rates/One%20more', overdue);
    expect([more.status, (await more.json()).detail]).toEqual([
      422,
      'A list has at most 50 views. Delete one first.',
    ]);
    expect((await put(clerk, 'rates/View%201', overdue)).status).toBe(200);
    const once = () =>
      clerk.call('views/invoices/Once', {
        method: 'PUT',
        body: overdue,
        headers: { 'if-match': '"0"', 'idempotency-key': 'saved-once' },
      });
    expect((await once()).status).toBe(200);
    const again = await once();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });
});
