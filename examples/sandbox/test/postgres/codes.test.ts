import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestStore } from '../database.ts';

const store = await openTestStore();

it('LIST-14 looks for a part of an authorization code in the codes alone, not in all of the purchases', async () => {
  const plan = await store.write(async (tx) => {
    // As if there were a million of them.
    await sql`set local enable_seqscan = off; set local enable_bitmapscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from transactions where instr(lower(authentication_id), 'zzz') > 0 limit 20001`.execute(
      tx,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('Index Only Scan using transactions_one_authentication_id');
});

it('TXN-13 still has each authorization code once', async () => {
  const twice = store.write(() =>
    store.insertMany('transactions', [
      { txn_number: 'T', authentication_id: 'SAME', identity: 'one' },
      { txn_number: 'T', authentication_id: 'SAME', identity: 'other' },
    ]),
  );
  await expect(twice).rejects.toThrow('transactions_one_authentication_id');
});
