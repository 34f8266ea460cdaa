import { expect, it } from 'vitest';
import { exceptions } from './exceptions.resource.ts';
import { exceptionDetailSchema } from './exceptions.schema.ts';

it('TXN-18 an exception’s purchases have each product with its quantity and unit, and one is marked', () => {
  const purchase = (code: string, more: object = {}) => ({
    ...{ authentication_id: code, products: 'Diesel', quantity: 74.5, unit: 'USG' },
    ...{ amount: 301.81, currency: 'USD', ...more },
  });
  const lines = [
    { product: 'Diesel', quantity: 74.5, unit: 'USG' },
    { product: 'DEF', quantity: 8.24, unit: 'USG' },
    { product: 'Cash Advance', quantity: null, unit: '' },
  ];
  const detail = exceptionDetailSchema.parse({
    ...{ id: 1, authentication_id: 'A2', rule_name: 'Product not allowed' },
    purchases: [purchase('A3'), purchase('A2', { lines }), purchase('A1', { lines: [] })],
  });
  const [nested] = exceptions.record?.nested ?? [];
  const rows = nested?.rows(detail) as { bought: string; found: string }[];
  expect(rows.map(({ bought, found }) => [found, bought])).toEqual([
    ['', 'Diesel 74.50 USG'],
    ['Product not allowed', 'Diesel 74.50 USG, DEF 8.24 USG, Cash Advance'],
    ['', 'Diesel 74.50 USG'],
  ]);
  expect(rows.map((row) => nested?.definition.current?.(row))).toEqual([false, true, false]);

  const judged = exceptionDetailSchema.parse({
    ...{ id: 1, authentication_id: 'A2', rule_name: 'Product not allowed' },
    purchases: [
      purchase('A2', { exceptions: 'Product not allowed, Over daily limit', judged: true }),
      purchase('A1', { exceptions: '', judged: true }),
      purchase('A0', { exceptions: '', judged: false }),
    ],
  });
  const shown = nested?.rows(judged) as { found: string }[];
  expect(shown.map(({ found }) => found)).toEqual([
    'Product not allowed, Over daily limit',
    '',
    'Not judged',
  ]);
  const amount = nested?.definition.columns.find(({ label }) => label === 'Amount');
  expect(amount).toMatchObject({ kind: 'money', unitField: 'currency' });
});
