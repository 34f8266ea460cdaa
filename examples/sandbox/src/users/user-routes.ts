import { users } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf, withTrail } from '../audit/audit.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { WriteOptions, Writer } from '../db/store.ts';
import { decodeSent, refuseField } from '../forms/sent-record.ts';
import type { AppEnv } from '../http/env.ts';
import { answerRecord, ifMatch } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { listRoutes } from '../lists/list-routes.ts';
import type { Services } from '../services.ts';
import {
  createUser,
  deleteUser,
  type NewPassword,
  presented,
  sentUser,
  updateUser,
  visibleUser,
} from './user-store.ts';
import { presentUsers, USER_LIST } from './user-wire.ts';

/** In turn with switches and sign-ins: none of them opens a session that this one doesn't see. */
const ENDS_SESSIONS: WriteOptions = { turn: 'sessions' };

/** Signing in takes no longer ones. */
const LONGEST_PASSWORD = 1_000;

/** Hashed before the database is asked for its turn: that takes a while. */
async function passwordIn(services: Services, value: unknown): Promise<NewPassword> {
  if (value === undefined || value === null || value === '') return { text: '', hash: undefined };
  if (typeof value !== 'string' || value.length > LONGEST_PASSWORD) {
    throw refuseField('/password', `A password is text of ${LONGEST_PASSWORD} characters at most.`);
  }
  return { text: value, hash: await hashPassword(value, services.passwordCost) };
}

/** Users and what they may do (USER-01, USER-06, ACC-06). */
export function userRoutes(app: Hono<AppEnv>): void {
  listRoutes(app, {
    path: '/users',
    action: 'users.list',
    list: USER_LIST,
    present: (rows, c) => presentUsers(c.get('services').store.read, rows),
  });

  app.get('/user/:id', permit('users.get'), async (c) => {
    const { read } = c.get('services').store;
    const row = await visibleUser(read, signedIn(c), c.req.param('id'));
    return answerRecord(c, row, await presented(read, row));
  });

  app.post('/users', permit('users.create'), async (c) => {
    const services = c.get('services');
    const body = await jsonBody(c);
    const sent = sentUser(decodeSent(users.schema, body));
    const password = await passwordIn(services, body.password);
    const actor = actorOf(c, signedIn(c));
    return withTrail(services.store, actor, 'users.create', async (tx) => {
      const row = await createUser(tx, actor, sent, password);
      return answerRecord(c, row, await presented(tx, row), 201);
    });
  });

  app.put('/user/:id', permit('users.update'), async (c) => {
    const services = c.get('services');
    const body = await jsonBody(c);
    const sent = sentUser(decodeSent(users.schema, body));
    const password = await passwordIn(services, body.password);
    const actor = actorOf(c, signedIn(c));
    const match = ifMatch(c, 'users.get');
    const work = async (tx: Writer) => {
      const row = await updateUser(tx, actor, c.req.param('id'), { ...sent, match }, password);
      return answerRecord(c, row, await presented(tx, row));
    };
    return withTrail(services.store, actor, 'users.update', work, ENDS_SESSIONS);
  });

  app.delete('/users/:id', permit('users.delete'), async (c) => {
    const actor = actorOf(c, signedIn(c));
    const match = ifMatch(c, 'users.get');
    const work = (tx: Writer) => deleteUser(tx, actor, c.req.param('id'), match);
    await c.get('services').store.write(work, ENDS_SESSIONS);
    return c.json({});
  });
}
