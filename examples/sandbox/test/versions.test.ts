import { describe, expect, it } from 'vitest';
import { CARD } from './card.kit.ts';
import { ADMIN, CLERK, type Client, openSandbox, paymentOn, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const clerk = await signIn(sandbox, CLERK);
const viewer = await signIn(sandbox, VIEWER);

const CARDS = 'fuel-card-management';
const CHANGED =
  'This record was changed meanwhile. Load it again and make your change to what is there now.';

let cards = 0;
async function newCard(): Promise<any> {
  cards += 1;
  const body = { ...CARD, card_number: `70100000000009${String(cards).padStart(2, '0')}` };
  return admin.json(CARDS, { body });
}

async function loaded(path: string, client: Client = admin) {
  const answer = await client.call(path);
  return { record: (await answer.json()) as any, etag: answer.headers.get('etag') ?? 'none' };
}
const put = (path: string, body: unknown, etag?: string, client: Client = admin) =>
  client.call(path, {
    method: 'PUT',
    body,
    ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
  });

const invoiceBody = (row: any, changes: object) => ({
  ...{ id: row.id, issued_date: row.issued_date, due_date: row.due_date },
  ...{ start_date: row.start_date, end_date: row.end_date, currency: row.currency },
  status: { key: row.status, value: row.status, value2: 'Urgent' },
  amount_due: row.amount_due,
  ...changes,
});

describe('a save that changes nothing', async () => {
  const trailOf = async (resource: string): Promise<number> => {
    const { totalRecords } = await admin.json(`audit?size=1&filter=resource:${resource}`);
    expect(totalRecords).toEqual(expect.any(Number));
    return totalRecords;
  };
  const [{ id: purchase }] = await admin
    .json('fuel-transaction/authcode?size=1')
    .then(({ transactions }) => transactions);

  it.each([
    ['cards', 'fuel-card-management/7', 'fuel-card-management/7'],
    [
      'transactions',
      `fuel-transaction/transactionsbyid/${purchase}`,
      `fuel-transaction/${purchase}`,
    ],
    ['customers', 'customers/1', 'customers/1'],
    ['users', 'user/3', 'user/3'],
  ])('WIRE-05 keeps the version and the trail: %s', async (resource, path, to) => {
    const before = await loaded(path);
    const entries = await trailOf(resource);
    for (const body of [{}, before.record]) {
      const answer = await put(to, body, before.etag);
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, before.etag]);
    }
    expect(await loaded(path)).toEqual(before);
    expect(await trailOf(resource)).toBe(entries);
  });

  it('INV-12 keeps the version and the trail of an invoice, also with a reason alone', async () => {
    const { content } = await admin.json('spol/invoices/?size=50');
    const row = content.find((one: any) => one.status === 'Open');
    const before = await loaded(`spol/invoices/${row.invoice_number}`);
    const entries = await trailOf('invoices');
    const dto = before.record.invoice_dto;
    for (const body of [{ id: dto.id }, dto, invoiceBody(dto, {}), { id: dto.id, reason: 'Why' }]) {
      const answer = await put('spol/invoices/update', body, before.etag);
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, before.etag]);
    }
    expect(await loaded(`spol/invoices/${row.invoice_number}`)).toEqual(before);
    expect(await trailOf('invoices')).toBe(entries);
  });

  it('WIRE-05 under one key gives the same answer again', async () => {
    const { etag } = await loaded('fuel-card-management/8');
    const call = { method: 'PUT', body: {}, headers: { 'idempotency-key': 'nothing-changed' } };
    const first = await admin.call('fuel-card-management/8', call);
    const again = await admin.call('fuel-card-management/8', call);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('etag')).toBe(etag);
  });
});

describe('a record that was changed meanwhile', () => {
  it('WIRE-05 a stale invoice form does not undo a payment', async () => {
    const { content } = await admin.json('spol/invoices/?size=50');
    const open = content.find((row: any) => row.status === 'Open' && row.amount_due > 10);
    const path = `spol/invoices/${open.invoice_number}`;
    const form = await loaded(path);
    const paid = await pays(open, 4);
    expect(paid.status).toBe(201);
    const body = invoiceBody(form.record.invoice_dto, { due_date: '31-12-2026' });
    const answer = await put('spol/invoices/update', body, form.etag);
    expect(answer.status).toBe(412);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    const now = await loaded(path);
    expect(answer.headers.get('etag')).toBe(now.etag);
    expect(await answer.json()).toMatchObject({
      title: 'Changed meanwhile',
      status: 412,
      detail: CHANGED,
      current: now.record,
    });
    expect(now.record.invoice_dto.amount_due).toBe(Math.round(open.amount_due * 100 - 400) / 100);
    const again = invoiceBody(now.record.invoice_dto, { due_date: '31-12-2026' });
    expect((await put('spol/invoices/update', again, now.etag)).status).toBe(200);
    const last = (await loaded(path)).record.invoice_dto;
    expect(last).toMatchObject({
      due_date: '31-12-2026',
      amount_due: now.record.invoice_dto.amount_due,
    });
  });

  it('WIRE-05 of two full-form saves of one card from one load the second is refused', async () => {
    const { id } = await newCard();
    const path = `${CARDS}/${id}`;
    const form = await loaded(path);
    const first = await put(path, { ...form.record, driver_name: 'Ada' }, form.etag, clerk);
    expect(first.status).toBe(200);
    const second = await put(path, { ...form.record, trailer_number: 'TR9' }, form.etag);
    expect(second.status).toBe(412);
    expect((await second.json()).current).toMatchObject({ id, driver_name: 'Ada' });
    expect((await loaded(path)).record).toMatchObject({
      driver_name: 'Ada',
      trailer_number: 'TR00042',
    });
  });

  it('WIRE-05 nothing is deleted that was changed since it was seen', async () => {
    const { id } = await newCard();
    const path = `${CARDS}/${id}`;
    const { etag, record } = await loaded(path);
    await put(path, { ...record, driver_name: 'Ada' });
    const remove = (tag: string) =>
      admin.call(path, { method: 'DELETE', headers: { 'if-match': tag } });
    expect((await remove(etag)).status).toBe(412);
    expect((await remove((await loaded(path)).etag)).status).toBe(200);
    expect((await put(path, record, etag)).status).toBe(404);
  });

  it('WIRE-05 a call without If-Match is served, and so is one for any version', async () => {
    const { id } = await newCard();
    const path = `${CARDS}/${id}`;
    const { record } = await loaded(path);
    for (const tag of [undefined, '*', ' * ']) {
      const answer = await put(path, { ...record, driver_name: `By ${tag}` }, tag);
      expect([tag, answer.status]).toEqual([tag, 200]);
    }
  });

  it('WIRE-05 takes lists of tags, and compares them strongly', async () => {
    const { id } = await newCard();
    const path = `${CARDS}/${id}`;
    const { etag, record } = await loaded(path);
    expect(etag).toBe('"1"');
    expect((await put(path, record, '"x,y" , "7"')).status).toBe(412);
    expect((await put(path, record, 'W/"1"')).status).toBe(412);
    expect((await put(path, record, '"x,y", "1"')).status).toBe(200);
  });

  it.each(['1', '"1', '1"', '"1" "2"', '*, "1"', 'w/"1"', ',', '""x"', ''])(
    'WIRE-05 If-Match %s is a 400 that says how it is written',
    async (tag) => {
      const { id } = await newCard();
      const path = `${CARDS}/${id}`;
      const { record } = await loaded(path);
      const answer = await put(path, { ...record, driver_name: 'Never' }, tag);
      expect(answer.status).toBe(400);
      expect((await answer.json()).detail).toBe(
        'If-Match must be * or a list of entity tags, each in double quotes: "3". Send the ETag that the record came with.',
      );
      expect((await loaded(path)).record.driver_name).toBe(CARD.driver_name);
    },
  );

  it('WIRE-05 another company’s record stays unseen, whatever version is asked for', async () => {
    const { content } = await admin.json(`${CARDS}?size=50`);
    const foreign = content.find((row: any) => row.company_name !== CARD.company_name);
    const answer = await put(`${CARDS}/${foreign.id}`, foreign, '"0"', viewer);
    expect(answer.status).toBe(403);
    expect(await answer.json()).not.toHaveProperty('current');
  });

  it('WIRE-05 repeats the answer of a key with its ETag, whatever the current version', async () => {
    const { id } = await newCard();
    const path = `${CARDS}/${id}`;
    const { etag, record } = await loaded(path);
    const headers = { 'if-match': etag, 'idempotency-key': `key-${id}` };
    const body = { ...record, driver_name: 'Ada' };
    const send = (more: object = {}) =>
      admin.call(path, { method: 'PUT', body, headers: { ...headers, ...more } });
    const first = await send();
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    const second = await send();
    expect([second.status, second.headers.get('etag')]).toEqual([200, '"2"']);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const later = await send({ 'if-match': '"2"' });
    expect([later.status, later.headers.get('etag')]).toEqual([200, '"2"']);
    expect((await loaded(path)).etag).toBe('"2"');
  });

  it('WIRE-05 a refused version keeps no answer: the key may be used again', async () => {
    const { id } = await newCard();
    const path = `${CARDS}/${id}`;
    const { record } = await loaded(path);
    const headers = { 'if-match': '"0"', 'idempotency-key': `stale-${id}` };
    const send = () => admin.call(path, { method: 'PUT', body: record, headers });
    expect((await send()).status).toBe(412);
    await put(path, { ...record, driver_name: 'Ada' });
    expect((await (await send()).json()).current.driver_name).toBe('Ada');
  });

  it('WIRE-05 of many at once that loaded one version one is served', async () => {
    const { id } = await newCard();
    const path = `${CARDS}/${id}`;
    const { etag, record } = await loaded(path);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        put(path, { ...record, driver_name: `Driver ${at}` }, etag),
      ),
    );
    const counts = Object.groupBy(answers, ({ status }) => status);
    expect(counts[200]).toHaveLength(1);
    expect(counts[412]).toHaveLength(11);
  });
});

const pays = (invoice: any, amount: number) =>
  admin.call('fuel-payment/register', { body: paymentOn(invoice, amount) });

const KINDS: readonly (readonly [name: string, list: string, path: (row: any) => string])[] = [
  ['a card', CARDS, ({ id }) => `${CARDS}/${id}`],
  [
    'a transaction',
    'fuel-transaction/authcode',
    ({ authentication_id }) => `fuel-transaction/transactionsbyid/${authentication_id}`,
  ],
  ['an invoice', 'spol/invoices/', ({ invoice_number }) => `spol/invoices/${invoice_number}`],
  ['a customer', 'customers', ({ id }) => `customers/${id}`],
  ['a user', 'users', ({ id }) => `user/${id}`],
];

const rowsOf = (page: any): any[] => page.content ?? page.transactions;

describe('versions on the wire', () => {
  it.each(KINDS)(
    'WIRE-05 %s has one ETag in its list, in both dialects, and alone',
    async (_name, list, path) => {
      const [row] = rowsOf(await admin.json(`${list}${list.includes('?') ? '&' : '?'}size=1`));
      expect(row.etag).toMatch(/^"\d+"$/);
      expect((await loaded(path(row))).etag).toBe(row.etag);
      const searched = await admin.json(`${list.replace(/\/$/, '')}/search`, {
        body: { pageNumber: 0, pageSize: 1 },
      });
      expect(rowsOf(searched)[0].etag).toMatch(/^"\d+"$/);
    },
  );

  it.each(['fuel-customer-markups', 'invoice-payments', 'companies'])(
    'WIRE-05 rows of %s carry their ETag',
    async (list) => {
      const [row] = rowsOf(await admin.json(`${list}?size=1`));
      expect(row.etag).toMatch(/^"\d+"$/);
    },
  );

  it('WIRE-05 a markup, which has no call of its own, is changed by its row’s ETag', async () => {
    const [row] = rowsOf(await admin.json('fuel-customer-markups?size=1'));
    const body = {
      id: row.id,
      fuelCompanyProviderId: row.fuel_company_provider_id,
      markupValue: 0.05,
    };
    const first = await put('fuel-customer-markups', body, row.etag);
    expect(first.status).toBe(200);
    const second = await put('fuel-customer-markups', { ...body, markupValue: 0.06 }, row.etag);
    expect(second.status).toBe(412);
    expect((await second.json()).current).toMatchObject({ id: row.id, mark_up_value: 0.05 });
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('WIRE-05 a user, a customer and a transaction too', async () => {
    const [user] = rowsOf(await admin.json('users?size=1&sort=id,desc'));
    const [customer] = rowsOf(await admin.json('customers?size=1'));
    for (const [path, row, change] of [
      [`user/${user.id}`, user, { first_name: 'Ada' }],
      [`customers/${customer.id}`, customer, { cont_name: 'Ada' }],
    ] as const) {
      const { etag, record } = await loaded(path);
      expect(etag).toBe(row.etag);
      expect((await put(path, { ...record, ...change }, etag)).status).toBe(200);
      const stale = await put(path, record, etag);
      expect(stale.status).toBe(412);
      expect((await stale.json()).current).toMatchObject(change);
    }
    const [row] = rowsOf(await admin.json('fuel-transaction/authcode?size=1'));
    const path = `fuel-transaction/transactionsbyid/${row.id}`;
    const { etag, record } = await loaded(path);
    const stale = await put(`fuel-transaction/${row.id}`, record, '"0"');
    expect(stale.status).toBe(412);
    expect((await stale.json()).current).toEqual(record);
    const remove = { method: 'DELETE', headers: { 'if-match': '"0"' } };
    expect((await admin.call(`transaction/${row.id}`, remove)).status).toBe(412);
    expect((await loaded(path)).etag).toBe(etag);
  });

  it('WIRE-05 a POST answers the first ETag', async () => {
    const body = { ...CARD, card_number: '7010000000000899' };
    const made = await admin.call(CARDS, { body });
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
  });

  it('WIRE-05 assigning a card and a file of cards raise its version', async () => {
    const { id, ...card } = await newCard();
    const path = `${CARDS}/${id}`;
    const { content } = await admin.json('companies?size=50');
    const company = content.find(({ name }: any) => name === CARD.company_name);
    await admin.json(`${CARDS}/assign-card-company-bulk`, {
      body: { cardIds: [id], customerCompanyId: company.id },
    });
    expect((await loaded(path)).etag).toBe('"2"');
    const form = new FormData();
    const file = `card_number,driver_name\n${card.card_number},Imported\n`;
    form.append('file', new Blob([file]), 'cards.csv');
    expect(await admin.json(`${CARDS}/upload-fuel-card-csv`, { body: form })).toMatchObject({
      imported: 1,
    });
    expect((await loaded(path)).etag).toBe('"3"');
  });

  it('WIRE-05 browsers of other addresses may read ETag and send If-Match', async () => {
    const answer = await admin.call(`${CARDS}/1`);
    expect(answer.headers.get('access-control-expose-headers')).toContain('etag');
    const asked = await admin.call(`${CARDS}/1`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'PUT' },
    });
    expect(asked.headers.get('access-control-allow-headers')).toContain('if-match');
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
