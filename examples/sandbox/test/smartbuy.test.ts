import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeRights } from '../src/auth/user-rights.ts';
import { openStore } from '../src/db/engine.ts';
import type { Store } from '../src/db/store.ts';
import { keptData } from './database.ts';
import { ADMIN, CLERK, IN_TESTS, NOBODY, openSandbox, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

const NORTH_HAUL = 1;

const SCREEN = { create: false, update: false, delete: false, download: false };

/** A sandbox without demo data, in which the viewer may read Smart Buy; and what a test puts into it. */
async function opened(plant: (store: Store) => Promise<unknown>) {
  const at = await keptData({ ...IN_TESTS, seed: 'empty' });
  const sandbox = await openSandbox({ ...at, seed: 'empty' });
  const store = await openStore(at);
  try {
    await store.write(async (tx) => {
      const { id } = await tx
        .selectFrom('users')
        .select('id')
        .where('email', '=', VIEWER)
        .executeTakeFirstOrThrow();
      await storeRights(tx, id, [{ ...SCREEN, code: 'FSB', name: 'Smart Buy', read: true }]);
      await plant(store);
    });
  } finally {
    await store.close();
  }
  return sandbox;
}

const rate = (site: string, day: string, e5: number, more: object = {}) => ({
  provider: 'Esso',
  effective_date: day,
  effective_to: '',
  site_number: site,
  site_name: `Site ${site}`,
  city: 'Sudbury',
  province: 'ON',
  product: 'DIESEL',
  product_code: 'ULSD',
  currency: 'CAD',
  unit: 'L',
  net_price_e5: e5,
  price_e5: e5,
  retail_price_e5: e5,
  total_price_e5: 0,
  created_at: '2026-11-20T00:00:00Z',
  ...more,
});

const card = (number: string, type: string, more: object = {}) => ({
  card_number: number,
  status: 'ACTIVE',
  card_status: 'RELEASE',
  card_type: type,
  company_id: NORTH_HAUL,
  company_name: 'North Haul Carriers Ltd.',
  ...more,
});

describe('Smart Buy', async () => {
  const sandbox = await opened(async (store) => {
    await store.insertMany('provider_companies', [
      { id: 1, name: 'ESSO', ref: 'E', status: 'ACTIVE' },
      { id: 5, name: 'TAPetro', ref: 'T', status: 'ACTIVE' },
    ]);
    await store.insertMany('stations', [
      {
        id: 1,
        provider: 'ESSO',
        number: '101',
        name: 'One',
        address: '1 Road',
        city: 'Sudbury',
        province: 'ON',
        country: 'CA',
        lat_e6: 46_490_000,
        lng_e6: -81_010_000,
      },
    ]);
    await store.insertMany('markups', [
      {
        id: 1,
        company_id: NORTH_HAUL,
        provider_company_id: 1,
        value_e4: 125,
        from_date: '2026-11-20',
        status: 'ACTIVE',
      },
      {
        id: 2,
        company_id: NORTH_HAUL,
        provider_company_id: 5,
        value_e4: 100,
        from_date: '',
        status: 'INACTIVE',
      },
    ]);
    await store.insertMany('cards', [
      card('7', 'Diesel only'),
      card('8', 'All products', { card_status: 'HOLD' }),
      card('9', 'All products', { status: 'INACTIVE' }),
    ]);
    await store.insertMany('rates', [
      rate('101', '2026-11-18', 150_000, { effective_to: '2026-11-25', total_price_e5: 169_500 }),
      rate('101', '2026-11-20', 140_001, { total_price_e5: 158_201 }),
      rate('102', '2026-11-20', 139_001, { province: 'QC' }),
      rate('103', '2026-11-20', 140_001),
      rate('104', '2026-11-20', 0),
      rate('105', '2026-11-21', 100_000),
      rate('106', '2026-11-20', 120_000, { product: 'DEF', product_code: 'DEF' }),
      rate('201', '2026-11-20', 390_000, { provider: 'TA-Petro', currency: 'USD', unit: 'USG' }),
    ]);
  });
  const admin = await signIn(sandbox, ADMIN);
  const list = async (query: string, client: any = admin) =>
    (await client.json(`smart-buy?size=50&${query}`)).content.map((row: any) => [
      row.site_number,
      row.place,
      row.price,
    ]);

  it('SHELL-11 lists the rates of a day from the cheapest on, by currency, unit and product', async () => {
    expect(await list('')).toEqual([
      ['106', 1, 1.2],
      ['102', 1, 1.39001],
      ['101', 2, 1.40001],
      ['103', 2, 1.40001],
      ['201', 1, 3.9],
    ]);
    expect(await list('sort=price,desc&filter=currency:CAD&filter=product:DIESEL')).toEqual([
      ['103', 2, 1.40001],
      ['101', 2, 1.40001],
      ['102', 1, 1.39001],
    ]);
    expect(await list('filter=province:QC')).toEqual([['102', 1, 1.39001]]);
    const { content } = await admin.json('smart-buy?filter=site_number:101');
    expect(content).toEqual([
      {
        id: expect.any(Number),
        day: '2026-11-20',
        effective_date: '2026-11-20',
        place: 2,
        provider: 'Esso',
        site_number: '101',
        site_name: 'Site 101',
        address: '1 Road',
        city: 'Sudbury',
        province: 'ON',
        product: 'DIESEL',
        price: 1.40001,
        total_price: 1.58201,
        currency: 'CAD',
        unit: 'L',
        company_name: '',
        lat: 46.49,
        lng: -81.01,
      },
    ]);
  });

  it('SHELL-11 the day is the newest one asked for with rates, and none after today', async () => {
    expect(await list('from=2026-11-19&to=2026-11-19')).toEqual([['101', 1, 1.5]]);
    expect(await list('filter=day:2026-11-18')).toEqual([['101', 1, 1.5]]);
    // A day after tomorrow's rate, on which an earlier price holds too.
    expect(await list('from=2026-11-21&to=2026-11-22')).toEqual([['101', 1, 1.5]]);
    expect(await list('from=2026-11-21&to=2026-11-21')).toEqual([
      ['105', 1, 1],
      ['101', 2, 1.5],
    ]);
    expect(await list('from=2026-12-01')).toEqual([]);
    const prices = async (query: string) => {
      const { prices_of, today } = await admin.json(`smart-buy?${query}`);
      return [prices_of, today];
    };
    expect(await prices('filter=day:2026-11-19')).toEqual(['2026-11-19', '2026-11-20']);
    expect(await prices('from=2026-12-01')).toEqual([undefined, undefined]);
    expect(await list('to=2026-11-17')).toEqual([]);
    expect((await admin.call('smart-buy?filter=day:2026-02-30')).status).toBe(400);
  });

  it('SHELL-11 a company sees what it pays: its markup of that day, and what its active cards may buy', async () => {
    const company = 'filter=company_name:North%20Haul%20Carriers%20Ltd.';
    expect(await list(company)).toEqual([
      ['102', 1, 1.40251],
      ['101', 2, 1.41251],
      ['103', 2, 1.41251],
      ['201', 1, 3.9],
    ]);
    // The markup begins on the 20th; sales tax grows in proportion.
    expect(await list(`${company}&from=2026-11-19&to=2026-11-19`)).toEqual([['101', 1, 1.5]]);
    const { content } = await admin.json(`smart-buy?${company}&filter=site_number:101`);
    expect([content[0].company_name, content[0].total_price]).toEqual([
      'North Haul Carriers Ltd.',
      // 1.58201 + 0.0125 + 0.182 × 0.0125 ÷ 1.40001
      1.59613,
    ]);
  });

  it('SHELL-11 ACC-04 the account of a company has its own prices only, with the right to Smart Buy', async () => {
    expect((await (await signIn(sandbox, NOBODY)).call('smart-buy')).status).toBe(403);
    const viewer = await signIn(sandbox, VIEWER);
    expect(await list('', viewer)).toEqual([
      ['102', 1, 1.40251],
      ['101', 2, 1.41251],
      ['103', 2, 1.41251],
      ['201', 1, 3.9],
    ]);
    expect(await list('filter=company_name:Another', viewer)).toEqual([]);
    for (const path of ['daily-rates/changes', 'daily-rates/days']) {
      expect((await viewer.call(path)).status).toBe(403);
    }
  });

  it('RATE-03 says what changed between two days', async () => {
    const changes = async (query: string) =>
      (await admin.json(`daily-rates/changes?size=50&${query}`)).content.map((row: any) => [
        row.site_number,
        row.change,
        row.former_price,
        row.price,
        row.price_change,
        row.former_day,
        row.day,
      ]);
    const [before, day] = ['2026-11-19', '2026-11-20'];
    const found = [
      ['101', 'Down', 1.5, 1.40001, -0.09999, before, day],
      ['102', 'New', null, 1.39001, null, before, day],
      ['103', 'New', null, 1.40001, null, before, day],
      ['106', 'New', null, 1.2, null, before, day],
      ['201', 'New', null, 3.9, null, before, day],
    ];
    expect(await changes('')).toEqual(found);
    expect(await changes('from=2026-11-20&to=2026-11-20')).toEqual(found);
    expect(await changes('from=2026-11-19&to=2026-11-20&filter=change:Down')).toEqual([found[0]]);
    expect(await changes('from=2026-11-20&to=2026-11-21&filter=site_number:101')).toEqual([
      ['101', 'Up', 1.40001, 1.5, 0.09999, '2026-11-20', '2026-11-21'],
    ]);
    expect(
      await changes('from=2026-11-20&to=2026-11-21&filter=change:Gone&sort=site_number,desc'),
    ).toEqual([
      ['201', 'Gone', 3.9, null, null, '2026-11-20', '2026-11-21'],
      ['106', 'Gone', 1.2, null, null, '2026-11-20', '2026-11-21'],
      ['103', 'Gone', 1.40001, null, null, '2026-11-20', '2026-11-21'],
      ['102', 'Gone', 1.39001, null, null, '2026-11-20', '2026-11-21'],
    ]);
    expect(await changes('from=2026-11-18&to=2026-11-19')).toEqual([]);
  });

  it('RATE-03 has the lowest, average and highest price of each day by product, currency and unit', async () => {
    expect(await admin.json('daily-rates/days?filter=product_code:ULSD')).toEqual({
      from: '2026-10-22',
      to: '2026-11-20',
      days: [
        {
          day: '2026-11-18',
          product: 'ULSD',
          currency: 'CAD',
          unit: 'L',
          sites: 1,
          lowest: '1.50000',
          average: '1.50000',
          highest: '1.50000',
        },
        // (1.40001 + 1.39001 + 1.40001) ÷ 3
        {
          day: '2026-11-20',
          product: 'ULSD',
          currency: 'CAD',
          unit: 'L',
          sites: 3,
          lowest: '1.39001',
          average: '1.39668',
          highest: '1.40001',
        },
        {
          day: '2026-11-20',
          product: 'ULSD',
          currency: 'USD',
          unit: 'USG',
          sites: 1,
          lowest: '3.90000',
          average: '3.90000',
          highest: '3.90000',
        },
      ],
    });
    expect(
      (await admin.json('daily-rates/days?filter=site_number:105&from=2026-11-01&to=2026-11-30'))
        .days,
    ).toHaveLength(1);
    const long = await admin.call('daily-rates/days?from=2025-01-01&to=2026-01-02');
    expect([long.status, (await long.json()).detail]).toEqual([
      400,
      'Ask for at most 366 days, from and to included.',
    ]);
    expect((await (await signIn(sandbox, CLERK)).call('daily-rates/days')).status).toBe(200);
  });
});

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];

interface Rated {
  readonly provider: string;
  readonly site: string;
  readonly product: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly e5: number;
}

const drawn: fc.Arbitrary<Rated> = fc.record({
  provider: fc.constantFrom('Esso', 'Suncore'),
  site: fc.constantFrom('101', '102', '103', '104'),
  product: fc.constantFrom('DIESEL', 'DYED', 'DEF'),
  currency: fc.constantFrom('CAD', 'USD'),
  from: fc.constantFrom(...DAYS),
  to: fc.constantFrom('', ...DAYS),
  // Few prices, so that stations share a place; 0 is no price.
  e5: fc.constantFrom(0, 138_000, 139_000, 139_500, 140_250),
});
const rated = drawn.map((one) => ({ ...one, to: one.to < one.from ? '' : one.to }));
const table = fc.uniqueArray(rated, {
  maxLength: 30,
  selector: ({ from, product, provider, site }) => [provider, site, product, from].join(),
});

const lastDay = ({ from, to }: Rated): string => (to > from ? to : from);

/** What Smart Buy shows on the newest day with rates until one, by loops over all rates. */
function byLoops(rates: readonly Rated[], until: string, ofCompany: boolean): unknown[][] {
  const priced = rates.filter(({ e5, from }) => e5 > 0 && from <= until);
  let day = '';
  for (const one of priced) {
    const last = lastDay(one) < until ? lastDay(one) : until;
    if (last > day) day = last;
  }
  const paid: { one: Rated; e5: number }[] = [];
  for (const one of priced) {
    const holds = (other: Rated) => other.from <= day && lastDay(other) >= day;
    const newer = priced.some(
      (other) =>
        other.provider === one.provider &&
        other.site === one.site &&
        other.product === one.product &&
        other.from > one.from &&
        holds(other),
    );
    if (!holds(one) || newer) continue;
    // Its card buys no DEF; the markup on ESSO's prices began on the 18th, and is for fuel.
    if (ofCompany && one.product === 'DEF') continue;
    const markup = ofCompany && one.provider === 'Esso' && day >= '2026-11-18' ? 1_250 : 0;
    paid.push({ one, e5: one.e5 + markup });
  }
  const like = (one: Rated, other: Rated) =>
    one.product === other.product && one.currency === other.currency;
  return paid.map(({ one, e5 }) => [
    day,
    one.provider,
    one.site,
    one.product,
    one.currency,
    1 + paid.filter((other) => like(one, other.one) && other.e5 < e5).length,
    e5 / 100_000,
  ]);
}

describe('Smart Buy over random rates', () => {
  it('SHELL-11 shows of each station the newest rate that holds, with its markup, and its place among the like', async () => {
    let store: Store | undefined;
    const at = await keptData({ ...IN_TESTS, seed: 'empty' });
    const sandbox = await openSandbox({ ...at, seed: 'empty' });
    try {
      store = await openStore(at);
      const planted = store;
      await planted.write(async () => {
        await planted.insertMany('provider_companies', [
          { id: 1, name: 'ESSO', ref: 'E', status: 'ACTIVE' },
        ]);
        await planted.insertMany('markups', [
          {
            ...{ id: 1, company_id: NORTH_HAUL, provider_company_id: 1, value_e4: 125 },
            ...{ from_date: '2026-11-18', status: 'ACTIVE' },
          },
        ]);
        await planted.insertMany('cards', [card('7', 'Diesel only')]);
      });
      const admin = await signIn(sandbox, ADMIN);
      const shown = async (query: string) =>
        (await admin.json(`smart-buy?size=50&${query}`)).content.map((row: any) => [
          ...[row.day, row.provider, row.site_number, row.product, row.currency],
          ...[row.place, row.price],
        ]);
      const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' ')).sort();
      await fc.assert(
        fc.asyncProperty(table, fc.constantFrom(...DAYS), async (rates, day) => {
          await planted.write(async (tx) => {
            await tx.deleteFrom('rates').execute();
            await planted.insertMany(
              'rates',
              rates.map(({ currency, e5, from, product, provider, site, to }) =>
                rate(site, from, e5, {
                  ...{ provider, currency, product, product_code: product, effective_to: to },
                  unit: currency === 'USD' ? 'USG' : 'L',
                }),
              ),
            );
          });
          const company = 'filter=company_name:North%20Haul%20Carriers%20Ltd.';
          expect(sorted(await shown(`to=${day}`))).toEqual(sorted(byLoops(rates, day, false)));
          expect(sorted(await shown(`to=${day}&${company}`))).toEqual(
            sorted(byLoops(rates, day, true)),
          );
        }),
        { numRuns: 40 },
      );
    } finally {
      await store?.close();
    }
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
