import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { keptData } from './database.ts';
import { openSandbox } from './helpers.ts';
import { environmentOf, failToStart, startServer } from './processes.ts';

const kept = await keptData({ seed: 'empty' });
const slowly = (ms: number) =>
  JSON.stringify([{ match: 'GET /healthz', kind: 'latency', value: ms }]);

/** Calls what answers slowly; returns once the server has it: it answers a later call. */
async function callInFlight(url: string) {
  const answer = fetch(`${url}/healthz`).catch(() => undefined);
  await (await fetch(`${url}/readyz`)).arrayBuffer();
  return { answer };
}

describe('SIGTERM', () => {
  it('lets a call in flight end, takes no new connection, and exits with 0', async () => {
    const { server, url } = await startServer({ ...environmentOf(kept), FAULTS: slowly(2_500) });
    const inFlight = await callInFlight(url);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    const another = () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        ({ message }: Error) => message,
      );
    await expect.poll(another).toBe('fetch failed');
    const answer = await inFlight.answer;
    expect([answer?.status, await answer?.json()]).toEqual([200, { status: 'ok' }]);
    expect(await ended).toEqual([0, null]);
  });

  it('cuts what takes longer than DRAIN_TIMEOUT, and exits with 0', async () => {
    const { server, url } = await startServer({
      ...environmentOf(kept),
      FAULTS: slowly(20_000),
      DRAIN_TIMEOUT: '1',
    });
    const inFlight = await callInFlight(url);
    const ended = once(server, 'exit');
    const started = performance.now();
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await inFlight.answer).toBeUndefined();
  });

  it.each([
    [{ SYNCHRONOUS: 'off' }, 'SYNCHRONOUS must be full or normal, not "off".'],
    [{ BODY_TIMEOUT: '-1' }, 'BODY_TIMEOUT must be a number of seconds above 0, not "-1".'],
    [{ THREADS: '0' }, 'THREADS must be a whole number from 1 to 64, not "0".'],
    [{ PAGE_TIMEOUT: '0' }, 'PAGE_TIMEOUT must be a number of seconds above 0, not "0".'],
    [{ HEADER_TIMEOUT: 'x' }, 'HEADER_TIMEOUT must be a number of seconds above 0, not "x".'],
  ])('an invalid setting is refused at the start: %j', async (setting, text) => {
    const { code, errors } = await failToStart({ ...environmentOf(kept), ...setting });
    expect(code).toBe(1);
    expect(errors).toContain(text);
  });
});

describe('readyz', () => {
  it('answers 200 as long as the service can write, and 503 once it drains', async () => {
    const sandbox = await openSandbox({
      seed: 'empty',
      faults: [{ match: 'GET /healthz', kind: 'latency', value: 1_000 }],
    });
    const ask = () => sandbox.fetch(new Request('http://sandbox.test/readyz'));
    const { url } = await sandbox.listen({ port: 0 });
    const ready = await ask();
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);

    const inFlight = await callInFlight(url);
    const closed = sandbox.close(5_000);
    const draining = await ask();
    expect(draining.status).toBe(503);
    expect(draining.headers.get('retry-after')).toBe('5');
    expect(await draining.json()).toMatchObject({ detail: 'The service is shutting down.' });
    expect((await inFlight.answer)?.status).toBe(200);
    await closed;
  });
});
