import { describe, expect, it } from 'vitest';
import { localToday } from './dates.ts';
import { parseRelativeDays, RELATIVE_DAYS, relativeDays } from './relative-days.ts';

describe('relative days', () => {
  // 2026-03-31 is a Tuesday, 2028 a leap year.
  it.each([
    ['today', '2026-03-31', '2026-03-31', '2026-03-31'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['yesterday', '2028-03-01', '2028-02-29', '2028-02-29'],
    ['tomorrow', '2026-12-31', '2027-01-01', '2027-01-01'],
    ['last-7-days', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['last-1-days', '2026-03-03', '2026-03-03', '2026-03-03'],
    ['last-365-days', '2028-12-31', '2028-01-02', '2028-12-31'],
    ['next-7-days', '2026-12-28', '2026-12-28', '2027-01-03'],
    ['this-week', '2026-03-31', '2026-03-30', '2026-04-05'],
    ['this-week', '2026-03-29', '2026-03-23', '2026-03-29'],
    ['last-week', '2026-01-01', '2025-12-22', '2025-12-28'],
    ['this-month', '2026-02-11', '2026-02-01', '2026-02-28'],
    ['this-month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['next-month', '2026-12-31', '2027-01-01', '2027-01-31'],
    ['this-quarter', '2026-12-31', '2026-10-01', '2026-12-31'],
    ['last-quarter', '2026-02-01', '2025-10-01', '2025-12-31'],
    ['this-year', '2026-01-01', '2026-01-01', '2026-12-31'],
    ['last-year', '2026-12-31', '2025-01-01', '2025-12-31'],
  ])('LIST-15 %s on %s is %s to %s', (text, today, from, to) => {
    expect(relativeDays(text, today)).toEqual({ from, to });
  });

  it('LIST-15 are the days of the place, also on the nights when its clocks change', () => {
    // Toronto sets its clocks on 2026-03-08 and 2026-11-01, at 2 in the morning.
    const today = (instant: string) => localToday(new Date(instant), 'America/Toronto');
    const yesterday = (instant: string) => relativeDays('yesterday', today(instant))?.from;
    expect(yesterday('2026-03-08T04:59:00Z')).toBe('2026-03-06');
    expect(yesterday('2026-03-08T05:00:00Z')).toBe('2026-03-07');
    expect(yesterday('2026-03-09T03:59:00Z')).toBe('2026-03-07');
    expect(yesterday('2026-03-09T04:00:00Z')).toBe('2026-03-08');
    expect(yesterday('2026-11-02T04:59:00Z')).toBe('2026-10-31');
    expect(yesterday('2026-11-02T05:00:00Z')).toBe('2026-11-01');
    expect(relativeDays('last-7-days', today('2026-11-03T12:00:00Z'))).toEqual({
      from: '2026-10-28',
      to: '2026-11-03',
    });
    // The year has changed in London, not in Toronto.
    expect(relativeDays('this-year', today('2027-01-01T03:00:00Z'))?.from).toBe('2026-01-01');
  });

  it.each([
    ['Last month', 'last-month'],
    [' LAST_MONTH ', 'last-month'],
    ['last 14 days', 'last-14-days'],
    ['Next 3 days', 'next-3-days'],
    ['last-0-days', undefined],
    ['last-99999-days', undefined],
    ['last--7-days', undefined],
    ['last_-7-days', undefined],
    ['last  7 days', 'last-7-days'],
    ['month', undefined],
    ['2026-03-31', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('LIST-15 %j is %s', (text, key) => {
    expect(parseRelativeDays(text)).toBe(key);
    if (key === undefined) expect(relativeDays(text, '2026-03-31')).toBeUndefined();
  });

  it('LIST-15 those that filters offer are shown as words, and all have days', () => {
    expect(RELATIVE_DAYS.map(({ value }) => value)).toEqual([
      'Today',
      'Yesterday',
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'This week',
      'Last week',
      'This month',
      'Last month',
      'This quarter',
      'Last quarter',
      'This year',
      'Last year',
      'Next 7 days',
      'Next 30 days',
    ]);
    for (const { key } of RELATIVE_DAYS) {
      const { from, to } = relativeDays(key, '2026-03-31') ?? { from: '', to: '' };
      expect(from <= to && from > '2025', key).toBe(true);
    }
  });
});
