import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { quickFetch } from './quick-fetch.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const read = (url: string, init: RequestInit = {}) =>
  quickFetch(url, { headers: { accept: 'application/json' }, ...init });

describe('quickFetch', () => {
  it('returns status, headers and body unchanged', async () => {
    const url = await serve(({ headers, method, url: path }, answer) => {
      answer.writeHead(418, { 'content-type': 'application/json', 'x-request-id': 'r-1' });
      answer.end(JSON.stringify([method, path, headers.authorization]));
    });
    const answer = await read(`${url}/cards?size=5`, {
      headers: { accept: 'application/json', authorization: 'Bearer abc' },
    });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([418, 'r-1']);
    expect(await answer.json()).toEqual(['GET', '/cards?size=5', 'Bearer abc']);
  });

  it('decompresses the body, and returns none if there is none', async () => {
    const url = await serve(({ url: path }, answer) => {
      if (path === '/none') return answer.writeHead(204).end();
      answer.writeHead(200, { 'content-encoding': 'gzip' });
      return answer.end(gzipSync('{"rows":[1,2]}'));
    });
    expect(await (await read(url)).json()).toEqual({ rows: [1, 2] });
    expect((await read(`${url}/none`)).body).toBeNull();
  });

  it('follows a redirect', async () => {
    const url = await serve(({ url: path }, answer) => {
      if (path === '/there') return answer.end('{"there":true}');
      return answer.writeHead(302, { location: '/there' }).end();
    });
    expect(await (await read(url)).json()).toEqual({ there: true });
  });

  it('passes on anything but a JSON read', async () => {
    const url = await serve((request, answer) => {
      request.pipe(answer.writeHead(201));
    });
    const posted = await read(url, { method: 'POST', body: '{"sent":1}' });
    expect([posted.status, await posted.text()]).toEqual([201, '{"sent":1}']);
    expect((await quickFetch(url, { headers: { accept: '*/*' } })).status).toBe(201);
  });

  it('fails like fetch if nobody answers', async () => {
    const url = await serve(() => undefined);
    for (const close of closing.splice(0)) close();
    const ends = [read(url), fetch(url)].map((sent) => sent.catch((error: TypeError) => error));
    for (const error of await Promise.all(ends)) {
      expect(error).toMatchObject({ name: 'TypeError', cause: { code: 'ECONNREFUSED' } });
    }
  });

  it.each(['plain', 'gzip'])('fails where the body is cut off (%s)', async (kind) => {
    const url = await serve((_, answer) => {
      const bytes = kind === 'gzip' ? gzipSync('x'.repeat(1_000)) : Buffer.alloc(100);
      const encoded = kind === 'gzip' ? { 'content-encoding': kind } : {};
      answer.writeHead(200, { 'content-length': String(bytes.length), ...encoded });
      answer.write(bytes.subarray(0, bytes.length / 2), () => answer.destroy());
    });
    await expect((await read(url)).text()).rejects.toThrow(TypeError);
  });

  it('stops when aborted, before the answer and within the body', async () => {
    const url = await serve(({ url: path }, answer) => {
      if (path !== '/silent') answer.writeHead(200).write('{"begun":');
    });
    const early = new AbortController();
    const waiting = read(`${url}/silent`, { signal: early.signal });
    setTimeout(() => early.abort(), 20);
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });

    const late = new AbortController();
    const begun = await read(url, { signal: late.signal });
    setTimeout(() => late.abort(), 20);
    await expect(begun.text()).rejects.toThrow();
  });
});
