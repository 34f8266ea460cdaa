import { describe, expect, it } from 'vitest';
import { addDays, endOfDay } from './days.ts';

describe('days', () => {
  it.each([
    ['2026-02-27', 2, '2026-03-01'],
    ['2028-03-01', -1, '2028-02-29'],
    // Days are compared as text, so there is none of a fifth digit.
    ['9999-12-30', 1, '9999-12-31'],
    ['9999-12-30', 14, '9999-12-31'],
  ])('%s and %i are %s', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
  });

  it.each([
    ['2026-11-19', undefined, '2026-11-20T00:00:00.000Z'],
    ['2026-11-19', 'America/Los_Angeles', '2026-11-20T08:00:00.000Z'],
    ['2026-03-08', 'America/Los_Angeles', '2026-03-09T07:00:00.000Z'],
    ['2026-11-19', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    ['9999-12-31', 'America/Los_Angeles', '9999-12-31T23:59:59.999Z'],
  ])('%s in %s ends at %s', (day, zone, expected) => {
    expect(endOfDay(day, zone)).toBe(expected);
  });
});
