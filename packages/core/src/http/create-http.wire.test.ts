import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError } from './api-error.ts';
import { createHttp } from './create-http.ts';
import { downloadFile } from './download.ts';
import type { Call, HttpOptions } from './http.types.ts';
import { fileForm } from './upload.ts';

/** A real service on a real socket: what no interceptor can show. */
type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

let server: Server;
let handlers: Handler[];
let seen: { url: string; body: Buffer }[];

const door = (options: Partial<HttpOptions> = {}) =>
  createHttp({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    sleep: async () => undefined,
    ...options,
  });

const anything = z.unknown();
const read: Call = { operation: 'cards.list', method: 'GET', path: 'cards' };
const write: Call = { operation: 'cards.create', method: 'POST', path: 'cards', json: { a: 1 } };
const once = { retry: { limit: 0 } };

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

const text = (body: ReadableStream<Uint8Array>) => new Response(body).text();

const cut: Handler = (request) => request.socket.destroy();
const hang: Handler = () => undefined;
const ok: Handler = (_, response) => void response.end('{"ok":true}');
/** Begins an answer of 10 bytes and goes on as told after 4. */
const begin =
  (then: (response: ServerResponse) => void): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10 });
    response.write('{"a"', () => then(response));
  };
const cutBody = begin((response) => setTimeout(() => response.destroy(), 10));
const silentBody = begin(() => undefined);

beforeEach(async () => {
  handlers = [];
  seen = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    seen.push({ url: request.url ?? '', body });
    (handlers.shift() ?? ok)(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('connections', () => {
  it('LIST-07 encodes queries once, in order, repeated names included', async () => {
    const query = [
      ['filter', 'a:x&y=z'],
      ['filter', 'b::50% #1'],
      ['filter', 'c:%3Ad'],
      ['sort', 'a,desc'],
      ['q', 'é\ud800'],
    ] as const;
    await door().json({ ...read, query }, anything);
    expect(seen[0]?.url).toBe(
      '/api/v1/cards?filter=a:x%26y%3Dz&filter=b::50%25%20%231&filter=c:%253Ad&sort=a,desc&q=%C3%A9%EF%BF%BD',
    );
  });

  it('ERR-01 says nothing happened where the connection was refused', async () => {
    const baseUrl = 'http://127.0.0.1:9';
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const { port } = busy.address() as AddressInfo;
    await new Promise((resolve) => busy.close(resolve));
    const error = await failure(
      door({ baseUrl: `${baseUrl.slice(0, -1)}${port}` }).json(write, anything),
    );
    expect(error).toMatchObject({
      kind: 'network',
      code: 'network',
      outcome: 'none',
      retryable: true,
      message: 'Internal server error (cards.create)',
      detail: 'ECONNREFUSED',
    });
  });

  it('says an unsafe call may have been done when the connection is cut before the answer', async () => {
    handlers = [cut];
    expect(await failure(door().json(write, anything))).toMatchObject({
      kind: 'network',
      outcome: 'unknown',
    });
    expect(seen).toHaveLength(1);
  });

  it('tries a GET and a keyed POST again after a cut', async () => {
    handlers = [cut, ok, cut, ok];
    await door().json(read, anything);
    await door().json({ ...write, idempotencyKey: 'k' }, anything);
    expect(seen).toHaveLength(4);
  });

  it('keeps what an earlier attempt may have done: cut first, then 409', async () => {
    handlers = [cut, (_, response) => void response.writeHead(409).end()];
    const error = await failure(door().json({ ...write, idempotencyKey: 'k' }, anything));
    expect(error).toMatchObject({ status: 409, outcome: 'unknown' });
  });

  it('keeps that the service answered: 200 cut off, then refused', async () => {
    handlers = [cutBody, (_, response) => void response.writeHead(401).end()];
    const error = await failure(door().json({ ...write, idempotencyKey: 'k' }, anything));
    expect(error).toMatchObject({ status: 401, outcome: 'done' });
  });

  it('sends a form anew on each attempt, file and name whole', async () => {
    handlers = [cut, ok];
    const content = 'x'.repeat(200_000);
    const form = fileForm({ name: 'Größe 1.xlsx', blob: new Blob([content]) });
    await door().json(
      { operation: 'import', method: 'POST', path: 'import', form, idempotencyKey: 'k' },
      anything,
    );
    expect(seen).toHaveLength(2);
    for (const { body } of seen) {
      expect(body.toString()).toContain('name="file"; filename="Größe 1.xlsx"');
      expect(body.toString()).toContain(content);
    }
  });
});

describe('time', () => {
  it('ends a call without an answer at `timeoutMs`, attempts and waits included', async () => {
    handlers = [(_, response) => void response.writeHead(503).end(), hang];
    const started = performance.now();
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const error = await failure(
      door({ timeoutMs: 500, sleep, random: () => 1, retry: { baseMs: 400 } }).json(read, anything),
    );
    expect(error).toMatchObject({ kind: 'timeout', code: 'timeout', outcome: 'none' });
    expect(performance.now() - started).toBeGreaterThan(490);
    expect(performance.now() - started).toBeLessThan(850);
    expect(seen).toHaveLength(2);
  });

  it('takes the bound of the call before that of the options', async () => {
    handlers = [hang];
    const error = await failure(door().json({ ...write, timeoutMs: 60 }, anything));
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown', detail: '0.06 s' });
  });

  it('bounds JSON whose body never ends, although it never falls silent', async () => {
    handlers = [
      (_, response) => {
        const timer = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(timer));
      },
    ];
    const error = await failure(door({ timeoutMs: 150, idleMs: 100 }).json(read, anything));
    expect(error).toMatchObject({ kind: 'timeout', code: 'timeout' });
  });

  it('notices silence within a body', async () => {
    handlers = [silentBody];
    const error = await failure(door({ ...once, idleMs: 60 }).json(write, anything));
    expect(error).toMatchObject({ kind: 'timeout', code: 'silence', status: 200, outcome: 'done' });
  });

  it('does not wait for the body of an error that falls silent', async () => {
    handlers = [
      (_, response) => {
        response.writeHead(500, { 'content-length': 100 });
        response.write('{"title"');
      },
    ];
    const error = await failure(door({ idleMs: 60 }).json(read, anything));
    expect(error).toMatchObject({ kind: 'http', status: 500 });
  });

  it('ends in time, and when cancelled, also where the transport listens to nothing', async () => {
    const fetch = () => new Promise<Response>(() => undefined);
    expect(await failure(door({ fetch, timeoutMs: 50 }).json(read, anything))).toMatchObject({
      kind: 'timeout',
    });
    const call = { ...read, signal: AbortSignal.timeout(50) };
    expect(await failure(door({ fetch }).json(call, anything))).toMatchObject({
      kind: 'cancelled',
    });
  });

  it('leaves nothing behind at a signal that lives on', async () => {
    const { signal } = new AbortController();
    handlers = [ok, (_, response) => void response.writeHead(500).end(), ok, ok, cutBody];
    await door().json({ ...read, signal }, anything);
    await failure(door().json({ ...read, signal }, anything));
    await text((await door().download({ ...read, signal })).body);
    await (await door().download({ ...read, signal })).body.cancel();
    await failure(text((await door().download({ ...read, signal })).body));
    await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends when its signal aborts: before, while waiting, and within a body', async () => {
    const stop = AbortSignal.abort();
    expect(await failure(door().json({ ...write, signal: stop }, anything))).toMatchObject({
      kind: 'cancelled',
      outcome: 'none',
    });
    expect(seen).toHaveLength(0);

    handlers = [hang, silentBody];
    const waiting = { ...write, signal: AbortSignal.timeout(50) };
    expect(await failure(door().json(waiting, anything))).toMatchObject({
      kind: 'cancelled',
      code: 'cancelled',
      outcome: 'unknown',
      retryable: false,
    });
    const reading = { ...read, signal: AbortSignal.timeout(50) };
    expect((await failure(door().json(reading, anything))).kind).toBe('cancelled');
  });
});

describe('files', () => {
  const file: Call = { operation: 'cards.export', method: 'POST', path: 'export', safe: true };
  const csv =
    (body: string, headers: Record<string, string | number> = {}): Handler =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/csv', ...headers }).end(body);

  it('gives name, length and bytes', async () => {
    handlers = [
      csv('a,b\n', {
        'content-disposition': 'attachment; filename="Cards.csv"',
        'content-length': 4,
      }),
    ];
    const download = await door().download(file);
    expect(download).toMatchObject({ fileName: 'Cards.csv', length: 4, contentType: 'text/csv' });
    expect(await text(download.body)).toBe('a,b\n');
  });

  it('is bound by `timeoutMs` until it begins, and by silence after', async () => {
    handlers = [
      (_, response) => {
        response.writeHead(200);
        response.write('a');
        setTimeout(() => response.end('b'), 150);
      },
      hang,
    ];
    const slow = await door({ timeoutMs: 100, idleMs: 1000 }).download(file);
    expect(await text(slow.body)).toBe('ab');
    const error = await failure(door({ timeoutMs: 100 }).download(file));
    expect(error).toMatchObject({ kind: 'timeout' });
  });

  it('ERR-03 errors when the connection breaks off or falls silent within the file', async () => {
    handlers = [cutBody, silentBody];
    const broken = await door().download(file);
    const error = await failure(text(broken.body));
    expect(error).toMatchObject({ kind: 'network', code: 'cut_off', outcome: 'none' });
    expect(error.detail).toMatch(/after 4 bytes$/);
    const silent = await door({ idleMs: 60 }).download({ ...file, safe: false });
    expect(await failure(text(silent.body))).toMatchObject({ code: 'silence', outcome: 'done' });
  });

  it.each([
    ['fewer', 'abc', '3 bytes came, 5 were announced'],
    ['more', 'abcdefg', '7 bytes came, 5 were announced'],
  ])('ERR-03 errors when %s bytes come than were announced', async (_, body, detail) => {
    const fetch = async () => new Response(body, { headers: { 'content-length': '5' } });
    const download = await door({ fetch }).download(file);
    expect(await failure(text(download.body))).toMatchObject({ code: 'cut_off', detail });
  });

  it('does not count the bytes of a packed body', async () => {
    const { gzipSync } = await import('node:zlib');
    const packed = gzipSync('a'.repeat(5000));
    handlers = [
      (_, response) =>
        void response
          .writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length })
          .end(packed),
    ];
    const download = await door().download(file);
    expect(download.length).toBeUndefined();
    expect(await text(download.body)).toHaveLength(5000);
  });

  it('does not count bytes across origins, where packing is hidden', async () => {
    const fetch = async () => {
      const response = new Response('unpacked', { headers: { 'content-length': '5' } });
      return Object.defineProperty(response, 'type', { value: 'cors' });
    };
    const download = await door({ fetch }).download(file);
    expect(download.length).toBeUndefined();
    expect(await text(download.body)).toBe('unpacked');
  });

  it('ends its body when the signal aborts, and its connection when nobody reads on', async () => {
    const stop = new AbortController();
    handlers = [silentBody];
    const download = await door().download({ ...file, signal: stop.signal });
    const pending = failure(text(download.body));
    setTimeout(() => stop.abort(), 20);
    expect((await pending).kind).toBe('cancelled');

    const closed = new Promise((resolve) => {
      handlers = [
        (request, response) => {
          request.socket.on('close', resolve);
          response.write('a');
        },
      ];
    });
    const left = await door().download(file);
    await left.body.cancel();
    await closed;
  });

  it('ERR-03 takes no web page for a file', async () => {
    handlers = [csv('<html>', { 'content-type': 'text/html; charset=utf-8' })];
    const error = await failure(downloadFile(door(), { ...file, safe: false }));
    expect(error).toMatchObject({ kind: 'schema', outcome: 'unknown' });
  });

  it('reads a file as fast as it is asked for, not faster', async () => {
    let written = 0;
    handlers = [
      (_, response) => {
        const chunk = Buffer.alloc(65_536);
        const more = () => {
          let goOn = true;
          while (goOn && written < 64e6) {
            written += chunk.length;
            goOn = response.write(chunk);
          }
          if (written >= 64e6) response.end();
        };
        response.on('drain', more);
        more();
      },
    ];
    const { body } = await door().download(file);
    const reader = body.getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(written).toBeLessThan(32e6);
    await reader.cancel();
  });
});
