import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  anything,
  cut,
  cutBody,
  failure,
  type Handler,
  hang,
  ok,
  read,
  silentBody,
  status,
  useRealService,
  write,
} from './http.test-kit.ts';
import { fileForm } from './transfer.ts';

const service = useRealService();
const text = (body: ReadableStream<Uint8Array>) => new Response(body).text();

describe('connections', () => {
  it('LIST-07 encodes queries once, in order, repeated names included', async () => {
    const query = [
      ['filter', 'a:x&y=z'],
      ['filter', 'b::50% #1'],
      ['filter', 'c:%3Ad'],
      ['sort', 'a,desc'],
      ['q', 'é\ud800'],
    ] as const;
    await service.door().json({ ...read, query }, anything);
    expect(service.seen[0]?.url).toBe(
      '/api/v1/cards?filter=a:x%26y%3Dz&filter=b::50%25%20%231&filter=c:%253Ad&sort=a,desc&q=%C3%A9%EF%BF%BD',
    );
  });

  it('ERR-01 reports no effect when the connection was refused', async () => {
    const baseUrl = 'http://127.0.0.1:9';
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const { port } = busy.address() as AddressInfo;
    await new Promise((resolve) => busy.close(resolve));
    const error = await failure(
      service.door({ baseUrl: `${baseUrl.slice(0, -1)}${port}` }).json(write, anything),
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

  it('reports an unknown outcome when the connection of an unsafe call is cut before the response', async () => {
    service.handlers = [cut];
    expect(await failure(service.door().json(write, anything))).toMatchObject({
      kind: 'network',
      outcome: 'unknown',
    });
    expect(service.seen).toHaveLength(1);
  });

  it('retries a GET and a POST with a key after a cut', async () => {
    service.handlers = [cut, ok, cut, ok];
    await service.door().json(read, anything);
    await service.door().json({ ...write, idempotencyKey: 'k' }, anything);
    expect(service.seen).toHaveLength(4);
  });

  it('remembers what an earlier attempt may have done: cut first, then 409', async () => {
    service.handlers = [cut, status(409)];
    const error = await failure(service.door().json({ ...write, idempotencyKey: 'k' }, anything));
    expect(error).toMatchObject({ status: 409, outcome: 'unknown' });
  });

  it('TXN-05 leaves open what a 409 with a time to come back says: the first call is still in work', async () => {
    const busy: (typeof service.handlers)[number] = (_, response) =>
      void response.writeHead(409, { 'retry-after': '1' }).end();
    service.handlers = [busy, busy];
    const keyed = await failure(service.door().json({ ...write, idempotencyKey: 'k' }, anything));
    expect(keyed).toMatchObject({ status: 409, outcome: 'unknown' });
    expect(await failure(service.door().json(write, anything))).toMatchObject({ outcome: 'none' });
  });

  it('remembers that the service responded: 200 cut off, then refused', async () => {
    service.handlers = [cutBody, status(401)];
    const error = await failure(service.door().json({ ...write, idempotencyKey: 'k' }, anything));
    expect(error).toMatchObject({ status: 401, outcome: 'done' });
  });

  it('sends the complete form on each attempt, with file and name', async () => {
    service.handlers = [cut, ok];
    const content = 'x'.repeat(200_000);
    const form = fileForm({ name: 'Größe 1.xlsx', blob: new Blob([content]) });
    await service
      .door()
      .json(
        { operation: 'import', method: 'POST', path: 'import', form, idempotencyKey: 'k' },
        anything,
      );
    expect(service.seen).toHaveLength(2);
    for (const { body } of service.seen) {
      expect(body).toContain('name="file"; filename="Größe 1.xlsx"');
      expect(body).toContain(content);
    }
  });
});

describe('time', () => {
  it('ends a call without a response at `timeoutMs`, attempts and waits included', async () => {
    let again = 0;
    service.handlers = [
      status(503),
      () => {
        again = performance.now();
      },
    ];
    const started = performance.now();
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const error = await failure(
      service
        .door({ timeoutMs: 3000, sleep, random: () => 1, retry: { baseMs: 1000 } })
        .json(read, anything),
    );
    expect(error).toMatchObject({ kind: 'timeout', code: 'timeout', outcome: 'none' });
    expect(performance.now() - started).toBeGreaterThan(2990);
    // A second attempt with a limit of its own would take 3,000 ms.
    expect(performance.now() - again).toBeLessThan(2900);
    expect(service.seen).toHaveLength(2);
  });

  it("prefers the call's time limit to that of the options", async () => {
    service.handlers = [hang];
    const error = await failure(service.door().json({ ...write, timeoutMs: 60 }, anything));
    expect(error).toMatchObject({
      kind: 'timeout',
      outcome: 'unknown',
      detail: 'There was no answer within 0.06 s.',
    });
  });

  it('limits a JSON body that never ends, although it never falls silent', async () => {
    service.handlers = [
      (_, response) => {
        const timer = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(timer));
      },
    ];
    const error = await failure(
      service.door({ timeoutMs: 400, idleMs: 2000 }).json(read, anything),
    );
    expect(error).toMatchObject({ kind: 'timeout', code: 'timeout' });
  });

  it('notices silence within a body', async () => {
    service.handlers = [silentBody];
    const error = await failure(
      service.door({ retry: { limit: 0 }, idleMs: 60 }).json(write, anything),
    );
    expect(error).toMatchObject({ kind: 'timeout', code: 'silence', status: 200, outcome: 'done' });
  });

  it('does not wait for the body of an error that falls silent', async () => {
    service.handlers = [
      (_, response) => {
        response.writeHead(500, { 'content-length': 100 });
        response.write('{"title"');
      },
    ];
    const error = await failure(service.door({ idleMs: 60 }).json(read, anything));
    expect(error).toMatchObject({ kind: 'http', status: 500 });
  });

  it('ends in time, and when cancelled, even if the transport ignores the signal', async () => {
    const fetch = () => new Promise<Response>(() => undefined);
    expect(
      await failure(service.door({ fetch, timeoutMs: 50 }).json(read, anything)),
    ).toMatchObject({
      kind: 'timeout',
    });
    const call = { ...read, signal: AbortSignal.timeout(50) };
    expect(await failure(service.door({ fetch }).json(call, anything))).toMatchObject({
      kind: 'cancelled',
    });
  });

  it('leaves no listener on a long-lived signal', async () => {
    const { signal } = new AbortController();
    service.handlers = [ok, status(500), ok, ok, cutBody];
    await service.door().json({ ...read, signal }, anything);
    await failure(service.door().json({ ...read, signal }, anything));
    await text((await service.door().download({ ...read, signal })).body);
    await (await service.door().download({ ...read, signal })).body.cancel();
    await failure(text((await service.door().download({ ...read, signal })).body));
    await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends when its signal aborts: before, while waiting, and within a body', async () => {
    const stop = AbortSignal.abort();
    expect(await failure(service.door().json({ ...write, signal: stop }, anything))).toMatchObject({
      kind: 'cancelled',
      outcome: 'none',
    });
    expect(service.seen).toHaveLength(0);

    service.handlers = [hang, silentBody];
    const waiting = { ...write, signal: AbortSignal.timeout(50) };
    expect(await failure(service.door().json(waiting, anything))).toMatchObject({
      kind: 'cancelled',
      code: 'cancelled',
      outcome: 'unknown',
      retryable: false,
    });
    const reading = { ...read, signal: AbortSignal.timeout(50) };
    expect((await failure(service.door().json(reading, anything))).kind).toBe('cancelled');
  });
});

describe('redirects', () => {
  const to =
    (code: number, location: string): Handler =>
    (_, response) =>
      void response.writeHead(code, { location }).end();
  const instead = (what: string): string =>
    `${what} came in place of the service's answer: the sign-in page of a network or a proxy, or the address is not the service's. Sign in to the network or correct the address, then try again.`;

  /** Another origin, and what it was asked. */
  async function elsewhere(answer: Handler, work: (origin: string) => Promise<void>) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.headers.authorization}`);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    return asked;
  }

  it('follows those of a read, to an answer of the service or to a file elsewhere', async () => {
    service.handlers = [to(302, '/moved'), to(302, '/moved')];
    expect((await service.door().json(read, anything)).data).toEqual({ ok: true });
    const asked = await elsewhere(ok, async (origin) => {
      service.handlers = [to(307, `${origin}/store`), to(307, `${origin}/store`)];
      const download = await service.door({ authorization: () => 'Bearer s' }).download(read);
      expect(await text(download.body)).toBe('{"ok":true}');
    });
    expect(asked).toEqual(['GET undefined']);
  });

  it.each<[string, Handler]>([
    ['a page', (_, response) => void response.setHeader('content-type', 'text/html').end('<form>')],
    ['a refusal', status(401)],
    ['nothing', cut],
  ])('ERR-01 leading a read to %s of another origin are named', async (_, answer) => {
    const ended: string[] = [];
    const options = { authorization: () => 'Bearer s', onUnauthorized: () => ended.push('ended') };
    await elsewhere(answer, async (origin) => {
      service.handlers = [to(302, `${origin}/login?t=s3cret`), to(302, `${origin}/login?t=s3cret`)];
      expect(await failure(service.door(options).json(read, anything))).toMatchObject({
        code: 'redirected',
        status: 302,
        detail: instead(`A redirect to ${origin}`),
        outcome: 'none',
        retryable: false,
      });
    });
    expect(ended).toEqual([]);
  });

  it('WIRE-03 AUTH-02 never carry what a call holds to whoever redirects', async () => {
    const login = { ...write, operation: 'login', safe: true, anonymous: true };
    const asked = await elsewhere(ok, async (origin) => {
      service.handlers = [to(307, origin)];
      const error = await failure(service.door().json(login, anything));
      expect(error).toMatchObject({ code: 'redirected', outcome: 'none' });
    });
    expect(asked).toEqual([]);
  });

  it.each([
    [301, 'http://wifi.invalid/', 'none'],
    [302, 'http://wifi.invalid/', 'none'],
    [303, 'http://wifi.invalid/', 'unknown'],
    [307, 'http://wifi.invalid/', 'none'],
    [308, '/moved', 'none'],
    [301, '/moved', 'unknown'],
    [302, '/login', 'unknown'],
    [302, 'http://[', 'unknown'],
  ])('PAY-04 %i to %s means that a change was made: %s', async (code, location, outcome) => {
    service.handlers = [to(code, location)];
    const error = await failure(service.door().json(write, anything));
    expect(error).toMatchObject({ code: 'redirected', outcome });
  });

  it('PAY-04 whose place a browser hides may follow a change', async () => {
    const opaque = Object.defineProperty(new Response(null), 'status', { value: 0 });
    Object.defineProperty(opaque, 'ok', { value: false });
    const fetch = async () => opaque;
    expect(await failure(service.door({ fetch }).json(write, anything))).toMatchObject({
      code: 'redirected',
      status: undefined,
      detail: instead('A redirect'),
      outcome: 'unknown',
    });
  });

  it('ERR-01 511 is of a network that wants a sign-in, and let nothing through', async () => {
    service.handlers = [status(511)];
    const error = await failure(service.door().json(write, anything));
    expect(error).toMatchObject({ status: 511, detail: instead('A web page'), outcome: 'none' });
  });
});
