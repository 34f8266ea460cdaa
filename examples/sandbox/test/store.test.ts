import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { recomputeSums } from '../src/db/purchase-sums.ts';
import type { Row } from '../src/db/store.ts';
import { ON_POSTGRES, openTestStore } from './database.ts';

const store = await openTestStore();
const company = (name: string, id?: number) => ({ name, ...(id === undefined ? {} : { id }) });
const named = async (part: string) => {
  const rows = await store.read
    .selectFrom('companies')
    .select('name')
    .where('name', 'like', `${part}%`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

describe('the store, on either engine', () => {
  it('sorts texts byte by byte, nulls before all of them', async () => {
    const names = ['order b', 'order Z', 'order é', 'order a', 'order B', 'order-1', 'order 1'];
    await store.write(() =>
      store.insertMany(
        'companies',
        names.map((name) => company(name)),
      ),
    );
    expect(await named('order')).toEqual([...names].sort());
    await store.write(() =>
      store.insertMany(
        'users',
        [null, 2, 1].map((company_id, index) => ({
          email: `order-${index}`,
          profileid: `order-${index}`,
          company_id,
        })),
      ),
    );
    const users = store.read.selectFrom('users').where('email', 'like', 'order%');
    const order = async (direction: 'asc' | 'desc') =>
      (await users.select('company_id').orderBy('company_id', direction).execute()).map(
        (row) => row.company_id,
      );
    expect(await order('asc')).toEqual([null, 1, 2]);
    expect(await order('desc')).toEqual([2, 1, null]);
    const raw = users.select('company_id').orderBy(sql.ref('company_id'), 'desc');
    expect((await raw.execute()).at(-1)).toEqual({ company_id: null });
  });

  it('reads whole numbers as numbers: amounts, counts, sums and ids', async () => {
    const largest = Number.MAX_SAFE_INTEGER - 1;
    await store.write(() =>
      store.insertMany('transactions', [{ amount_minor: largest, authentication_id: 'largest' }]),
    );
    const row = await store.read
      .selectFrom('transactions')
      .select((eb) => [
        'amount_minor',
        eb.fn.countAll().as('count'),
        eb.fn.sum('amount_minor').as('sum'),
      ])
      .groupBy('amount_minor')
      .executeTakeFirst();
    expect(row).toEqual({ amount_minor: largest, count: 1, sum: largest });
  });

  it('continues after the ids that rows brought along', async () => {
    await store.write(() => store.insertMany('companies', [company('own id', 7_000)]));
    const next = await store.write((tx) =>
      tx.insertInto('companies').values(company('next id')).returning('id').executeTakeFirst(),
    );
    expect(next).toEqual({ id: 7_001 });
    const [first, second] = await Promise.all([
      store.write((tx) => store.reserveTransactionIds(tx, 3)),
      store.write((tx) => store.reserveTransactionIds(tx, 3)),
    ]);
    expect(new Set([...first, ...second]).size).toBe(6);
    for (const ids of [first, second]) {
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      expect(ids[0]).toBeGreaterThanOrEqual(1_000_000_000_001);
    }
  });

  it('writes all or nothing, even when nobody waits for what fails', async () => {
    const twice = store.write(async () => {
      store.insertMany('companies', [company('half')]).catch(() => undefined);
      store.insertMany('companies', [company('half')]).catch(() => undefined);
    });
    await expect(twice).rejects.toThrow(/unique/i);
    const thrown = store.write(async () => {
      await store.insertMany('companies', [company('half')]);
      throw new Error('and no more');
    });
    await expect(thrown).rejects.toThrow('and no more');
    expect(await named('half')).toEqual([]);
  });

  it('updates many rows by id', async () => {
    await store.write(async () => {
      await store.insertMany('companies', [company('old a', 8_001), company('old b', 8_002)]);
      await store.updateMany('companies', 'name', [
        ['new a', 8_001],
        ['new b', 8_002],
      ]);
    });
    expect(await named('new')).toEqual(['new a', 'new b']);
  });

  it('finds any number of ids', async () => {
    await store.write(() => store.insertMany('companies', [company('among', 9_999)]));
    const ids = Array.from({ length: 100_000 }, (_, index) => index + 9_000);
    const found = await store.read
      .selectFrom('companies')
      .select('name')
      .where(sql<boolean>`id in ${store.among(ids)}`)
      .execute();
    expect(found).toEqual([{ name: 'among' }]);
  });

  it('a change that follows from what was read loses none made at the same time', async () => {
    await store.write(() =>
      store.insertMany('transactions', [
        { id: 1, txn_number: 'count', authentication_id: 'count' },
      ]),
    );
    const add = () =>
      store.write(async (tx) => {
        const own = tx.selectFrom('transactions').select('amount_minor').where('id', '=', 1);
        const { amount_minor } = await own.executeTakeFirstOrThrow();
        await tx
          .updateTable('transactions')
          .set({ amount_minor: amount_minor + 1 })
          .where('id', '=', 1)
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, add));
    const row = await store.read
      .selectFrom('transactions')
      .select('amount_minor')
      .where('id', '=', 1)
      .executeTakeFirst();
    expect(row).toEqual({ amount_minor: 20 });
  });

  it('a rule over several rows holds when each of them is written at the same time', async () => {
    const enter = (name: string) =>
      store.write(async (tx) => {
        const known = await tx.selectFrom('screens').select('code').execute();
        if (known.length === 0) await tx.insertInto('screens').values({ code: name }).execute();
      });
    await Promise.all(['a', 'b', 'c', 'd'].map(enter));
    expect(await store.read.selectFrom('screens').select('code').execute()).toHaveLength(1);
  });

  it('who enters what another entered meanwhile finds it there', async () => {
    const enter = () =>
      store.write(async (tx) => {
        const known = tx.selectFrom('companies').select('id').where('name', '=', 'once');
        if (await known.executeTakeFirst()) return 'known';
        await tx.insertInto('companies').values(company('once')).execute();
        return 'entered';
      });
    const ends = await Promise.all(Array.from({ length: 5 }, enter));
    expect(ends.sort()).toEqual(['entered', 'known', 'known', 'known', 'known']);
  });

  it('a stream shows the data as of its start, and blocks no write', async () => {
    await store.write(() =>
      store.insertMany(
        'cards',
        Array.from({ length: 1_000 }, (_, id) => ({ card_number: `${id}` })),
      ),
    );
    const seen: string[] = [];
    const rows = store.stream((reader) =>
      reader.selectFrom('cards').select('card_number').orderBy('id').stream(10),
    );
    const version = await store.dataVersion();
    for await (const row of rows) {
      if (seen.push(row.card_number) !== 1) continue;
      await store.write((tx) =>
        tx.updateTable('cards').set({ card_number: sql`'x' || id` }).execute(),
      );
      expect(await store.dataVersion()).not.toBe(version);
    }
    expect(seen).toHaveLength(1_000);
    expect(seen.filter((number) => number.startsWith('x'))).toEqual([]);
  });

  it('a stream that is given up frees its connection', async () => {
    for (let time = 0; time < 12; time += 1) {
      for await (const _row of store.stream((reader) =>
        reader.selectFrom('cards').selectAll().stream(1),
      )) {
        break;
      }
    }
    expect(await named('order')).not.toEqual([]);
  });

  it('SHELL-10 adds up purchases entered by batch as it does those entered one by one', async () => {
    const purchase = (id: number, txn_date: string, amount_minor: number): Row => ({
      ...{ id, authentication_id: `batch ${id}`, txn_date, amount_minor, company_id: 970_001 },
      ...{ company_name: 'Batch Haul', currency: 'CAD', province: 'ON' },
    });
    const line = (transaction_id: number, product: string, amount_minor: number): Row => ({
      ...{ transaction_id, product, unit: 'L', amount_minor, quantity_e3: 1_000 },
      billed_price_e5: 150_000,
    });
    await store.write(() => store.insertMany('companies', [company('Batch Haul', 970_001)]));
    await store.write(async () => {
      await store.insertMany('transactions', [
        purchase(2_000_000_000_001, '2026-03-01 10:00:00', 300),
      ]);
      await store.insertMany('transaction_lines', [line(2_000_000_000_001, 'DIESEL', 300)]);
    });
    const fault = new Error('a fault in the middle');
    const failed = store.write(() =>
      store.addingByBatch(async () => {
        await store.insertMany('transactions', [
          purchase(2_000_000_000_002, '2026-03-01 11:00:00', 1),
        ]);
        throw fault;
      }),
    );
    await expect(failed).rejects.toBe(fault);
    await store.write(() =>
      store.addingByBatch(async () => {
        // A purchase that was there has one more line; a new one has its lines in two batches.
        await store.insertMany('transactions', [
          purchase(2_000_000_000_003, '2026-03-01 12:00:00', 500),
        ]);
        await store.insertMany('transaction_lines', [
          line(2_000_000_000_001, 'DEF', 40),
          line(2_000_000_000_003, 'DEF', 200),
          line(2_000_000_000_003, 'DEF', 300),
        ]);
        await store.insertMany('transactions', [
          purchase(2_000_000_000_004, '2026-03-02 12:00:00', 700),
        ]);
        await store.insertMany('transaction_lines', [
          line(2_000_000_000_003, 'DIESEL', 5),
          line(2_000_000_000_004, 'DIESEL', 700),
        ]);
      }),
    );
    // The triggers work again.
    await store.write(async () => {
      await store.insertMany('transactions', [
        purchase(2_000_000_000_005, '2026-03-02 13:00:00', 20),
      ]);
      await store.insertMany('transaction_lines', [line(2_000_000_000_005, 'DEF', 20)]);
    });
    const days = await sql<Record<string, unknown>>`
      select day, sum(purchases) as purchases, sum(amount_minor) as amount,
        sum(unbilled_purchases) as unbilled, sum(unbilled_minor) as waiting
      from purchase_sums where scope = 970001 group by day order by day`.execute(store.read);
    expect(days.rows.map((row) => Object.values(row).map(String))).toEqual([
      ['2026-03-01', '2', '800', '2', '845'],
      ['2026-03-02', '2', '720', '2', '720'],
    ]);
    const kept = async () => {
      const rows: unknown[] = [];
      for (const [table, by, sums] of [
        [
          'product_sums',
          'scope, day, product',
          'sum(quantity_e3), sum(amount_minor), sum(cost_e8)',
        ],
        ['sales_sums', 'company_id, month, product, unit', 'sum(lines), sum(amount_minor)'],
        ['truck_care_purchases', 'day, transaction_id, product', 'min(line_id), sum(amount_minor)'],
      ]) {
        const text = `select ${by}, ${sums} from ${table} group by ${by} order by ${by}`;
        rows.push((await sql.raw(text).execute(store.read)).rows);
      }
      return rows;
    };
    const before = await kept();
    await store.write((tx) => recomputeSums(tx));
    expect(before).toEqual(await kept());
  });

  it('has all its indexes after filling, and what was filled in', async () => {
    const from = ON_POSTGRES
      ? sql`select indexname as name from pg_indexes where schemaname = 'public'`
      : sql`select name from sqlite_master where type = 'index'`;
    const names = async () =>
      (await sql<{ name: string }>`${from} order by 1`.execute(store.read)).rows;
    const before = await names();
    await store.fill(() => store.insertMany('transactions', [{ txn_number: 'filled' }]));
    expect(await names()).toEqual(before);
    const filled = store.read.selectFrom('transactions').select('id');
    expect(await filled.where('txn_number', '=', 'filled').execute()).toHaveLength(1);
  });
});
