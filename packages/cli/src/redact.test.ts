import { expect, it } from 'vitest';
import { hideSecrets, keepSecret, redact, redactedResult, redactResult } from './redact.ts';

it.each([
  ['card 7076850000001234 refused', 'card •••• 1234 refused'],
  ['card 7076 8500 0000 1234 refused', 'card •••• 1234 refused'],
  ['card 7076-8500-0000-1234.', 'card •••• 1234.'],
  ['authorization: Bearer abc.def-123', 'authorization: Bearer ••••'],
  ['filter=card_number:7076850000001234&x', 'filter=card_number:•••• 1234&x'],
  ['?filter=card_number%3A7076850000001234', '?filter=card_number%3A•••• 1234'],
  ['esso_7076850000001234.csv', 'esso_•••• 1234.csv'],
  ['esso-7076850000001234-old.csv', 'esso-•••• 1234-old.csv'],
  ['card.7076850000001234', 'card.•••• 1234'],
  ['card 2026 1126 2300 0512', 'card •••• 0512'],
  ['card 2026-1126-2300-0512', 'card •••• 0512'],
  ['card 2026-13-01-2026-10-31', 'card •••• 1031'],
])('WIRE-03 masks %j', (text, masked) => {
  expect(redact(text)).toBe(masked);
});

it.each([
  'request 550e8400-e29b-41d4-a716-446655440000',
  'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'request 12345678-1234-4123-a123-123456789012',
  '2026-11-20T12:41:24 took 1204 ms, 104857600 bytes',
  'TXN_20261118-0530.xlsx, TXN_20261118053000.xlsx',
  'Pipeline_2026-11-26-2300.xlsx, Pipeline_2026-11-26 23-00-05.xlsx, P-20261126-230005.csv',
  'statement-North_Haul-2026-10-01-2026-10-31.pdf, Oct 2026-10-01 2026-10-31',
  'price 1.234567890123456',
])('leaves %j as it is', (text) => {
  expect(redact(text)).toBe(text);
});

it('WIRE-03 removes a registered secret, however it is quoted', () => {
  keepSecret('Bearer pl4nted.t0ken');
  keepSecret('Pl4nted "word" 9');
  keepSecret('abc');
  expect(redact('pl4nted.t0ken, {"p":"Pl4nted \\"word\\" 9"} abc')).toBe('••••, {"p":"••••"} abc');
  expect(hideSecrets('?p=Pl4nted%20%22word%22%209 7076850000001234')).toBe(
    '?p=•••• 7076850000001234',
  );
});

it('WIRE-03 INV-14 shows the invoice numbers of a result whole, and still no card number', () => {
  const number = '4124-2026-11-30 4263';
  const card = '7076850000001234';
  const result = {
    ok: true,
    message: `Made ${number} for ${card}.`,
    items: [{ company: '42', invoice_number: number }, { card_number: card }],
  };
  expect(redact(number)).not.toBe(number);
  expect(JSON.parse(redactedResult(result))).toEqual({
    ok: true,
    message: 'Made 4124-2026-11-30 4263 for •••• 1234.',
    items: [{ company: '42', invoice_number: number }, { card_number: '•••• 1234' }],
  });
  expect(redactResult(`42\t${number}\t${card}`, result)).toBe(`42\t${number}\t•••• 1234`);
  // Only where it is the whole number, and not a part of another one.
  const part = { ok: true, invoice_number: '707685000000' };
  expect(redactResult(`707685000000 ${card}`, part)).toBe('707685000000 •••• 1234');
});
