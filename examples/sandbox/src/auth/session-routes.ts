import { passwordIssue } from '@forecourt/core';
import type { Hono } from 'hono';
import { type Actor, actorOf, recordChange } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import { refuseField } from '../forms/sent-record.ts';
import type { AppEnv } from '../http/env.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest, notFound, Problem } from '../http/problem.ts';
import { checkPassword, refuseFormer } from './check-password.ts';
import { forgetFailures } from './login-limit.ts';
import { afterLostSwitch } from './lost-switch.ts';
import { hashPassword, MAX_PASSWORD_LENGTH } from './passwords.ts';
import { endFamily, familyOf, liveSessions } from './sessions.ts';

/** Stores a new password. Ends the user's other sessions and forgets the addresses of other sign-ins. */
async function changeTo(tx: Writer, actor: Actor, hash: string, address: string): Promise<void> {
  const { tokenHash, userId } = actor.account;
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', tokenHash)
    .execute();
  await tx
    .deleteFrom('known_addresses')
    .where('user_id', '=', userId)
    .where('address', '!=', address)
    .execute();
  await recordChange(tx, actor, {
    action: 'profile.password',
    resource: 'users',
    recordId: userId,
    changes: { password: 'changed' },
  });
}

/** The caller's sessions: lists and ends them, and ends the others after a new password (AUTH-11, USER-08). */
export function sessionRoutes(app: Hono<AppEnv>): void {
  app.post('/logout', afterLostSwitch(), permit('session.logout'), async (c) => {
    const account = signedIn(c);
    const work = async (tx: Writer) => {
      await endFamily(tx, account.userId, await familyOf(tx, account.tokenHash));
      await recordChange(tx, actorOf(c, account), {
        action: 'session.sign-out',
        resource: 'session',
        recordId: account.userId,
      });
    };
    await c.get('services').store.write(work, { turn: 'sessions' });
    return c.body(null, 204);
  });

  app.get('/sessions', permit('session.list'), async (c) => {
    const account = signedIn(c);
    const rows = await liveSessions(c.get('services'), account.userId);
    return c.json(
      rows.map((row) => ({
        id: row.family,
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
        address: row.address,
        client: row.client,
        acting_as: row.acting_as,
        current: row.token_hash === account.tokenHash,
      })),
    );
  });

  app.delete('/sessions/:id', permit('session.end'), async (c) => {
    const account = signedIn(c);
    const services = c.get('services');
    const id = c.req.param('id');
    const rows = await liveSessions(services, account.userId);
    const row = rows.find(({ family }) => family === id);
    if (!row) throw notFound('This session');
    const work = async (tx: Writer) => {
      await endFamily(tx, account.userId, id);
      await recordChange(tx, actorOf(c, account), {
        action: 'session.end',
        resource: 'session',
        recordId: id,
        changes: { address: row.address, client: row.client },
      });
    };
    await services.store.write(work, { turn: 'sessions' });
    return c.body(null, 204);
  });

  app.put('/profile/password', permit('profile.password'), async (c) => {
    const account = signedIn(c);
    const { now, passwordCost, store } = c.get('services');
    const { current, password } = await jsonBody(c);
    if (typeof current !== 'string' || current.length > MAX_PASSWORD_LENGTH) {
      throw badRequest('The current password is required.', '/current');
    }
    if (typeof password !== 'string' || password.length > MAX_PASSWORD_LENGTH) {
      throw badRequest('The new password is required.', '/password');
    }
    const issue = passwordIssue(password, account.email);
    if (issue) throw refuseField('/password', issue.message);
    await checkPassword(c, account.email, current, async (verified) => {
      const hash = await hashPassword(password, passwordCost);
      const work = async (tx: Writer) => {
        await refuseFormer(tx, verified);
        await forgetFailures(tx, now(), verified);
        await changeTo(tx, actorOf(c, account), hash, verified.address);
      };
      await store.write(work, { turn: 'sessions' });
    }).catch((error: unknown) => {
      // A 401 would mean that the session has ended.
      if (error instanceof Problem && error.status === 401) {
        throw refuseField('/current', 'The current password is wrong.');
      }
      throw error;
    });
    return c.body(null, 204);
  });
}
