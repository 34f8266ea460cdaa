import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the line does with a call: answers it with that status, cuts the answer off mid-way, or lets it be
 * done and drops the answer.
 */
export type Mode = 401 | 403 | 422 | 429 | 500 | 503 | 'cut' | 'drop';

export interface FaultyProxy {
  readonly url: string;
  /** Of these calls; all others go through. */
  strike: (method: string, path: string) => boolean;
  readonly close: () => Promise<void>;
}

const RETRY_AFTER: Readonly<Record<number, string>> = { 429: '1', 503: '1' };

function refuse(answer: ServerResponse, status: number): void {
  const wait = RETRY_AFTER[status];
  const errors = status === 422 ? [{ pointer: '/nonsense', detail: 'It is refused.' }] : undefined;
  answer.writeHead(status, {
    'content-type': 'application/problem+json',
    'x-request-id': 'refused-1',
    ...(wait && { 'retry-after': wait }),
  });
  // Too busy to begin: the problem says that nothing was done.
  const outcome = status === 503 ? 'none' : undefined;
  answer.end(
    JSON.stringify({ status, title: 'Refused', detail: 'It is refused.', errors, outcome }),
  );
}

/** All is done there, and the answer breaks off behind its first bytes, or before them. */
function breakOff(real: IncomingMessage, answer: ServerResponse, mode: Mode): void {
  if (mode === 'drop') return void answer.destroy();
  // An answer without a body is whole with its head.
  if (real.statusCode === 204) return void answer.writeHead(204, real.headers).end();
  const { 'transfer-encoding': _, ...headers } = real.headers;
  answer.writeHead(real.statusCode ?? 502, { ...headers, 'content-length': '9999' });
  answer.write('{"a', () => answer.destroy());
}

function forward(
  target: string,
  call: IncomingMessage,
  answer: ServerResponse,
  mode: Mode | undefined,
): void {
  const { headers, method, url = '/' } = call;
  const onward = request(`${target}${url}`, { method, headers }, (real) => {
    if (mode !== undefined) {
      real.resume().on('end', () => breakOff(real, answer, mode));
      return;
    }
    answer.writeHead(real.statusCode ?? 502, real.headers);
    real.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  call.pipe(onward);
}

/** A line to the service that is at fault for the calls that `strike` picks. */
export async function openProxy(serviceUrl: string, mode: Mode): Promise<FaultyProxy> {
  const { origin, pathname } = new URL(serviceUrl);
  const proxy = { strike: (_method: string, _path: string): boolean => false };
  const server = createServer((call, answer) => {
    const struck = proxy.strike(call.method ?? 'GET', call.url ?? '/');
    if (!struck) forward(origin, call, answer, undefined);
    else if (mode === 'cut' || mode === 'drop') forward(origin, call, answer, mode);
    else call.resume().on('end', () => refuse(answer, mode));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}${pathname}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
