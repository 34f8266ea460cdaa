import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { ApiError } from './api-error.ts';
import { createHttp } from './create-http.ts';
import type { Call, HttpOptions, Trace } from './http.types.ts';

const ORIGIN = 'http://service.test';
const SECRET = 'Bearer s3cret.token.value';
const anything = z.unknown();

const door = (options: Partial<HttpOptions> = {}) =>
  createHttp({
    baseUrl: `${ORIGIN}/api/v1/`,
    authorization: () => SECRET,
    sleep: async () => undefined,
    random: () => 1,
    ...options,
  });

const read: Call = { operation: 'cards.list', method: 'GET', path: 'cards' };
const write: Call = { operation: 'cards.create', method: 'POST', path: 'cards', json: { a: 1 } };

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

beforeAll(() => nock.disableNetConnect());
afterEach(() => {
  expect(nock.pendingMocks()).toEqual([]);
  nock.cleanAll();
});
afterAll(() => nock.restore());

describe('what is sent', () => {
  it('WIRE-03 sends the stored authorization, whole, as a header on every call but anonymous ones', async () => {
    nock(ORIGIN).get('/api/v1/cards').matchHeader('authorization', SECRET).reply(200, {});
    nock(ORIGIN, { badheaders: ['authorization'] })
      .post('/api/v1/login')
      .reply(200, {});
    await door().json(read, anything);
    await door().json(
      { operation: 'login', method: 'POST', path: 'login', anonymous: true },
      anything,
    );
  });

  it('WIRE-03 asks for the authorization before each attempt', async () => {
    nock(ORIGIN).get('/api/v1/cards').matchHeader('authorization', 'Bearer one').reply(503);
    nock(ORIGIN).get('/api/v1/cards').matchHeader('authorization', 'Bearer two').reply(200, {});
    const values = ['Bearer one', 'Bearer two'];
    await door({ authorization: () => values.shift() }).json(read, anything);
  });

  it('WIRE-03 keeps an authorization that no header can carry out of the error', async () => {
    const error = await failure(
      door({ authorization: () => 'Bearer line\nbreak' }).json(write, anything),
    );
    expect(error).toMatchObject({ code: 'invalid_authorization', outcome: 'none' });
    expect(JSON.stringify(error) + error.message + error.stack).not.toContain('break');
  });

  it('sends JSON, the idempotency key, what it accepts, and its name', async () => {
    nock(ORIGIN, {
      reqheaders: {
        'content-type': 'application/json',
        'idempotency-key': 'k1',
        accept: 'application/json',
        'user-agent': 'forecourt/0.1.0',
      },
    })
      .post('/api/v1/cards', { a: 1 })
      .reply(201, { id: 4 }, { 'x-request-id': 'r9' });
    const answer = await door({ userAgent: 'forecourt/0.1.0' }).json(
      { ...write, idempotencyKey: 'k1' },
      z.object({ id: z.number() }),
    );
    expect(answer).toMatchObject({ data: { id: 4 }, status: 201, requestId: 'r9' });
  });

  it("keeps one account's answers out of another's cache", async () => {
    let cache: string | undefined;
    const fetch: typeof globalThis.fetch = async (request) => {
      cache = (request as Request).cache;
      return Response.json({});
    };
    await door({ fetch }).json(read, anything);
    expect(cache).toBe('no-store');
  });

  it.each(['cards/..', 'cards/%2E%2e/users', '../cards', 'cards/.'])(
    'refuses the path %s: an id must not reach another resource',
    async (path) => {
      const error = await failure(door().json({ ...write, method: 'DELETE', path }, anything));
      expect(error).toMatchObject({ code: 'invalid_path', outcome: 'none', retryable: false });
    },
  );

  it('refuses a call that no request can carry, before anything is sent', async () => {
    const error = await failure(door().json({ ...write, idempotencyKey: 'k\nx' }, anything));
    expect(error).toMatchObject({ code: 'invalid_call', outcome: 'none' });
  });
});

describe('what is tried again', () => {
  it.each([408, 429, 502, 503, 504])('tries a GET again after %i', async (status) => {
    nock(ORIGIN).get('/api/v1/cards').reply(status);
    nock(ORIGIN).get('/api/v1/cards').reply(200, [1]);
    expect((await door().json(read, anything)).data).toEqual([1]);
  });

  it.each([400, 401, 403, 404, 409, 422, 500, 501])(
    'ERR-01 gives %i back at once, as an error',
    async (status) => {
      nock(ORIGIN).get('/api/v1/cards').reply(status);
      expect(await failure(door().json(read, anything))).toMatchObject({
        kind: 'http',
        status,
        code: `http_${status}`,
        retryable: false,
        outcome: 'none',
        message: `The service answered ${status} (cards.list)`,
      });
    },
  );

  it('tries a safe POST again, and an unsafe one only with its key', async () => {
    nock(ORIGIN).post('/api/v1/cards').twice().reply(503);
    nock(ORIGIN).post('/api/v1/cards').reply(200, {});
    await door().json({ ...write, safe: true }, anything);

    nock(ORIGIN).post('/api/v1/cards').matchHeader('idempotency-key', 'k').reply(503);
    nock(ORIGIN).post('/api/v1/cards').matchHeader('idempotency-key', 'k').reply(200, {});
    await door().json({ ...write, idempotencyKey: 'k' }, anything);

    nock(ORIGIN).post('/api/v1/cards').reply(503);
    expect(await failure(door().json(write, anything))).toMatchObject({
      status: 503,
      outcome: 'unknown',
      retryable: true,
    });
  });

  it('stops after `retry.limit` attempts more', async () => {
    nock(ORIGIN).get('/api/v1/cards').times(4).reply(503);
    const error = await failure(door({ retry: { limit: 3 } }).json(read, anything));
    expect(error.status).toBe(503);
  });

  it('waits with full jitter, doubled each time, at most `maxMs`', async () => {
    nock(ORIGIN).get('/api/v1/cards').times(4).reply(503);
    nock(ORIGIN).get('/api/v1/cards').reply(200, {});
    const waits: number[] = [];
    const chances = [1, 0.5, 1, 0];
    await door({
      retry: { limit: 4, baseMs: 100, maxMs: 350 },
      random: () => chances.shift() ?? 0,
      sleep: async (ms) => void waits.push(ms),
    }).json(read, anything);
    expect(waits).toEqual([100, 100, 350, 0]);
  });

  it.each([
    ['in seconds', () => '7', 7000],
    ['as a date', () => new Date(Date.now() + 9000).toUTCString(), 8500],
  ])('keeps to Retry-After %s', async (_, header, expected) => {
    nock(ORIGIN).get('/api/v1/cards').reply(429, '', { 'retry-after': header() });
    nock(ORIGIN).get('/api/v1/cards').reply(200, {});
    const waits: number[] = [];
    await door({ sleep: async (ms) => void waits.push(ms) }).json(read, anything);
    expect(waits).toHaveLength(1);
    expect(Math.abs((waits[0] ?? 0) - expected)).toBeLessThan(1000);
  });

  it('does not sit out a Retry-After longer than `maxMs`, nor one longer than the budget', async () => {
    nock(ORIGIN).get('/api/v1/cards').twice().reply(503, '', { 'retry-after': '15' });
    const sleep = vi.fn(async () => undefined);
    const long = await failure(door({ sleep, retry: { maxMs: 10_000 } }).json(read, anything));
    const late = await failure(door({ sleep, timeoutMs: 10_000 }).json(read, anything));
    expect([long.retryAfterMs, late.retryAfterMs]).toEqual([15_000, 15_000]);
    expect(sleep).not.toHaveBeenCalled();
  });

  it('ends at once when cancelled between attempts', async () => {
    nock(ORIGIN).get('/api/v1/cards').reply(503);
    const stop = new AbortController();
    const call = { ...read, signal: stop.signal };
    const error = await failure(door({ sleep: async () => stop.abort() }).json(call, anything));
    expect(error).toMatchObject({ kind: 'cancelled', outcome: 'none' });
  });

  it('tells of every attempt, without query and secrets', async () => {
    nock(ORIGIN).get('/api/v1/cards/5600171234565373?q=1').reply(503);
    nock(ORIGIN).get('/api/v1/cards/5600171234565373?q=1').reply(200, {}, { 'x-request-id': 'r2' });
    const traces: Trace[] = [];
    await door({ onTrace: (trace) => traces.push(trace) }).json(
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

describe('what comes back', () => {
  it('ERR-01 reads a problem: its text, field errors and request id', async () => {
    nock(ORIGIN)
      .post('/api/v1/cards')
      .reply(
        422,
        {
          title: 'Unprocessable',
          detail: 'Amount paid cannot exceed amount due.',
          errors: [{ pointer: '/amount_paid', detail: 'too much' }, { pointer: 3 }, null],
          requestId: 'r7',
        },
        { 'content-type': 'application/problem+json' },
      );
    expect(await failure(door().json(write, anything))).toMatchObject({
      message: 'Amount paid cannot exceed amount due.',
      fieldErrors: [{ pointer: '/amount_paid', detail: 'too much' }],
      requestId: 'r7',
      outcome: 'none',
    });
  });

  it.each([
    ['HTML', '<html><body>Bad gateway SECRET</body></html>'],
    ['nothing', ''],
    ['half JSON', '{"title": "Bad'],
    ['another JSON', '[1,2]'],
    ['a number', '3'],
    ['null', 'null'],
    ['10 MB', 'x'.repeat(10_000_000)],
  ])('ERR-01 makes a typed error of an error whose body is %s', async (_, body) => {
    nock(ORIGIN).put('/api/v1/cards').reply(500, body);
    const error = await failure(door().json({ ...write, method: 'PUT' }, anything));
    expect(error).toMatchObject({ kind: 'http', status: 500, outcome: 'unknown', fieldErrors: [] });
    expect(error.message).toBe('The service answered 500 (cards.create)');
  });

  it('WIRE-03 masks card numbers and authorizations that the service quotes', async () => {
    const detail = `No card 5600 1712 3456 5373 for ${SECRET}`;
    const errors = [{ pointer: '/card', detail: 'is 5600171234565373' }];
    nock(ORIGIN).post('/api/v1/cards').reply(400, { detail, errors });
    const error = await failure(door().json(write, anything));
    const all = [error.message, error.stack, JSON.stringify(error)].join();
    expect(all).not.toMatch(/5600|s3cret/);
    expect(error.message).toBe('No card ************5373 for Bearer ***');
    expect(error.fieldErrors).toEqual([{ pointer: '/card', detail: 'is ************5373' }]);
  });

  it('believes a problem that says what happened', async () => {
    nock(ORIGIN).post('/api/v1/cards').reply(503, { title: 'Busy', outcome: 'none' });
    expect((await failure(door().json(write, anything))).outcome).toBe('none');
  });

  it('does not follow the redirect of an unsafe call', async () => {
    nock(ORIGIN)
      .post('/api/v1/cards')
      .reply(302, '', { location: `${ORIGIN}/login` });
    expect(await failure(door().json(write, anything))).toMatchObject({
      code: 'redirected',
      status: 302,
      message: 'The service redirected elsewhere (cards.create)',
      outcome: 'unknown',
    });
  });

  it.each([
    ['cut JSON', '{"id": 1, "na', 'application/json', 'done', 'broken JSON'],
    ['cut JSON without a type', '{"id": 1, "na', 'text/plain', 'done', 'broken JSON'],
    ['an odd shape', '{"id": "x"}', 'application/json', 'done', /^id: /],
    ['nothing', '', 'application/json', 'done', /^body: /],
    ['a web page', '<html>', 'text/html', 'unknown', 'text/html where JSON was expected'],
  ])(
    'calls 200 with %s unreadable, and says what an unsafe call did',
    async (_, body, type, outcome, detail) => {
      const schema = z.object({ id: z.number() });
      nock(ORIGIN).post('/api/v1/cards').reply(200, body, { 'content-type': type });
      const unsafe = await failure(door().json(write, schema));
      expect(unsafe).toMatchObject({ kind: 'schema', code: 'unreadable', status: 200, outcome });
      expect(unsafe.detail).toMatch(detail);
      nock(ORIGIN).get('/api/v1/cards').reply(200, body, { 'content-type': type });
      expect(await failure(door().json(read, schema))).toMatchObject({ outcome: 'none' });
    },
  );

  it('AUTH-09 tells of a 401 to a signed-in call, once a session, and never of a refused login', async () => {
    nock(ORIGIN).get('/api/v1/cards').twice().reply(401);
    nock(ORIGIN).post('/api/v1/login').reply(401);
    let current: string | undefined = SECRET;
    const ended: string[] = [];
    const http = door({
      authorization: () => current,
      onUnauthorized: (operation) => {
        ended.push(operation);
        current = undefined;
      },
    });
    await Promise.all([
      failure(http.json(read, anything)),
      failure(http.json(read, anything)),
      failure(
        http.json({ operation: 'login', method: 'POST', path: 'login', anonymous: true }, anything),
      ),
    ]);
    expect(ended).toEqual(['cards.list']);
  });

  it('AUTH-09 does not end a new session for a late 401 to the former one', async () => {
    nock(ORIGIN).get('/api/v1/cards').delay(30).reply(401);
    let current = SECRET;
    const onUnauthorized = vi.fn();
    const http = door({ authorization: () => current, onUnauthorized });
    const pending = failure(http.json(read, anything));
    setTimeout(() => {
      current = 'Bearer new';
    }, 5);
    expect((await pending).status).toBe(401);
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});
