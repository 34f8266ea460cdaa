import { expect, it } from 'vitest';
import { partsOf } from './sales-report.ts';

it.each([
  [undefined, undefined, [undefined, undefined], []],
  ['2026-09-01', '2026-11-30', ['2026-09', '2026-11'], []],
  ['2026-02-01', '2026-02-28', ['2026-02', '2026-02'], []],
  [
    '2026-09-10',
    '2026-11-05',
    ['2026-10', '2026-10'],
    [
      ['2026-09-10', '2026-09-30'],
      ['2026-11-01', '2026-11-05'],
    ],
  ],
  ['2026-09-02', '2026-10-31', ['2026-10', '2026-10'], [['2026-09-02', '2026-09-30']]],
  ['2026-10-01', '2026-11-29', ['2026-10', '2026-10'], [['2026-11-01', '2026-11-29']]],
  ['2025-12-31', undefined, ['2026-01', undefined], [['2025-12-31', '2025-12-31']]],
  [undefined, '2026-01-30', [undefined, '2025-12'], [['2026-01-01', '2026-01-30']]],
  ['2026-10-02', '2026-10-30', undefined, [['2026-10-02', '2026-10-30']]],
  ['2026-10-02', '2026-11-29', undefined, [['2026-10-02', '2026-11-29']]],
  ['2024-02-01', '2024-02-28', undefined, [['2024-02-01', '2024-02-28']]],
  ['9999-12-02', undefined, undefined, [['9999-12-02', undefined]]],
  ['9999-12-02', '9999-12-31', undefined, [['9999-12-02', '9999-12-31']]],
  [undefined, '0001-01-15', undefined, [[undefined, '0001-01-15']]],
] as const)(
  'REP-01 from %s to %s there are the whole months %j and the days %j',
  (from, to, months, days) => {
    const parts = partsOf({ from, to });
    expect(parts.months && [parts.months.from, parts.months.to]).toEqual(months);
    expect(parts.days.map((span) => [span.from, span.to])).toEqual(days);
  },
);
