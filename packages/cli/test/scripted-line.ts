import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the line does with a call. 'swallow': the service does it, and its answer never arrives. 'stall': it never
 * reaches the service either. An object: answered by the line itself, as a proxy does.
 */
export type Action = 'pass' | 'swallow' | 'stall' | Reply;

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A call as the script sees it: 'POST /api/v1/import_transactions?provider=Pipeline'. */
export interface Line {
  readonly url: string;
  /** Decides about each call; all pass at first. */
  script: (call: string) => Action;
  /** Calls in order of arrival, with the time of each by `performance.now()`. */
  readonly calls: readonly { readonly call: string; readonly at: number }[];
  /** Called once the service has done what was swallowed. */
  onSwallowed: () => void;
  /** Calls that arrive meanwhile wait until it is over. */
  held: Promise<unknown> | undefined;
  readonly close: () => Promise<void>;
}

export const isImport = (call: string): boolean =>
  call.startsWith('POST') && /import_tr/.test(call);
export const isLookup = (call: string): boolean => call.includes('/imports?key=');

/** A line to the service that does with each call what its script says. */
export async function openLine(serviceUrl: string): Promise<Line> {
  const { origin, pathname } = new URL(serviceUrl);
  const calls: { call: string; at: number }[] = [];
  const line = {
    script: (_call: string): Action => 'pass',
    onSwallowed: (): void => undefined,
    held: undefined as Promise<unknown> | undefined,
  };
  const server = createServer(async (incoming, answer) => {
    const { headers, method, url } = incoming;
    const call = `${method} ${url}`;
    calls.push({ call, at: performance.now() });
    await line.held;
    const action = line.script(call);
    if (action === 'stall') return void incoming.resume();
    if (typeof action === 'object') {
      const { body = '', headers: own, status } = action;
      return void incoming.resume().on('end', () => answer.writeHead(status, own).end(body));
    }
    const onward = request(`${origin}${url}`, { method, headers }, (real: IncomingMessage) => {
      if (action === 'swallow') return void real.resume().on('end', () => line.onSwallowed());
      answer.writeHead(real.statusCode ?? 502, real.headers);
      real.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(line, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
