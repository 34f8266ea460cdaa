import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Runtime } from './runtime.ts';
import { serviceNow, withServiceClock } from './service-clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const OWN = { 'content-type': 'application/json', date: 'Fri, 20 Nov 2026 14:00:00 GMT' };

/** The time of a run after this answer, and the number of its warnings. */
async function after(headers: Record<string, string>, status = 200) {
  const runtime = {} as Runtime;
  const warn = vi.fn();
  const answer = async () => new Response('{}', { status, headers });
  await withServiceClock(answer, runtime, { warn })('https://forecourt.test');
  return [serviceNow(runtime).toISOString(), warn.mock.calls.length];
}

it('TXN-12 takes the time of a fresh answer of the service', async () => {
  expect(await after(OWN)).toEqual(['2026-11-20T14:00:00.000Z', 1]);
});

it.each<[string, Record<string, string>, number?]>([
  ['one that a cache kept', { ...OWN, age: '0' }],
  ['a page of a proxy', { ...OWN, 'content-type': 'text/html' }],
  ['a refusal', OWN, 503],
  ['one without its time', { 'content-type': 'application/json' }],
  ['one with a time that is none', { ...OWN, date: 'today' }],
])('TXN-12 leaves the time of this computer after any other answer: %s', async (_, ...answer) => {
  expect(await after(...answer)).toEqual(['2026-11-20T12:00:00.000Z', 0]);
});
