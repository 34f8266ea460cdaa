import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/env.ts';
import type { Lane } from './threads.ts';

/**
 * Has the handlers behind it answer on a thread: for what reads or draws more than a page. They may only read; who calls
 * is known to them as here, and what is permitted was looked at before.
 */
export const offThread =
  (lane: Lane): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { threads } = c.get('services');
    return threads ? threads.answer(c, lane) : next();
  };
