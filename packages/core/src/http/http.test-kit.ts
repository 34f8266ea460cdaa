import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect } from 'vitest';
import * as z from 'zod';
import { createHttp } from './create-http.ts';
import type { Call, Http, HttpOptions } from './http.types.ts';
import { ApiError } from './outcome.ts';

/** What the tests of the door share. */

export const anything = z.unknown();
export const read: Call = { operation: 'cards.list', method: 'GET', path: 'cards' };
export const write: Call = {
  operation: 'cards.create',
  method: 'POST',
  path: 'cards',
  json: { a: 1 },
};

/** The error of a call that has to fail. */
export const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export const cut: Handler = (request) => request.socket.destroy();
export const hang: Handler = () => undefined;
export const ok: Handler = (_, response) => void response.end('{"ok":true}');
export const status =
  (code: number): Handler =>
  (_, response) =>
    void response.writeHead(code).end();

/** Begins an answer of 10 bytes and goes on as told after 4. */
const begin =
  (then: (response: ServerResponse) => void): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10 });
    response.write('{"a"', () => then(response));
  };
export const cutBody = begin((response) => setTimeout(() => response.destroy(), 10));
export const silentBody = begin(() => undefined);

/** A service on a real socket: what no interceptor can show. */
export interface RealService {
  /** One a call, in order; then `ok`. */
  handlers: Handler[];
  /** What arrived whole. */
  seen: { readonly url: string; readonly body: string }[];
  door(options?: Partial<HttpOptions>): Http;
}

/** Gives each test of the file a service of its own. */
export function useRealService(): RealService {
  let server: Server;
  const service: RealService = {
    handlers: [],
    seen: [],
    door: (options) =>
      createHttp({
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
        sleep: async () => undefined,
        ...options,
      }),
  };
  beforeEach(async () => {
    service.handlers = [];
    service.seen = [];
    server = createServer(async (request, response) => {
      const body = await new Blob(await Array.fromAsync(request)).text();
      service.seen.push({ url: request.url ?? '', body });
      (service.handlers.shift() ?? ok)(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return service;
}
