import type { Hono } from 'hono';
import { recordChange } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import type { AppEnv } from '../http/env.ts';
import { jsonBody, MAX_BYTES_OF_STRANGER } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { checkPassword, refuseFormer } from './check-password.ts';
import { forgetFailures } from './login-limit.ts';
import { MAX_PASSWORD_LENGTH } from './passwords.ts';
import { clientOf, openSession } from './sessions.ts';

/** `POST login` (AUTH-02, AUTH-12): the session is in the response's authorization header. */
export function loginRoutes(app: Hono<AppEnv>): void {
  app.post('/login', async (c) => {
    const services = c.get('services');
    const { username, password } = await jsonBody(c, MAX_BYTES_OF_STRANGER);
    if (
      typeof username !== 'string' ||
      typeof password !== 'string' ||
      password.length > MAX_PASSWORD_LENGTH
    ) {
      throw new Problem(400, 'username and password are required.');
    }
    const email = username.trim().toLowerCase();
    const authorization = await checkPassword(c, email, password, (verified) => {
      const work = async (tx: Writer) => {
        const { userId } = verified;
        await refuseFormer(tx, verified);
        await forgetFailures(tx, services.now(), verified);
        const actor = {
          account: { userId, email, actingAs: null, companyId: verified.companyId },
          requestId: c.get('requestId'),
          address: c.get('address'),
          at: services.now(),
          claim: undefined,
        };
        const change = { action: 'session.sign-in', resource: 'session', recordId: userId };
        await recordChange(tx, actor, change);
        return openSession(tx, services, { userId, ...clientOf(c) });
      };
      return services.store.write(work, { turn: 'sessions' });
    });
    return c.json({ APIResult: 1 }, 200, { authorization });
  });
}
