import type { AppContext } from './env.ts';
import { badRequest } from './problem.ts';

/** Returns a parameter of the query. Throws a 400 if it is given twice: either value could be meant. */
export function onlyOne(c: AppContext, name: string): string | undefined {
  const [value, second] = c.req.queries(name) ?? [];
  if (second === undefined) return value;
  throw badRequest(`${name} is given more than once. Send it once.`, `/${name}`);
}
