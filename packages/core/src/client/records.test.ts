import { describe, expect, it } from 'vitest';
import { cards } from '../resources/cards/cards.resource.ts';
import { companies } from '../resources/companies/companies.resource.ts';
import { customers } from '../resources/customers/customers.resource.ts';
import { invoices } from '../resources/invoices/invoices.resource.ts';
import { markups } from '../resources/markups/markups.resource.ts';
import { users } from '../resources/users/users.resource.ts';
import type { FakeRoute } from '../testing/fake-transport.ts';
import { service as clientOf } from './imports.test-kit.ts';
import { createRecord, removeRecord, updateRecord } from './records.ts';

function service(routes: readonly FakeRoute[]) {
  const { client, transport } = clientOf(routes);
  const sent = () => transport.calls.filter(({ method }) => method !== 'GET');
  return { client, calls: transport.calls, sent };
}

const MARKUP = { company_name: '70/7', fuel_company_provider: '2/FP-1', mark_up_value: '0.02' };
const MARKUP_CHOICES: readonly FakeRoute[] = [
  { match: 'GET fuel-customer-markups/customer-company', answer: { json: [] } },
  { match: 'GET getFuelProviderCompany', answer: { json: { fuel_company: [] } } },
];
const USER = {
  id: 4,
  first_name: 'Vera',
  last_name: 'Oduya',
  email: 'vera@northhaul.test',
  phone: '7055550103',
  role: 'User',
  country: 'CA',
  province: 'ON',
  city: 'Sudbury',
};
const LOADED_USER: FakeRoute = { match: 'GET user/4', answer: { json: USER } };

/** The other values that a card needs. */
const FILLED_CARD = {
  ...Object.fromEntries(
    `card_group odometer trip_number usage_above_volume_limits driver_id other_id
    commercial_driver_license vehicle_assigned_to_card trailer_number cash_advance_type
    refreshing_cash_limits daily_card_limit debit_dollar_balance refreshing_cash_balance
    increment_dash_cash_amount paycheck_balance dash_cash_balance dash_cash_memo
    weekly_product_refresh_money_amount weekly_fuel_quantity_limit weekly_fuel_quantity_balance
    daily_vehicle_quantity_limit_in_gallons non_highway_fuel_limit`
      .split(/\s+/)
      .map((name) => [name, '1']),
  ),
  cash_refresh_days: { monday: true },
  weekly_vehicle_quantity_refresh_day: { monday: true },
  weekly_product_refresh: 'monday',
};

describe('createRecord', () => {
  it("MARK-03 sends the form's body under a key", async () => {
    const { client, sent } = service([
      ...MARKUP_CHOICES,
      { match: 'POST fuel-customer-markups', answer: { status: 201, json: { id: 31 } } },
    ]);
    expect(await createRecord(client, markups, MARKUP)).toEqual({ id: '31' });
    expect(sent()[0]?.body).toMatchObject({ customer_id: '7', markup_value: 0.02 });
    expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('FORM-06 sends nothing while a rule is violated, and names the fields', async () => {
    const { client, sent } = service(MARKUP_CHOICES);
    const values = { ...MARKUP, company_name: '', mark_up_value: '-1' };
    await expect(createRecord(client, markups, values)).rejects.toMatchObject({
      name: 'ApiError',
      code: 'invalid_fields',
      outcome: 'none',
      operation: 'markups.create',
      fieldErrors: [
        { pointer: '/company_name', detail: 'Company Name is required' },
        { pointer: '/mark_up_value', detail: 'Markup Value must be 0 or more' },
      ],
    });
    expect(sent()).toEqual([]);
  });

  it('refuses an unknown field, and lists the known ones', async () => {
    const { client, calls } = service([]);
    const values = { ...MARKUP, markup: '1' };
    await expect(createRecord(client, markups, values)).rejects.toMatchObject({
      code: 'invalid_fields',
      message: 'No such field; there are company_name, fuel_company_provider, mark_up_value.',
    });
    expect(calls).toEqual([]);
  });

  it('USER-06 accepts a password only as a secret', async () => {
    const { client, sent } = service([
      { match: 'POST users', answer: { json: { id: 9 } } },
      { match: 'GET roles', answer: { json: [] } },
      { match: 'GET countries', answer: { json: [] } },
    ]);
    const { id: _, ...values } = USER;
    await expect(
      createRecord(client, users, {
        ...values,
        password: 'Pa55-word-long',
        verify_password: 'Pa55-word-long',
      }),
    ).rejects.toMatchObject({ code: 'invalid_fields' });
    await createRecord(client, users, values, {
      secrets: { password: 'Pa55-word-long', verify_password: 'Pa55-word-long' },
    });
    expect(sent().map(({ body }) => (body as { password?: string }).password)).toEqual([
      'Pa55-word-long',
    ]);
    expect(sent()[0]?.body).not.toHaveProperty('verify_password');
  });

  it("passes on the service's refusal, field by field", async () => {
    const { client } = service([
      ...MARKUP_CHOICES,
      {
        match: 'POST fuel-customer-markups',
        answer: {
          status: 422,
          json: { title: 'No', errors: [{ pointer: '/customer_id', detail: 'Not yours' }] },
        },
      },
    ]);
    await expect(createRecord(client, markups, MARKUP)).rejects.toMatchObject({
      status: 422,
      fieldErrors: [{ pointer: '/customer_id', detail: 'Not yours' }],
    });
  });

  it('PAY-04 retries under the same key after a lost response', async () => {
    const { client, sent } = service([
      ...MARKUP_CHOICES,
      { match: 'POST fuel-customer-markups', answer: [{ fault: 'lost' }, { json: { id: 31 } }] },
    ]);
    expect(await createRecord(client, markups, MARKUP, { idempotencyKey: 'k1' })).toEqual({
      id: '31',
    });
    expect(sent().map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k1', 'k1']);
  });
});

describe('updateRecord', () => {
  it('CUST-02 loads the record and sends it back with the changes and their consequences', async () => {
    const loaded = {
      id: 7,
      name: 'North Haul',
      email: 'a@b.test',
      address1: '88 Regent Street',
      currency_id: '1',
      billing_country: 'CA',
      billing_state: 'ON',
      billing_city: 'Sudbury',
    };
    const { client, sent } = service([
      { match: 'GET customers/7', answer: { json: loaded } },
      { match: 'GET customers/countries', answer: { json: [] } },
      { match: 'PUT customers/7', answer: { json: {} } },
    ]);
    await updateRecord(client, customers, '7', { billing_state: 'NY', billing_country: 'US' });
    expect(sent()[0]?.body).toMatchObject({
      name: 'North Haul',
      billing_country: 'US',
      billing_state: 'NY',
      billing_city: '',
    });
  });

  it('MARK-02 refuses to change what is locked', async () => {
    const { client, sent } = service([
      {
        match: 'GET fuel-customer-markups',
        answer: { json: [{ id: 31, mark_up_value: 1, fuel_company_provider_id: 2 }] },
      },
    ]);
    await expect(
      updateRecord(client, markups, '31', { company_name: '9/9' }),
    ).rejects.toMatchObject({ code: 'invalid_fields', operation: 'markups.update' });
    expect(sent()).toEqual([]);
  });

  it.each([null, 0.5])('FORM-06 refuses %j, which is no text, by its field', async (value) => {
    const { client, sent } = service([
      {
        match: 'GET fuel-customer-markups',
        answer: { json: [{ id: 31, mark_up_value: 1, fuel_company_provider_id: 2 }] },
      },
    ]);
    const change = { mark_up_value: value } as never;
    await expect(updateRecord(client, markups, '31', change)).rejects.toMatchObject({
      code: 'invalid_fields',
      fieldErrors: [
        {
          pointer: '/mark_up_value',
          detail: "Give it as text, such as '0.5', and '' for nothing.",
        },
      ],
    });
    expect(sent()).toEqual([]);
  });

  it('USER-06 leaves the password as it is, and refuses an unknown secret', async () => {
    const { client, sent } = service([
      LOADED_USER,
      { match: 'PUT user/4', answer: { json: USER } },
    ]);
    const user = await updateRecord(client, users, '4', { first_name: 'Vee' });
    expect(user).toMatchObject({ id: '4', first_name: 'Vera' });
    expect(sent()[0]?.body).toMatchObject({ first_name: 'Vee', last_name: 'Oduya' });
    expect(sent()[0]?.body).not.toHaveProperty('password');
    await expect(
      updateRecord(client, users, '4', {}, { secrets: { pasword: 'x' } }),
    ).rejects.toMatchObject({ code: 'invalid_fields' });
  });

  it('CARD-09 sends a choice as the key that it matched, without the blanks around it', async () => {
    const loaded = { id: 7, card_status: 'RELEASE', plastic_type: ' Wood ', driver_name: 'Ada' };
    const { client, sent } = service([
      { match: 'GET fuel-card-management/7', answer: { json: loaded } },
      { match: 'GET types', answer: { json: { content: [{ key: 'Gold', value: 'Gold' }] } } },
      { match: 'PUT fuel-card-management/7', answer: { json: loaded } },
    ]);
    await updateRecord(client, cards, '7', {
      ...FILLED_CARD,
      ...{ card_status: ' HOLD ', card_type: '\tGold ', driver_name: ' Ada Okafor ' },
    });
    expect(sent()[0]?.body).toMatchObject({
      card_status: 'HOLD',
      card_type: 'Gold',
      driver_name: 'Ada Okafor',
      plastic_type: ' Wood ',
    });
  });

  it('INV-05 loads the statuses to find a changed one', async () => {
    const { client, sent } = service([
      {
        match: 'GET spol/invoices/INV-1',
        answer: {
          json: {
            invoice_dto: {
              id: 1,
              invoice_number: 'INV-1',
              status: 'Sent',
              issued_date: '01-10-2026',
              due_date: '31-10-2026',
              start_date: '01-09-2026 00:00',
              end_date: '30-09-2026 23:59',
              amount_due: 0,
              total_amount: 10,
              currency: 'CAD',
            },
          },
        },
      },
      {
        match: 'GET types',
        answer: { json: { content: [{ key: '4', value: 'Fully Paid' }] } },
      },
      { match: 'PUT spol/invoices/update', answer: { json: {} } },
    ]);
    await updateRecord(client, invoices, 'INV-1', { status: '4' });
    expect(sent()[0]?.body).toMatchObject({
      status: { key: '4', value: 'Fully Paid', value2: 'Urgent' },
    });
  });

  it('ERR-03 an unreadable record changes nothing', async () => {
    const { client, sent } = service([{ match: 'GET user/4', answer: { body: '<html>' } }]);
    await expect(updateRecord(client, users, '4', { city: 'Barrie' })).rejects.toMatchObject({
      kind: 'schema',
    });
    expect(sent()).toEqual([]);
  });
});

describe('an operation that a resource lacks', () => {
  it('LIST-11 is refused before anything is sent', async () => {
    const { client, calls } = service([
      { match: 'GET companies', answer: { json: [{ id: 1, name: 'A' }] } },
    ]);
    await expect(createRecord(client, customers, {})).rejects.toThrow('customers has no create.');
    await expect(updateRecord(client, companies, '1', {})).rejects.toThrow(
      'companies has no update.',
    );
    await expect(removeRecord(client, markups, '1')).rejects.toThrow(
      'markups has no way to delete.',
    );
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('removeRecord', () => {
  it('USER-06 deletes by the id, under a key', async () => {
    const { client, sent } = service([{ match: 'DELETE users/4', answer: { json: {} } }]);
    await removeRecord(client, users, '4', { idempotencyKey: 'k2' });
    expect(sent().map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k2']);
  });

  it("ERR-02 passes on the service's message", async () => {
    const { client } = service([
      { match: 'DELETE users/4', answer: { status: 409, json: { detail: 'Has sessions.' } } },
    ]);
    await expect(removeRecord(client, users, '4')).rejects.toMatchObject({
      status: 409,
      message: 'Has sessions.',
    });
  });
});
