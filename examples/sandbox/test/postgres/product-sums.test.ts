import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openStore } from '../../src/db/engine.ts';
import { keptData } from '../database.ts';
import { ADMIN, IN_TESTS, openSandbox, signIn } from '../helpers.ts';

it('SHELL-10 adds up the rows of sums that have gathered, from 20,000 on', async () => {
  const at = await keptData({ ...IN_TESTS, seed: 'empty' });
  const sandbox = await openSandbox({ ...at, seed: 'empty' });
  const admin = await signIn(sandbox, ADMIN);
  const store = await openStore(at);
  const gather = (rows: number) =>
    store.write((tx) =>
      sql`insert into product_sums (scope, day, currency, product, unit, quantity_e3, amount_minor, cost_e8)
        select 0, '2026-11-19', 'CAD', 'DEF', 'L', 1, 2, 3 from generate_series(1, ${rows}::integer)`.execute(
        tx,
      ),
    );
  const rows = async () =>
    (await store.read.selectFrom('product_sums').selectAll().execute()).length;
  await gather(19_999);
  await admin.json('dashboard');
  expect(await rows()).toBe(19_999);
  await gather(1);
  await admin.json('dashboard');
  expect(await rows()).toBe(1);
  await store.close();
});
