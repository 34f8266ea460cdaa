import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '../../src/db/postgres/pool.ts';
import { createDatabase } from '../database.ts';
import { ADMIN, IN_TESTS, openSandbox, signIn } from '../helpers.ts';

describe('a statement that takes too long', () => {
  it('WIRE-06 is ended by the database, and the call is answered with 503', async () => {
    const databaseUrl = await createDatabase(IN_TESTS);
    const limited = new URL(databaseUrl);
    limited.searchParams.set('statement_timeout', '3000');
    const sandbox = await openSandbox({ databaseUrl: limited.href });
    const admin = await signIn(sandbox, ADMIN);
    const other = connect(databaseUrl, 0);
    await other.transaction().execute(async (tx) => {
      await sql`lock table rates, cards in access exclusive mode`.execute(tx);
      const answer = await admin.call('fuel-card-management?filter=driver_name::a');
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect((await answer.json()).detail).toBe(
        'The database took too long. Ask for less, or try again in a moment.',
      );
    });
    await other.destroy();
    expect((await admin.call('fuel-card-management?filter=driver_name::a')).status).toBe(200);
  });

  it('is said by readyz, which does not wait for it, and asks again only when it has ended', async () => {
    const databaseUrl = await createDatabase(IN_TESTS);
    const sandbox = await openSandbox({ databaseUrl });
    const ready = async () => {
      const answer = await sandbox.fetch(new Request('http://sandbox.test/readyz'));
      return [answer.status, (await answer.json()).errors];
    };
    const other = connect(databaseUrl, 0);
    const slow = [503, [{ pointer: '/database', detail: 'It takes too long.' }]];
    await other.transaction().execute(async (tx) => {
      await sql`lock table idempotency_keys in access exclusive mode`.execute(tx);
      expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(
        Array.from({ length: 20 }, () => slow),
      );
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(tx);
      expect(rows).toEqual([{ waiting: 1 }]);
    });
    await other.destroy();
    await expect.poll(ready, { timeout: 5_000 }).toEqual([200, undefined]);
  });

  it('has 20 s, unless the address says otherwise', async () => {
    const reader = connect(await createDatabase(), 60_000, 20_000);
    const { rows } = await sql`show statement_timeout`.execute(reader);
    await reader.destroy();
    expect(rows).toEqual([{ statement_timeout: '20s' }]);
  });
});
