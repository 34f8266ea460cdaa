import { expect, it } from 'vitest';
import { exceptionActions } from './exceptions.actions.ts';
import { unjudgedRemark } from './unjudged-days.ts';

const DAYS = { from: '2026-08-01', to: '2026-08-31' };

it('TXN-18 says which days were never judged, and offers to judge them', () => {
  expect(unjudgedRemark({ unjudged: [DAYS] })).toEqual({
    text: '1–31 August 2026 was never judged.',
    facts: { unjudged: [DAYS] },
    offers: [{ action: 'judge', label: 'Judge 1–31 August 2026', values: DAYS }],
  });
  const year = { from: '2025-10-03', to: '2026-08-31' };
  const long = unjudgedRemark({ unjudged: [year] });
  expect(long?.text).toBe('3 October 2025 – 31 August 2026 was never judged.');
  expect(long?.offersText).toBe('At most 92 days are judged at a time.');
  expect(long?.offers.map(({ values }) => values)).toEqual([
    { from: '2026-06-01', to: '2026-08-31' },
  ]);
  expect(unjudgedRemark({ unjudged: [{ from: '2026-09-30', to: '2026-10-02' }] })?.text).toBe(
    '30 September – 2 October 2026 was never judged.',
  );
  const one = { from: '2026-09-30', to: '2026-09-30' };
  const odd = ['05', '07', '09'].map((day) => ({ from: `2026-10-${day}`, to: `2026-10-${day}` }));
  const many = unjudgedRemark({ unjudged: [DAYS, one, ...odd] });
  expect(many?.text).toBe(
    '1–31 August 2026, 30 September 2026, 5 October 2026 and 2 more ranges of days were never judged.',
  );
  expect(many?.offers).toHaveLength(3);
  expect(unjudgedRemark({ unjudged: [] })).toEqual({
    text: '',
    facts: { unjudged: [] },
    offers: [],
  });
  // Services that don't know, or say nonsense.
  for (const answer of [undefined, [], {}, { unjudged: [{ from: '31.8.', to: '' }] }]) {
    expect(unjudgedRemark(answer)).toBe(undefined);
  }
});

it('TXN-18 judging names whose purchases it judges, before and after', () => {
  const judge = exceptionActions.find(({ name }) => name === 'judge');
  expect(judge?.about?.({})).toEqual([
    ['Companies', 'All that you may see, whatever the list is filtered by'],
  ]);
  const counts = { judged: 3195, opened: 12, changed: 1, closed: 0 };
  const reported = [{}, { company_name: '' }, { company_name: 'North Haul Ltd.' }].map((more) =>
    judge?.texts.report?.({ ...counts, ...more }),
  );
  expect(reported).toEqual([
    'Purchases judged: 3,195. Exceptions: 12 new, 1 changed, 0 closed.',
    'Purchases judged: 3,195 of all companies. Exceptions: 12 new, 1 changed, 0 closed.',
    'Purchases judged: 3,195 of North Haul Ltd. Exceptions: 12 new, 1 changed, 0 closed.',
  ]);
});
