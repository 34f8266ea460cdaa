import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import * as z from 'zod/mini';
import { createHttp } from './create-http.ts';
import type { Call, Http, HttpOptions } from './http.types.ts';
import { ApiError } from './outcome.ts';

/** Shared by the tests of the HTTP client. */

export const anything = z.unknown();
export const read: Call = { operation: 'cards.list', method: 'GET', path: 'cards' };
export const write: Call = {
  operation: 'cards.create',
  method: 'POST',
  path: 'cards',
  json: { a: 1 },
};

/** Returns the error of a call that is expected to fail. */
export const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

export const ORIGIN = 'http://service.test';

/** Returns a client of the service at `ORIGIN` that doesn't wait between attempts. */
export const doorTo = (options: Partial<HttpOptions> = {}): Http =>
  createHttp({
    baseUrl: `${ORIGIN}/api/v1/`,
    sleep: async () => undefined,
    random: () => 1,
    ...options,
  });

/** Lets nock answer every call of the file; each test has to use up the answers that it sets. */
export function useMockedService(): void {
  beforeAll(() => {
    // A file that ran before in this worker ended it.
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
  });
  afterEach(() => {
    expect(nock.pendingMocks()).toEqual([]);
    nock.cleanAll();
  });
  afterAll(() => nock.restore());
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export const cut: Handler = (request) => request.socket.destroy();
export const hang: Handler = () => undefined;
export const ok: Handler = (_, response) => void response.end('{"ok":true}');
export const status =
  (code: number): Handler =>
  (_, response) =>
    void response.writeHead(code).end();

/** Sends 4 of 10 bytes, then lets `then` decide how the response continues. */
const begin =
  (then: (response: ServerResponse) => void): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10 });
    response.write('{"a"', () => then(response));
  };
export const cutBody = begin((response) => setTimeout(() => response.destroy(), 10));
export const silentBody = begin(() => undefined);

/** A service on a real socket, for behaviour that a fetch interceptor can't show. */
export interface RealService {
  /** One per call, in order; after the last, `ok`. */
  handlers: Handler[];
  /** Requests that were received completely. */
  seen: { readonly url: string; readonly body: string }[];
  door(options?: Partial<HttpOptions>): Http;
}

/** Gives each test of the file its own service. */
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
