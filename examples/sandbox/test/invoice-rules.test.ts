import { expect, it } from 'vitest';
import { readInvoiceDocument, recipientOf } from '../src/invoices/invoice-document.ts';
import { openBilling } from './billing.kit.ts';
import { NEW } from './money.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, buy, bill, haul, load, pay, store, voided } = await openBilling();
const errorsOf = async (answer: Response) => {
  expect(answer.status).toBe(422);
  return (await answer.json()).errors;
};
const refusal = async (answer: Response) => [answer.status, (await answer.json()).detail];
const { name: company_name } = await haul('Rule Haul', 'RUL');
let made = 0;
const create = (changes: object = {}) => {
  made += 1;
  const body = { ...NEW, company_name, invoice_number: `RULE-${made}`, ...changes };
  return admin.call('spol/invoices/', { body });
};
const open = async (changes: object = {}): Promise<any> => {
  const answer = await create(changes);
  expect([answer.status, await answer.clone().text()]).toEqual([201, expect.anything()]);
  return answer.json();
};
const save = (body: object) => admin.call('spol/invoices/update', { method: 'PUT', body });

it('INV-06 a new invoice has its file’s name, and says that it was entered by hand', async () => {
  const number = ' RULE-NEW ';
  const row = await open({ invoice_number: number, company_name: ` ${company_name} ` });
  expect(row).toMatchObject({
    ...{ invoice_number: 'RULE-NEW', company_name: 'Rule Haul', file_name: 'RULE-NEW.pdf' },
    ...{ made_from: '', payment_count: 0, amount_paid: 0 },
  });
  const [entry] = (await admin.json('audit?size=1')).content;
  expect(entry).toMatchObject({
    ...{ action: 'invoices.create', resource: 'invoices', record_id: 'RULE-NEW' },
    changes: { total_amount: ['', 1000], file_name: ['', 'RULE-NEW.pdf'] },
  });
});

it('INV-01 the list says which page it is, and how long one is', async () => {
  await open();
  const { pageable } = await admin.json('spol/invoices/?size=1&page=2');
  expect(pageable).toEqual({ pageNumber: 2, pageSize: 1 });
});

it('INV-06 takes the amounts of a form as text, and leaves out a status that is null', async () => {
  const row = await open();
  const same = { ...row, total_amount: '1000.00', amount_paid: '0.00', status: null };
  expect((await save(same)).status).toBe(200);
  expect((await load(row.invoice_number)).invoice_dto).toEqual(row);
  expect(await errorsOf(await save({ ...row, total_amount: '1000.01' }))).toEqual([
    { pointer: '/total_amount', detail: 'It is shown here and changed elsewhere.' },
  ]);
  const byText = { ...row, status: { value: 'Closed' }, reason: 'Given up' };
  expect(await (await save(byText)).json()).toMatchObject({ status: 'Closed' });
});

it('INV-06 an id is digits alone', async () => {
  const { id } = await open();
  for (const wrong of [`0x${id}`, `${id}e0`, `${id}.0`, '']) {
    expect(await errorsOf(await save({ id: wrong, due_date: '25-11-2026' }))).toEqual([
      { pointer: '/id', detail: 'The id of an invoice is a whole number.' },
    ]);
  }
  expect(await errorsOf(await save({ id: 987_654, due_date: '25-11-2026' }))).toEqual([
    { pointer: '/id', detail: 'There is no invoice with the id 987654.' },
  ]);
  for (const wrong of [`0x${id}`, `${id}e0`]) {
    expect(await refusal(await admin.call(`spol/invoices/${wrong}`))).toEqual([
      404,
      `Invoice ${wrong} was not found.`,
    ]);
  }
  expect((await admin.json(`spol/invoices/${id}`)).invoice_dto.id).toBe(id);
});

it('INV-12 blames the last of several payments, and a form says what was paid to the cent', async () => {
  const row = await open({ amount_due: 800 });
  expect((await pay(row, 100)).status).toBe(201);
  expect((await pay({ ...row, amount_due: 700 }, 50)).status).toBe(201);
  expect(await errorsOf(await save({ ...row, due_date: '25-11-2026' }))).toEqual([
    {
      pointer: '/amount_due',
      detail:
        'A payment or a reversal has changed it to 650.00. Load the invoice again, then change it.',
    },
  ]);
  const { invoice_dto: now } = await load(row.invoice_number);
  const known = { ...now, amount_paid: '150.004', amount_due: 700, reason: 'Entered twice' };
  expect((await save(known)).status).toBe(200);
});

it('INV-14 voiding a draft is in the trail with what was due and the lines that it frees', async () => {
  const of = await haul('Freed Haul', 'FRE');
  await buy(of, [{}, {}, {}]);
  const { id, invoice_number: number } = await bill(of);
  expect(await refusal(await voided('NONE-1'))).toEqual([404, 'Invoice NONE-1 was not found.']);
  expect((await voided(id, ' Wrong period ')).status).toBe(200);
  const [entry] = (await admin.json('audit?size=1')).content;
  expect(entry).toMatchObject({ resource: 'invoices', record_id: number });
  expect(entry.changes).toEqual({
    ...{ reason: 'Wrong period', status: ['Draft', 'Void'] },
    ...{ amount_due: [300, 0], lines_freed: 3 },
  });
  const preview = await admin.call(`email-invoice/preview?type=spol/invoices&id=${id}`);
  expect(await refusal(preview)).toEqual([409, `Invoice ${number} is Void, and is not sent.`]);
});

it.each([
  ['type=other&id=1', '/type', 'type must be spol/invoices.'],
  ['id=1', '/type', 'type must be spol/invoices.'],
  ['type=spol/invoices', '/id', 'id says which invoice to send.'],
])('INV-13 an e-mail of %s is refused at %s', async (query, pointer, detail) => {
  const answer = await admin.call(`email-invoice/preview?${query}`);
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { detail, errors: [{ pointer }] },
  ]);
});

it('INV-13 names the last 20 times that it was sent, the latest first', async () => {
  const row = await open({ status: 'Sent' });
  const entries = Array.from({ length: 22 }, (_, at) => ({
    ...{ at: `2026-11-19T10:${10 + at}:00.000Z`, actor: 'admin@forecourt.test' },
    ...{ action: 'invoices.email', resource: 'invoices', record_id: row.invoice_number },
    changes: JSON.stringify(at === 21 ? {} : { to: `to-${at}@haul.test` }),
  }));
  await store.write((tx) =>
    tx
      .insertInto('audit')
      .values(entries as any)
      .execute(),
  );
  const query = `type=spol/invoices&id=${row.id}`;
  const { sent_before: before } = await admin.json(`email-invoice/preview?${query}`);
  expect(before).toHaveLength(20);
  expect(before.slice(0, 2)).toEqual([
    { at: '2026-11-19T10:31:00.000Z', to: '' },
    { at: '2026-11-19T10:30:00.000Z', to: 'to-20@haul.test' },
  ]);
});

it('INV-10 an invoice lists its payments by day, with each reversal after its payment', async () => {
  const row = await open({ status: 'Sent' });
  const register = async (day: string, amount: number, due: number) => {
    const body = {
      ...{ payment_date: day, company_name, invoice_id: row.invoice_number, amount_due: due },
      ...{ amount_paid: amount, currency: 'CAD', payment_mode: 'cash', referenceId: `R-${amount}` },
    };
    expect((await admin.call('fuel-payment/register', { body })).status).toBe(201);
  };
  await register('2026-11-19', 10, 1000);
  await register('2026-11-05', 20, 990);
  await register('2026-11-05', 30, 970);
  const invoice = await store.read
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const { payments } = await readInvoiceDocument(store.read, invoice);
  expect(payments.map(({ payment_date, reference }) => [payment_date, reference])).toEqual([
    ['2026-11-05', 'R-20'],
    ['2026-11-05', 'R-30'],
    ['2026-11-19', 'R-10'],
  ]);
});

it('INV-10 an invoice goes to its customer’s billing address, else to its company’s', async () => {
  const of = await haul('Address Haul', 'ADR');
  const own = {
    ...{ address1: '1 Main Street', address2: 'Unit 7', city: 'Sudbury', state: 'ON' },
    ...{ postal_code: 'P3E 1A1', country: 'CA', email: 'own@haul.test', brand: 'harbour' },
  };
  const to = () => recipientOf(store.read, { company_id: of.id, company_name: 'As Billed Ltd.' });
  const change = (table: 'companies' | 'customers', columns: object) =>
    store.write((tx) =>
      tx
        .updateTable(table)
        .set(columns)
        .where(table === 'companies' ? 'id' : 'company_id', '=', of.id)
        .execute(),
    );
  await change('companies', own);
  expect(await to()).toEqual({
    ...{ name: 'As Billed Ltd.', email: 'office@haul.test', taxNumber: '', brand: 'harbour' },
    address: ['1 Main Street', 'Unit 7', 'Sudbury, ON  P3E 1A1', 'Canada'],
  });
  const billed = {
    ...{ address1: '9 Rue du Port', billing_city: 'Laval', billing_state: '' },
    ...{ billing_zip_code: '', billing_country: 'US', tax_no: '123 RT', email: '' },
  };
  await change('customers', billed);
  expect(await to()).toMatchObject({
    ...{ email: 'own@haul.test', taxNumber: '123 RT' },
    address: ['9 Rue du Port', 'Unit 7', 'Laval  P3E 1A1', 'United States'],
  });
  await change('customers', { billing_city: '', billing_country: 'FR', billing_zip_code: '75001' });
  await store.write((tx) =>
    tx
      .insertInto('customers')
      .values({ name: 'Second', company_id: of.id, address1: '2 Other Street' })
      .execute(),
  );
  await change('companies', { address2: '' });
  expect((await to()).address).toEqual(['9 Rue du Port', '75001', 'FR']);
  const nobody = await recipientOf(store.read, { company_id: null, company_name: 'Old Ltd.' });
  expect(nobody).toEqual({
    ...{ name: 'Old Ltd.', email: '', address: [], taxNumber: '', brand: '' },
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
