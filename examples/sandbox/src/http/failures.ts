import { type Action, can } from '@forecourt/core';
import type { Hono } from 'hono';
import { brokenRule, storageFailure } from '../db/engine.ts';
import type { AppContext, AppEnv } from './env.ts';
import { methodNotAllowed, notFound, Problem, problemBody } from './problem.ts';

/** Returns the refusal without what the account may not read (ACC-04): one who may write an invoice may not see it. */
function withheld(c: AppContext, problem: Problem): Problem {
  const { errors, headers, status, unread } = problem;
  const account = c.get('account');
  const mayRead = (action: Action) => can(account?.access, action).allowed;
  if (unread === undefined || !account || unread.readBy.every(mayRead)) return problem;
  const { detail } = unread;
  const blank = errors?.map(({ pointer }) => ({ pointer, detail }));
  return new Problem(status, detail, { headers, ...(blank && { errors: blank }) });
}

function answer(c: AppContext, refused: Problem): Response {
  const requestId = c.get('requestId');
  const problem = withheld(c, refused);
  return c.body(JSON.stringify(problemBody(problem.status, problem.message, requestId, problem)), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...problem.headers },
  });
}

/** For the operator to fix: the call was correct, and changed nothing. */
const STORAGE = {
  full: () =>
    new Problem(507, 'The service has no space left, and nothing was changed. Try again later.'),
  slow: () =>
    new Problem(503, 'The database took too long. Ask for less, or try again in a moment.', {
      headers: { 'retry-after': '5' },
    }),
  unreachable: () =>
    new Problem(503, 'The database can’t be reached. Try again in a moment.', {
      headers: { 'retry-after': '5' },
    }),
} as const;

/** Answers every failure of a call. Unexpected ones are logged, and answered without details. */
export function answerFailure(error: Error, c: AppContext): Response {
  if (error instanceof Problem && error.status !== 500) return answer(c, error);
  const storage = storageFailure(error);
  const rule = brokenRule(error);
  if (rule !== undefined) {
    // The checks of forms and service have missed this case: worth a look.
    console.error(`${c.req.method} ${c.req.path} (request ${c.get('requestId')}) breaks ${rule}.`);
    const detail = `What was sent contradicts other data${rule && ` (${rule})`}. Nothing was changed.`;
    return answer(c, new Problem(422, detail));
  }
  console.error(`${c.req.method} ${c.req.path} (request ${c.get('requestId')}) failed:`, error);
  if (storage) return answer(c, STORAGE[storage]());
  return answer(
    c,
    new Problem(500, 'The service failed. Try again; if it stays, report the request id.'),
  );
}

export const answerNotFound = (c: AppContext): Response =>
  answer(c, notFound(`${c.req.method} ${c.req.path}`));

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Returns the methods of a path among `routes`: HEAD wherever there is GET. */
function methodsOf({ router }: Hono<AppEnv>, path: string): string[] {
  const found = METHODS.filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/**
 * Answers a call that no route took: 405 with `Allow` where its path has other methods, else 404 (WIRE-06). OPTIONS gets
 * the `Allow` as its answer.
 */
export const answerUnknown =
  (routes: Hono<AppEnv>, base: string) =>
  (c: AppContext): Response => {
    const allowed = methodsOf(routes, c.req.path.slice(base.length).replace(/(?<=.)\/$/, ''));
    if (allowed.length === 0) return answerNotFound(c);
    if (c.req.method === 'OPTIONS') return c.body(null, 204, { allow: allowed.join(', ') });
    return answer(c, methodNotAllowed(c.req.method, allowed));
  };
