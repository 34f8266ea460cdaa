import { expect, it } from 'vitest';
import { openBilling } from './billing.kit.ts';
import { signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, haul, sandbox, store } = await openBilling();
const PATH = 'fuel-customer-markups';
const errorsOf = async (answer: Response) => {
  expect(answer.status).toBe(422);
  return (await answer.json()).errors;
};

const providers = await store.write((tx) =>
  tx
    .insertInto('provider_companies')
    .values([
      { name: 'Northgate', ref: 'FP-801', status: 'ACTIVE' },
      { name: 'Southgate', ref: 'FP-802', status: 'ACTIVE' },
      { name: 'Closedgate', ref: 'FP-803', status: 'INACTIVE' },
    ])
    .returning('id')
    .execute(),
);
const [north = 0, south = 0, closed = 0] = providers.map(({ id }) => id);

async function customerOf(name: string, code: string) {
  const company = await haul(name, code);
  const { id } = await store.read
    .selectFrom('customers')
    .select('id')
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
  return { company: company.id, id };
}
const own = await customerOf('Marked Haul', 'MRK');
const other = await customerOf('Other Haul', 'OTH');
const wanted = { customer_id: own.id, fuel_company_id: north, markup_value: '0.0125' };
const post = (body: object, by = admin) => by.call(PATH, { body });
const put = (body: object) => admin.call(PATH, { method: 'PUT', body });

it.each<[object, string, string]>([
  [{ markup_value: { a: 1 } }, '/markup_value', 'It must be text or a number.'],
  [{ customer_id: [1] }, '/customer_id', 'It must be text or a number.'],
  [{ customer_id: 'x' }, '/customer_id', 'There is no customer of that id.'],
  [{ customer_id: `0x${own.id}` }, '/customer_id', 'There is no customer of that id.'],
  [{ customer_id: `${own.id}e0` }, '/customer_id', 'There is no customer of that id.'],
  [{ fuel_company_id: 'x' }, '/fuel_company_id', 'There is no fuel company of that id.'],
  [{ fuel_company_id: closed }, '/fuel_company_id', 'There is no fuel company of that id.'],
  [
    { eob_customer_company_id: other.company },
    '/eob_customer_company_id',
    'The customer is of another company.',
  ],
  [
    { eob_parent_company_id: 'FP-802' },
    '/eob_parent_company_id',
    'It is not the reference of this fuel company.',
  ],
  [{ status: 'GONE' }, '/status', 'It must be ACTIVE or INACTIVE.'],
  [{ from_date: '01-11-2026' }, '/from_date', 'It must be a day written YYYY-MM-DD, or empty.'],
  [{ to_date: '2026-02-30' }, '/to_date', 'It must be a day written YYYY-MM-DD, or empty.'],
])('MARK-02 MARK-03 a markup with %j is refused at %s', async (more, pointer, detail) => {
  expect(await errorsOf(await post({ ...wanted, ...more }))).toEqual([{ pointer, detail }]);
  expect((await admin.json(PATH)).content).toEqual([]);
});

it('MARK-02 MARK-03 a company has one markup for each fuel company, made or changed', async () => {
  const bare = await (await post({ ...wanted, markup_value: ' 0.0125 ' })).json();
  expect(bare).toMatchObject({
    ...{ customer_id: own.id, customer_company_id: own.company, company_name: 'Marked Haul' },
    ...{ fuel_company_provider: 'Northgate', eob_parent_company_id: 'FP-801' },
    ...{ mark_up_value: 0.0125, from_date: '', to_date: '', status: 'ACTIVE' },
  });
  const detail = 'The company has a markup for this fuel company already. Change that.';
  expect(await errorsOf(await post(wanted))).toEqual([{ pointer: '/fuel_company_id', detail }]);
  const days = { from_date: '2026-11-01', to_date: '2026-11-30', status: 'INACTIVE' };
  const more = { eob_parent_company_id: 'FP-802', eob_customer_company_id: own.company };
  const second = await (await post({ ...wanted, ...days, ...more, fuel_company_id: south })).json();
  expect(second).toMatchObject({ ...days, fuel_company_provider: 'Southgate' });
  // Another company may have one for the same fuel company.
  expect((await post({ ...wanted, customer_id: other.id })).status).toBe(201);

  const change = { id: second.id, markupValue: '0.02', fuelCompanyProviderId: north };
  expect(await errorsOf(await put(change))).toEqual([
    { pointer: '/fuelCompanyProviderId', detail },
  ]);
  expect(await errorsOf(await put({ ...change, fuelCompanyProviderId: closed }))).toEqual([
    { pointer: '/fuelCompanyProviderId', detail: 'There is no fuel company of that id.' },
  ]);
  expect(await errorsOf(await put({ ...change, markupValue: '' }))).toEqual([
    { pointer: '/markupValue', detail: expect.stringContaining('required') },
  ]);
  const kept = await put({ ...change, fuelCompanyProviderId: south });
  expect(await kept.json()).toMatchObject({ ...days, mark_up_value: 0.02 });
});

it('MARK-02 a change of a markup leaves what it does not send, also when its fuel company was closed since', async () => {
  const mine = await customerOf('Partial Haul', 'PAR');
  const { id } = await (await post({ ...wanted, customer_id: mine.id })).json();
  const dearer = await put({ id, markupValue: '0.03' });
  expect(dearer.status).toBe(200);
  expect(await dearer.json()).toMatchObject({
    mark_up_value: 0.03,
    fuel_company_provider: 'Northgate',
  });
  const whole = (await admin.json(`${PATH}?filter=id:${id}`)).content[0];
  const sentBack = await put({ ...whole, mark_up_value: 0.035 });
  expect(await sentBack.json()).toMatchObject({ mark_up_value: 0.035 });
  expect((await put({ id, markupValue: '0.03' })).status).toBe(200);
  const moved = await put({ id, fuelCompanyProviderId: south });
  expect(await moved.json()).toMatchObject({
    mark_up_value: 0.03,
    fuel_company_provider: 'Southgate',
  });
  const setSouth = (status: string) =>
    store.write((tx) =>
      tx.updateTable('provider_companies').set({ status }).where('id', '=', south).execute(),
    );
  await setSouth('INACTIVE');
  const again = await put({ id, markupValue: '0.04' });
  await setSouth('ACTIVE');
  expect(await again.json()).toMatchObject({
    mark_up_value: 0.04,
    fuel_company_provider: 'Southgate',
  });
});

it.each([
  ['markupValue', null, 'Markup Value is required'],
  ['mark_up_value', null, 'Markup Value is required'],
  ['mark_up_value', -1, 'Markup Value must be 0 or more'],
  ['fuelCompanyProviderId', null, 'Fuel Company Provider is required'],
  ['fuel_company_provider_id', null, 'Fuel Company Provider is required'],
  ['fuel_company_provider_id', 4_711_471, 'There is no fuel company of that id.'],
])(
  'MARK-02 a change of %s to %j is refused at the name that was sent',
  async (name, value, detail) => {
    const mine = await customerOf(`Named Haul ${name} ${value}`, 'NAM');
    const { id } = await (await post({ ...wanted, customer_id: mine.id })).json();
    const refused = await put({ id, [name]: value });
    expect(refused.status).toBe(422);
    expect(await errorsOf(refused)).toEqual([{ pointer: `/${name}`, detail }]);
    expect((await admin.json(`${PATH}?filter=id:${id}`)).content).toMatchObject([
      { mark_up_value: 0.0125, fuel_company_provider: 'Northgate' },
    ]);
  },
);

it('MARK-03 ACC-04 a company’s user makes its own markups alone, of customers with a company', async () => {
  const lone = await store.write((tx) =>
    tx.insertInto('customers').values({ name: 'Lone' }).returning('id').executeTakeFirstOrThrow(),
  );
  const refusal = [{ pointer: '/customer_id', detail: 'There is no customer of that id.' }];
  expect(await errorsOf(await post({ ...wanted, customer_id: lone.id }))).toEqual(refusal);
  const mine = await customerOf('Viewing Haul', 'VIE');
  await store.write(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ company_id: mine.company })
      .where('email', '=', VIEWER)
      .returning('id')
      .executeTakeFirstOrThrow();
    const right = { ...{ user_id: user.id, screen_code: 'FCCM' }, can_read: 1, can_create: 1 };
    await tx.deleteFrom('user_rights').where('user_id', '=', user.id).execute();
    await tx.insertInto('user_rights').values(right).execute();
  });
  const viewer = await signIn(sandbox, VIEWER);
  const theirs = { ...wanted, customer_id: other.id, fuel_company_id: south };
  expect(await errorsOf(await post(theirs, viewer))).toEqual(refusal);
  expect((await post({ ...wanted, customer_id: mine.id }, viewer)).status).toBe(201);
  expect((await viewer.json(PATH)).content).toMatchObject([{ company_name: 'Viewing Haul' }]);
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
