import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { storeRights } from '../src/auth/user-rights.ts';
import { openStore } from '../src/db/engine.ts';
import { keptData } from './database.ts';
import { ADMIN, IN_TESTS, NOBODY, openSandbox, signIn, VIEWER } from './helpers.ts';
import { careFromCall, careFromRows } from './sales.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

const [NORTH_HAUL, OTHER] = [1, 2];
const KINDS: Record<string, string> = {
  OIL: 'Oil',
  DEF: 'DEF',
  REEFER: 'Non-Highway',
  DYED: 'Non-Highway',
  SCALE: 'Non-Highway',
};
const NAMES: Record<number, string> = { 1: 'North Haul Carriers Ltd.', 2: 'Other Haul' };
const MEASURED = ['DEF', 'REEFER', 'DYED', 'DIESEL'];

/** A purchase of one line; amounts in cents, quantities in thousandths. */
const PURCHASE = fc.record({
  company: fc.constantFrom(NORTH_HAUL, OTHER),
  unit: fc.constantFrom('T1', 'T2', ''),
  day: fc.constantFrom('2026-10-21', '2026-10-22', '2026-11-05', '2026-11-20'),
  product: fc.constantFrom(...Object.keys(KINDS), 'DIESEL', 'CASH'),
  // A line that was typed in has only the code.
  typed: fc.boolean(),
  currency: fc.constantFrom('CAD', 'USD'),
  measure: fc.constantFrom('L', 'USG', ''),
  quantity: fc.integer({ min: -5_000, max: 900_000_000 }),
  amount: fc.integer({ min: -99_999, max: 9_007_199_254_740 }),
});
type Purchase = typeof PURCHASE extends fc.Arbitrary<infer T> ? T : never;
const PURCHASES: readonly Purchase[] = fc.sample(PURCHASE, { numRuns: 150, seed: 20_261_122 });

const unitOf = ({ currency, measure, product, typed }: Purchase): string => {
  if (measure !== '' || typed || !MEASURED.includes(product)) return measure;
  return currency === 'USD' ? 'USG' : 'L';
};

/** What the list has to say, recomputed purchase by purchase. */
function fromRows(from: string, to: string, company?: number) {
  const care = PURCHASES.filter(
    ({ company: own, day, product }) =>
      KINDS[product] && day >= from && day <= to && (company === undefined || own === company),
  );
  const groups = Map.groupBy(care, (one) =>
    [NAMES[one.company], one.unit, KINDS[one.product], one.product, one.currency, unitOf(one)].join(
      '|',
    ),
  );
  return [...groups]
    .map(([key, own]) => {
      const total = (of: (one: Purchase) => number) =>
        own.reduce((sum, one) => sum + BigInt(of(one)), 0n);
      return [
        key,
        own.length,
        Number(total(({ quantity }) => quantity)) / 1_000,
        Number(total(({ amount }) => amount)) / 100,
        own
          .map(({ day }) => day)
          .sort()
          .at(-1),
      ];
    })
    .sort();
}

describe('Truck Care', async () => {
  const at = await keptData({ ...IN_TESTS, seed: 'empty' });
  const sandbox = await openSandbox({ ...at, seed: 'empty' });
  const store = await openStore(at);
  await store.write(async (tx) => {
    await store.insertMany('companies', [{ id: OTHER, name: 'Other Haul', code: 'OTH' }]);
    await store.insertMany(
      'transactions',
      PURCHASES.map(({ amount, company, currency, day, unit }, index) => ({
        id: index + 1,
        identity: `care|${index}`,
        authentication_id: `C-${index}`,
        txn_date: `${day}T23:59:00`,
        business_date: day,
        company_id: company,
        company_name: NAMES[company] ?? '',
        unit_number: unit,
        currency,
        amount_minor: amount,
      })),
    );
    await store.insertMany(
      'transaction_lines',
      PURCHASES.map(({ amount, measure, product, quantity, typed }, index) => ({
        transaction_id: index + 1,
        product: typed ? '' : product,
        product_code: product,
        unit: measure,
        quantity_e3: quantity,
        amount_minor: amount,
      })),
    );
    const { id } = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', VIEWER)
      .executeTakeFirstOrThrow();
    const none = { create: false, update: false, delete: false, download: false };
    await storeRights(tx, id, [{ ...none, code: 'FTC', name: 'Truck Care', read: true }]);
  });
  await store.close();
  const admin = await signIn(sandbox, ADMIN);
  const viewer = await signIn(sandbox, VIEWER);
  const listed = async (query = '', client = admin) =>
    (await client.json(`truck-care?size=200&${query}`)).content
      .map((row: any) => [
        [row.company_name, row.unit_number, row.kind, row.product, row.currency, row.unit].join(
          '|',
        ),
        row.purchases,
        row.quantity,
        row.amount,
        row.last_date,
      ])
      .sort();

  it('SHELL-11 adds up the lines of a period by vehicle, product, currency and unit, to the cent', async () => {
    const month = fromRows('2026-10-22', '2026-11-20');
    expect(month.length).toBeGreaterThan(40);
    expect(await listed()).toEqual(month);
    expect(await listed('from=2026-10-21&to=2026-10-21')).toEqual(
      fromRows('2026-10-21', '2026-10-21'),
    );
    expect(await listed('filter=last_date>=2026-11-05&filter=kind:Oil')).toEqual(
      fromRows('2026-11-05', '2026-11-20').filter(([key]) => String(key).includes('|Oil|')),
    );
  });

  it('SHELL-11 orders amounts within their currency: dollars of one are no dollars of the other', async () => {
    const amounts = async (query: string) =>
      (await admin.json(`truck-care?size=200&${query}`)).content.map((row: any) => [
        ...[row.currency, row.amount],
      ]);
    const descending = await amounts('sort=amount,desc');
    expect(descending).toEqual(
      descending.toSorted(
        ([one, more]: any, [other, less]: any) => one.localeCompare(other) || less - more,
      ),
    );
    expect(new Set(descending.map(([currency]: any) => currency)).size).toBe(2);
    const ascending = await amounts('sort=amount,asc');
    expect(ascending).toEqual(descending.toReversed());
  });

  it('SHELL-11 its totals say the same, and each row names the period', async () => {
    const { totals } = await admin.json('truck-care/totals', { body: { filters: [] } });
    const cents = (currency: string) =>
      PURCHASES.filter(
        (one) => KINDS[one.product] && one.day > '2026-10-21' && one.currency === currency,
      ).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expect(totals).toEqual(
      ['CAD', 'USD'].map((currency) => ({
        currency,
        sums: { amount: String(cents(currency)).replace(/(\d\d)$/, '.$1') },
      })),
    );
    const { content } = await admin.json('truck-care?size=1&from=2026-10-21&to=2026-11-05');
    expect([content[0].from_date, content[0].to_date]).toEqual(['2026-10-21', '2026-11-05']);
  });

  it('SHELL-11 ACC-04 a company’s user has its own vehicles only, with the right to Truck Care', async () => {
    const own = fromRows('2026-10-22', '2026-11-20', NORTH_HAUL);
    expect(own.length).toBeGreaterThan(15);
    expect(await listed('', viewer)).toEqual(own);
    expect(await listed('filter=company_name:Other%20Haul', viewer)).toEqual([]);
    const { totals } = await viewer.json('truck-care/totals', { body: { filters: [] } });
    expect(totals).not.toEqual(
      (await admin.json('truck-care/totals', { body: { filters: [] } })).totals,
    );
    expect((await (await signIn(sandbox, NOBODY)).call('truck-care')).status).toBe(403);
  });

  it.each([
    ['as they were entered', []],
    [
      'a purchase of another vehicle, company, day or currency',
      [
        "update transactions set unit_number = 'T9' where id % 7 = 0",
        `update transactions set company_id = ${OTHER}, company_name = 'Other Haul' where id % 11 = 0`,
        "update transactions set company_id = null, company_name = 'Nobody' where id % 13 = 0",
        "update transactions set txn_date = '2026-09-01T08:00:00' where id % 17 = 0",
        "update transactions set currency = case currency when 'CAD' then 'USD' else 'CAD' end where id % 19 = 0",
      ],
    ],
    [
      'a line of another product, amount or purchase',
      [
        "update transaction_lines set product = 'DIESEL' where transaction_id % 5 = 0",
        "update transaction_lines set product = 'OIL' where transaction_id % 6 = 0",
        'update transaction_lines set amount_minor = amount_minor + 1, quantity_e3 = 7 where transaction_id % 4 = 0',
        'update transaction_lines set transaction_id = transaction_id - 1 where transaction_id % 3 = 0',
        "insert into transaction_lines (transaction_id, product, quantity_e3, amount_minor) select id, 'OIL', 1, 2 from transactions where id % 2 = 0",
      ],
    ],
    [
      'lines and purchases that are gone',
      [
        'delete from transaction_lines where transaction_id % 5 = 1',
        'delete from transaction_lines where transaction_id % 8 = 2',
        'delete from transactions where id % 10 = 3',
      ],
    ],
  ])('SHELL-11 is what the rows are: %s', async (_what, statements) => {
    const changed = await openStore(at);
    for (const text of statements) await changed.write((tx) => sql.raw(text).execute(tx));
    const rows = await careFromRows(changed, null);
    expect(rows.length).toBeGreaterThan(20);
    const ids = new Map([
      ['North Haul Carriers Ltd.', NORTH_HAUL],
      ['Other Haul', OTHER],
    ]);
    expect(await careFromCall(admin, ids)).toEqual(rows);
    expect(await careFromCall(viewer, ids)).toEqual(await careFromRows(changed, NORTH_HAUL));
    await changed.close();
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
