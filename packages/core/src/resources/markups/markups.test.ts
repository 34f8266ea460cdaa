import { describe, expect, it } from 'vitest';
import type { Draft, FormState } from '../../resource/form.types.ts';
import { checkForm } from '../../resource/form-rules.ts';
import { markupForm } from './markups.form.ts';
import { markups } from './markups.resource.ts';
import { type Markup, markupSchema } from './markups.schema.ts';

const detail = markupSchema.parse({
  id: 31,
  customer_id: 7,
  customer_company_id: 70,
  eob_parent_company_id: 'FP-101',
  fuel_company_provider_id: 2,
  mark_up_value: '0.0125',
  company_name: 'North Haul',
  fuel_company_provider: 'Suncore',
});

const creating = (provided: Draft): FormState<Markup> => ({
  mode: 'create',
  detail: undefined,
  draft: markupForm.draft(undefined, provided),
});
const editing = (provided: Draft = {}): FormState<Markup> => ({
  mode: 'edit',
  detail,
  draft: { ...markupForm.draft(detail), ...provided },
});
const GOOD = { company_name: '70/7', fuel_company_provider: '2/FP-101', mark_up_value: '0.02' };

const messages = (state: FormState<Markup>) =>
  Object.values(checkForm(markupForm, state)).flatMap((issues) =>
    issues.map(({ message }) => message),
  );

it('MARK-01 has its columns, title, button and text', () => {
  expect(markups.list.columns.map(({ label, field }) => `${label} = ${field}`)).toEqual([
    'Customer Company code = customer_id',
    'Customer Company name = company_name',
    'Markup Value = mark_up_value',
    'Fuel Company Provider = fuel_company_provider',
  ]);
  expect(markups.list).toMatchObject({
    title: 'Customer Markup',
    path: 'fuel-customer-markups',
    add: { label: 'Add Markup', action: 'markups.create' },
    texts: { noRows: 'No Customer Markup found.' },
  });
});

it('LIST-11 rows are edited, and neither viewed nor deleted', () => {
  expect(markups.form?.update).toBeDefined();
  expect(markups.record).toBeUndefined();
  expect(markups.remove).toBeUndefined();
});

describe('dialog', () => {
  it.each<[Draft, string[]]>([
    [{}, []],
    [{ company_name: '' }, ['Company Name is required']],
    [{ fuel_company_provider: '' }, ['Fuel Company Provider is required']],
    [{ mark_up_value: '' }, ['Markup Value is required']],
    [{ mark_up_value: '-0.0001' }, ['Markup Value must be 0 or more']],
    [{ mark_up_value: '0' }, []],
    [
      { mark_up_value: '0.00001' },
      ['Markup Value may have at most 4 digits after the decimal point'],
    ],
    [{ mark_up_value: 'abc' }, ['Markup Value must be a number']],
  ])('MARK-02 %j: %j', (provided, expected) => {
    expect(messages(creating({ ...GOOD, ...provided }))).toEqual(expected);
  });

  it('MARK-02 the company is locked while editing, and shown by its name', () => {
    const [company, ...others] = markupForm.fields(editing());
    expect(company?.locked).toBeTruthy();
    expect(company?.options).toEqual([{ key: '70/7', value: 'North Haul' }]);
    expect(others.every(({ locked }) => locked === undefined)).toBe(true);
    expect(markupForm.fields(creating({})).every(({ locked }) => locked === undefined)).toBe(true);
    expect(messages(editing())).toEqual([]);
  });

  it('MARK-02 has a title per mode, and closes', () => {
    expect(markupForm.titles).toEqual({
      create: 'Add Customer Markup',
      edit: 'Update Customer Markup',
    });
    expect(markupForm.after).toBe('close');
  });
});

describe('payloads', () => {
  it('MARK-03 a new markup names customer, companies and provider, and is active', () => {
    expect(markupForm.create?.method).toBe('POST');
    expect(markupForm.create?.path(creating(GOOD))).toBe('fuel-customer-markups');
    expect(markupForm.create?.body(creating(GOOD), {})).toStrictEqual({
      customer_id: '7',
      eob_customer_company_id: '70',
      eob_parent_company_id: 'FP-101',
      fuel_company_id: '2',
      markup_value: 0.02,
      from_date: '',
      to_date: '',
      status: 'ACTIVE',
    });
  });

  it('MARK-03 a changed one is its id, value and provider, under other names', () => {
    const state = editing({
      mark_up_value: '1.5',
      fuel_company_provider: '4',
      company_name: '9/9',
    });
    expect(markupForm.update?.method).toBe('PUT');
    expect(markupForm.update?.path(state)).toBe('fuel-customer-markups');
    expect(markupForm.update?.body(state, {})).toStrictEqual({
      id: '31',
      markupValue: 1.5,
      fuelCompanyProviderId: '4',
    });
  });

  it('MARK-03 starts an edit with the stored values, and offers its provider', () => {
    expect(markupForm.draft(detail)).toEqual({
      company_name: '70/7',
      fuel_company_provider: '2',
      mark_up_value: '0.0125',
    });
    const provider = (state: FormState<Markup>) => markupForm.fields(state)[1]?.options;
    expect(provider(editing())).toEqual({ reference: 'fuelProviders' });
    expect(provider(creating({}))).toEqual({ reference: 'markupProviders' });
  });

  it.each([
    ['/markupValue', 'mark_up_value'],
    ['/markup_value', 'mark_up_value'],
    ['/fuelCompanyProviderId', 'fuel_company_provider'],
    ['/fuel_company_id', 'fuel_company_provider'],
    ['/customer_id', 'company_name'],
  ])('FORM-06 an error at %s shows at %s', (pointer, name) => {
    expect(markupForm.fieldAt?.(pointer, editing())).toBe(name);
  });

  it('MARK-03 has its toasts', () => {
    expect(markupForm.texts).toEqual({
      created: 'Customer Markup Created Successfully',
      updated: 'Customer Markup Updated Successfully',
      createFailed: 'Error while creating markup',
      updateFailed: 'Error while updating markup',
    });
  });
});
