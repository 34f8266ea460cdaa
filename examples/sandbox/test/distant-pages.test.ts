import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../src/db/engine.ts';
import { keptData } from './database.ts';
import { ADMIN, IN_TESTS, openSandbox, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const options = { ...IN_TESTS, demo: { transactions: 60_000 } };
const at = await keptData(options);
const sandbox = await openSandbox({ ...at, ...options });
const store = await openStore(at);
afterAll(() => store.close());
const admin = await signIn(sandbox, ADMIN);
const viewer = await signIn(sandbox, VIEWER);
const LIST = 'fuel-transaction/authcode';
const SIZE = 100;
const OWN = "company_id = (select id from companies where name = 'North Haul Carriers Ltd.')";

/** What the list should answer, by one statement without sums or pages. */
async function idsOf(where: string, direction: 'asc' | 'desc'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from transactions where ${sql.raw(where)}
    order by txn_date ${sql.raw(direction)}, id ${sql.raw(direction)}`.execute(store.read);
  return rows.map(({ id }) => Number(id));
}

describe('LIST-02 distant pages of purchases', () => {
  it.each([
    ['of all, newest first', admin, '', '1 = 1', 'desc'],
    ['of all, oldest first', admin, '&sort=date,asc', '1 = 1', 'asc'],
    [
      'of some days',
      admin,
      '&from=2026-01-01&to=2026-10-31',
      "txn_date >= '2026-01-01' and txn_date < '2026-11-01'",
      'desc',
    ],
    ['of a company', viewer, '', OWN, 'desc'],
    [
      'of the companies with a part of a name, in some days',
      admin,
      '&filter=txn_company::LTD&from=2026-01-01',
      "lower(company_name) like '%ltd%' and txn_date >= '2026-01-01'",
      'desc',
    ],
  ] as const)('%s: each has the rows that follow the page before it', async (...asked) => {
    const [, client, query, where, direction] = asked;
    const ids = await idsOf(where, direction);
    const last = Math.ceil(ids.length / SIZE) - 1;
    for (const page of [0, 1, 201, 202, Math.floor(last / 2), last - 1, last, last + 1]) {
      const { metadata, transactions } = await client.json(
        `${LIST}?size=${SIZE}&page=${page + 1}${query}`,
      );
      expect(metadata.total_count, `${page}`).toBe(ids.length);
      const shown = transactions.map(({ id }: any) => id);
      expect(shown, `${page}`).toEqual(ids.slice(page * SIZE, (page + 1) * SIZE));
    }
  });
});

describe('LIST-14 three digits in a code or an amount', () => {
  const CODE = "authentication_id like '%PART%'";
  const AMOUNT = "cast(abs(amount_minor) / 100 as text) like '%PART%'";
  // More than are collected and sorted.
  beforeAll(() =>
    store.write((tx) =>
      sql`update transactions set authentication_id = authentication_id || '731' where id % 2 = 0`.execute(
        tx,
      ),
    ),
  );
  it.each([
    ['a code', admin, 'authentication_id', CODE, '', '1 = 1'],
    ['an amount', admin, 'txn_amount', AMOUNT, '', '1 = 1'],
    ['a code of a company', viewer, 'authentication_id', CODE, '', OWN],
    [
      'an amount of some days',
      admin,
      'txn_amount',
      AMOUNT,
      '&from=2026-06-01',
      "txn_date >= '2026-06-01'",
    ],
    [
      'a code, and a province',
      admin,
      'authentication_id',
      CODE,
      '&filter=dtl_stn_prv:ON',
      "province = 'ON'",
    ],
  ] as const)('%s: the page and the count are those of a plain search', async (...asked) => {
    const [, client, field, condition, query, where] = asked;
    for (const part of ['000', '123', '731', '864']) {
      const ids = await idsOf(`${condition.replace('PART', part)} and ${where}`, 'desc');
      const filter = `filter=${encodeURIComponent(`${field}::${part}`)}`;
      const { metadata, transactions } = await client.json(`${LIST}?size=20&${filter}${query}`);
      expect(metadata.total_count, part).toBe(ids.length);
      expect(
        transactions.map(({ id }: any) => id),
        part,
      ).toEqual(ids.slice(0, 20));
    }
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
