import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How the proxy fails a call: answers with that status, cuts the answer off halfway, or forwards
 * the call and drops the answer, or ends the answer halfway as if it were whole. 'page' and the redirects are those of a
 * network that wants a sign-in first.
 */
export type Mode =
  | Redirect
  | (401 | 403 | 422 | 429 | 500 | 503 | 511)
  | ('page' | 'cut' | 'drop' | 'half');

type Redirect = 302 | 303 | 307;
const REDIRECTS: readonly Mode[] = [302, 303, 307];

const PAGE = '<!doctype html><form action="/portal">Sign in to the guest network</form>';

/** Nothing of it reaches the service. */
function catchCall(answer: ServerResponse, mode: Mode, loginPage: string): void {
  if (mode === 'page') return void answer.writeHead(200, HTML).end(PAGE);
  answer.writeHead(Number(mode), { location: `${loginPage}?next=secret-1` }).end();
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };

export interface FaultyProxy {
  readonly url: string;
  /** Selects the calls to fail; all others pass. Those that it says to 'block' never reach the service. */
  strike: (method: string, path: string) => boolean | 'block';
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
  // A 503 refuses the call before any work: the problem says that nothing was done.
  const outcome = status === 503 ? 'none' : undefined;
  answer.end(
    JSON.stringify({ status, title: 'Refused', detail: 'It is refused.', errors, outcome }),
  );
}

/** The service does the work, and its answer breaks off before or after the first bytes. */
function breakOff(real: IncomingMessage, answer: ServerResponse, mode: Mode): void {
  if (mode === 'drop') return void answer.destroy();
  // An answer without a body is complete with its headers.
  if (real.statusCode === 204) return void answer.writeHead(204, real.headers).end();
  const { 'transfer-encoding': _, ...headers } = real.headers;
  answer.writeHead(real.statusCode ?? 502, { ...headers, 'content-length': '9999' });
  answer.write('{"a', () => answer.destroy());
}

/** Without a length, nothing shows that there was more. */
function halve(real: IncomingMessage, answer: ServerResponse): void {
  const parts: Buffer[] = [];
  real.on('data', (part: Buffer) => parts.push(part));
  real.on('end', () => {
    const whole = Buffer.concat(parts);
    const { 'content-length': _, ...headers } = real.headers;
    answer.writeHead(real.statusCode ?? 502, headers);
    answer.end(whole.subarray(0, Math.floor(whole.length / 2)));
  });
}

function forward(
  target: string,
  call: IncomingMessage,
  answer: ServerResponse,
  mode: Mode | undefined,
): void {
  const { headers, method, url = '/' } = call;
  const onward = request(`${target}${url}`, { method, headers }, (real) => {
    if (mode === 'half') return halve(real, answer);
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

/** Opens a proxy to the service that fails the calls selected by `strike`. */
export async function openProxy(
  serviceUrl: string,
  mode: Mode,
  loginPage = 'http://wifi.invalid/login',
): Promise<FaultyProxy> {
  const { origin, pathname } = new URL(serviceUrl);
  const proxy = { strike: (_method: string, _path: string): boolean | 'block' => false };
  const server = createServer((call, answer) => {
    const struck = proxy.strike(call.method ?? 'GET', call.url ?? '/');
    if (struck === 'block') call.resume().on('end', () => answer.destroy());
    else if (!struck) forward(origin, call, answer, undefined);
    else if (typeof mode === 'string' && mode !== 'page') forward(origin, call, answer, mode);
    else if (mode === 'page' || REDIRECTS.includes(mode)) {
      call.resume().on('end', () => catchCall(answer, mode, loginPage));
    } else call.resume().on('end', () => refuse(answer, mode));
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
