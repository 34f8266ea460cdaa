import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { readStatement } from '../src/customers/statement.ts';
import { openStore } from '../src/db/engine.ts';
import type { Store } from '../src/db/store.ts';
import { fileIn, openDatabase, openFile } from '../src/operations/databases.ts';
import { upgrade } from '../src/operations/upgrade.ts';
import { agingReport } from '../src/reports/aging-report.ts';
import { keptData, ON_POSTGRES } from './database.ts';
import { ADMIN, type Client, IN_TESTS, openSandbox, signIn } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

/** Four or five hours behind UTC: its evenings are the next day there. */
const ZONE = 'America/Toronto';
let clock = new Date();
const options = { ...IN_TESTS, seed: 'empty', synchronous: 'normal', timeZone: ZONE } as const;

async function begin() {
  const place = await keptData(options);
  clock = new Date('2026-11-02T15:00:00Z');
  const sandbox = await openSandbox({ ...options, ...place, now: () => clock });
  const store = await openStore({ ...place, synchronous: 'normal' });
  afterAll(() => store.close());
  return { place, sandbox, store, sign: () => signIn(sandbox, ADMIN) };
}

const office = await begin();
let made = 0;

/** A company of its own, so that its report is about its invoices alone. */
async function newCompany(store: Store) {
  const name = `As Of Haul ${made++}`;
  const values = { name, code: `A${made}`, currency: 'CAD' };
  const { id } = await store.write((tx) =>
    tx.insertInto('companies').values(values).returning('id').executeTakeFirstOrThrow(),
  );
  return { id, name };
}

const dayFirst = (day: string) => day.split('-').reverse().join('-');

async function newInvoice(by: Client, company: string, day: string, changes: object = {}) {
  const answer = await by.call('spol/invoices/', {
    body: {
      invoice_number: `AS-OF-${made++}`,
      company_name: company,
      issued_date: dayFirst(day),
      due_date: '24-12-2026',
      start_date: '01-10-2026 00:00',
      end_date: '31-10-2026 23:59',
      status: 'Open',
      total_amount: 1000,
      amount_due: 1000,
      currency: 'CAD',
      ...changes,
    },
  });
  expect(answer.status).toBe(201);
  return answer.json();
}

const load = async (by: Client, number: string): Promise<any> =>
  (await by.json(`spol/invoices/${number}`)).invoice_dto;
const save = async (by: Client, number: string, changes: object) =>
  by.call('spol/invoices/update', {
    method: 'PUT',
    body: { ...(await load(by, number)), ...changes },
  });
const pay = (by: Client, row: any, amount: number, day: string) =>
  by.call('fuel-payment/register', {
    body: {
      payment_date: day,
      company_name: row.company_name,
      invoice_id: row.invoice_number,
      amount_due: row.amount_due,
      amount_paid: amount,
      currency: row.currency,
      payment_mode: 'cheque',
      referenceId: 'C',
    },
  });
const reverse = (by: Client, id: number) =>
  by.call(`fuel-payment/${id}/reverse`, { body: { reason: 'NSF' } });

/** What each invoice owes as of a day: number, day of issue, minor units and currency. */
async function asOf({ read }: Pick<Store, 'read'>, companyId: number, day: string) {
  const { tables } = await agingReport(read, {
    account: { companyId } as never,
    from: undefined,
    to: day,
    today: day,
    timeZone: ZONE,
  });
  const rows = tables.find(({ title }) => title === 'Open invoices')?.rows ?? [];
  return rows.map(([, number, issued, , , , currency, amount]) => [
    number,
    issued,
    amount,
    currency,
  ]);
}
const amountAsOf = async (company: number, day: string) =>
  (await asOf(office.store, company, day)).map(([, , amount]) => amount);

describe('the aging report as of an earlier day', () => {
  it('REP-01 shows what was due on it, whatever is credited, raised or closed later', async () => {
    const company = await newCompany(office.store);
    clock = new Date('2026-11-02T15:00:00Z');
    const by = await office.sign();
    const { invoice_number: number } = await newInvoice(by, company.name, '2026-11-02');
    clock = new Date('2026-11-22T15:00:00Z');
    const later = await office.sign();
    const credit = { amount_due: 0.01, status: 'Closed', reason: 'Damaged' };
    expect((await save(later, number, credit)).status).toBe(200);
    expect(await amountAsOf(company.id, '2026-11-01')).toEqual([]);
    expect(await amountAsOf(company.id, '2026-11-05')).toEqual([100_000]);
    expect(await amountAsOf(company.id, '2026-11-21')).toEqual([100_000]);
    expect(await amountAsOf(company.id, '2026-11-22')).toEqual([1]);
    clock = new Date('2026-11-23T15:00:00Z');
    const last = await office.sign();
    const raise = { amount_due: 800, status: 'Draft', reason: 'Undone' };
    expect((await save(last, number, raise)).status).toBe(200);
    expect(await amountAsOf(company.id, '2026-11-22')).toEqual([1]);
    expect(await amountAsOf(company.id, '2026-11-23')).toEqual([]);
  });

  it('REP-01 is never negative: a payment counts from its date until the day it is reversed', async () => {
    const company = await newCompany(office.store);
    clock = new Date('2026-11-02T15:00:00Z');
    const row = await newInvoice(await office.sign(), company.name, '2026-11-02');
    clock = new Date('2026-11-16T15:00:00Z');
    const paid = await pay(await office.sign(), row, 1000, '2026-11-15');
    const { id } = (await paid.json()) as any;
    clock = new Date('2026-11-22T15:00:00Z');
    const by = await office.sign();
    expect((await reverse(by, id)).status).toBe(201);
    const rest = { amount_due: 0.01, reason: 'Bad debt' };
    expect((await save(by, row.invoice_number, rest)).status).toBe(200);
    const days = ['2026-11-14', '2026-11-15', '2026-11-21', '2026-11-22'];
    const found = await Promise.all(days.map((day) => amountAsOf(company.id, day)));
    expect(found).toEqual([[100_000], [], [], [1]]);
    // Paid by a date before the raise that made room for it.
    clock = new Date('2026-11-24T15:00:00Z');
    const last = await office.sign();
    const raise = { amount_due: 500, reason: 'Found' };
    expect((await save(last, row.invoice_number, raise)).status).toBe(200);
    const early = await pay(last, await load(last, row.invoice_number), 500, '2026-11-23');
    expect(early.status).toBe(201);
    expect(await amountAsOf(company.id, '2026-11-23')).toEqual([]);
  });

  it('REP-01 a day ends at midnight of the service’s zone', async () => {
    const company = await newCompany(office.store);
    clock = new Date('2026-11-05T15:00:00Z');
    const { invoice_number: number } = await newInvoice(
      await office.sign(),
      company.name,
      '2026-11-05',
    );
    // 23:59 of the fifth in Toronto, then 00:01 of the sixth.
    for (const [at, amount_due] of [
      ['2026-11-06T04:59:00Z', 700],
      ['2026-11-06T05:01:00Z', 600],
    ] as const) {
      clock = new Date(at);
      const change = { amount_due, reason: 'Credit' };
      expect((await save(await office.sign(), number, change)).status).toBe(200);
    }
    expect(await amountAsOf(company.id, '2026-11-05')).toEqual([70_000]);
    expect(await amountAsOf(company.id, '2026-11-06')).toEqual([60_000]);
  });

  it('REP-01 leaves out drafts and what is issued later, and says so', async () => {
    const company = await newCompany(office.store);
    clock = new Date('2026-11-22T15:00:00Z');
    const by = await office.sign();
    await newInvoice(by, company.name, '2026-11-23');
    await newInvoice(by, company.name, '2026-11-22', { status: 'Draft' });
    expect(await amountAsOf(company.id, '2026-11-22')).toEqual([]);
    const { about } = await agingReport(office.store.read, {
      account: { companyId: company.id } as never,
      from: undefined,
      to: undefined,
      today: '2026-11-22',
      timeZone: ZONE,
    });
    expect(about).toEqual([
      'Amounts due as of 22 Nov 2026, by days since the invoice was issued. Drafts and invoices issued later are left out.',
      'Payments count from their payment date, credits and other changes from the day they were made.',
    ]);
  });
});

const DAYS = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];
/** Morning, afternoon, and an evening that is the next day in UTC. */
const HOURS = [14, 20, 27];

const step = fc.record({
  hour: fc.constantFrom(...HOURS),
  of: fc.nat(3),
  which: fc.nat(9),
  cents: fc.integer({ min: 0, max: 110_000 }),
  kind: fc.constantFrom(
    ...([
      'pay',
      'pay',
      'payAll',
      'reverse',
      'amount',
      'amount',
      'status',
      'issued',
      'void',
    ] as const),
  ),
  status: fc.constantFrom('Draft', 'Sent', 'Open', 'Closed', 'NSF', 'Fully Paid'),
  day: fc.constantFrom(...DAYS),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const days = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: DAYS.length,
  maxLength: DAYS.length,
});

const done: Record<string, number> = {};

async function take(by: Client, numbers: readonly string[], one: Step, today: string) {
  const number = numbers[one.of % numbers.length] ?? '';
  const row = await load(by, number);
  const reason = 'Agreed';
  switch (one.kind) {
    case 'pay':
      return pay(by, row, Math.max(1, one.cents % 40_000) / 100, today);
    case 'payAll':
      return pay(by, row, row.amount_due, today);
    case 'reverse': {
      const path = `invoice-payments?size=100&sort=id,asc&filter=invoice_no:${number}`;
      const { content } = await by.json(path);
      const id = content[one.which % Math.max(1, content.length)]?.id;
      return id === undefined ? undefined : reverse(by, id);
    }
    case 'amount':
      return save(by, number, { amount_due: one.cents / 100, reason });
    case 'status':
      return save(by, number, { status: one.status, reason });
    case 'issued':
      return save(by, number, { issued_date: dayFirst(one.day), reason });
    case 'void':
      return by.call(`spol/invoices/${row.id}/void`, { body: { reason } });
  }
}

/** Plays the days, and gives what the report said at the end of each. */
async function play({ store, sign }: Awaited<ReturnType<typeof begin>>, steps: Step[][]) {
  const company = await newCompany(store);
  clock = new Date(`${DAYS[0]}T12:00:00Z`);
  const by = await sign();
  const numbers: string[] = [];
  for (const [status, currency] of [
    ['Open', 'CAD'],
    ['Sent', 'USD'],
    ['Draft', 'CAD'],
    ['Draft', 'CAD'],
  ]) {
    const changes = { status, currency };
    const { id, invoice_number } = await newInvoice(by, company.name, DAYS[0] ?? '', changes);
    numbers.push(invoice_number);
    const last = numbers.length === 4;
    // Only a draft that was made so can be voided.
    if (last) {
      const from = { made_from: 'unbilled' };
      await store.write((tx) =>
        tx.updateTable('invoices').set(from).where('id', '=', id).execute(),
      );
    }
  }
  const recorded: unknown[] = [];
  for (const [index, ofDay] of steps.entries()) {
    const day = DAYS[index] ?? '';
    for (const one of ofDay.toSorted((left, right) => left.hour - right.hour)) {
      clock = new Date(Date.parse(`${day}T00:00:00Z`) + one.hour * 3_600_000);
      // Sessions end when nobody calls for long.
      const answer = await take(await sign(), numbers, one, day);
      expect([undefined, 200, 201, 404, 409, 422]).toContain(answer?.status);
      if (answer?.ok) done[one.kind] = (done[one.kind] ?? 0) + 1;
    }
    recorded.push(await asOf(store, company.id, day));
  }
  return { company: company.id, recorded };
}

const again = ({ store }: { readonly store: Store }, company: number) =>
  Promise.all(DAYS.map((day) => asOf(store, company, day)));

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Holds the statements of every period against what the aging report said at the end of each day. */
async function holdStatements({ store }: { readonly store: Store }, company: number, due: any[]) {
  const said = (day: number, currency: string): number =>
    total(due[day]?.filter((row: any) => row[3] === currency).map((row: any) => row[2]) ?? []);
  const statement = async (first: number, last: number, currency: string) => {
    const [from, to] = [DAYS[first] ?? '', DAYS[last] ?? ''];
    const asked = { companyId: company, from, to, timeZone: ZONE };
    const accounts = await readStatement(store.read, asked);
    const nothing = { opening: 0, closing: 0, movements: [], ages: [] };
    return accounts.find((one) => one.currency === currency) ?? nothing;
  };
  for (const currency of ['CAD', 'USD']) {
    const whole = await statement(0, DAYS.length - 1, currency);
    for (let first = 0; first < DAYS.length; first += 1) {
      for (let last = first; last < DAYS.length; last += 1) {
        const { ages, closing, movements, opening } = await statement(first, last, currency);
        expect(opening).toBe(said(first - 1, currency));
        expect(closing).toBe(said(last, currency));
        expect(opening + total(movements.map(({ amount }) => amount))).toBe(closing);
        expect(movements.at(-1)?.balance ?? opening).toBe(closing);
        expect(total(ages.map(({ amount }) => amount))).toBe(closing);
        const own = ({ day }: { readonly day: string }) =>
          day >= (DAYS[first] ?? '') && day <= (DAYS[last] ?? '');
        expect(movements).toEqual(whole.movements.filter(own));
        for (const { kind } of movements) moved[kind] = (moved[kind] ?? 0) + 1;
      }
    }
  }
}
const moved: Record<string, number> = {};

it('REP-01 CUST-04 the report and the statements of past days can be made again, and owe the list’s sum today', async () => {
  const runs = Number(process.env.AGING_RUNS ?? 25);
  await fc.assert(
    fc.asyncProperty(days, async (steps) => {
      const { company, recorded } = await play(office, steps);
      expect(await again(office, company)).toEqual(recorded);
      await holdStatements(office, company, recorded);
      for (const [, , amount] of recorded.flat() as any[]) expect(amount).toBeGreaterThan(0);
      const rows = await office.store.read
        .selectFrom('invoices')
        .select(['due_minor', 'status', 'issued_date'])
        .where('company_id', '=', company)
        .execute();
      const due = rows
        .filter((row) => row.status !== 'Draft' && row.issued_date <= (DAYS.at(-1) ?? ''))
        .reduce((sum, { due_minor }) => sum + due_minor, 0);
      const last = recorded.at(-1) as any[];
      expect(last.reduce((sum, [, , amount]) => sum + amount, 0)).toBe(due);
    }),
    { seed: 20_261_122, numRuns: runs },
  );
  for (const kind of ['pay', 'payAll', 'reverse', 'amount', 'status', 'issued', 'void']) {
    expect(done[kind], kind).toBeGreaterThan(0);
  }
  for (const kind of ['invoice', 'payment', 'reversal', 'credit', 'charge', 'withdrawn']) {
    expect(moved[kind], kind).toBeGreaterThan(0);
  }
}, 180_000);

it('REP-01 a database from before these changes were kept has them from its audit trail', async () => {
  const old = await begin();
  const sequences = fc.sample(days, { seed: 7, numRuns: 5 });
  const played: Awaited<ReturnType<typeof play>>[] = [];
  for (const steps of sequences) played.push(await play(old, steps));
  await old.sandbox.close();
  await old.store.close();
  const database = ON_POSTGRES
    ? await openDatabase(old.place)
    : openFile(fileIn(old.place.dataDir));
  await sql`drop table invoice_changes`.execute(database.db);
  await sql`delete from kysely_migration where name = '0015-invoice-changes'`.execute(database.db);
  expect((await upgrade(database, { dryRun: true })).pending).toEqual(['0015-invoice-changes']);
  const { pending } = await upgrade(database, { dryRun: false });
  expect(pending).toEqual(['0015-invoice-changes']);
  await database.close();
  const store = await openStore({ ...old.place, synchronous: 'normal' });
  try {
    for (const { company, recorded } of played) {
      expect(await again({ store }, company)).toEqual(recorded);
    }
  } finally {
    await store.close();
  }
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
