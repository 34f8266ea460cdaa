import type { Hono } from 'hono';
import type { AppContext, AppEnv } from '../http/env.ts';
import { jsonBody } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { claimAttempt, countFailure, forgetFailures } from './login-limit.ts';
import { verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';

const addressOf = (c: AppContext): string => c.env.incoming?.socket.remoteAddress ?? 'in-process';

/** `POST login` (AUTH-02): the authorization header of the answer is the session. */
export function loginRoutes(app: Hono<AppEnv>): void {
  app.post('/login', async (c) => {
    const services = c.get('services');
    const { username, password } = await jsonBody(c);
    if (typeof username !== 'string' || typeof password !== 'string' || password.length > 1_000) {
      throw new Problem(400, 'username and password are required.');
    }
    const attempt = { username: username.trim().toLowerCase(), address: addressOf(c) };
    const id = await claimAttempt(services, attempt);
    const user = await services.store.read
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('email', '=', attempt.username)
      .executeTakeFirst();
    const right = await verifyPassword(
      password,
      user?.password_hash ?? null,
      services.passwordCost,
    );
    if (!user || !right) {
      await services.store.write((tx) => countFailure(tx, id));
      throw new Problem(401, 'Invalid Credential Please try again.');
    }
    const authorization = await services.store.write(async (tx) => {
      await forgetFailures(tx, services.now(), { ...attempt, id });
      return openSession(tx, services.now(), user.id, null);
    });
    return c.json({ APIResult: 1 }, 200, { authorization });
  });
}
