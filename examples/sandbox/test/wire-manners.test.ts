import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, signIn } from './helpers.ts';

const sandbox = await openSandbox({ seed: 'empty', maxUpload: 100_000 });
const { url } = await sandbox.listen({ port: 0 });
const admin = await signIn(sandbox, ADMIN, { url });
const authorization = (
  await admin.call('login', { body: { username: ADMIN, password: 'Forecourt-1!' } })
).headers.get('authorization');

/** One connection: writes these calls, each once the one before is answered; resolves with all that came back. */
function converse(...calls: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const waiting = [...calls];
    let text = '';
    const next = () => {
      const call = waiting.shift();
      if (call === undefined) socket.end();
      else socket.write(call);
    };
    let answers = 0;
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      const ended = text.match(/\r\n\r\n\{[^\r]*\}/g)?.length ?? 0;
      for (; answers < ended; answers += 1) next();
    });
    socket.on('error', () => undefined).on('close', () => resolve(text));
    next();
  });
}
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);

const HEALTH = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
const post = (path: string, headers: readonly string[], body: string) =>
  [
    `POST /api/v1/${path} HTTP/1.1`,
    'host: x',
    `authorization: ${authorization}`,
    ...headers,
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
const form = (body: string) =>
  post(
    'import_transactions?provider=ESSO',
    ['content-type: multipart/form-data; boundary=b'],
    body,
  );
const FILE = 'content-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

describe('a connection that carries another call after a refused one', () => {
  it.each([
    ['a header of a part that is none', `--b\r\nnonsense\r\n\r\n${'x'.repeat(200_000)}\r\n--b--`],
    ['a header of a part without an end', `--b\r\ncontent-disposition: ${'x'.repeat(300_000)}`],
    ['a form without an end', `--b\r\n${FILE}${'x'.repeat(90_000)}`],
    ['no part at all', 'x'.repeat(300_000)],
  ])('WIRE-06 stays usable after %s', async (_, body) => {
    const text = await converse(form(body), HEALTH);
    expect(statuses(text)).toEqual(['400', '200']);
    expect(text).toContain('The upload broke off or is no valid form. Send the file again.');
  });

  it('WIRE-06 stays usable after a file and a body that are too large', async () => {
    const upload = form(`--b\r\n${FILE}${'x'.repeat(3_000_000)}\r\n--b--\r\n`);
    const body = post('customers/1', ['content-type: application/json'], 'x'.repeat(3_000_000));
    const put = body.replace('POST', 'PUT');
    expect(statuses(await converse(upload, put, HEALTH))).toEqual(['413', '413', '200']);
  });

  it('WIRE-06 refuses a body that is too large before a client that asks first sends it', async () => {
    const ask = (length: number) =>
      [
        ...['POST /api/v1/login HTTP/1.1', 'host: x', 'content-type: application/json'],
        ...['expect: 100-continue', `content-length: ${length}`, '', ''],
      ].join('\r\n');
    const text = await converse(ask(99_999_999));
    expect(statuses(text)).toEqual(['413']);
    expect(text).toContain('The body may have at most 1,000,000 bytes.');
    const body = '{"username":"a@b.test","password":"no"}';
    expect(statuses(await converse(ask(body.length) + body))).toEqual(['100', '401']);
  });

  it('WIRE-06 takes nothing in the body of a refused call for a call', async () => {
    const inner = 'DELETE /api/v1/users/2 HTTP/1.1\r\nhost: x\r\n\r\n';
    const text = await converse(post('nothing', [], inner), HEALTH);
    expect(statuses(text)).toEqual(['404', '200']);
  });
});

describe('a call with two Host headers', () => {
  it.each(['/api/v1/countries', '/', '/healthz'])('WIRE-06 is refused at %s', async (path) => {
    const text = await converse(
      `GET ${path} HTTP/1.1\r\nhost: a.test\r\nhost: b.test\r\nconnection: close\r\n\r\n`,
    );
    expect(statuses(text)).toEqual(['400']);
    expect(text).toContain('A call has one Host header.');
  });
});

describe('the type of a body', () => {
  const send = (path: string, type: string | undefined, text: string, more = {}) =>
    fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: String(authorization),
        ...(type && { 'content-type': type }),
        ...more,
      },
      body: type === undefined ? Buffer.from(text) : text,
    });

  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/jsonx',
  ])('WIRE-06 %s is refused with what is taken', async (type) => {
    const answer = await send('fuel-card-management/search', type, '{}');
    expect(answer.status).toBe(415);
    expect(answer.headers.get('accept')).toBe('application/json');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({
      title: 'Unsupported media type',
      detail: `Send the body as application/json in UTF-8, a file as multipart/form-data. It was sent as ${type}.`,
    });
  });

  it('WIRE-06 a body without a type is refused, with an Idempotency-Key too', async () => {
    const key = { 'idempotency-key': 'of-no-type' };
    for (const more of [{}, key]) {
      const answer = await send('users', undefined, '{}', more);
      expect(answer.status).toBe(415);
      expect((await answer.json()).detail).toBe(
        'Send the body as application/json in UTF-8, a file as multipart/form-data. It was sent without a Content-Type.',
      );
    }
  });

  it.each([
    'application/json',
    'application/json;charset=utf-8',
    'Application/JSON; charset="UTF-8"',
  ])('WIRE-06 %s is taken', async (type) => {
    expect((await send('fuel-card-management/search', type, '{}')).status).toBe(200);
  });

  it('WIRE-06 a call without a body needs none', async () => {
    const answer = await fetch(`${url}/api/v1/fuel-card-management`, {
      headers: { authorization: String(authorization) },
    });
    expect(answer.status).toBe(200);
  });

  it('WIRE-06 a file that is not sent as a form is refused with what is taken', async () => {
    const answer = await send('import_transactions?provider=ESSO', 'text/csv', 'a,b');
    expect(answer.status).toBe(415);
    expect(answer.headers.get('accept')).toBe('multipart/form-data');
  });
});

describe('a method that a path does not have', () => {
  it.each([
    ['PATCH', '/api/v1/customers/1', 'GET, HEAD, PUT'],
    ['DELETE', '/api/v1/login', 'POST'],
    ['GET', '/api/v1/login', 'POST'],
    ['GET', '/api/v1/login/', 'POST'],
    ['PUT', '/api/v1/fuel-customer-markups/search', 'POST'],
    ['POST', '/api/v1/switch/manage', 'GET, HEAD'],
    ['DELETE', '/api/v1/switch/9', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/index.html', 'GET, HEAD'],
  ])('WIRE-06 %s %s is refused with those it has', async (method, path, allowed) => {
    const answer = await fetch(url + path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    expect(await answer.json()).toMatchObject({
      title: 'Method not allowed',
      detail: `${method} is not a method of this path. It has ${allowed}.`,
    });
  });

  it.each([
    ['/api/v1/customers/1', 'GET, HEAD, PUT'],
    ['/api/v1/customers/1?filter=id:1', 'GET, HEAD, PUT'],
    ['/api/v1/fuel-card-management/', 'GET, HEAD, POST'],
    ['/api/v1/login', 'POST'],
    ['/healthz', 'GET, HEAD'],
    ['/', 'GET, HEAD'],
  ])('WIRE-06 OPTIONS %s is answered with those it has', async (path, allowed) => {
    const answer = await fetch(url + path, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, allowed]);
    expect(await answer.text()).toBe('');
  });

  it.each([
    ['POST', '/api/v1/nothing'],
    ['OPTIONS', '/api/v1/nothing'],
    ['GET', '/api/v1/customers/none/at/all'],
    ['POST', '/api/v2/login'],
  ])('WIRE-06 %s %s has no such path', async (method, path) => {
    const answer = await fetch(url + path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
  });
});

describe('an export that does not say of what', () => {
  it.each([
    [
      'fuel-card-management/export',
      {},
      '/cardIds',
      'Send the ids of the cards, or filters: [] for all of them.',
    ],
    [
      'fuel-card-management/export',
      { cardIds: null },
      '/cardIds',
      'cardIds must be a list of ids.',
    ],
    [
      'fuel-transaction/export',
      {},
      '/ids',
      'Send the ids of the transactions, or filters: [] for all of them.',
    ],
    [
      'fuel-transaction/export',
      { sortField: 'id' },
      '/ids',
      'Send the ids of the transactions, or filters: [] for all of them.',
    ],
    ['fuel-transaction/export', { ids: null }, '/ids', 'ids must be a list of ids.'],
  ])('WIRE-06 POST %s %j is refused at its field', async (path, body, pointer, detail) => {
    const answer = await admin.call(path, { body });
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual([{ pointer, detail }]);
  });

  it('WIRE-06 an empty list of filters is an export of all', async () => {
    const answer = await admin.call('fuel-transaction/export', { body: { filters: [] } });
    expect(answer.status).toBe(200);
  });
});

describe('the headers of every answer', () => {
  const OURS = {
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-request-id': 'asked-1',
  };

  it.each([
    ['GET', '/healthz', 200, null],
    ['GET', '/readyz', 200, 'no-store'],
    ['GET', '/api/v1/users', 401, 'no-store'],
    ['GET', '/api/v1/nothing/there', 404, 'no-store'],
    ['GET', '/api/nothing', 404, 'no-store'],
    ['OPTIONS', '/api/v1/users', 204, 'no-store'],
  ])(
    'are there for %s %s over the network as in the process',
    async (method, path, status, cache) => {
      const call = { method, headers: { 'x-request-id': 'asked-1' } };
      const answers = [
        await fetch(`${url}${path}`, call),
        await sandbox.fetch(new Request(`http://sandbox.test${path}`, call)),
      ];
      for (const { headers, status: answered } of answers) {
        expect([path, answered]).toEqual([path, status]);
        expect(Object.fromEntries(headers)).toMatchObject(OURS);
        expect(headers.get('access-control-expose-headers')).toContain('x-import-totals');
        expect(headers.get('cache-control')).toBe(cache);
      }
    },
  );
});
