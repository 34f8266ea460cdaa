import type { AppContext } from './env.ts';
import { Problem } from './problem.ts';

/** Refuses a HEAD, which is answered like a GET, of the few calls that change something by a GET. */
export function refuseHead(c: AppContext): void {
  if (c.req.method !== 'HEAD') return;
  const detail = 'This call changes something. HEAD asks for headers alone.';
  throw new Problem(405, detail, { headers: { allow: 'GET' } });
}
