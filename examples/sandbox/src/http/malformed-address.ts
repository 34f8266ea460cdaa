import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './env.ts';
import { badRequest } from './problem.ts';
import { textFault } from './text-fault.ts';

const MAX_PARAMETERS = 200;
const MAX_VALUE = 2_000;

/** Returns the path without percent-encoding; undefined if that can't be read. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Refuses a call with two Host headers: a proxy may have used the other one (RFC 9112, 3.2). */
export const refuseTwoHosts = createMiddleware<AppEnv>(async (c, next) => {
  const hosts = c.env.incoming?.headersDistinct.host ?? [];
  if (hosts.length > 1) throw badRequest('A call has one Host header.');
  await next();
});

/** Refuses a path or query that no call can have, with a 400 that names the parameter (WIRE-06). */
export const refuseMalformedAddress = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, searchParams } = new URL(c.req.url);
  const path = decodePath(pathname);
  if (path === undefined) throw badRequest("The path's percent-encoding can't be read.");
  if (path.includes('\0')) throw badRequest('The path may not contain a NUL character.');
  if (searchParams.size > MAX_PARAMETERS) {
    throw badRequest(`A call may have at most ${MAX_PARAMETERS} parameters.`);
  }
  for (const [name, value] of searchParams) {
    const fault = textFault(name, MAX_VALUE) ?? textFault(value, MAX_VALUE);
    if (fault) throw badRequest(fault, `/${name.slice(0, 100).replaceAll('\0', '')}`);
  }
  await next();
});
