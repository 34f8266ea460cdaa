import type { AppContext } from './env.ts';
import { notFound, Problem, problemBody } from './problem.ts';

function answer(c: AppContext, problem: Problem): Response {
  const requestId = c.get('requestId');
  return c.body(JSON.stringify(problemBody(problem.status, problem.message, requestId, problem)), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...problem.headers },
  });
}

/** Every failure of a call ends here. What was not foreseen is logged, and told without its inside. */
export function answerFailure(error: Error, c: AppContext): Response {
  if (error instanceof Problem) return answer(c, error);
  console.error(`${c.req.method} ${c.req.path} (request ${c.get('requestId')}) failed:`, error);
  return answer(
    c,
    new Problem(500, 'The service failed. Try again; if it stays, report the request id.'),
  );
}

export const answerNotFound = (c: AppContext): Response =>
  answer(c, notFound(`${c.req.method} ${c.req.path}`));
