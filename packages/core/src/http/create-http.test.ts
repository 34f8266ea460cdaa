import nock from 'nock';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  anything,
  doorTo,
  failure,
  ORIGIN,
  read,
  useMockedService,
  write,
} from './http.test-kit.ts';
import type { HttpOptions } from './http.types.ts';

const SECRET = 'Bearer s3cret.token.value';

const door = (options: Partial<HttpOptions> = {}) =>
  doorTo({ authorization: () => SECRET, ...options });

useMockedService();

describe('time limits', () => {
  it.each([0, -1, Number.NaN, '5000', {}, null])('%j is none, and refused', (timeoutMs) => {
    expect(() => door({ timeoutMs: timeoutMs as never })).toThrow(
      `A time limit is a positive number of ms, not ${timeoutMs}.`,
    );
    expect(() => door({ idleMs: timeoutMs as never })).toThrow(RangeError);
  });

  it.each([Number.POSITIVE_INFINITY, 1e12])('%d lets a call take its time', async (timeoutMs) => {
    nock(ORIGIN).get('/api/v1/cards').delay(20).reply(200, {});
    await door({ timeoutMs, idleMs: timeoutMs }).json(read, anything);
  });
});

describe('what is sent', () => {
  it('WIRE-03 sends the complete stored authorization as a header of every call except anonymous ones', async () => {
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

  it('WIRE-03 reads the authorization before each attempt', async () => {
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

  it('WIRE-05 sends JSON, the idempotency key, the version to change, what it accepts, and its name', async () => {
    nock(ORIGIN, {
      reqheaders: {
        'content-type': 'application/json',
        'idempotency-key': 'k1',
        'if-match': '"3"',
        accept: 'application/json',
        'user-agent': 'forecourt/0.1.0',
      },
    })
      .post('/api/v1/cards', { a: 1 })
      .reply(201, { id: 4 }, { 'x-request-id': 'r9' });
    const answer = await door({ userAgent: 'forecourt/0.1.0' }).json(
      { ...write, idempotencyKey: 'k1', ifMatch: '"3"' },
      z.object({ id: z.number() }),
    );
    expect(answer).toMatchObject({ data: { id: 4 }, status: 201, requestId: 'r9' });
  });

  it("keeps one account's responses out of another's cache", async () => {
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

  it.each(['', '/api/v1', '127.0.0.1:4300/api/v1', 'localhost:4300', 'ftp://a.test'])(
    "ERR-01 refuses the address '%s' outside a page before anything is sent, and says how one begins",
    async (baseUrl) => {
      const error = await failure(door({ baseUrl }).json(read, anything));
      expect(error).toMatchObject({ code: 'invalid_address', outcome: 'none', retryable: false });
      expect(error.message).toBe(
        `The service's address must begin with http:// or https://, not '${baseUrl}' (cards.list). Nothing was sent.`,
      );
    },
  );

  it("refuses a call that can't be sent as a request, before anything is sent", async () => {
    const error = await failure(door().json({ ...write, idempotencyKey: 'k\nx' }, anything));
    expect(error).toMatchObject({ code: 'invalid_call', outcome: 'none' });
  });
});
