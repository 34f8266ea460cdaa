import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address for several servers. */
export interface OneAddress {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Distributes calls round-robin. If a server can't be reached, the call goes to the next one. A call that broke off
 * is not sent again, because a proxy can't know whether it was done.
 */
export async function inTurn(servers: readonly string[], port = 0): Promise<OneAddress> {
  let next = 0;
  const forward = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    left: number,
  ): void => {
    const server = new URL(servers[next++ % servers.length] ?? '');
    const { method, url, headers } = incoming;
    const sent = request(
      { host: server.hostname, port: server.port, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 1) forward(incoming, outgoing, body, left - 1);
      else if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    sent.end(body);
  };
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    forward(incoming, outgoing, Buffer.concat(parts), servers.length);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
