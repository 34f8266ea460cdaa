import { describe, expect, it } from 'vitest';
import type { BuiltInReference } from '../../resource/form.types.ts';
import { idOf, joinKey } from '../../resource/joined-key.ts';
import { readOptions } from './read-options.ts';
import { REFERENCES } from './references.ts';

const address = (name: BuiltInReference, params: string[] = []) => {
  const { path, query = [] } = REFERENCES[name];
  const search = new URLSearchParams(query.map((pair) => [...pair])).toString();
  return path(params) + (search && `?${search}`);
};

describe('calls', () => {
  it.each<[BuiltInReference, string[], string]>([
    ['countries', [], 'countries'],
    ['provinces', [], 'states'],
    ['provinces', ['CA'], 'countries/CA/states'],
    ['cities', [], 'cities'],
    ['cities', ['CA', 'ON/1'], 'countries/CA/states/ON%2F1/cities'],
    ['customerCountries', [], 'customers/countries'],
    ['currencies', [], 'currencies'],
    ['roles', [], 'roles'],
    ['taxTypes', [], 'types?type=TAX_TYPE'],
    ['revenueTypes', [], 'types?type=REVENUE_TYPE'],
    ['invoiceStatuses', [], 'types?type=INVOICE_STATUS'],
    ['paymentModes', [], 'payment'],
    ['paymentModeNames', [], 'payment'],
    ['cardTypes', [], 'types?type=CARD_TYPE'],
    ['plasticTypes', [], 'types?type=PLASTIC_TYPE'],
    ['cashAdvanceTypes', [], 'types?type=CASH_ADVANCE_TYPE'],
    ['usageTypes', [], 'types?type=USAGE_ABOVE_LIMITS'],
    ['products', [], 'types?type=PRODUCT'],
    ['cardCompanies', [], 'fuel-customer-markups/find-all?paged=false'],
    ['userCompanies', [], 'fuel-customer-markups/find-all?paged=false'],
    ['markupCompanies', [], 'fuel-customer-markups/customer-company'],
    ['fuelProviders', [], 'getFuelProviderCompany'],
    ['markupProviders', [], 'getFuelProviderCompany'],
    ['switchAccounts', [], 'switch/manage'],
  ])('WIRE-01 %s of %j: GET %s', (name, params, expected) => {
    expect(address(name, params)).toBe(expected);
  });

  it('WIRE-01 tries every list there is', () => {
    expect(Object.keys(REFERENCES)).toHaveLength(22);
  });
});

const OPTION_LIST = [{ key: 'CA', value: 'Canada' }];

describe('answers', () => {
  it.each<[BuiltInReference, unknown, { key: string; value: string }[]]>([
    ['countries', OPTION_LIST, OPTION_LIST],
    ['provinces', OPTION_LIST, OPTION_LIST],
    ['cities', OPTION_LIST, OPTION_LIST],
    ['customerCountries', OPTION_LIST, OPTION_LIST],
    ['currencies', [{ key: 1, value: 'CAD' }], [{ key: '1', value: 'CAD' }]],
    ['roles', [{ key: '1', value: 'Admin' }], [{ key: 'Admin', value: 'Admin' }]],
    ['taxTypes', { content: OPTION_LIST }, OPTION_LIST],
    ['revenueTypes', { content: OPTION_LIST }, OPTION_LIST],
    ['invoiceStatuses', { content: OPTION_LIST }, OPTION_LIST],
    ['plasticTypes', { content: OPTION_LIST }, OPTION_LIST],
    ['products', { content: OPTION_LIST }, OPTION_LIST],
    [
      'paymentModeNames',
      { payment_mode_list: [{ name: 'Cash', code: 'cash' }] },
      [{ key: 'Cash', value: 'Cash' }],
    ],
    [
      'paymentModes',
      { payment_mode_list: [{ name: 'Cash', code: 'cash' }] },
      [{ key: 'cash', value: 'Cash' }],
    ],
    [
      'cardCompanies',
      [{ company_name: 'North Haul', customer_company_id: 7 }],
      [{ key: '7', value: 'North Haul' }],
    ],
    [
      'userCompanies',
      [{ company_name: 'North Haul', customer_company_id: 7 }],
      [{ key: 'North Haul', value: 'North Haul' }],
    ],
    [
      'markupCompanies',
      [{ company_name: 'North Haul', company_id: 70, customer_id: 7 }],
      [{ key: '70/7', value: 'North Haul' }],
    ],
    [
      'fuelProviders',
      { fuel_company: [{ fuel_company_provider: 'ESSO', company_id: 1, company_ref_id: 'FP/1' }] },
      [{ key: '1', value: 'ESSO' }],
    ],
    [
      'markupProviders',
      { fuel_company: [{ fuel_company_provider: 'ESSO', company_id: 1, company_ref_id: 'FP/1' }] },
      [{ key: '1/FP%2F1', value: 'ESSO' }],
    ],
    ['switchAccounts', [{ id: 3, name: 'North Haul' }], [{ key: '3', value: 'North Haul' }]],
  ])('WIRE-02 %s reads %j', (name, answer, expected) => {
    expect(readOptions(REFERENCES[name], answer)).toEqual({ options: expected, odd: [] });
  });

  it('WIRE-02 skips entries without key or text, and repeated ones', () => {
    const entries = [
      { key: 'CA', value: 'Canada' },
      null,
      'US',
      { key: '', value: 'Nowhere' },
      { key: 'US' },
      { value: 'United States' },
      { key: { deep: 1 }, value: 'Odd' },
      { key: 'CA', value: 'Canada again' },
      { key: 0, value: 'Zero' },
    ];
    expect(readOptions(REFERENCES.countries, entries)).toEqual({
      options: [
        { key: 'CA', value: 'Canada' },
        { key: '0', value: 'Zero' },
      ],
      odd: ['1', '2', '3', '4', '5', '6', '7'],
    });
    expect(readOptions(REFERENCES.taxTypes, { content: [null] })?.odd).toEqual(['content.0']);
  });

  it('MARK-03 a provider without a reference is offered as well', () => {
    const answer = { fuel_company: [{ fuel_company_provider: 'ESSO', company_id: 1 }] };
    expect(readOptions(REFERENCES.markupProviders, answer)?.options).toEqual([
      { key: '1/', value: 'ESSO' },
    ]);
  });

  it.each([undefined, null, '', 'text', 7, {}, { content: null }, { content: {} }])(
    'WIRE-02 finds no list in %j',
    (answer) => {
      expect(readOptions(REFERENCES.taxTypes, answer)).toBeUndefined();
      expect(readOptions(REFERENCES.countries, answer)).toBeUndefined();
    },
  );
});

it('MARK-03 joined keys return their ids, whatever they contain', () => {
  const key = joinKey(['a/b', '50%', '']);
  expect([0, 1, 2, 3].map((position) => idOf(key, position))).toEqual(['a/b', '50%', '', '']);
  expect(idOf('%', 0)).toBe('%');
});
