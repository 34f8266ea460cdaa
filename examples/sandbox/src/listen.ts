import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { formatValue } from '@forecourt/core';
import { createAdaptorServer } from '@hono/node-server';
import { MAX_JSON_BYTES } from './http/json-body.ts';
import { problemBody } from './http/problem.ts';

type Handler = (
  request: Request,
  env: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse },
) => Promise<Response>;

/** Time limits for what a client sends, in milliseconds. */
export interface TimeLimits {
  /** For all headers; default 15 s. */
  readonly headers: number;
  /** Between two bytes of a body; default 30 s. */
  readonly bodySilence: number;
  /** For headers and body together; default 15 min, long enough for a large upload. */
  readonly request: number;
}

export const TIME_LIMITS: TimeLimits = { headers: 15_000, bodySilence: 30_000, request: 900_000 };

interface Call {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** For a call that was answered with 408 while it was running. */
const ALREADY_ANSWERED = new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

/** Answers 408 if nothing was answered yet, and cuts the connection. */
function refuseSilence(socket: Socket, { incoming, outgoing }: Call): void {
  if (outgoing.headersSent) {
    socket.destroy();
    return;
  }
  const requestId = crypto.randomUUID();
  const body = problemBody(408, 'The body stopped coming. Send the call again.', requestId);
  outgoing.writeHead(408, {
    'content-type': 'application/problem+json',
    'x-request-id': requestId,
    connection: 'close',
  });
  // Notifies the reader of the body: after an answer, Node doesn't report a closed connection.
  outgoing.end(JSON.stringify(body), () => incoming.destroy(new Error('The body stopped coming.')));
}

/** Whether a client that waits for '100 Continue' announces more JSON than any call takes. */
const isTooLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > MAX_JSON_BYTES &&
  !headers['content-type']?.startsWith('multipart/');

/** Answers 413 before the body is sent. */
function refuseSize(outgoing: ServerResponse): void {
  const requestId = crypto.randomUUID();
  const detail = `The body may have at most ${formatValue('integer', MAX_JSON_BYTES)} bytes.`;
  outgoing.writeHead(413, {
    'content-type': 'application/problem+json',
    'x-request-id': requestId,
    connection: 'close',
  });
  outgoing.end(JSON.stringify(problemBody(413, detail, requestId)));
}

/** Disconnects clients that send headers or a body too slowly, but not those that wait for their answer. */
function limitTime(server: Server, limits: TimeLimits): Map<Socket, Call> {
  const calls = new Map<Socket, Call>();
  const served = new WeakSet<Socket>();
  server.headersTimeout = Math.min(limits.headers, limits.request);
  server.requestTimeout = limits.request;
  server.timeout = limits.bodySilence;
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const call = { incoming, outgoing };
    calls.set(socket, call);
    outgoing.once('close', () => {
      served.add(socket);
      if (calls.get(socket) === call) calls.delete(socket);
    });
  });
  server.on('timeout', (socket: Socket) => {
    const call = calls.get(socket);
    if (call && !call.incoming.complete) refuseSilence(socket, call);
    // Idle between two calls. Another timer watches the headers of the first one.
    if (!call && served.has(socket)) socket.destroy();
  });
  return calls;
}

/**
 * Serves on a port. `close` stops accepting, lets running calls end for `graceMs`, then cuts them; each answer then
 * closes its connection.
 */
export async function listen(
  handler: Handler,
  at: { readonly port?: number; readonly host?: string } = {},
  limits: TimeLimits = TIME_LIMITS,
): Promise<{ url: string; close: (graceMs: number) => Promise<void> }> {
  const host = at.host ?? '127.0.0.1';
  const connectionsCheckingInterval = Math.max(100, Math.min(limits.headers / 4, 5_000));
  const server = createAdaptorServer({
    fetch: (async (request: Request, env: Call) => {
      const answer = await handler(request, env);
      return env.outgoing.headersSent ? ALREADY_ANSWERED : answer;
    }) as never,
    serverOptions: { connectionsCheckingInterval },
  }) as Server;
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (isTooLarge(incoming)) refuseSize(outgoing);
    else {
      outgoing.writeContinue();
      server.emit('request', incoming, outgoing);
    }
  });
  const calls = limitTime(server, limits);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = (graceMs: number) => {
    closing ??= new Promise<void>((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      const endAfterAnswer = ({ outgoing }: Call) => {
        if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
        outgoing.once('close', () => server.closeIdleConnections());
      };
      for (const call of calls.values()) endAfterAnswer(call);
      server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
        endAfterAnswer({ incoming, outgoing }),
      );
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
