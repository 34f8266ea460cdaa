import {
  type Anomaly,
  cards,
  createClient,
  createRecord,
  memoryStore,
  signIn as signInBy,
} from '@forecourt/core';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openStore } from '../src/db/engine.ts';
import { PASSWORD } from '../src/index.ts';
import { CARD } from './card.kit.ts';
import { keptData } from './database.ts';
import { ADMIN, type Call, CLERK, IN_TESTS, openSandbox, paymentOn, signIn } from './helpers.ts';
import { CALLS } from './openapi.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const at = await keptData(IN_TESTS);
const sandbox = await openSandbox(at);
const store = await openStore(at);
afterAll(() => store.close());
const admin = await signIn(sandbox, ADMIN);
const clerk = await signIn(sandbox, CLERK);

/** Makes the clerk an Admin with the rights to change on each screen but the dashboard, with or without the right to read. */
const mayRead = (read: 0 | 1) =>
  store.write(async (tx) => {
    await tx.updateTable('users').set({ role: 'Admin' }).where('email', '=', CLERK).execute();
    await tx
      .updateTable('user_rights')
      .set({ can_read: read, can_create: 1, can_update: 1, can_delete: 1, can_download: 1 })
      .where('screen_code', '!=', 'DB')
      .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', CLERK))
      .execute();
  });

const open = async (): Promise<any> =>
  (await admin.json('spol/invoices/?size=50')).content.find(
    (row: any) => row.status === 'Open' && row.amount_due > 10,
  );
const newInvoice = (number: string) => ({
  company_name: 'North Haul Carriers Ltd.',
  invoice_number: number,
  ...{ issued_date: '03-11-2026', due_date: '24-11-2026', status: 'Open', currency: 'CAD' },
  ...{ start_date: '01-10-2026 00:00', end_date: '31-10-2026 23:59' },
  ...{ total_amount: 1000, amount_due: 1000 },
});
const PURCHASE = {
  ...{ txn_date: '2026-11-19T08:15', card_number: '', hdr_currency: 'CAD', txn_station: '7' },
  ...{ dtl_stn_prv: 'ON', dtl_stn_addr: '1 Palace Road, Sudbury' },
  txn_attr: [
    {
      ...{
        dtl_prd_cd: 'D1',
        dtl_prd_desc: 'DIESEL',
        dtl_net_price: 1,
        retailPrice: 1.2,
        dtl_qty: 88.5,
      },
      ...{ dtl_hst_amt: 11.5, dtl_gst_amt: 0, dtl_pst_amt: 0, dtl_qst_amt: 0, dtl_fet_rt: 0 },
      ...{ dtl_pft_rt: 0, pct: 0, dtl_amt: 100, discount: 0, dtl_sls_type: 'SALE' },
    },
  ],
};
const PERSON = {
  ...{ first_name: 'Ines', last_name: 'Okafor', email: 'ines@haul.test', phone: '7055550188' },
  ...{
    password: 'Haul-away-77',
    role: 'User',
    company: '',
    country: 'CA',
    province: 'ON',
    city: 'Sudbury',
  },
};
const COMPANY = {
  ...{ companyName: 'Larkspire Haulage Ltd.', documentEmail: 'office@larkspire.test' },
  ...{
    phone: '7055550123',
    address1: '88 Regent Street',
    country: 'CA',
    state: 'ON',
    city: 'Sudbury',
  },
  ...{
    postalCode: 'P3E 3Z9',
    email: 'hanne@larkspire.test',
    firstName: 'Hanne',
    lastName: 'Jaswal',
  },
  pwd: 'Cartage-9999',
};

/** A change of each kind that the contract documents: where to, and what is sent. */
const CHANGES: Readonly<Record<string, () => Promise<readonly [path: string, call: Call]>>> = {
  'cards.create': async () => [
    'fuel-card-management',
    { body: { ...CARD, card_number: '7010000000000777' } },
  ],
  'cards.update': async () => ['fuel-card-management/1', { method: 'PUT', body: {} }],
  'transactions.create': async () => {
    const card_number = (await admin.json('fuel-card-management/3')).card_number;
    return ['transaction', { body: { ...PURCHASE, card_number } }];
  },
  'transactions.update': async () => {
    const filter = 'fuel-transaction/authcode?size=200';
    const { transactions } = await admin.json(filter);
    const row = transactions.find(({ invoice_no }: any) => !invoice_no);
    return [`fuel-transaction/${row.id}`, { method: 'PUT', body: {} }];
  },
  'invoices.create': async () => ['spol/invoices/', { body: newInvoice('UNREAD-1') }],
  'invoices.update': async () => {
    const body = { ...(await open()), due_date: '31-12-2026' };
    return ['spol/invoices/update', { method: 'PUT', body }];
  },
  'invoices.void': async () => {
    const asked = { company: 'North Haul Carriers Ltd.', currency: 'CAD', lines: 'unbilled' };
    const days = { start_date: '01-11-2026', end_date: '20-11-2026' };
    const body = { ...asked, ...days };
    const { seen, total_amount } = await admin.json('spol/invoices/preview', { body });
    const made = await admin.json('spol/invoices/', { body: { ...body, seen, total_amount } });
    return [`spol/invoices/${made.invoice_number}/void`, { body: { reason: 'Wrong period' } }];
  },
  'payments.create': async () => ['fuel-payment/register', { body: paymentOn(await open(), 2) }],
  'payments.reverse': async () => {
    const { id } = await admin.json('fuel-payment/register', { body: paymentOn(await open(), 3) });
    return [`fuel-payment/${id}/reverse`, { body: { reason: 'Cheque returned' } }];
  },
  'customers.update': async () => [
    'customers/1',
    { method: 'PUT', body: { info: 'Calls at noon' } },
  ],
  'markups.create': async () => {
    const { id } = await admin.json('fuel-company/register', {
      body: {
        ...COMPANY,
        companyName: 'Tolvane Lines Inc.',
        email: 'luc@tolvane.test',
        documentEmail: 'l@tolvane.test',
      },
    });
    const [{ id: customer_id }] = (await admin.json('customers?filter=name::tolvane')).content;
    const body = {
      ...{ customer_id, eob_customer_company_id: String(id), eob_parent_company_id: 'FP-101' },
      ...{ fuel_company_id: '2', markup_value: 0.01, from_date: '', to_date: '', status: 'ACTIVE' },
    };
    return ['fuel-customer-markups', { body }];
  },
  'markups.update': async () => {
    const [row] = (await admin.json('fuel-customer-markups')).content;
    const { fuel_company_provider_id: fuelCompanyProviderId, mark_up_value: markupValue } = row;
    const body = { id: row.id, fuelCompanyProviderId, markupValue };
    return ['fuel-customer-markups', { method: 'PUT', body }];
  },
  'users.create': async () => ['users', { body: PERSON }],
  'users.update': async () => {
    const { id } = await admin.json('users', { body: { ...PERSON, email: 'other@haul.test' } });
    return [`user/${id}`, { method: 'PUT', body: {} }];
  },
};

const WITHHELD = {
  id: expect.anything(),
  message: 'Saved. Your rights don’t let you read this record.',
};

describe('the answer of a change for an account without the right to read', () => {
  it('ACC-04 is asked of every call that answers with a record', () => {
    const documented = CALLS.flatMap(({ action }) => action ?? []).filter((action) =>
      /\.(create|update|void|reverse)$/.test(action),
    );
    // Registering a company needs every right there is, and answers with an id alone.
    expect([...Object.keys(CHANGES), 'companies.create'].sort()).toEqual([...documented].sort());
  });

  it.each(Object.keys(CHANGES))('ACC-04 has an id and no content: %s', async (name) => {
    const [path, call] = (await CHANGES[name]?.()) ?? ['', {}];
    const headers = { 'idempotency-key': `unread-${name}` };
    await mayRead(0);
    const answer = await clerk.call(path, { ...call, headers });
    const again = await clerk.call(path, { ...call, headers });
    await mayRead(1);
    const body = await answer.json();
    expect([answer.ok, body]).toEqual([true, WITHHELD]);
    expect(answer.headers.get('etag')).toBeNull();
    expect([again.status, await again.json()]).toEqual([answer.status, body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('USER-09 has none either when the right went after the first answer', async () => {
    const headers = { 'idempotency-key': 'read-then-not' };
    const call = { method: 'PUT', body: {}, headers };
    await mayRead(1);
    const first = await clerk.call('fuel-card-management/1', call);
    expect(await first.json()).toHaveProperty('card_number');
    await mayRead(0);
    const again = await clerk.call('fuel-card-management/1', call);
    await mayRead(1);
    expect([again.status, await again.json()]).toEqual([200, { ...WITHHELD, id: 1 }]);
  });

  it('ACC-04 the client takes it for a record that was created, and reports no anomaly', async () => {
    const anomalies: Anomaly[] = [];
    const client = createClient({
      baseUrl: 'http://sandbox.test/api/v1',
      store: memoryStore(),
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      onAnomaly: (anomaly) => anomalies.push(anomaly),
    });
    await signInBy(client, { email: CLERK, password: PASSWORD });
    const detail = z.parse(cards.schema, await admin.json('fuel-card-management/5'));
    const draft = cards.form?.draft(detail) ?? {};
    const fields = cards.form?.fields({ mode: 'create', draft, detail: undefined }) ?? [];
    const typed = Object.fromEntries(fields.map(({ name }) => [name, draft[name] ?? '']));
    await mayRead(0);
    const card = { ...typed, card_number: '7010000000000778' };
    const made = await createRecord(client, cards, card);
    await mayRead(1);
    expect(made).toMatchObject({ id: expect.anything() });
    expect(made).not.toHaveProperty('message');
    expect(anomalies).toEqual([]);
  });
});

describe('a refusal to who may not read the record', () => {
  const refused = async (answer: Response) => {
    const { detail, errors } = await answer.json();
    return [answer.status, detail, ...(errors ?? []).map((one: any) => one.detail)];
  };

  it('ACC-04 INV-14 names no invoice: neither which two are meant, nor why one is not voided', async () => {
    const first = await open();
    const text = String(first.id);
    await admin.json('spol/invoices/', { body: newInvoice(text) });
    const reason = { body: { reason: 'Wrong' } };
    await mayRead(0);
    const ask = `Say which one: number:${text} or id:${text} on the command line, by=number or by=id in a call.`;
    expect(await refused(await clerk.call(`spol/invoices/${text}/void`, reason))).toEqual([
      409,
      `${text} is the number of one invoice and the id of another. ${ask}`,
    ]);
    expect(await refused(await clerk.call(`spol/invoices/${text}/void?by=id`, reason))).toEqual([
      409,
      `Invoice ${text} can’t be voided as it is.`,
    ]);
    const paid = paymentOn({ ...first, company_name: 'Somebody', currency: 'USD' }, 1);
    expect(await refused(await clerk.call('fuel-payment/register', { body: paid }))).toEqual([
      422,
      '2 fields are not acceptable as they are.',
      'The invoice is another’s.',
      'The invoice is in another currency.',
    ]);
    const due = paymentOn({ ...first, amount_due: first.amount_due + 7 }, 1);
    expect(
      (await refused(await clerk.call('fuel-payment/register', { body: due }))).slice(0, 2),
    ).toEqual([
      422,
      'Another amount is due on the invoice. Load it again, then register the payment.',
    ]);
    await mayRead(1);
    expect(
      (await refused(await clerk.call(`spol/invoices/${text}/void?by=id`, reason)))[1],
    ).toContain(first.invoice_number);
  });

  it('ACC-04 INV-14 names no invoice that bills a transaction or its purchase', async () => {
    const billed = await store.read
      .selectFrom('transaction_lines')
      .select(['transaction_id'])
      .where('invoice_id', 'is not', null)
      .executeTakeFirstOrThrow();
    const id = billed.transaction_id;
    await mayRead(0);
    expect(await refused(await clerk.call(`transaction/${id}`, { method: 'DELETE' }))).toEqual([
      409,
      'An invoice bills this transaction: it can’t be deleted.',
    ]);
    const without = { method: 'PUT', body: { txn_attr: [{ ...PURCHASE.txn_attr[0], id: null }] } };
    const answer = await refused(await clerk.call(`fuel-transaction/${id}`, without));
    expect(answer.slice(0, 2)).toEqual([409, 'An invoice bills this purchase: it stays as it is.']);
    await mayRead(1);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
