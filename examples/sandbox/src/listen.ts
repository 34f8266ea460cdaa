import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

type Handler = (
  request: Request,
  env: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse },
) => Promise<Response>;

/** Serves on a port of this machine; `close` lets running calls end for a second, then cuts them. */
export async function listen(
  handler: Handler,
  at: { readonly port?: number; readonly host?: string } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const host = at.host ?? '127.0.0.1';
  const server = createAdaptorServer({ fetch: handler as never }) as Server;
  // A large upload or export may take longer than Node's five minutes.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= new Promise<void>((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), 1_000);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      server.closeIdleConnections();
    });
    return closing;
  };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, close };
}
