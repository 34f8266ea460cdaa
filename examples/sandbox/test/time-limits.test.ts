import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { authorizationAt, openSandbox } from './helpers.ts';

const LIMITS = { headers: 400, bodySilence: 400, request: 2_000 };
const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-slow-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const sandbox = await openSandbox({ seed: 'empty', timeLimits: LIMITS, dataDir });
const { url } = await sandbox.listen({ port: 0 });
const authorization = await authorizationAt(url);

/** A connection of its own: what came back until it was closed, and after how long. */
function dial() {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  const started = performance.now();
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<{ text: string; ms: number }>((resolve) =>
    socket.once('close', () => resolve({ text, ms: performance.now() - started })),
  );
  return { socket, closed };
}

const POST = 'POST /api/v1/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

describe('slow clients', () => {
  it('WIRE-06 headers that do not come are answered with 408', async () => {
    const { socket, closed } = dial();
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n');
    const { ms, text } = await closed;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeGreaterThan(300);
    expect(ms).toBeLessThan(5_000);
  });

  it('WIRE-06 a body that stops coming is answered with a 408 problem', async () => {
    const { socket, closed } = dial();
    socket.write(`${POST}content-length: 50\r\n\r\n{"username": `);
    const { text } = await closed;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('application/problem+json');
    expect(text).toContain('The body stopped coming. Send the call again.');
  });

  it('WIRE-06 a body that drips ends with the limit for the whole call', async () => {
    const { socket, closed } = dial();
    socket.write(`${POST}content-length: 5000\r\n\r\n`);
    const drip = setInterval(() => socket.write(' '), 100);
    const { ms, text } = await closed;
    clearInterval(drip);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeGreaterThan(1_500);
    expect(ms).toBeLessThan(10_000);
  });

  it('WIRE-06 an upload that stops coming is answered with 408, and leaves no file', async () => {
    const { socket, closed } = dial();
    socket.write(
      [
        'POST /api/v1/import_transactions?provider=ESSO HTTP/1.1',
        `host: x\r\nauthorization: ${authorization}\r\ncontent-length: 999999`,
        'content-type: multipart/form-data; boundary=b\r\n',
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n',
        'half of it',
      ].join('\r\n'),
    );
    const { text } = await closed;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    const uploads = async () =>
      (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.upload'));
    await expect.poll(uploads).toEqual([]);
  });

  it('a body that is cut off ends nothing but its call', async () => {
    const { socket } = dial();
    socket.write(`${POST}content-length: 50\r\n\r\n{"us`);
    await delay(50);
    socket.destroy();
    await delay(50);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('an idle connection is closed', async () => {
    const { socket, closed } = dial();
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    const { ms, text } = await closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(ms).toBeLessThan(15_000);
  });

  it('a client that waits for its answer longer than that is left alone', async () => {
    const slow = await openSandbox({
      seed: 'empty',
      timeLimits: LIMITS,
      faults: [{ match: 'GET /healthz', kind: 'latency', value: 1_500 }],
    });
    const at = await slow.listen({ port: 0 });
    expect((await fetch(`${at.url}/healthz`)).status).toBe(200);
  });
});
