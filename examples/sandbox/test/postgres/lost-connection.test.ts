import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/db/engine.ts';
import { connect as connectPool } from '../../src/db/postgres/pool.ts';
import type { Store } from '../../src/db/store.ts';
import { createDatabase, openTestStore } from '../database.ts';

const store = await openTestStore();

/** Ends a connection as a database server does that goes down. */
const end = (pid: number) => sql`select pg_terminate_backend(${pid}::int)`.execute(store.read);

describe('a connection that the database ends', () => {
  it('fails the change it was used for, between two of its statements, and nothing else', async () => {
    const broken = store.write(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await end(Number(rows[0]?.pid));
      await delay(200);
      await tx.insertInto('companies').values({ name: 'lost' }).execute();
    });
    await expect(broken).rejects.toThrow();
    await store.write((tx) => tx.insertInto('companies').values({ name: 'kept' }).execute());
    const names = await store.read.selectFrom('companies').select('name').execute();
    expect(names).toEqual([{ name: 'kept' }]);
  });
});

/** A pooler before the database: clients sign in at it, and it does with their statements what `mood` says. */
async function startPooler() {
  const address = new URL(await createDatabase());
  const path = `${address.searchParams.get('host')}/.s.PGSQL.5432`;
  const pooler = { mood: 'well' as 'well' | 'cuts' | 'cuts after rows' | 'holds', url: '' };
  const server = createServer((client) => {
    const database = connect(path).on('error', () => client.destroy());
    client.on('error', () => undefined).on('close', () => database.destroy());
    client.on('data', (sent) => {
      const hasAllRows = sent[0] === 'C'.charCodeAt(0);
      if (hasAllRows && pooler.mood === 'cuts after rows') client.destroy();
      const isStatement = sent[0] === 'Q'.charCodeAt(0) || sent[0] === 'P'.charCodeAt(0);
      if (!isStatement || pooler.mood === 'well' || pooler.mood === 'cuts after rows')
        database.write(sent);
      else if (pooler.mood === 'cuts') client.destroy();
    });
    database.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  pooler.url = address.href;
  return pooler;
}

describe('a pooler whose database is away', () => {
  const asked = (from: Store) => sql`select 1`.execute(from.read);

  it('is used again once it is back, however many connections it lost before their first statement', async () => {
    const pooler = await startPooler();
    const store = await openStore({ databaseUrl: pooler.url });
    afterAll(() => store.close());
    pooler.mood = 'cuts';
    for (let attempt = 0; attempt < 12; attempt += 1) await expect(asked(store)).rejects.toThrow();
    pooler.mood = 'well';
    expect((await asked(store)).rows).toHaveLength(1);
  });

  it('is given up when it stays silent for longer than a statement may take', async () => {
    const pooler = await startPooler();
    const read = connectPool(pooler.url, 60_000, 1_000);
    afterAll(() => read.destroy());
    expect((await sql`select 1`.execute(read)).rows).toHaveLength(1);
    pooler.mood = 'holds';
    const started = performance.now();
    await expect(sql`select 1`.execute(read)).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(20_000);
    pooler.mood = 'well';
    expect((await sql`select 1`.execute(read)).rows).toHaveLength(1);
  }, 40_000);

  it('is waited for ten seconds by a new connection', async () => {
    const pooler = await startPooler();
    const store = await openStore({ databaseUrl: pooler.url });
    afterAll(() => store.close());
    pooler.mood = 'cuts';
    await expect(asked(store)).rejects.toThrow();
    pooler.mood = 'holds';
    const started = performance.now();
    await expect(asked(store)).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(30_000);
    pooler.mood = 'well';
    expect((await asked(store)).rows).toHaveLength(1);
  }, 60_000);
});

describe('a connection lost between the last row of an export and its end', () => {
  it('fails the export, and takes no connection from those that follow', async () => {
    const pooler = await startPooler();
    const store = await openStore({ databaseUrl: pooler.url });
    afterAll(() => store.close());
    const numbers = () =>
      store.stream((reader) =>
        reader
          .selectFrom(sql<{ n: number }>`generate_series(1, 3)`.as<'numbers'>(sql`numbers(n)`))
          .select('n')
          .stream(),
      );
    expect(await Array.fromAsync(numbers())).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    pooler.mood = 'cuts after rows';
    // One more than there are connections.
    for (let attempt = 0; attempt < 6; attempt += 1)
      await expect(Array.fromAsync(numbers())).rejects.toThrow();
    pooler.mood = 'well';
    expect(await Array.fromAsync(numbers())).toHaveLength(3);
  });
});
