import { expect, it } from 'vitest';
import { dayFirst } from './invoice-wire.ts';

it.each([
  ['2026-11-20', '20-11-2026'],
  ['2026-11-20T08:30', '20-11-2026 08:30'],
  ['2026-11-20T08:30:59', '20-11-2026 08:30'],
  ['', ''],
])('INV-08 writes %j as %j', (iso, text) => {
  expect(dayFirst(iso)).toBe(text);
});
