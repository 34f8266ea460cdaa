import nock from 'nock';
import { describe, expect, it, vi } from 'vitest';

import {
  anything,
  doorTo,
  failure,
  ORIGIN,
  read,
  useMockedService,
  write,
} from './http.test-kit.ts';
import type { Trace } from './http.types.ts';

useMockedService();

describe('retries', () => {
  it.each([408, 429, 502, 503, 504])('retries a GET after %i', async (status) => {
    nock(ORIGIN).get('/api/v1/cards').reply(status);
    nock(ORIGIN).get('/api/v1/cards').reply(200, [1]);
    expect((await doorTo().json(read, anything)).data).toEqual([1]);
  });

  it.each([400, 401, 403, 404, 409, 422, 500, 501])(
    'ERR-01 returns %i at once as an error',
    async (status) => {
      nock(ORIGIN).get('/api/v1/cards').reply(status);
      expect(await failure(doorTo().json(read, anything))).toMatchObject({
        kind: 'http',
        status,
        code: `http_${status}`,
        retryable: false,
        outcome: 'none',
        message: `The service answered ${status} (cards.list)`,
      });
    },
  );

  it('retries a safe POST, and an unsafe one only with a key', async () => {
    nock(ORIGIN).post('/api/v1/cards').twice().reply(503);
    nock(ORIGIN).post('/api/v1/cards').reply(200, {});
    await doorTo().json({ ...write, safe: true }, anything);

    nock(ORIGIN).post('/api/v1/cards').matchHeader('idempotency-key', 'k').reply(503);
    nock(ORIGIN).post('/api/v1/cards').matchHeader('idempotency-key', 'k').reply(200, {});
    await doorTo().json({ ...write, idempotencyKey: 'k' }, anything);

    nock(ORIGIN).post('/api/v1/cards').reply(503);
    expect(await failure(doorTo().json(write, anything))).toMatchObject({
      status: 503,
      outcome: 'unknown',
      retryable: true,
    });
  });

  it('stops after `retry.limit` retries', async () => {
    nock(ORIGIN).get('/api/v1/cards').times(4).reply(503);
    const error = await failure(doorTo({ retry: { limit: 3 } }).json(read, anything));
    expect(error.status).toBe(503);
  });

  it('waits with full jitter, doubled each time, at most `maxMs`', async () => {
    nock(ORIGIN).get('/api/v1/cards').times(4).reply(503);
    nock(ORIGIN).get('/api/v1/cards').reply(200, {});
    const waits: number[] = [];
    const chances = [1, 0.5, 1, 0];
    await doorTo({
      retry: { limit: 4, baseMs: 100, maxMs: 350 },
      random: () => chances.shift() ?? 0,
      sleep: async (ms) => void waits.push(ms),
    }).json(read, anything);
    expect(waits).toEqual([100, 100, 350, 0]);
  });

  it.each([
    ['in seconds', () => '7', 7000],
    ['as a date', () => new Date(Date.now() + 9000).toUTCString(), 8500],
  ])('honours Retry-After %s', async (_, header, expected) => {
    nock(ORIGIN).get('/api/v1/cards').reply(429, '', { 'retry-after': header() });
    nock(ORIGIN).get('/api/v1/cards').reply(200, {});
    const waits: number[] = [];
    await doorTo({ sleep: async (ms) => void waits.push(ms) }).json(read, anything);
    expect(waits).toHaveLength(1);
    expect(Math.abs((waits[0] ?? 0) - expected)).toBeLessThan(1000);
  });

  it('does not wait for a Retry-After longer than `maxMs` or the budget', async () => {
    nock(ORIGIN).get('/api/v1/cards').twice().reply(503, '', { 'retry-after': '15' });
    const sleep = vi.fn(async () => undefined);
    const long = await failure(doorTo({ sleep, retry: { maxMs: 10_000 } }).json(read, anything));
    const late = await failure(doorTo({ sleep, timeoutMs: 10_000 }).json(read, anything));
    expect([long.retryAfterMs, late.retryAfterMs]).toEqual([15_000, 15_000]);
    expect(sleep).not.toHaveBeenCalled();
  });

  it('waits 300 and 600 ms of its own, and for a Retry-After of 20 seconds at most', async () => {
    const waits: number[] = [];
    const own = { random: () => 1, sleep: async (ms: number) => void waits.push(ms) };
    nock(ORIGIN).get('/api/v1/cards').times(3).reply(503);
    nock(ORIGIN).get('/api/v1/cards').reply(503, '', { 'retry-after': '20' });
    nock(ORIGIN).get('/api/v1/cards').reply(503, '', { 'retry-after': '21' });
    await failure(doorTo(own).json(read, anything));
    await failure(doorTo(own).json(read, anything));
    expect(waits).toEqual([300, 600, 20_000]);
  });

  it('ends at once when cancelled between attempts', async () => {
    nock(ORIGIN).get('/api/v1/cards').reply(503);
    const stop = new AbortController();
    const call = { ...read, signal: stop.signal };
    const error = await failure(doorTo({ sleep: async () => stop.abort() }).json(call, anything));
    expect(error).toMatchObject({ kind: 'cancelled', outcome: 'none' });
  });

  it('reports every attempt, without query and secrets', async () => {
    nock(ORIGIN).get('/api/v1/cards/5600171234565373?q=1').reply(503);
    nock(ORIGIN).get('/api/v1/cards/5600171234565373?q=1').reply(200, {}, { 'x-request-id': 'r2' });
    const traces: Trace[] = [];
    await doorTo({ onTrace: (trace) => traces.push(trace) }).json(
      { ...read, path: 'cards/5600171234565373', query: [['q', '1']] },
      anything,
    );
    expect(traces).toEqual([
      expect.objectContaining({ attempt: 1, status: 503, note: 'http_503, again in 300 ms' }),
      expect.objectContaining({ attempt: 2, status: 200, requestId: 'r2' }),
    ]);
    expect(traces[0]?.path).toBe('cards/************5373');
  });
});
