import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { afterAll, vi } from 'vitest';
import { openStore } from '../src/db/engine.ts';
import { MIGRATIONS, migrateTo } from '../src/db/migrate.ts';
import { connect } from '../src/db/postgres/pool.ts';
import type { Schema } from '../src/db/schema.ts';
import { SqliteConnection } from '../src/db/sqlite/connection.ts';
import { createDatabase, ON_POSTGRES } from './database.ts';
import { openSandbox } from './helpers.ts';

/**
 * Opens a sandbox on data of an earlier release: a database that has the migrations before this one (`0008`), with rows that
 * release could write. Returns what the sandbox logged while it migrated them, and a store to read them from.
 */
export async function openOldData(
  migration: string,
  addRows: (db: Kysely<Schema>) => Promise<void>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-old-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = ON_POSTGRES ? await createDatabase() : undefined;
  const connection = databaseUrl
    ? undefined
    : new SqliteConnection(join(dataDir, 'forecourt.sqlite'), { synchronous: 'off' });
  const db = connection
    ? new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) })
    : connect(databaseUrl ?? '', 0);
  const before = Object.keys(MIGRATIONS).filter((name) => name < migration);
  await migrateTo(db, before.at(-1) ?? '');
  await addRows(db);
  await db.destroy();
  connection?.close();

  const at = { dataDir, ...(databaseUrl !== undefined && { databaseUrl }) };
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const sandbox = await openSandbox({ ...at, seed: 'empty' });
  const log = logged.mock.calls.map((call) => call.join(' '));
  logged.mockRestore();
  const store = await openStore(at);
  afterAll(() => store.close());
  return { sandbox, store, log };
}
