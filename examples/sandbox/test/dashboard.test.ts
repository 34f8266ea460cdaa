import { demoCardNumber } from '@forecourt/provider-file-examples/demo-cards';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { compactSums } from '../src/dashboard/compact-sums.ts';
import { openStore } from '../src/db/engine.ts';
import { openBilling } from './billing.kit.ts';
import { figuresIn, fromCall, fromRows, listed } from './dashboard.kit.ts';
import { keptData, ON_POSTGRES } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import {
  ADMIN,
  CLERK,
  fileForm,
  IN_TESTS,
  NOBODY,
  openSandbox,
  signIn,
  VIEWER,
} from './helpers.ts';
import { careFromCall, careFromRows, salesFromCall, salesFromRows } from './sales.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

describe('the dashboard of the demo data', async () => {
  const sandbox = await openSandbox();
  const admin = await signIn(sandbox, ADMIN);
  const viewer = await signIn(sandbox, VIEWER);
  const clerk = await signIn(sandbox, CLERK);

  it.each([
    ['staff', ADMIN],
    ['a company’s user', VIEWER],
  ])('SHELL-10 each figure of %s is what its list says', async (_who, email) => {
    const client = await signIn(sandbox, email);
    const found: any = await client.json('dashboard');
    const { imports: _imports, prices: _prices, purchases, ...rest } = found;
    const { days, products, volumes: _volumes } = purchases;
    // A few days stand for all thirty.
    const some = { ...rest, days: [...days.slice(0, 2), ...days.slice(-2)], products };
    let checked = 0;
    for (const { at, figure } of figuresIn(some)) {
      const currency = figure.currency ?? found.owed[Number(at.split('/')[2])]?.currency;
      const { count, sums } = await listed(client, figure, currency);
      if (figure.count !== undefined) expect([at, count]).toEqual([at, figure.count]);
      const sum = sums?.line_amount ?? sums?.amount_due ?? sums?.txn_amount;
      if (figure.amount !== undefined) expect([at, sum ?? '0.00']).toEqual([at, figure.amount]);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(6);
    expect(found.unavailable).toEqual([]);
  });

  it('SHELL-10 has days of the last thirty, and never adds currencies or units', async () => {
    const found: any = await admin.json('dashboard');
    expect(found.today).toBe('2026-11-20');
    expect([found.purchases.from, found.purchases.to]).toEqual(['2026-10-22', '2026-11-20']);
    expect(new Set(found.purchases.days.map(({ currency }: any) => currency))).toEqual(
      new Set(['CAD', 'USD']),
    );
    expect(new Set(found.purchases.volumes.map(({ unit }: any) => unit))).toEqual(
      new Set(['L', 'USG']),
    );
    for (const { amount } of found.purchases.days) expect(amount).toMatch(/^-?\d+\.\d\d$/);
  });

  it('SHELL-10 holds the price paid against the day’s rate', async () => {
    const { day, prices } = (await admin.json('dashboard')).prices;
    expect(day).toBe('2026-11-20');
    expect(prices.length).toBeGreaterThan(0);
    for (const { paid, rate } of prices) {
      expect(paid).toMatch(/^\d\.\d{4}$/);
      expect(Math.abs(Number(paid) - Number(rate)) / Number(rate)).toBeLessThan(0.2);
    }
  });

  it('SHELL-10 a company’s user has its own fleet’s figures, and no imports or prices', async () => {
    const [all, own]: any[] = await Promise.all([
      admin.json('dashboard'),
      viewer.json('dashboard'),
    ]);
    expect(Object.keys(own).sort()).toEqual([
      'cards_on_hold',
      'exceptions',
      'owed',
      'purchases',
      'today',
      'unavailable',
      'unbilled',
    ]);
    expect(own.cards_on_hold.count).toBeLessThan(all.cards_on_hold.count);
    expect(own.purchases.days.length).toBeLessThan(all.purchases.days.length);
  });

  it('SHELL-10 a clerk has what a clerk may read; who may read nothing has no dashboard', async () => {
    expect(Object.keys(await clerk.json('dashboard'))).toContain('imports');
    const nobody = await signIn(sandbox, NOBODY);
    expect((await nobody.call('dashboard')).status).toBe(403);
    expect((await (await signIn(sandbox, undefined)).call('dashboard')).status).toBe(401);
  });
});

it('SHELL-10 a new installation has empty parts', async () => {
  const admin = await signIn(await openSandbox({ seed: 'empty' }), ADMIN);
  expect(await admin.json('dashboard')).toEqual({
    today: '2026-11-20',
    owed: [],
    unbilled: [],
    purchases: { from: '2026-10-22', to: '2026-11-20', days: [], volumes: [], products: [] },
    prices: { prices: [] },
    imports: {
      since: '2026-11-19',
      files: 0,
      failed: 0,
      rows: 0,
      imported: 0,
      duplicates: 0,
      rejected: 0,
      list: { resource: 'imports', filter: ['record^=imports:'], from: '2026-11-19' },
      failed_list: {
        ...{ resource: 'imports', from: '2026-11-19' },
        filter: ['record^=imports:', 'result:Failed'],
      },
    },
    exceptions: { count: 0, list: { resource: 'exceptions', filter: ['state:Open'] }, rules: [] },
    cards_on_hold: { count: 0, list: { resource: 'cards', filter: ['card_status:HOLD'] } },
    unavailable: [],
  });
});

it('SHELL-10 yesterday begins at midnight of the service’s zone', async () => {
  let now = new Date('2026-11-19T07:30:00Z');
  const sandbox = await openSandbox({
    seed: 'empty',
    now: () => now,
    timeZone: 'America/Los_Angeles',
  });
  const admin = await signIn(sandbox, ADMIN);
  const send = (number: string) =>
    admin.call('import_transactions?provider=ESSO', {
      body: fileForm(essoFile([essoLine({ number, card: demoCardNumber(0) })]), `${number}.xls`),
    });
  expect((await send('901')).status).toBe(200);
  // Half an hour later it is the 19th there, too.
  now = new Date('2026-11-19T08:00:00Z');
  expect((await send('902')).status).toBe(200);
  now = new Date('2026-11-20T15:00:00Z');
  const { imports, today }: any = await (await signIn(sandbox, ADMIN)).json('dashboard');
  expect([today, imports.since, imports.files]).toEqual(['2026-11-20', '2026-11-19', 1]);
});

it('SHELL-10 an invoice is due soon from today to a week ahead, and overdue on the day after', async () => {
  const { admin, bill, buy, haul, store } = await openBilling();
  const of = await haul('Elm Haul', 'ELM');
  await buy(of);
  await bill(of);
  const owedWithDue = async (due_date: string) => {
    await store.write((tx) =>
      tx
        .updateTable('invoices')
        .set({ status: 'Sent', issued_date: '2026-11-05', due_date })
        .execute(),
    );
    const { owed }: any = await admin.json('dashboard');
    return owed.map(({ due_soon, overdue }: any) => [overdue.count, due_soon.count]);
  };
  expect(await owedWithDue('2026-11-19')).toEqual([[1, 0]]);
  expect(await owedWithDue('2026-11-20')).toEqual([[0, 1]]);
  expect(await owedWithDue('2026-11-28')).toEqual([]);
  expect(await owedWithDue('2026-11-27')).toEqual([[0, 1]]);
  const [{ due_soon, overdue }] = ((await admin.json('dashboard')) as any).owed;
  expect(overdue.list.filter.at(-1)).toBe('due_date<=2026-11-19');
  expect(due_soon.list.filter.slice(-2)).toEqual(['due_date>=2026-11-20', 'due_date<=2026-11-27']);
});

it('SHELL-10 a part that fails is named, and takes no other with it', async () => {
  const at = await keptData({ ...IN_TESTS, seed: 'empty' });
  const sandbox = await openSandbox({ ...at, seed: 'empty' });
  const admin = await signIn(sandbox, ADMIN);
  const store = await openStore(at);
  await store.write((tx) => sql`alter table exceptions rename to gone`.execute(tx));
  await store.close();
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const found: any = await admin.json('dashboard');
  expect(found.unavailable).toEqual(['exceptions']);
  expect(found.exceptions).toBeUndefined();
  expect(found.cards_on_hold.count).toBe(0);
  expect(said.mock.calls[0]?.[0]).toBe('dashboard: exceptions:');
  said.mockRestore();
});

/** Repeatable, so that a failure can be seen again. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** All days; whole months, parts of months, and both; days that no calendar has more of. */
const SPANS: readonly { from?: string; to?: string }[] = [
  {},
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-10-14', to: '2026-10-21' },
  { from: '2026-10-14' },
  { from: '2026-09-30', to: '2026-11-18' },
  { to: '2026-11-18' },
  { from: '0000-01-02', to: '9999-12-30' },
  { from: '9999-12-15' },
  { to: '0000-01-15' },
];

describe('SHELL-10 REP-01 the sums are those of the rows', async () => {
  const kit = await openBilling();
  const { admin, bill, buy, haul, importStop, load, pay, sandbox, store, voided } = kit;
  const hauls = [await haul('Alder Haul', 'ALD'), await haul('Birch Haul', 'BIR')];
  const as = async ({ id }: { id: number }) =>
    admin.as(
      (await (await signIn(sandbox, ADMIN)).call(`switch/${id}`)).headers.get('authorization') ??
        '',
    );

  it.each([3, 11, 2026])('after any sequence of changes (%i)', async (seed) => {
    const random = randomOf(seed);
    const done = new Set<string>();
    const note = (what: string, { ok }: Response) => ok && done.add(what);
    const made: any[] = [];
    const invoices: any[] = [];
    const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
    const when = () => `2026-${pick(['10', '11'])}-${10 + random(20)}T0${random(9)}:15`;
    const lines = () =>
      Array.from({ length: 1 + random(3) }, () => ({
        dtl_prd_cd: pick(['D1', 'DEF', 'SCALE']),
        dtl_amt: (100 + random(90_000)) / 100,
        dtl_qty: (100 + random(9_000)) / 100,
      }));
    const period = { start_date: '01-10-2026', end_date: '30-11-2026' };
    const steps: readonly (() => Promise<unknown>)[] = [
      async () =>
        made.push(await buy(pick(hauls), lines(), { when: when(), province: pick(['ON', 'NY']) })),
      async () => made.push(await buy(pick(hauls), lines(), { when: when() })),
      async () =>
        importStop(
          pick(hauls),
          String(seed * 1000 + random(40)),
          ['D1', 'DEF'].slice(0, 1 + random(2)),
        ),
      async () => {
        const one = pick(made);
        if (!one) return;
        const row: any = await admin.json(
          `fuel-transaction/transactionsbyid/${one.authentication_id}`,
        );
        // Refused if an invoice bills it.
        const dtl_stn_prv = row.dtl_stn_prv === 'ON' ? 'QC' : 'ON';
        const body = { ...row, txn_date: when(), dtl_stn_prv, txn_attr: row.txn_attr.slice(0, 1) };
        note('edited', await admin.call(`fuel-transaction/${row.id}`, { method: 'PUT', body }));
      },
      async () => {
        const [one] = made.splice(random(made.length), 1);
        if (one) note('deleted', await admin.call(`transaction/${one.id}`, { method: 'DELETE' }));
      },
      async () =>
        invoices.push(
          await bill(pick(hauls), { ...period, currency: pick(['CAD', 'USD']) }).catch(
            () => undefined,
          ),
        ),
      async () => {
        const one = pick(invoices.filter(Boolean));
        if (one) note('voided', await voided(one.invoice_number));
      },
      async () => {
        const one = pick(invoices.filter(Boolean));
        if (!one) return;
        const { invoice_dto: row } = await load(one.invoice_number);
        await admin.call('spol/invoices/update', {
          method: 'PUT',
          body: { ...row, status: 'Sent', due_date: pick(['12-11-2026', '25-11-2026']) },
        });
        note('paid', await pay((await load(one.invoice_number)).invoice_dto, 1));
      },
    ];
    for (let step = 0; step < 60; step += 1) await pick(steps)();
    if (ON_POSTGRES) await compactSums(store);
    const expected = await fromRows(store, null, '2026-10-22', '2026-11-20');
    expect(await fromCall(admin)).toEqual(expected);
    expect(expected.days.length).toBeGreaterThan(1);
    expect([...done].sort()).toEqual(['deleted', 'edited', 'paid', 'voided']);
    for (const days of SPANS) {
      const sold = await salesFromRows(store, null, days);
      expect(await salesFromCall(admin, days), JSON.stringify(days)).toEqual(sold);
    }
    expect((await salesFromRows(store, null, {})).length).toBeGreaterThan(10);
    const ids = new Map(hauls.map(({ id, name }: any) => [name, id]));
    expect(await careFromCall(admin, ids)).toEqual(await careFromRows(store, null));
  });

  it('for a company alone, and after its card’s purchases were moved to another one', async () => {
    const [alder, birch] = hauls as any;
    const { rows } = await sql<any>`select scope, currency, cast(sum(amount_minor) as text) as minor
      from purchase_sums where scope <> 0 group by 1, 2 order by 1, 2`.execute(store.read);
    const direct =
      await sql<any>`select company_id as scope, currency, cast(sum(amount_minor) as text) as minor
      from transactions group by 1, 2 order by 1, 2`.execute(store.read);
    expect(rows).toEqual(direct.rows);
    await store.write((tx) =>
      tx
        .updateTable('transactions')
        .set({ company_id: birch.id, company_name: birch.name })
        .where('company_id', '=', alder.id)
        .execute(),
    );
    const moved =
      await sql<any>`select scope, sum(amount_minor) as minor, sum(purchases) as purchases, sum(unbilled_minor) as open
      from purchase_sums where scope in (0, ${birch.id}) group by scope`.execute(store.read);
    const [one, two] = moved.rows.map((row) => [row.minor, row.purchases, row.open].map(Number));
    expect(one).toEqual(two);
    for (const [companyId, client] of [
      [null, admin],
      [birch.id, await as(birch)],
    ] as const) {
      for (const days of SPANS.slice(0, 4)) {
        expect(await salesFromCall(client, days)).toEqual(
          await salesFromRows(store, companyId, days),
        );
      }
    }
    const sums =
      await sql<any>`select scope, sum(quantity_e3) as e3, sum(amount_minor) as minor, sum(cost_e8) as cost
      from product_sums where scope in (0, ${birch.id}) group by scope`.execute(store.read);
    const [three, four] = sums.rows.map((row) => [row.e3, row.minor, row.cost].map(String));
    expect(three).toEqual(four);
  });
});

it('SHELL-10 two writers and one who adds up the sums lose nothing', async () => {
  const kit = await openBilling();
  const { admin, buy, haul, store } = kit;
  const hauls = [await haul('Cedar Haul', 'CED'), await haul('Dogwood Haul', 'DOG')];
  const adding = async () => {
    for (let turn = 0; ON_POSTGRES && turn < 5; turn += 1) await compactSums(store);
  };
  await Promise.all([
    ...Array.from({ length: 12 }, (_, index) =>
      buy(hauls[index % 2] as any, [{ dtl_amt: 10 + index }], { when: '2026-11-19T08:15' }),
    ),
    adding(),
  ]);
  const found: any = await admin.json('dashboard');
  expect(found.purchases.days).toMatchObject([{ day: '2026-11-19', amount: '186.00', count: 12 }]);
  expect(await fromCall(admin)).toEqual(await fromRows(store, null, '2026-10-22', '2026-11-20'));
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
