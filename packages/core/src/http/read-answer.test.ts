import nock from 'nock';
import { describe, expect, it, vi } from 'vitest';
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

describe('responses', () => {
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
  ])('ERR-01 creates a typed error from a body that is %s', async (_, body) => {
    nock(ORIGIN).put('/api/v1/cards').reply(500, body);
    const error = await failure(door().json({ ...write, method: 'PUT' }, anything));
    expect(error).toMatchObject({ kind: 'http', status: 500, outcome: 'unknown', fieldErrors: [] });
    expect(error.message).toBe('The service answered 500 (cards.create)');
  });

  it("WIRE-03 masks card numbers and authorizations in the service's texts", async () => {
    const detail = `No card 5600 1712 3456 5373 for ${SECRET}`;
    const errors = [{ pointer: '/card', detail: 'is 5600171234565373' }];
    nock(ORIGIN).post('/api/v1/cards').reply(400, { detail, errors });
    const error = await failure(door().json(write, anything));
    const all = [error.message, error.stack, JSON.stringify(error)].join();
    expect(all).not.toMatch(/5600|s3cret/);
    expect(error.message).toBe('No card ************5373 for Bearer ***');
    expect(error.fieldErrors).toEqual([{ pointer: '/card', detail: 'is ************5373' }]);
  });

  it('uses the outcome that a problem states', async () => {
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
      detail:
        "A redirect to http://service.test/login came in place of the service's answer: the sign-in page of a network or a proxy, or the address is not the service's. Sign in to the network or correct the address, then try again.",
      outcome: 'unknown',
    });
  });

  it.each([
    [
      'cut JSON',
      '{"id": 1, "na',
      'application/json',
      'done',
      'The answer is broken JSON: it was cut off, or something on the way changed it.',
    ],
    [
      'cut JSON without a type',
      '{"id": 1, "na',
      'text/plain',
      'done',
      'The answer is broken JSON: it was cut off, or something on the way changed it.',
    ],
    ['an odd shape', '{"id": "x"}', 'application/json', 'done', /^The answer has no readable id: /],
    ['nothing', '', 'application/json', 'done', /^The answer has another form than expected: /],
    ['a web page', '<html>', 'text/html', 'unknown', /^A web page came in place of the service's/],
    [
      'a page that says it is JSON',
      ' <!DOCTYPE html>',
      'application/json',
      'unknown',
      /^A web page/,
    ],
    [
      'a text',
      'Hello',
      'text/plain',
      'unknown',
      'The answer is text/plain, where JSON was expected.',
    ],
  ])(
    'reports a 200 with %s as unreadable, with the outcome of an unsafe call',
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

  it('AUTH-09 reports a 401 of a signed-in call once per session, and never a refused login', async () => {
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

  it('AUTH-09 does not end a new session for a late 401 of the previous one', async () => {
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
