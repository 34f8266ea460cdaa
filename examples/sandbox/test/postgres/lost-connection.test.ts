import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openTestStore } from '../database.ts';

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
