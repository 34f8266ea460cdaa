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

/** The plan of a query if reading all rows were out of the question. */
async function planOf(query: string): Promise<string> {
  return store.write(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(query)}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

it('LIST-14 finds a longer part by the index of parts', async () => {
  const plan = await planOf(
    "select id from transactions where (authentication_id || '') ilike '%4711%'",
  );
  expect(plan).toContain('transactions_code_parts');
});

it('TXN-13 looks up whole codes without the index of parts, which an import that runs makes slow', async () => {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = 'transactions' and indexdef ~ 'gin'`.execute(
    store.read,
  );
  expect(rows).toHaveLength(2);
  // PostgreSQL considers an index for a column only where the column itself is in it.
  for (const { indexdef } of rows) expect(indexdef).toMatch(/using gin \(\(/i);
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
