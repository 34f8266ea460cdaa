import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import { startPostgres } from '../../../scripts/postgres.mjs';
import { openStore } from '../src/db/engine.ts';
import type { Store } from '../src/db/store.ts';
import { createSandbox, type SandboxOptions } from '../src/index.ts';

/** Which engine this run of the tests is about; the project says it. */
export const ON_POSTGRES = process.env.SANDBOX_ENGINE === 'postgres';

function serverAddress(): string {
  const address = process.env.TEST_POSTGRES;
  if (address) return address;
  throw new Error(
    'These tests need a PostgreSQL server: npm test starts one, and so does node scripts/postgres.mjs npx vitest run --project sandbox-postgres.',
  );
}

function addressOf(database: string): string {
  const address = new URL(serverAddress());
  address.pathname = `/${database}`;
  return address.href;
}

async function onServer<T>(
  work: (client: pg.Client) => Promise<T>,
  address = serverAddress(),
): Promise<T> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database with these data, which copies are made of; seeded by the first who asks for it. */
async function templateOf(options: SandboxOptions): Promise<string> {
  const { seed, demo, passwordCost, referenceDay } = options;
  const wanted = JSON.stringify([seed, seed === 'empty' || demo, passwordCost, referenceDay]);
  const name = `seed_${createHash('sha256').update(wanted).digest('hex').slice(0, 16)}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query('select from pg_database where datname = $1', [name]);
    if (rows.length > 0) return;
    await client.query(`create database ${name}_new`);
    const databaseUrl = addressOf(`${name}_new`);
    await (await createSandbox({ ...options, databaseUrl, faults: [], plugins: [] })).close();
    await client.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

/** A database of its own until the tests of the file are over: empty, or seeded as the options say. */
export async function createDatabase(options?: SandboxOptions): Promise<string> {
  const template = options ? await templateOf(options) : 'template1';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((client) => client.query(`create database ${name} template ${template}`));
  afterAll(() =>
    onServer((client) => client.query(`drop database if exists ${name} with (force)`)),
  );
  return addressOf(name);
}

/**
 * An empty database whose tables lie in that new folder, where everybody may make one. Its server is its own: while that
 * folder's disk is full, a server can neither make databases nor write what other ones changed.
 */
export async function createDatabaseOn(folder: string): Promise<string> {
  const { url, stop } = await startPostgres();
  afterAll(stop);
  await onServer(async (client) => {
    // Made by the server, whose own it has to be.
    await client.query(`copy (select) to program 'mkdir ${folder}'`);
    await client.query(`create tablespace small location '${folder}'`);
    await client.query('create database small tablespace small');
  }, url);
  const address = new URL(url);
  address.pathname = '/small';
  return address.href;
}

/** A place for data that stay when a sandbox closes, until the tests of the file are over. */
export async function keptData(
  options: SandboxOptions,
): Promise<{ readonly dataDir: string; readonly databaseUrl?: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-test-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir, ...(ON_POSTGRES ? { databaseUrl: await createDatabase(options) } : {}) };
}

/** An empty store on the engine that is tested; it closes after the tests of the file. */
export async function openTestStore(): Promise<Store> {
  const store = await openStore(ON_POSTGRES ? { databaseUrl: await createDatabase() } : {});
  afterAll(() => store.close());
  await store.setUp(async () => undefined);
  return store;
}
