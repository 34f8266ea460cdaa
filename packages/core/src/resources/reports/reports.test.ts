import { expect, it } from 'vitest';
import type { Draft } from '../../resource/form.types.ts';
import { checkFields } from '../../resource/form-rules.ts';
import {
  emailReport,
  generateReport,
  REPORT_KINDS,
  reportIssues,
  typedReport,
} from './reports.rules.ts';

it('REP-01 has a type and a format', () => {
  const messages = (draft: Draft) =>
    Object.values(checkFields(generateReport.fields, draft)).flatMap((issues) =>
      issues.map(({ message }) => message),
    );
  expect(messages({})).toEqual(['Report Type is required', 'Format is required']);
  expect(messages({ report_type: 'aging', format: 'pdf' })).toEqual([]);
  expect(messages({ report_type: 'sales', format: 'excel', from: '2026-11-01' })).toEqual([]);
  expect(messages({ report_type: 'profit', format: 'csv', to: '31/11/26' })).toEqual([
    'Report Type must be one of the choices',
    'Format must be one of the choices',
    'To: there is no 31 November 2026: the month has 30 days',
  ]);
});

it('REP-01 offers PDF and EXCEL', () => {
  const format = generateReport.fields.find(({ name }) => name === 'format');
  expect(format?.options).toEqual([
    { key: 'pdf', value: 'PDF' },
    { key: 'excel', value: 'EXCEL' },
  ]);
});

it.each<[Draft, Record<string, string>, string]>([
  [
    { report_type: 'aging', format: 'pdf' },
    { report_type: 'aging', format: 'pdf' },
    'aging-report.pdf',
  ],
  [
    { report_type: 'sales', format: 'excel', from: '2026-10-01', to: '2026-10-31' },
    { report_type: 'sales', format: 'excel', from: '2026-10-01', to: '2026-10-31' },
    'sales-report.xlsx',
  ],
  [
    { report_type: 'sales', format: 'pdf', from: ' ', to: '2026-10-31' },
    { report_type: 'sales', format: 'pdf', to: '2026-10-31' },
    'sales-report.pdf',
  ],
])('REP-01 %j is sent as %j and kept as %s', (draft, json, file) => {
  expect(generateReport.call([], draft)).toStrictEqual({ method: 'POST', path: 'reporting', json });
  expect(generateReport.file?.(draft)).toBe(file);
});

it('REP-01 has its title and its three texts', () => {
  expect(generateReport).toMatchObject({
    action: 'reports.generate',
    title: 'Reporting',
    texts: {
      success: 'Report Gegerating Successfully',
      failure: 'Error while Gegerating Report',
      unanswered: 'Error Gegerating Report. Please refresh your browser.',
    },
  });
});

it('REP-02 has rows and columns of its own for each report, and refuses another one’s', () => {
  expect(REPORT_KINDS.map(({ by, name }) => [name, ...by.map(({ key }) => key)])).toEqual([
    ['aging', 'customer', 'invoice'],
    ['sales', 'month', 'product', 'province', 'customer'],
  ]);
  const labels = (options: readonly { readonly value: string }[]) =>
    options.map(({ value }) => value).join(', ');
  expect(REPORT_KINDS.map((kind) => [kind.label, labels(kind.by), labels(kind.columns)])).toEqual([
    ['Aging', 'Customer, Invoice', '0–30 days, 31–60 days, 61–90 days, Over 90 days, Total'],
    [
      'Sales',
      'Month, Product, Province, Customer',
      'Litres, US gallons, Before sales tax, Sales taxes, Amount',
    ],
  ]);
  const messages = (draft: Draft) =>
    Object.entries(reportIssues(draft)).map(([name, issues]) => [name, issues[0]?.message]);
  expect(messages({ report_type: 'sales', by: 'month', columns: 'amount, litres' })).toEqual([]);
  expect(
    messages({
      report_type: 'aging',
      by: 'month',
      columns: 'total,amount',
      from: '2026-11-02',
      to: '2026-11-01',
    }),
  ).toEqual([
    ['to', 'To must not be before From'],
    ['by', 'The aging report has no rows by month: choose one of customer, invoice'],
    [
      'columns',
      'The aging report has no column amount: choose from days_0_30, days_31_60, days_61_90, over_90, total',
    ],
  ]);
});

it('REP-02 LIST-14 leaves out what it cannot read of typed choices, says so, and keeps the rest', () => {
  const typed = { report_type: 'sales', from: '2026-10-01', to: '', by: 'month', columns: '' };
  expect(typedReport(typed)).toEqual({ asked: typed, issues: [] });
  expect(
    typedReport({ report_type: 'foo', from: 'zzz', to: '2026-10-31', by: '', columns: '' }),
  ).toEqual({
    asked: { to: '2026-10-31', by: '', columns: '' },
    issues: ['Report Type must be one of the choices', 'From must be a date, such as 2026-11-20'],
  });
  expect(typedReport({ report_type: 'aging', by: 'month', columns: 'total' })).toEqual({
    asked: { report_type: 'aging', columns: 'total' },
    issues: ['The aging report has no rows by month: choose one of customer, invoice'],
  });
});

it('REP-03 sends a report to each recipient once, by a right of its own', () => {
  const { action, call, label, name, texts } = emailReport;
  expect({ action, label, name, texts }).toEqual({
    action: 'reports.email',
    label: 'E-mail Report',
    name: 'email',
    texts: {
      success: 'The report was sent.',
      failure: 'The report was not sent.',
    },
  });
  const draft = {
    ...{ report_type: 'sales', format: 'pdf', from: '2026-10-01', to: '' },
    recipients: 'A@b.ca, c@d.ca; a@b.ca\n',
  };
  expect(call([], draft)).toEqual({
    method: 'POST',
    path: 'reporting/email',
    json: {
      ...{ report_type: 'sales', format: 'pdf', from: '2026-10-01' },
      recipients: ['a@b.ca', 'c@d.ca'],
    },
  });
});
