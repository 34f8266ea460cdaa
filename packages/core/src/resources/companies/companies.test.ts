import { describe, expect, it } from 'vitest';
import type { Draft, FormState } from '../../resource/form.types.ts';
import { checkForm } from '../../resource/form-rules.ts';
import { menuEntries } from '../menu.ts';
import { companyForm } from './companies.form.ts';
import { companyMeta } from './companies.meta.ts';
import { companies } from './companies.resource.ts';
import { type Company, companySchema } from './companies.schema.ts';

const GOOD: Draft = {
  firstName: 'Vera',
  lastName: 'Oduya',
  email: 'vera@northhaul.test',
  contactNumber: '7055550142',
  companyName: 'North Haul',
  streetAddress1: '88 Regent Street',
  streetAddress2: 'Unit 4',
  country: 'CA',
  state: 'ON',
  city: 'Sudbury',
  zipCode: 'P3E 3Z9',
};
const SECRETS = { password: ' s3cret words ', confirmPassword: ' s3cret words ' };

const state = (provided: Draft = {}): FormState<Company> => ({
  mode: 'create',
  detail: undefined,
  draft: companyForm.draft(undefined, { ...GOOD, ...provided }),
});

const messages = (provided: Draft, secrets: Record<string, string> = SECRETS) =>
  Object.entries(checkForm(companyForm, state(provided), secrets)).map(([name, issues]) => [
    name,
    issues.map(({ message }) => message),
  ]);

describe('list', () => {
  it('COMP-01 has its columns, title, button and texts', () => {
    expect(companies.list.columns.map(({ label, field }) => `${label} = ${field}`)).toEqual([
      'Name = name',
      'Email = email',
      'Phone = phone',
      'City = city',
      'State = state',
      'Country = country',
    ]);
    expect(companies.list).toMatchObject({
      title: 'Company',
      path: 'companies',
      add: { label: 'Add Customer Company', action: 'companies.create' },
      texts: { none: 'No Comapny records to show', noRows: 'No Company found.' },
    });
  });

  it('COMP-01 is a tab of the customer area with its rights, and no menu entry', () => {
    expect(companies).toMatchObject({ menu: 'customer', under: { route: '/customer' } });
    const routes = menuEntries(undefined).map(({ route }) => route);
    expect(routes).toContain('/customer');
    expect(routes).not.toContain(companies.route);
  });

  it("COMP-01 reads places by name, and the company's name under either name", () => {
    expect(
      companySchema.parse({ company_name: 'North Haul', state: { key: 'ON', value: 'Ontario' } }),
    ).toEqual({ name: 'North Haul', state: 'Ontario' });
    expect(companySchema.parse({ name: 'A', company_name: 'B' }).name).toBe('A');
  });
});

describe('form', () => {
  it('COMP-02 accepts a valid company', () => {
    expect(messages({})).toEqual([]);
  });

  it.each([
    ['firstName', '', 'First Name is required'],
    ['lastName', '', 'Last Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'vera@', 'Invalid email address'],
    ['email', 'vera northhaul.test', 'Invalid email address'],
    ['contactNumber', '705555014', 'Invalid contact number'],
    ['contactNumber', '70555501420', 'Invalid contact number'],
    ['contactNumber', '705-555-014', 'Invalid contact number'],
    ['contactNumber', '70555501a2', 'Invalid contact number'],
    ['country', '', 'Country is required'],
    ['state', '', 'State is required'],
    ['city', '', 'city is required'],
    ['companyName', ' ', 'Company Name is required'],
  ])('COMP-02 %s %j: %s', (name, value, message) => {
    expect(messages({ [name]: value })).toEqual([[name, [message]]]);
  });

  it.each([
    [
      { password: '', confirmPassword: 'b' },
      [
        ['password', ['Password is required']],
        ['confirmPassword', ['Passwords do not match']],
      ],
    ],
    [
      { password: 'aaaaaaaaaaaa', confirmPassword: '' },
      [['confirmPassword', ['Confirm Password is required']]],
    ],
    [
      { password: 'aaaaaaaaaaaa', confirmPassword: 'b' },
      [['confirmPassword', ['Passwords do not match']]],
    ],
    [
      { password: 'aaaaaaaaaaaa', confirmPassword: 'A' },
      [['confirmPassword', ['Passwords do not match']]],
    ],
    [{ password: 'aaaaaaaaaaaa', confirmPassword: 'aaaaaaaaaaaa' }, []],
  ])('COMP-02 passwords %j', (secrets, expected) => {
    expect(messages({}, secrets)).toEqual(expected);
  });

  it('COMP-02 says at its field what is wrong with a password, a name or a number', () => {
    const fieldsOf = (provided: Draft, secrets = SECRETS) =>
      Object.entries(checkForm(companyForm, state(provided), secrets)).map(
        ([name, issues]) => `${name} ${issues.map(({ code }) => code).join(', ')}`,
      );
    expect(fieldsOf({}, { password: 'password', confirmPassword: 'password' })).toEqual([
      expect.stringMatching(/^password /),
    ]);
    expect(fieldsOf({}, { ...SECRETS, confirmPassword: 'another one' })).toEqual([
      'confirmPassword not_equal',
    ]);
    expect(fieldsOf({ companyName: 'Nоrth Haul' })).toEqual(['companyName mixed_scripts']);
    expect(fieldsOf({ contactNumber: '12' })).toEqual([expect.stringMatching(/^contactNumber /)]);
  });

  it('COMP-02 street addresses, zip code and contact number may be left out', () => {
    expect(
      messages({ streetAddress1: '', streetAddress2: '', zipCode: '', contactNumber: '' }),
    ).toEqual([]);
  });

  it('COMP-02 is created only, under the customer area, with its texts', () => {
    expect(companyForm).toMatchObject({
      titles: { create: 'Add Customer Company' },
      submitLabels: { create: 'Create' },
      texts: {
        created: 'Customer Company Created Successfully',
        createFailed: 'Error while Creating Customer Company',
      },
    });
    expect(companyMeta.form.addRoute).toBe('/customer/add-new');
    expect(companyForm.update).toBeUndefined();
    expect(companies.record).toBeUndefined();
  });

  it('FORM-04 leads to the customer area', () => {
    expect(companyForm.after).toEqual({ route: '/customer' });
  });

  it('COMP-02 keeps both passwords secret, out of the draft', () => {
    const secret = companyForm.fields(state()).filter((field) => field.secret);
    expect(secret.map(({ name }) => name)).toEqual(['password', 'confirmPassword']);
    expect(state().draft).not.toHaveProperty('password');
    expect(state().draft).not.toHaveProperty('confirmPassword');
  });

  it('COMP-02 another country clears state and city, another state the city', () => {
    const before = state().draft;
    const changed = (name: string, value: string) =>
      companyForm.changed?.({ ...before, [name]: value }, name, before);
    expect(changed('country', 'US')).toMatchObject({ country: 'US', state: '', city: '' });
    expect(changed('state', 'QC')).toMatchObject({ country: 'CA', state: 'QC', city: '' });
    expect(changed('city', 'Barrie')).toMatchObject({ state: 'ON', city: 'Barrie' });
  });
});

describe('payload', () => {
  it('COMP-03 is exactly what fuel-company/register takes', () => {
    expect(companyForm.create?.method).toBe('POST');
    expect(companyForm.create?.path(state())).toBe('fuel-company/register');
    expect(companyForm.create?.body(state(), SECRETS)).toStrictEqual({
      companyName: 'North Haul',
      companyCode: '',
      documentEmail: 'vera@northhaul.test',
      phone: '7055550142',
      address1: '88 Regent Street',
      address2: 'Unit 4',
      country: 'CA',
      state: 'ON',
      city: 'Sudbury',
      postalCode: 'P3E 3Z9',
      email: 'vera@northhaul.test',
      businessType: 68,
      subBusiness: null,
      planType: 34,
      validTill: '2030-12-31',
      firstName: 'Vera',
      lastName: 'Oduya',
      pwd: ' s3cret words ',
    });
  });

  it.each([
    ['/pwd', 'password'],
    ['/documentEmail', 'email'],
    ['/phone', 'contactNumber'],
    ['/postalCode', 'zipCode'],
    ['/address1', 'streetAddress1'],
    ['/city', 'city'],
  ])('FORM-06 an error at %s shows at %s', (pointer, name) => {
    expect(companyForm.fieldAt?.(pointer, state())).toBe(name);
    expect(companyForm.fields(state()).some((field) => field.name === name)).toBe(true);
  });
});

describe('places', () => {
  const place = {
    id: 'p1',
    address1: '12 Barlow Trail SE',
    city: 'Calgary',
    state: 'AB',
    country: 'CA',
    postal_code: '',
  };

  it('COMP-05 a chosen place fills the address and nothing else', () => {
    const before = state().draft;
    expect(companyForm.applyPlace?.(before, 'streetAddress1', place)).toEqual({
      ...before,
      streetAddress1: '12 Barlow Trail SE',
      city: 'Calgary',
      state: 'AB',
      country: 'CA',
      zipCode: '',
    });
  });

  it('COMP-05 only the street address searches places', () => {
    const inputs = companyForm.fields(state()).filter(({ input }) => input === 'place');
    expect(inputs.map(({ name }) => name)).toEqual(['streetAddress1']);
    const before = state().draft;
    expect(companyForm.applyPlace?.(before, 'companyName', place)).toEqual(before);
  });
});
