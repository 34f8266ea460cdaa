import { expect, it } from 'vitest';
import { redact } from './redact.ts';

it.each([
  ['card 7076850000001234 refused', 'card •••• 1234 refused'],
  ['card 7076 8500 0000 1234 refused', 'card •••• 1234 refused'],
  ['card 7076-8500-0000-1234.', 'card •••• 1234.'],
  ['authorization: Bearer abc.def-123', 'authorization: Bearer ••••'],
  ['filter=card_number:7076850000001234&x', 'filter=card_number:•••• 1234&x'],
])('WIRE-03 masks %j', (text, masked) => {
  expect(redact(text)).toBe(masked);
});

it.each([
  'request 550e8400-e29b-41d4-a716-446655440000',
  'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '2026-11-20T12:41:24 took 1204 ms, 104857600 bytes',
])('leaves %j as it is', (text) => {
  expect(redact(text)).toBe(text);
});
