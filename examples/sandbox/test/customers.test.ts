// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
import { describe, expect, it } from 'vitest';
import { demoCardNumber } from '../../provider-files/demo-cards.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, CLERK, Client, fileForm, lastChange, openSandbox, signIn } from './helpers.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const clerk = await signIn(sandbox, CLERK);
const out = new Client(sandbox.fetch, undefined);
const errorsOf = async (answer: Response) => {
  expect(answer.status).toBe(422);
  return (await answer.json()).errors;
};

describe('CUST-02 customers', () => {
  const put = (id: number, body: object) => admin.call(`customers/${id}`, { method: 'PUT', body });

  it('are read and changed, as the trail records', async () => {
    const before = await admin.json('customers/3');
    const sent = { ...before, phone2: '7055550111', rate: 1.25, due_days: 45, tax_id: '2' };
    const changed = await put(3, { ...sent, id: 9, order_cnt: 1_000, invoice_cnt: 1_000 });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toEqual(sent);
    expect(await admin.json('customers/3')).toEqual(sent);
    expect(await lastChange(admin)).toMatchObject({
      action: 'customers.update',
      resource: 'customers',
      record_id: '3',
      changes: { phone2: ['', '7055550111'], rate: [before.rate, 1.25] },
    });
    expect((await put(3, { info: 'Calls back.' })).status).toBe(200);
    expect(await admin.json('customers/3')).toEqual({ ...sent, info: 'Calls back.' });
    expect((await clerk.call('customers/3', { method: 'PUT', body: {} })).status).toBe(403);
    expect((await put(999, {})).status).toBe(404);
  });

  it('are refused field by field', async () => {
    const errors = await errorsOf(
      await put(3, { name: '', email: 'x', currency_id: 'EUR', address1: null, rate: -1 }),
    );
    expect(errors).toEqual(
      expect.arrayContaining([
        { pointer: '/name', detail: 'Name is required' },
        { pointer: '/email', detail: 'Invalid email address' },
        { pointer: '/currency_id', detail: 'Currency must be one of the choices' },
        { pointer: '/address1', detail: 'Billing Address is required' },
        { pointer: '/rate', detail: 'Rate must be 0 or more' },
      ]),
    );
    const [wrong] = await errorsOf(await put(3, { billing_country: 'US', billing_state: 'ON' }));
    expect(wrong.pointer).toMatch(/^\/billing_(state|city)$/);
    expect((await errorsOf(await put(3, { due_days: 'soon' })))[0].pointer).toBe('/due_days');
    for (const due_days of ['1e2', '0x10']) {
      expect(await errorsOf(await put(3, { due_days }))).toEqual([
        { pointer: '/due_days', detail: "It can't be read: not a whole number." },
      ]);
    }
    for (const due_days of [366, '366', 999_999_999]) {
      expect(await errorsOf(await put(3, { due_days }))).toEqual([
        { pointer: '/due_days', detail: 'Due Days must be 365 or less' },
      ]);
    }
    expect((await put(3, { due_days: 365 })).status).toBe(200);
  });

  it('WIRE-01 are found by their eobId', async () => {
    const wanted = await admin.json('customers/5');
    const { content } = await admin.json(`customers?filter=eobId:${wanted.eob_id}`);
    expect(content).toEqual([{ ...wanted, etag: expect.any(String) }]);
  });

  it('LIST-16 keep their company’s name when they are renamed, and are found by it', async () => {
    const before = await admin.json('customers/4');
    expect((await put(4, { name: 'Renamed & Sons', company_name: 'Not to be set' })).status).toBe(
      200,
    );
    const changed = await admin.json('customers/4');
    expect(changed).toMatchObject({ name: 'Renamed & Sons', company_name: before.name });
    const filter = encodeURIComponent(`company_name:${before.name}`);
    const found = await admin.json(`customers?filter=${filter}`);
    expect(found.content.map(({ id, name }: any) => [id, name])).toEqual([[4, 'Renamed & Sons']]);
    const { total_elements: invoices } = await admin.json(`spol/invoices/?filter=${filter}`);
    expect(invoices).toBe(changed.invoice_cnt);
    expect((await put(4, { name: before.name })).status).toBe(200);
  });

  it.each([
    ['imports?Key=imp-5', '/Key'],
    ['imports?key=a&key=b', '/key'],
    ['customers/1/statement?from=2026-10-01&to=2026-10-31&formt=csv', '/formt'],
    ['customers/1/summary?x=1', '/x'],
    ['dashboard?x=1', '/x'],
    ['screens', '/app'],
  ])(
    'WIRE-06 %s is a 400 at %s: what it misspells would seem to have worked',
    async (path, pointer) => {
      const answer = await admin.call(path);
      expect(answer.status).toBe(400);
      expect((await answer.json()).errors).toEqual([{ pointer, detail: expect.any(String) }]);
    },
  );

  it('WIRE-06 an upload with a field that it doesn’t have is a 400, and nothing is entered', async () => {
    const form = fileForm(essoFile([essoLine({ number: '990001' })]), 'typo.csv');
    form.append('accpt', 'TAX-UNVERIFIED');
    const answer = await admin.call('import_transactions?provider=ESSO', { body: form });
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors).toMatchObject([{ pointer: '/accpt' }]);
    const other = await admin.call('import_transactions?provider=ESSO&foo=1', {
      body: fileForm(essoFile([essoLine({ number: '990001' })]), 'typo.csv'),
    });
    expect(other.status).toBe(400);
  });

  it('CUST-01 count their invoices', async () => {
    const [north] = (await admin.json('customers?filter=id:1')).content;
    const invoices = await admin.json(
      `spol/invoices/?filter=${encodeURIComponent(`company_name:${north.name}`)}`,
    );
    expect(north.invoice_cnt).toBe(invoices.total_elements);
    expect(north.invoice_cnt).toBeGreaterThan(0);
  });
});

const COMPANY = {
  companyName: 'Larkspire Cartage Ltd.',
  companyCode: '',
  documentEmail: 'office@larkspire.test',
  phone: '7055550123',
  address1: '88 Regent Street',
  address2: '',
  country: 'CA',
  state: 'ON',
  city: 'Sudbury',
  postalCode: 'P3E 3Z9',
  email: 'Hanne@larkspire.test',
  businessType: 68,
  subBusiness: null,
  planType: 34,
  validTill: '2030-12-31',
  firstName: 'Hanne',
  lastName: 'Jaswal',
  pwd: 'Cartage-9999',
};
const register = (body: object) => admin.call('fuel-company/register', { body });

describe('COMP-03 registering a company', () => {
  it('creates a company, a customer, and a first user who can sign in', async () => {
    const answer = await register(COMPANY);
    expect(answer.status).toBe(201);
    const { id } = await answer.json();
    const trail = await lastChange(admin);
    expect(trail).toMatchObject({ action: 'companies.create', record_id: String(id) });
    expect(JSON.stringify(trail)).not.toContain('Cartage-9999');
    const [company] = (await admin.json('companies?filter=name::larkspire')).content;
    expect(company).toMatchObject({ id, email: 'office@larkspire.test', city: 'Sudbury' });
    const [customer] = (await admin.json('customers?filter=name::larkspire')).content;
    expect(customer).toMatchObject({
      currency_id: 'CAD',
      invoice_cnt: 0,
      cont_name: 'Hanne Jaswal',
    });
    expect(await admin.json('fuel-customer-markups/customer-company')).toContainEqual({
      company_name: COMPANY.companyName,
      company_id: id,
      customer_id: customer.id,
    });

    const login = await out.call('login', {
      body: { username: 'hanne@larkspire.test', password: 'Cartage-9999' },
    });
    const client = out.as(login.headers.get('authorization') ?? '');
    expect(await client.json('profile/company')).toMatchObject({ id });
    expect((await client.json('fuel-card-management')).totalRecords).toBe(0);
    expect((await client.json('users')).content).toHaveLength(1);
    const body = { customerCompanyId: id, cardIds: [1, 2] };
    await admin.call('fuel-card-management/assign-card-company-bulk', { body });
    expect((await client.json('fuel-card-management')).totalRecords).toBe(2);
  });

  it('COMP-02 is refused by the wire names, and leaves nothing behind', async () => {
    const errors = await errorsOf(
      await register({ ...COMPANY, firstName: '', phone: '12', pwd: '', city: '', email: 'x' }),
    );
    expect(errors).toEqual(
      expect.arrayContaining([
        { pointer: '/firstName', detail: 'First Name is required' },
        { pointer: '/phone', detail: 'Invalid contact number' },
        { pointer: '/pwd', detail: 'Password is required' },
        { pointer: '/city', detail: 'city is required' },
        { pointer: '/email', detail: 'Invalid email address' },
      ]),
    );
    const taken = { ...COMPANY, companyName: 'Another Ltd.' };
    for (const [body, pointer] of [
      [{ ...COMPANY, email: 'new@larkspire.test' }, '/companyName'],
      [taken, '/email'],
      [{ ...taken, email: 'new@larkspire.test', planType: 35 }, '/planType'],
      [{ ...taken, email: 'new@larkspire.test', address1: {} }, '/address1'],
      [{ ...taken, email: 'new@larkspire.test', companyCode: 'MINE' }, '/companyCode'],
    ] as const) {
      expect((await errorsOf(await register(body)))[0].pointer).toBe(pointer);
    }
    expect((await admin.json('companies?filter=name::another')).totalRecords).toBe(0);
  });
});

describe('MARK-03 markups', () => {
  const PATH = 'fuel-customer-markups';
  const post = (body: object) => admin.call(PATH, { body });
  const put = (body: object) => admin.call(PATH, { method: 'PUT', body });

  it('are made, listed and changed; one for a company and fuel company', async () => {
    const { id: company } = await (
      await register({
        ...COMPANY,
        companyName: 'Tolvane Lines Inc.',
        email: 'luc@tolvane.test',
        documentEmail: 'luc@tolvane.test',
      })
    ).json();
    const [{ id: customer }] = (await admin.json('customers?filter=name::tolvane')).content;
    const body = {
      customer_id: customer,
      eob_customer_company_id: String(company),
      eob_parent_company_id: 'FP-101',
      fuel_company_id: '2',
      markup_value: 0.0125,
      from_date: '',
      to_date: '',
      status: 'ACTIVE',
    };
    const answer = await post(body);
    expect(answer.status).toBe(201);
    const markup = await answer.json();
    expect(markup).toMatchObject({
      customer_id: customer,
      customer_company_id: company,
      fuel_company_provider: 'Suncore',
      fuel_company_provider_id: 2,
      eob_parent_company_id: 'FP-101',
      company_name: 'Tolvane Lines Inc.',
      mark_up_value: 0.0125,
    });
    expect(await lastChange(admin)).toMatchObject({
      action: 'markups.create',
      resource: 'markups',
    });
    const filters = [
      ...['mark_up_value:0.0125', 'company_name::tolv', 'eob_parent_company_id:FP-101'],
      ...['fuel_company_provider:Suncore', 'fuel_company_provider_id:2', 'status:ACTIVE'],
      ...[`id:${markup.id}`, `customer_id:${customer}`, `customer_company_id:${company}`],
    ];
    for (const filter of [filters[0], filters.join('&filter=')]) {
      const found = await admin.json(`${PATH}?filter=${filter}`);
      expect(found.content).toEqual([{ ...markup, etag: '"1"' }]);
    }

    const changed = await put({ id: markup.id, markupValue: 0.02, fuelCompanyProviderId: 1 });
    expect(await changed.json()).toMatchObject({
      mark_up_value: 0.02,
      fuel_company_provider: 'ESSO',
    });
    expect((await lastChange(admin)).changes).toMatchObject({ mark_up_value: [0.0125, 0.02] });

    const again = { ...body, fuel_company_id: 1, eob_parent_company_id: 'FP-100' };
    for (const [sent, pointer] of [
      [again, '/fuel_company_id'],
      [{ ...body, markup_value: -1 }, '/markup_value'],
      [{ ...body, markup_value: 0.00001 }, '/markup_value'],
      [{ ...body, markup_value: '' }, '/markup_value'],
      [{ ...body, customer_id: '' }, '/customer_id'],
      [{ ...body, customer_id: 999 }, '/customer_id'],
      [{ ...body, eob_customer_company_id: 1 }, '/eob_customer_company_id'],
      [{ ...body, fuel_company_id: 99 }, '/fuel_company_id'],
      [{ ...body, eob_parent_company_id: 'FP-100' }, '/eob_parent_company_id'],
      [{ ...body, status: 'GONE' }, '/status'],
      [{ ...body, from_date: '20-11-2026' }, '/from_date'],
    ] as const) {
      expect((await errorsOf(await post(sent)))[0].pointer).toBe(pointer);
    }
    const wrong = { id: markup.id, markupValue: 'much', fuelCompanyProviderId: 1 };
    expect((await errorsOf(await put(wrong)))[0].pointer).toBe('/markupValue');
    expect((await put({ ...wrong, id: 99_999 })).status).toBe(404);
    expect((await clerk.call(PATH, { body })).status).toBe(403);
  });

  it('change the price of what is imported afterwards, taxes in measure', async () => {
    const card = demoCardNumber(9);
    const [{ company }] = (await admin.json(`fuel-card-management?filter=card_number:${card}`))
      .content;
    const own = `${PATH}?filter=customer_company_id:${company}&filter=fuel_company_provider:ESSO`;
    const [known] = (await admin.json(own)).content;
    const body = {
      customer_id: company,
      eob_customer_company_id: company,
      fuel_company_id: 1,
      markup_value: 0,
    };
    const { id } = known ?? (await (await post(body)).json());
    const price = async (value: number, number: string, sign: 1 | -1 = 1) => {
      await put({ id, markupValue: value, fuelCompanyProviderId: 1 });
      const file = essoFile([essoLine({ number, card, sign })]);
      const form = fileForm(file, `${number}.xls`);
      const sent = await admin.call('import_transactions?provider=ESSO', { body: form });
      expect(sent.headers.get('x-import-imported')).toBe('1');
      return admin.json(`fuel-transaction/transactionsbyid/A${number}`);
    };
    const plain = await price(0, '910001');
    const [diesel] = plain.txn_attr;
    expect([diesel.dtl_amt, plain.txn_amount]).toEqual([864.45, 864.45]);

    // 500 L × 0.02 = 10.00 more, and 13 % HST on it.
    const marked = await price(0.02, '910002');
    expect(marked.txn_attr[0]).toMatchObject({
      dtl_net_price: 1.46,
      dtl_hst_amt: 100.75,
      dtl_amt: 875.75,
      retailPrice: diesel.retailPrice,
    });
    expect(marked.txn_amount).toBe(875.75);
    expect(marked.txn_price_per_unit).toBeCloseTo(plain.txn_price_per_unit + 0.02, 5);
    const back = await price(0.02, '910003', -1);
    expect(back.txn_amount).toBe(-875.75);
    // What was imported before stays as it was.
    expect(await admin.json('fuel-transaction/transactionsbyid/A910001')).toEqual(plain);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
