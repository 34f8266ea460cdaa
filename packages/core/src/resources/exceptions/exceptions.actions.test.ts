import { describe, expect, it } from 'vitest';
import { exceptionActions, exceptionBulk } from './exceptions.actions.ts';

const ROW = {
  rule_name: 'Over daily limit',
  authentication_id: 'A2',
  figure: '1,204.10 CAD',
  limit: '1,000.00 CAD',
};
const DISMISSED = {
  ...ROW,
  state: 'Dismissed',
  settled_by: 'clerk@forecourt.test',
  reason: 'A detour',
};

const action = (name: string) => exceptionActions.find((one) => one.name === name);
const bulk = (name: string) => exceptionBulk.find((one) => one.name === name);

describe('TXN-18 what settles an exception', () => {
  it.each(['explain', 'dismiss'])('%s: shows what was found, and against which limit', (name) => {
    expect(action(name)?.about?.(ROW)).toEqual([
      ['Rule', 'Over daily limit'],
      ['Auth Code', 'A2'],
      ['Figure', '1,204.10 CAD'],
      ['Limit', '1,000.00 CAD'],
    ]);
  });

  it('reopen: shows who settled it, how and why', () => {
    expect(action('reopen')?.about?.(DISMISSED).slice(4)).toEqual([
      ['State', 'Dismissed'],
      ['By', 'clerk@forecourt.test'],
      ['Reason', 'A detour'],
    ]);
  });

  it('is offered while it is open, and to reopen it afterwards', () => {
    const offered = (row: object) =>
      ['explain', 'dismiss', 'reopen'].map((name) => action(name)?.offered?.(row as never));
    expect(offered({ ...ROW, state: 'Open' })).toEqual([true, true, false]);
    expect(offered(DISMISSED)).toEqual([false, false, true]);
    // A service that sends no state decides itself.
    expect(offered(ROW)).toEqual([true, true, false]);
  });

  it('sends the trimmed reason to the exception', () => {
    const call = (name: string) => action(name)?.call(['7/8'], { reason: ' A detour ' } as never);
    expect([call('explain'), call('dismiss'), call('reopen')]).toEqual(
      ['explain', 'dismiss', 'reopen'].map((name) => ({
        method: 'POST',
        path: `exceptions/7%2F8/${name}`,
        json: { reason: 'A detour' },
      })),
    );
  });

  it('in one go passes over those that are settled, or open, already', () => {
    expect(bulk('explain')?.already?.({ ...ROW, state: 'Open' })).toBeUndefined();
    expect(bulk('dismiss')?.already?.(DISMISSED)).toBe(
      'It was dismissed by clerk@forecourt.test already.',
    );
    expect(bulk('reopen')?.already?.(DISMISSED)).toBeUndefined();
    expect(bulk('reopen')?.already?.({ ...ROW, state: 'Open' })).toBe('It is open already.');
  });
});

describe('TXN-18 judging again', () => {
  const report = (answer: unknown) => action('judge')?.texts.report?.(answer);

  it('says how many purchases were judged, and what came of it', () => {
    const counts = { judged: 12_345, opened: 3, changed: 0, closed: 1 };
    expect(report({ ...counts, company_name: '' })).toBe(
      'Purchases judged: 12,345 of all companies. Exceptions: 3 new, 0 changed, 1 closed.',
    );
    expect(report({ ...counts, company_name: 'North Haul' })).toBe(
      'Purchases judged: 12,345 of North Haul. Exceptions: 3 new, 0 changed, 1 closed.',
    );
    // A service may answer without counts.
    expect(report({ judged: 5 })).toBe('Purchases judged');
    expect(report(undefined)).toBe('Purchases judged');
  });

  it('sends its days', () => {
    const draft = { from: '2026-10-01', to: '2026-10-31' };
    expect(action('judge')?.call([], draft as never)).toEqual({
      method: 'POST',
      path: 'exceptions/judge',
      json: draft,
    });
  });
});

it('TXN-18 judges again from a day to a day, both required, without a heading over the two', () => {
  expect(action('judge')?.fields).toEqual([
    { name: 'from', label: 'From', section: '', input: 'day', required: true },
    { name: 'to', label: 'To', section: '', input: 'day', required: true },
  ]);
});
