import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/env.ts';
import type { Lane } from './messages.ts';

/**
 * Runs the next handlers on a thread, for answers that read or draw more than a page. They may only read. They know the
 * caller as usual; permissions were checked before.
 */
export const offThread =
  (lane: Lane): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { threads } = c.get('services');
    return threads ? threads.answer(c, lane) : next();
  };
