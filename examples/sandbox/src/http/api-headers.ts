import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createMiddleware } from 'hono/factory';
import type { Services } from '../services.ts';
import type { AppContext, AppEnv } from './env.ts';

type SetHeader = (name: string, value: string) => void;

const EXPOSED = [
  'authorization',
  'content-disposition',
  'etag',
  'x-request-id',
  'retry-after',
  'idempotent-replayed',
  'x-import-id',
  'x-import-imported',
  'x-import-duplicates',
  'x-import-rejected',
  'x-import-exceptions',
  'x-import-totals',
].join(', ');

const CORS = {
  // Calls carry no cookie: only the authorization header decides who may call.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
} as const;

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-match, traceparent, tracestate, x-request-id',
  'access-control-max-age': '600',
} as const;

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Of every answer. */
const ALWAYS = Object.entries({ ...CORS, ...SECURITY });

/** Whether a browser asks before a page of another address may call; other OPTIONS ask which methods a path has. */
const isPreflight = ({ req }: AppContext): boolean =>
  req.method === 'OPTIONS' && req.header('access-control-request-method') !== undefined;

/** Sets the request's id, and the headers of every answer, failures included. */
export const apiHeaders = (services: Services) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const asked = c.req.header('x-request-id');
    const requestId = asked && /^[\w.-]{1,64}$/.test(asked) ? asked : randomUUID();
    c.set('requestId', requestId);
    c.set('services', services);
    // Set on Node's answer where there is one: on a `Response` they would make a `Headers` object of it, which takes a
    // quarter of a call.
    const answer: ServerResponse | undefined = c.env?.outgoing;
    if (answer) setHeaders(c, (name, value) => answer.setHeader(name, value));
    if (isPreflight(c)) c.res = c.body(null, 204, PREFLIGHT);
    else await next();
    if (!answer) setHeaders(c, (name, value) => c.res.headers.set(name, value));
  });

function setHeaders({ req, var: { requestId } }: AppContext, set: SetHeader): void {
  set('x-request-id', requestId);
  for (const [name, value] of ALWAYS) set(name, value);
  if (req.path.startsWith('/api/')) set('cache-control', 'no-store');
}
