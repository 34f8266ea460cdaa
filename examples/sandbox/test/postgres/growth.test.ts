import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Writer } from '../../src/db/store.ts';
import { openTestStore } from '../database.ts';

const store = await openTestStore();

const stations = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    provider: 'Pipeline',
    number: `S${from + index}`,
    name: 'Main St',
  }));
/** How many stations the planner knows of; undefined while it has no statistics. */
const known = async (tx: Writer): Promise<number | undefined> => {
  const { rows } = await sql<{ rows: number }>`
    select reltuples as rows from pg_class where oid = 'stations'::regclass
    and exists (select from pg_stats where tablename = 'stations')`.execute(tx);
  return rows[0] && Number(rows[0].rows);
};

describe('statistics of a transaction that fills a table', () => {
  it('are taken once there are a thousand rows, and again at four times as many', async () => {
    const undone = store.write(async (tx) => {
      await store.insertMany('stations', stations(0, 900));
      expect(await known(tx)).toBeUndefined();
      await store.insertMany('stations', stations(900, 300));
      expect(await known(tx)).toBe(1_200);
      await store.insertMany('stations', stations(1_200, 2_000));
      expect(await known(tx)).toBe(1_200);
      await store.insertMany('stations', stations(3_200, 2_000));
      expect(await known(tx)).toBe(5_200);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
  });

  it('are taken again by the next attempt, and left alone where few rows are added to many', async () => {
    await store.write(async (tx) => {
      await store.insertMany('stations', stations(0, 1_500));
      expect(await known(tx)).toBe(1_500);
    });
    await store.write(async (tx) => {
      await store.insertMany('stations', stations(1_500, 1_100));
      expect(await known(tx)).toBe(1_500);
    });
  });
});
