import { describe, expect, it } from 'vitest';
import { findResource, RESOURCES } from './registry.ts';
import { emailReport, generateReport } from './reports/reports.rules.ts';

/** What is said and asked: without the functions, and without the messages afterwards. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === 'texts' ? undefined : part)));

const REASON = { name: 'reason', label: 'Reason', section: '', input: 'multiline', required: true };

describe('what is done with records, by its name, its right, its words and its fields', () => {
  it.each([
    [
      'cards',
      {
        actions: [
          {
            name: 'assign',
            action: 'cards.assign',
            label: 'Assign Selected Cards To Customer',
            on: 'selection',
            title: 'Assign Cards',
            submitLabel: 'Save',
            fields: [
              {
                name: 'customerCompanyId',
                label: 'Company',
                section: '',
                input: 'choice',
                required: true,
                options: { reference: 'cardCompanies' },
              },
            ],
          },
          {
            name: 'template',
            action: 'cards.template',
            label: 'Download Sample Card Template',
            on: 'list',
            fields: [
              {
                name: 'format',
                label: 'Format',
                section: '',
                input: 'choice',
                options: [
                  { key: 'xlsx', value: 'Excel' },
                  { key: 'csv', value: 'CSV' },
                ],
              },
            ],
          },
        ],
        bulk: [
          {
            name: 'hold',
            action: 'cards.update',
            label: 'Hold',
            set: { card_status: 'HOLD' },
            fields: [{ name: 'reason', label: 'Reason', section: '', input: 'multiline' }],
            undo: { by: 'activate' },
          },
          {
            name: 'activate',
            action: 'cards.update',
            label: 'Activate',
            set: { card_status: 'RELEASE' },
            undo: { by: 'hold' },
          },
        ],
        upload: {
          action: 'cards.import',
          label: 'Import Card',
          noun: ['card', 'cards'],
          leadsTo: 'card_number',
          submitLabel: 'Upload',
          path: 'fuel-card-management/upload-fuel-card-csv',
          fields: [],
          accept: ['.csv', '.xls', '.xlsx'],
          maxBytes: 10000000,
        },
      },
    ],
    [
      'exceptions',
      {
        actions: [
          {
            name: 'explain',
            action: 'exceptions.explain',
            label: 'Explain',
            title: 'Explain Exception',
            on: 'row',
            fields: [REASON],
          },
          {
            name: 'dismiss',
            action: 'exceptions.dismiss',
            label: 'Dismiss',
            title: 'Dismiss Exception',
            on: 'row',
            fields: [REASON],
          },
          {
            name: 'reopen',
            action: 'exceptions.reopen',
            label: 'Reopen',
            title: 'Reopen Exception',
            on: 'row',
            fields: [REASON],
          },
          {
            name: 'judge',
            action: 'exceptions.judge',
            label: 'Judge Purchases',
            title: 'Judge Purchases',
            on: 'list',
            fields: [
              { name: 'from', label: 'From', section: '', input: 'day', required: true },
              { name: 'to', label: 'To', section: '', input: 'day', required: true },
            ],
          },
        ],
        bulk: [
          {
            name: 'explain',
            runs: 'explain',
            action: 'exceptions.explain',
            label: 'Explain',
            fields: [REASON],
          },
          {
            name: 'dismiss',
            runs: 'dismiss',
            action: 'exceptions.dismiss',
            label: 'Dismiss',
            fields: [REASON],
          },
          {
            name: 'reopen',
            runs: 'reopen',
            action: 'exceptions.reopen',
            label: 'Reopen',
            fields: [REASON],
          },
        ],
      },
    ],
    [
      'invoices',
      {
        actions: [
          {
            name: 'email',
            action: 'invoices.email',
            label: 'Email',
            title: 'Email Invoice',
            submitLabel: 'Send',
            on: 'row',
            fields: [],
            preview: { question: 'Send this invoice to its company by e-mail?' },
          },
          {
            name: 'void',
            action: 'invoices.void',
            label: 'Void',
            title: 'Void Invoice',
            on: 'row',
            fields: [
              {
                name: 'reason',
                label: 'Reason',
                section: 'Void Invoice',
                input: 'multiline',
                required: true,
              },
            ],
          },
        ],
        bulk: [{ name: 'email', action: 'invoices.email', label: 'Email', runs: 'email' }],
      },
    ],
    [
      'payments',
      {
        actions: [
          {
            name: 'reverse',
            action: 'payments.reverse',
            label: 'Reverse',
            title: 'Reverse Payment',
            on: 'row',
            fields: [
              {
                name: 'reason',
                label: 'Reason',
                section: 'Reverse Payment',
                input: 'multiline',
                required: true,
              },
            ],
          },
        ],
      },
    ],
    [
      'customers',
      {
        actions: [
          {
            name: 'statement',
            action: 'customers.statement',
            label: 'Statement',
            on: 'row',
            title: 'Statement',
            submitLabel: 'Download',
            fields: [
              { name: 'from', label: 'From', section: '', input: 'day', required: true },
              { name: 'to', label: 'To', section: '', input: 'day', required: true },
              {
                name: 'format',
                label: 'Format',
                section: '',
                input: 'choice',
                required: true,
                options: [
                  { key: 'pdf', value: 'PDF' },
                  { key: 'csv', value: 'CSV' },
                ],
              },
            ],
            starts: { format: 'pdf' },
            endsToday: true,
          },
        ],
      },
    ],
  ])('of %s', async (name, expected) => {
    const { actions, bulk, upload } = (await findResource(name)?.loadDefinition()) ?? {};
    expect(plain({ actions, bulk, upload })).toEqual(expected);
  });
});

describe('REP-01 REP-02 REP-03 what a report asks', () => {
  const FIELDS = [
    {
      ...{
        name: 'report_type',
        label: 'Report Type',
        section: '',
        input: 'choice',
        required: true,
      },
      options: [
        { key: 'aging', value: 'Aging' },
        { key: 'sales', value: 'Sales' },
      ],
    },
    {
      ...{ name: 'format', label: 'Format', section: '', input: 'choice', required: true },
      options: [
        { key: 'pdf', value: 'PDF' },
        { key: 'excel', value: 'EXCEL' },
      ],
    },
    { name: 'from', label: 'From', section: '', input: 'day' },
    { name: 'to', label: 'To', section: '', input: 'day' },
    {
      ...{ name: 'by', label: 'By', section: '', input: 'choice', unchosen: 'All' },
      options: [
        { key: 'customer', value: 'Customer' },
        { key: 'invoice', value: 'Invoice' },
        { key: 'month', value: 'Month' },
        { key: 'product', value: 'Product' },
        { key: 'province', value: 'Province' },
      ],
    },
    { name: 'columns', label: 'Columns', section: '', input: 'text' },
  ];

  it('REP-02 as a file', () => {
    expect(plain(generateReport)).toEqual({
      ...{ name: 'generate', action: 'reports.generate', label: 'Generate Report', on: 'list' },
      ...{ title: 'Reporting', submitLabel: 'Generate', fields: FIELDS },
    });
  });

  it('REP-03 by e-mail', () => {
    const recipients = { name: 'recipients', label: 'Recipients', section: '', input: 'text' };
    expect(plain(emailReport)).toEqual({
      ...{ name: 'email', action: 'reports.email', label: 'E-mail Report', on: 'list' },
      ...{ title: 'E-mail Report', submitLabel: 'Send' },
      fields: [...FIELDS, { ...recipients, required: true }],
    });
  });
});

describe('FORM-04 where a form sends its record', () => {
  const state = { mode: 'edit', draft: {}, detail: { id: 'a/b' } } as never;

  it.each([
    ['cards', 'POST fuel-card-management', 'PUT fuel-card-management/a%2Fb'],
    ['transactions', 'POST transaction', 'PUT fuel-transaction/a%2Fb'],
    ['invoices', 'POST spol/invoices/', 'PUT spol/invoices/update'],
    ['payments', 'POST fuel-payment/register', undefined],
    ['customers', undefined, 'PUT customers/a%2Fb'],
    ['companies', 'POST fuel-company/register', undefined],
    ['markups', 'POST fuel-customer-markups', 'PUT fuel-customer-markups'],
    ['users', 'POST users', 'PUT user/a%2Fb'],
  ])('FORM-04 of %s', async (name, create, update) => {
    const { form } = (await findResource(name)?.loadDefinition()) ?? {};
    const to = (call: unknown) => {
      const { method, path } = (call ?? {}) as { method?: string; path?: (of: never) => string };
      return path && `${method} ${path(state)}`;
    };
    expect([to(form?.create), to(form?.update)]).toEqual([create, update]);
  });

  it('FORM-04 begins with these values, and asks these questions', async () => {
    const found: Record<string, unknown> = {};
    for (const { loadDefinition, name } of RESOURCES) {
      const { form } = await loadDefinition();
      if (!form) continue;
      const { opener, starts, steps, warn } = form as unknown as Record<string, unknown>;
      found[name] = plain({ opener, starts, steps, warn });
    }
    const zero = '0.00';
    expect(found).toEqual({
      cards: {
        starts: {
          ...{ card_status: 'RELEASE', usage_above_volume_limits: 'No', dash_cash_memo: 'None' },
          ...{ refreshing_cash_balance: zero, debit_dollar_balance: zero },
          ...{ increment_dash_cash_amount: zero, paycheck_balance: zero },
          ...{ dash_cash_balance: zero, weekly_fuel_quantity_balance: zero },
        },
      },
      transactions: {
        warn: {
          ...{ modes: ['create', 'edit'], title: 'Is the amount right?' },
          ...{ accept: 'Save as it is', reject: 'Go back' },
        },
      },
      invoices: {},
      payments: {
        opener: {
          resource: 'invoices',
          carried: ['issued_date', 'invoice_status'],
          field: 'amount_paid',
        },
        warn: { title: 'Registered before?', accept: 'Register another one', reject: 'Go back' },
      },
      customers: {},
      companies: {},
      markups: {},
      users: {
        starts: { role: 'User' },
        steps: [
          { name: 'profile', title: 'Profile', sections: ['Profile', 'Address'] },
          { name: 'permission', title: 'Permission', sections: ['Permission', 'Every right'] },
          { name: 'submission', title: 'Submission', sections: [] },
        ],
      },
    });
  });
});
