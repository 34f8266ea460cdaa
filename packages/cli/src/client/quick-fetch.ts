import type { IncomingMessage } from 'node:http';

/** Statuses whose responses have no body. */
const EMPTY = [204, 205, 304];

/**
 * `fetch` for a command's reads. The first use of Node's `fetch` costs 40 ms, Node's HTTP client
 * only a few. Anything but a GET of JSON, and a redirect that is followed, goes to `fetch`.
 */
export const quickFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const asJson = request.headers.get('accept') === 'application/json';
  if (request.method !== 'GET' || !asJson) return fetch(request);
  const answer = await send(request);
  const { statusCode: status = 0, rawHeaders } = answer;
  if (status >= 300 && status < 400 && request.redirect === 'follow') {
    answer.destroy();
    return fetch(request);
  }
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  return new Response(EMPTY.includes(status) ? null : await bodyOf(answer), { status, headers });
};

/** Fails as `fetch` does: with a TypeError that carries the cause. */
const lost = (cause: unknown): TypeError => new TypeError('fetch failed', { cause });

async function send(request: Request): Promise<IncomingMessage> {
  const { get } = await (request.url.startsWith('https:')
    ? import('node:https')
    : import('node:http'));
  const headers = { 'accept-encoding': 'gzip', ...Object.fromEntries(request.headers) };
  return new Promise((resolve, reject) => {
    get(request.url, { headers, signal: request.signal }, resolve).on('error', (error) =>
      reject(request.signal.aborted ? request.signal.reason : lost(error)),
    );
  });
}

/** Returns the body as a stream that errors when the connection is cut. */
async function bodyOf(answer: IncomingMessage): Promise<ReadableStream<Uint8Array>> {
  const packed = answer.headers['content-encoding'] === 'gzip';
  const { createGunzip } = packed ? await import('node:zlib') : {};
  const plain = createGunzip ? answer.pipe(createGunzip()) : answer;
  const end = () => {
    plain.removeAllListeners('data').removeAllListeners('end');
    answer.destroy();
  };
  return new ReadableStream({
    start(controller) {
      const fail = (error: Error) => {
        end();
        controller.error(lost(error));
      };
      answer.on('error', fail);
      if (plain !== answer) plain.on('error', fail);
      plain.on('data', (bytes: Buffer) => controller.enqueue(bytes));
      plain.on('end', () => controller.close());
    },
    cancel: end,
  });
}
