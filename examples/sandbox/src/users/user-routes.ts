import { users } from '@forecourt/core';
import type { Hono } from 'hono';
import { hashPassword } from '../auth/passwords.ts';
import { refuseField } from '../forms/sent-record.ts';
import type { AppEnv } from '../http/env.ts';
import { permittedNow } from '../http/permit.ts';
import { crudRoutes } from '../records/crud-routes.ts';
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

/** Signing in accepts no longer ones. */
const MAX_PASSWORD_LENGTH = 1_000;

/** Hashes before the write begins: hashing takes a while. */
async function passwordIn(services: Services, value: unknown): Promise<NewPassword> {
  if (value === undefined || value === null || value === '') return { text: '', hash: undefined };
  if (typeof value !== 'string' || value.length > MAX_PASSWORD_LENGTH) {
    throw refuseField(
      '/password',
      `A password is text of ${MAX_PASSWORD_LENGTH} characters at most.`,
    );
  }
  return { text: value, hash: await hashPassword(value, services.passwordCost) };
}

/** Users and what they may do (USER-01, USER-06, ACC-06). */
export function userRoutes(app: Hono<AppEnv>): void {
  crudRoutes(app, users, {
    list: USER_LIST,
    present: (rows, read) => presentUsers(read, rows),
    record: (row, read) => presented(read, row),
    find: visibleUser,
    read: async (body, services) => sentUser(body, await passwordIn(services, body.password)),
    recheck: permittedNow,
    // In turn with switches and sign-ins, so that none of them opens a session that this one doesn't see.
    turn: 'sessions',
    create: createUser,
    update: updateUser,
    noted: ({ password }, before) =>
      before !== undefined && password.hash !== undefined && { password: 'changed' },
    remove: deleteUser,
  });
}
