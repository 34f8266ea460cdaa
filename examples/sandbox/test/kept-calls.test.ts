import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { MIGRATIONS, migrateTo } from '../src/db/migrate.ts';
import { connect } from '../src/db/postgres/pool.ts';
import type { Schema } from '../src/db/schema.ts';
import { SqliteConnection } from '../src/db/sqlite/connection.ts';
import { createSandbox, PASSWORD } from '../src/index.ts';
import { createDatabase, ON_POSTGRES } from './database.ts';
import { ADMIN, IN_TESTS, signIn } from './helpers.ts';

const folder = await mkdtemp(join(tmpdir(), 'forecourt-kept-calls-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A database that a test may look into beside the service. */
async function openOwn(name: string) {
  const location = ON_POSTGRES
    ? { databaseUrl: await createDatabase(), dataDir: join(folder, name) }
    : { dataDir: join(folder, name) };
  const { mkdir } = await import('node:fs/promises');
  await mkdir(location.dataDir, { recursive: true });
  const open = () => {
    const file = ON_POSTGRES
      ? undefined
      : new SqliteConnection(join(location.dataDir, 'forecourt.sqlite'), { synchronous: 'off' });
    const db = file
      ? new Kysely<Schema>({ dialect: new SqliteDialect({ database: file }) })
      : connect(location.databaseUrl ?? '', 0);
    const close = async () => {
      await db.destroy();
      file?.close();
    };
    return { db, close };
  };
  return { open, location };
}

describe('what is kept of a call', () => {
  it('USER-08 AUTH-12 is no password, nor a hash that lets one be guessed', async () => {
    const { open, location } = await openOwn('secrets');
    const sandbox = await createSandbox({ ...IN_TESTS, ...location, seed: 'empty' });
    const client = await signIn(sandbox, ADMIN);
    const change = (current: string, password: string, key: string) =>
      client.call('profile/password', {
        method: 'PUT',
        body: { current, password },
        headers: { 'idempotency-key': key },
      });
    expect((await change(PASSWORD, 'short-1', 'k-weak')).status).toBe(422);
    expect((await change(PASSWORD, 'Diesel-by-night-7', 'k-one')).status).toBe(204);
    // The same key reveals to nobody whether a guess at what was sent is right.
    const guess = await change('Not-this-one-1', 'Diesel-by-night-8', 'k-one');
    expect([guess.status, guess.headers.get('idempotent-replayed')]).toEqual([204, 'true']);
    await sandbox.close();
    const { close, db } = open();
    const { rows } = await sql`select * from idempotency_keys`.execute(db);
    await close();
    expect(rows).toHaveLength(2);
    const kept = JSON.stringify(rows);
    for (const secret of [PASSWORD, 'short-1', 'Diesel-by-night-7', 'Not-this-one-1']) {
      expect(kept).not.toContain(secret);
    }
  });

  it('AUTH-12 is hashed once more, by a key of the database, when 0007 meets rows of before', async () => {
    const { open } = await openOwn('upgrade');
    const { close, db } = open();
    const names = Object.keys(MIGRATIONS);
    await migrateTo(db, names[names.indexOf('0007-sign-ins') - 1] ?? '');
    const rows = [
      ['1 PUT users/3', 'k-1', 'a'.repeat(64)],
      ['1 PUT users/3', 'k-2', 'b'.repeat(64)],
      ['2 POST users', 'k-1', 'a'.repeat(64)],
    ] as const;
    for (const [scope, key, hash] of rows) {
      await sql`insert into idempotency_keys (scope, key, request_hash) values (${scope}, ${key}, ${hash})`.execute(
        db,
      );
    }
    await migrateTo(db, '0007-sign-ins');
    const secret = await sql<{ value: string }>`
      select value from service_secrets where name = 'calls'`.execute(db);
    const key = secret.rows[0]?.value ?? '';
    expect(key).toMatch(/^[\w-]{43}$/);
    const after = await sql`
      select scope, key, request_hash from idempotency_keys order by scope, key`.execute(db);
    await close();
    const keyed = (hash: string) => createHmac('sha256', key).update(hash).digest('hex');
    expect(after.rows).toEqual(
      rows.map(([scope, name, hash]) => ({ scope, key: name, request_hash: keyed(hash) })),
    );
  });
});
