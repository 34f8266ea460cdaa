import { describe, expect, it } from 'vitest';
import {
  cutBody,
  failure,
  type Handler,
  hang,
  silentBody,
  useRealService,
} from './http.test-kit.ts';
import type { Call } from './http.types.ts';
import { downloadFile } from './transfer.ts';

const service = useRealService();
const text = (body: ReadableStream<Uint8Array>) => new Response(body).text();

describe('files', () => {
  const file: Call = { operation: 'cards.export', method: 'POST', path: 'export', safe: true };
  const csv =
    (body: string, headers: Record<string, string | number> = {}): Handler =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/csv', ...headers }).end(body);

  it('returns name, length and bytes', async () => {
    service.handlers = [
      csv('a,b\n', {
        'content-disposition': 'attachment; filename="Cards.csv"',
        'content-length': 4,
      }),
    ];
    const download = await service.door().download(file);
    expect(download).toMatchObject({ fileName: 'Cards.csv', length: 4, contentType: 'text/csv' });
    expect(await text(download.body)).toBe('a,b\n');
  });

  it('is limited by `timeoutMs` until it begins, and by silence afterwards', async () => {
    service.handlers = [
      (_, response) => {
        response.writeHead(200);
        response.write('a');
        setTimeout(() => response.end('b'), 700);
      },
      hang,
    ];
    const slow = await service.door({ timeoutMs: 500, idleMs: 5000 }).download(file);
    expect(await text(slow.body)).toBe('ab');
    const error = await failure(service.door({ timeoutMs: 100 }).download(file));
    expect(error).toMatchObject({ kind: 'timeout' });
  });

  it('ERR-03 errors when the connection breaks off or falls silent within the file', async () => {
    service.handlers = [cutBody, silentBody];
    const broken = await service.door().download(file);
    const error = await failure(text(broken.body));
    expect(error).toMatchObject({ kind: 'network', code: 'cut_off', outcome: 'none' });
    expect(error.detail).toMatch(/^The answer broke off after 4 bytes \(.+\)\.$/);
    const silent = await service.door({ idleMs: 60 }).download({ ...file, safe: false });
    expect(await failure(text(silent.body))).toMatchObject({ code: 'silence', outcome: 'done' });
  });

  it.each([
    ['fewer', 'abc', '3 bytes came, 5 were announced.'],
    ['more', 'abcdefg', '7 bytes came, 5 were announced.'],
  ])('ERR-03 errors when %s bytes come than were announced', async (_, body, detail) => {
    const fetch = async () => new Response(body, { headers: { 'content-length': '5' } });
    const download = await service.door({ fetch }).download(file);
    expect(await failure(text(download.body))).toMatchObject({ code: 'cut_off', detail });
  });

  it('does not count the bytes of a compressed body', async () => {
    const { gzipSync } = await import('node:zlib');
    const packed = gzipSync('a'.repeat(5000));
    service.handlers = [
      (_, response) =>
        void response
          .writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length })
          .end(packed),
    ];
    const download = await service.door().download(file);
    expect(download.length).toBeUndefined();
    expect(await text(download.body)).toHaveLength(5000);
  });

  it('does not count bytes across origins, where compression is hidden', async () => {
    const fetch = async () => {
      const response = new Response('unpacked', { headers: { 'content-length': '5' } });
      return Object.defineProperty(response, 'type', { value: 'cors' });
    };
    const download = await service.door({ fetch }).download(file);
    expect(download.length).toBeUndefined();
    expect(await text(download.body)).toBe('unpacked');
  });

  it('ends its body when the signal aborts, and its connection when the reader stops', async () => {
    const stop = new AbortController();
    service.handlers = [silentBody];
    const download = await service.door().download({ ...file, signal: stop.signal });
    const pending = failure(text(download.body));
    setTimeout(() => stop.abort(), 20);
    expect((await pending).kind).toBe('cancelled');

    const closed = new Promise((resolve) => {
      service.handlers = [
        (request, response) => {
          request.socket.on('close', resolve);
          response.write('a');
        },
      ];
    });
    const left = await service.door().download(file);
    await left.body.cancel();
    await closed;
  });

  it('ERR-03 refuses a web page as a file', async () => {
    service.handlers = [csv('<html>', { 'content-type': 'text/html; charset=utf-8' })];
    const error = await failure(downloadFile(service.door(), { ...file, safe: false }));
    expect(error).toMatchObject({ kind: 'schema', outcome: 'unknown' });
  });

  it('reads a file no faster than its consumer', async () => {
    let written = 0;
    service.handlers = [
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
    const { body } = await service.door().download(file);
    const reader = body.getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(written).toBeLessThan(32e6);
    await reader.cancel();
  });
});
