import { afterEach, describe, expect, it, vi } from 'vitest';
import { clockText, pastDeadline, readDeadline } from './deadline.ts';

const NOW = new Date(2026, 10, 20, 23, 15);

describe('--deadline', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['05:30', new Date(2026, 10, 21, 5, 30)],
    ['23:30', new Date(2026, 10, 20, 23, 30)],
    ['23:15', new Date(2026, 10, 21, 23, 15)],
    ['0:05', new Date(2026, 10, 21, 0, 5)],
    ['45m', new Date(2026, 10, 21, 0, 0)],
    ['1h30m', new Date(2026, 10, 21, 0, 45)],
    ['90s', new Date(2026, 10, 20, 23, 16, 30)],
    ['0s', NOW],
    [' 05:30 ', new Date(2026, 10, 21, 5, 30)],
  ])('%s is the next such moment', (text, at) => {
    expect(readDeadline(text, NOW)).toEqual(at);
  });

  it.each(['', '24:00', '5:60', '05:300', '45', 'h', '-1m', 'soon'])('refuses %j', (text) => {
    expect(() => readDeadline(text, NOW)).toThrow('--deadline is a time of day');
  });

  it('is a time of day', () => {
    expect(clockText(new Date(2026, 10, 21, 5, 3))).toBe('05:03');
    expect(readDeadline(undefined, NOW)).toBeUndefined();
  });

  it('starts no other file once it has passed', () => {
    expect(pastDeadline(undefined)).toBeUndefined();
    expect(pastDeadline(new Date(Date.now() + 60_000))).toBeUndefined();
    expect(pastDeadline(new Date(2026, 0, 2, 5, 3))).toMatchObject({
      exitCode: 7,
      code: 'deadline',
      message: 'Not started: the deadline of 05:03 has passed. Run it again to continue.',
    });
  });

  it('has passed at its very moment', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    expect(pastDeadline(NOW)?.code).toBe('deadline');
    expect(pastDeadline(new Date(NOW.getTime() + 1))).toBeUndefined();
  });
});
