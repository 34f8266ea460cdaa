import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  anything,
  cut,
  cutBody,
  failure,
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

  it('ERR-01 says nothing happened where the connection was refused', async () => {
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

  it('says an unsafe call may have been done when the connection is cut before the answer', async () => {
    service.handlers = [cut];
    expect(await failure(service.door().json(write, anything))).toMatchObject({
      kind: 'network',
      outcome: 'unknown',
    });
    expect(service.seen).toHaveLength(1);
  });

  it('tries a GET and a keyed POST again after a cut', async () => {
    service.handlers = [cut, ok, cut, ok];
    await service.door().json(read, anything);
    await service.door().json({ ...write, idempotencyKey: 'k' }, anything);
    expect(service.seen).toHaveLength(4);
  });

  it('keeps what an earlier attempt may have done: cut first, then 409', async () => {
    service.handlers = [cut, status(409)];
    const error = await failure(service.door().json({ ...write, idempotencyKey: 'k' }, anything));
    expect(error).toMatchObject({ status: 409, outcome: 'unknown' });
  });

  it('keeps that the service answered: 200 cut off, then refused', async () => {
    service.handlers = [cutBody, status(401)];
    const error = await failure(service.door().json({ ...write, idempotencyKey: 'k' }, anything));
    expect(error).toMatchObject({ status: 401, outcome: 'done' });
  });

  it('sends a form anew on each attempt, file and name whole', async () => {
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
  it('ends a call without an answer at `timeoutMs`, attempts and waits included', async () => {
    service.handlers = [status(503), hang];
    const started = performance.now();
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const error = await failure(
      service
        .door({ timeoutMs: 1000, sleep, random: () => 1, retry: { baseMs: 800 } })
        .json(read, anything),
    );
    expect(error).toMatchObject({ kind: 'timeout', code: 'timeout', outcome: 'none' });
    expect(performance.now() - started).toBeGreaterThan(990);
    expect(performance.now() - started).toBeLessThan(1600);
    expect(service.seen).toHaveLength(2);
  });

  it('takes the bound of the call before that of the options', async () => {
    service.handlers = [hang];
    const error = await failure(service.door().json({ ...write, timeoutMs: 60 }, anything));
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown', detail: '0.06 s' });
  });

  it('bounds JSON whose body never ends, although it never falls silent', async () => {
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

  it('ends in time, and when cancelled, also where the transport listens to nothing', async () => {
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

  it('leaves nothing behind at a signal that lives on', async () => {
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
