import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '../http/env.ts';
import { findSwitched } from './sessions.ts';

/**
 * Lets an authorization that a switch ended make the calls that are left to who never got the switch's answer: the same
 * switch again, to the target that `targetOf` reads, or a sign-out, without a target.
 */
export const afterLostSwitch = (targetOf?: (c: AppContext) => string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!c.get('account')) {
      const authorization = c.req.header('authorization');
      c.set('account', await findSwitched(c.get('services'), authorization, targetOf?.(c)));
    }
    await next();
  });
