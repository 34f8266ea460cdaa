import { describe, expect, it } from 'vitest';
import type { Draft, FormState } from '../../resource/form.types.ts';
import { checkForm } from '../../resource/form-rules.ts';
import { CUSTOMER_FIELDS, customerForm } from './customers.form.ts';
import { customers } from './customers.resource.ts';
import { type Customer, customerSchema } from './customers.schema.ts';

const detail = customerSchema.parse({
  id: 7,
  name: 'North Haul',
  email: 'office@northhaul.test',
  address1: '88 Regent Street',
  billing_country: { key: 'CA', value: 'Canada' },
  billing_state: 'ON',
  billing_city: 'Sudbury',
  currency_id: 1,
  rate: '4.50',
  due_days: 21,
  broker: 'no',
  broker_ids: ['B1', 'B2'],
  order_cnt: 12,
  invoice_cnt: '3',
});

const edit = (provided: Draft = {}): FormState<Customer> => ({
  mode: 'edit',
  detail,
  draft: { ...customerForm.draft(detail), ...provided },
});

const messages = (provided: Draft) =>
  Object.entries(checkForm(customerForm, edit(provided))).flatMap(([name, issues]) =>
    issues.map(({ message }) => `${name}: ${message}`),
  );

it('CUST-02 refuses names that mix the letters of two scripts, at their fields', () => {
  // The second letter is Cyrillic.
  const mixed = 'Nоrth Haul';
  expect(messages({ name: mixed, oprtng_name: mixed })).toEqual([
    expect.stringMatching(/^name: Name\b/),
    expect.stringMatching(/^oprtng_name: Operating Name\b/),
  ]);
});

describe('list', () => {
  it('CUST-01 has its columns, title and button', () => {
    const shown = customers.list.columns.filter(({ hidden }) => !hidden);
    expect(shown.map(({ label, field }) => `${label} = ${field}`)).toEqual([
      'Name = name',
      'Phone = phone',
      'Tax Number = tax_no',
      'Crm Id = crm_id',
      'Rate = rate',
      'Order = order_cnt',
      'Invoice = invoice_cnt',
    ]);
    const hidden = customers.list.columns.filter((column) => column.hidden);
    expect(hidden.map(({ label, field }) => `${label} = ${field}`)).toEqual([
      'Company = company_name',
    ]);
    expect(customers.list.columns.every(({ filterable = true }) => filterable)).toBe(true);
    expect(customers.list).toMatchObject({
      title: 'Customer',
      path: 'customers',
      add: {
        label: 'Add Customer Company',
        action: 'companies.create',
        route: '/customer/add-new',
      },
    });
  });

  it('LIST-11 rows are edited, and neither viewed nor deleted', () => {
    expect(customers.record?.editOnly).toBe(true);
    expect(customers.form?.update).toBeDefined();
    expect(customers.form?.create).toBeUndefined();
    expect(customers.remove).toBeUndefined();
  });
});

describe('wire', () => {
  it('CUST-02 knows every field of a customer', () => {
    const all =
      'id cust_type due_days cont_name revenue_id tax_id name oprtng_name site_url email rate address1 address2 phone phone2 billing_country billing_state billing_city billing_zip_code shipping_country shipping_state shipping_city shipping_zip_code currency_id broker broker_id tax_no crm_id info eob_id invoice_by service_pln_type pg_id customer_status asset_id order_cnt invoice_cnt';
    const names = CUSTOMER_FIELDS.map(({ name }) => name);
    expect([...names].sort()).toEqual(all.split(' ').sort());
    const shown = names.flatMap((name) => (name === 'name' ? [name, 'company_name'] : [name]));
    expect(customers.record?.fields.map(({ field }) => field)).toEqual(shown);
    const whole = Object.fromEntries(names.map((name) => [name, '1']));
    const read = [...names, 'company_name'].sort();
    expect(Object.keys(customerSchema.parse(whole)).sort()).toEqual(read);
  });

  it('LIST-16 takes the name for the company’s where the service doesn’t name the company', () => {
    const { company_name: alone } = customerSchema.parse({ name: 'North' });
    const { company_name: renamed } = customerSchema.parse({ name: 'North', company_name: 'Fox' });
    expect([alone, renamed]).toEqual(['North', 'Fox']);
    expect(customerSchema.parse({ name: 'North', company_name: null }).company_name).toBe('North');
    const { error } = customerSchema.safeParse({ name: ['North'] });
    expect(error?.issues.map(({ path }) => path)).toEqual([['name']]);
  });

  it('CUST-02 reads choices by key, numbers by their text, brokers under either name', () => {
    expect(detail).toMatchObject({
      id: '7',
      billing_country: 'CA',
      currency_id: '1',
      due_days: 21,
      broker_id: 'B1,B2',
    });
    expect(detail.rate?.toString()).toBe('4.50');
    expect(customerSchema.parse({ broker_id: 'A', broker_ids: 'B' }).broker_id).toBe('A');
    expect(customerSchema.parse({ broker_ids: 'B' }).broker_id).toBe('B');
  });
});

describe('form', () => {
  it.each([
    ['name', 'Name is required'],
    ['currency_id', 'Currency is required'],
    ['email', 'Email is required'],
    ['address1', 'Billing Address is required'],
  ])('CUST-02 requires %s', (name, message) => {
    expect(messages({ [name]: ' ' })).toEqual([`${name}: ${message}`]);
  });

  it('CUST-02 requires nothing else', () => {
    const { currency_id, name, email, address1 } = edit().draft as Record<string, string>;
    const emptied = Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field.name, '']));
    expect(messages({ ...emptied, currency_id, name, email, address1 } as Draft)).toEqual([]);
  });

  it.each([
    [{ email: 'office@' }, 'email: Invalid email address'],
    [{ rate: '-1' }, 'rate: Rate must be 0 or more'],
    [{ rate: 'much' }, 'rate: Rate must be a number'],
    [{ due_days: '1.5' }, 'due_days: Due Days must be a whole number'],
    [{ broker: 'maybe' }, 'broker: Broker must be one of the choices'],
  ])('CUST-02 refuses %j', (provided, message) => {
    expect(messages(provided as Draft)).toEqual([message]);
  });

  it("CUST-02 offers the service's currencies, tax and revenue types", () => {
    const sources = CUSTOMER_FIELDS.flatMap(({ name, options }) =>
      options && 'reference' in options ? [[name, options.reference, options.by]] : [],
    );
    expect(sources).toEqual([
      ['billing_country', 'customerCountries', undefined],
      ['billing_state', 'provinces', ['billing_country']],
      ['billing_city', 'cities', ['billing_country', 'billing_state']],
      ['shipping_country', 'customerCountries', undefined],
      ['shipping_state', 'provinces', ['shipping_country']],
      ['shipping_city', 'cities', ['shipping_country', 'shipping_state']],
      ['currency_id', 'currencies', undefined],
      ['tax_id', 'taxTypes', undefined],
      ['revenue_id', 'revenueTypes', undefined],
    ]);
  });

  it('CUST-02 another country clears state and city of the same address only', () => {
    const before = { ...edit().draft, shipping_state: 'QC', shipping_city: 'Montreal' };
    const after = customerForm.changed?.(
      { ...before, billing_country: 'US' },
      'billing_country',
      before,
    );
    expect(after).toMatchObject({
      billing_country: 'US',
      billing_state: '',
      billing_city: '',
      shipping_state: 'QC',
      shipping_city: 'Montreal',
    });
  });

  it("CUST-02 sends the changeable values to the customer's own path", () => {
    const state = edit({ name: ' North Haul Ltd. ', rate: '5.25', due_days: '' });
    expect(customerForm.update?.path(state)).toBe('customers/7');
    const body = customerForm.update?.body(state, {}) as Record<string, unknown>;
    expect(body).toMatchObject({
      name: 'North Haul Ltd.',
      rate: 5.25,
      due_days: null,
      currency_id: '1',
      billing_country: 'CA',
      broker: 'no',
      broker_id: 'B1,B2',
    });
    for (const name of ['id', 'order_cnt', 'invoice_cnt']) expect(body).not.toHaveProperty(name);
    expect(Object.keys(body)).toHaveLength(34);
  });

  it('CUST-02 has its texts', () => {
    expect(customerForm.titles.edit).toBe('Update Customer');
    expect(customerForm.submitLabels.edit).toBe('Save');
    expect(customers.record?.back).toBe('Back');
    expect(customerForm.texts).toEqual({
      updated: 'Customer Updated Successfully',
      updateFailed: 'Error while Updating Customer',
      loadFailed: 'Error fetching customer data. Please refresh your browser.',
    });
  });
});

describe('phones of a customer', () => {
  it.each([
    ['phone', '705555010', 'Phone must have 10 digits'],
    ['phone', '+44 705 555 0103', 'Phone must have 10 digits'],
    ['phone2', '705-555-010', 'Alternate Phone must have 10 digits'],
  ])('USER-08 have ten digits: %s %s', (name, value, message) => {
    expect(checkForm(customerForm, edit({ [name]: value }))[name]).toEqual([
      { code: 'not_ten_digits', message },
    ]);
    expect(checkForm(customerForm, edit({ [name]: '7055550103' }))[name]).toBeUndefined();
    expect(checkForm(customerForm, edit({ [name]: '' }))[name]).toBeUndefined();
  });

  it('USER-08 stored in another format are accepted until they are changed', () => {
    const old = { ...detail, phone: '705-555' };
    const draft = customerForm.draft(old);
    const open = (phone: string) =>
      checkForm(customerForm, { mode: 'edit', detail: old, draft: { ...draft, phone } }).phone;
    expect(open('705-555')).toBeUndefined();
    expect(open('705-556')).toHaveLength(1);
  });
});
