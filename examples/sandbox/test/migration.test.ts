import { type Kysely, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Schema } from '../src/db/schema.ts';
import { ON_POSTGRES } from './database.ts';
import { ADMIN, signIn } from './helpers.ts';
import { openOldData } from './old-data.kit.ts';

/** Adds rows of the release before the rules, which break them. */
async function addRows(db: Kysely<Schema>): Promise<void> {
  await sql`insert into companies (id, name) values (1, 'Old Haul')`.execute(db);
  const invoices: readonly (readonly [string, string, number, number])[] = [
    ['FINE', 'Open', 100_000, 60_000],
    ['UNDONE', 'Open', 100_000, 100_000],
    ['OVERPAID', 'Open', 100_000, 0],
    ['NEGATIVE', 'Open', 100_000, -500],
    ['STILL-DUE', 'Fully Paid', 151_052, 151_052],
  ];
  for (const [index, [number, status, total, due]] of invoices.entries()) {
    await sql`insert into invoices (id, invoice_number, company_id, company_name, issued_date, due_date,
        start_date, end_date, status, currency, total_minor, due_minor)
      values (${index + 1}, ${number}, 1, 'Old Haul', '2026-10-01', '2026-10-31', '2026-09-01T00:00',
        '2026-09-30T23:59', ${status}, 'CAD', ${total}, ${due})`.execute(db);
  }
  const payments: readonly (readonly [number, number, string, number | null])[] = [
    [1, 40_000, '2026-10-05', null],
    [2, 40_000, '2026-10-06', null],
    [3, 140_000, '2031-01-01', 777],
    [1, 0, '1990-01-01', null],
    [99, 100, '2026-10-07', null],
  ];
  for (const [invoice, amount, day, by] of payments) {
    await sql`insert into payments (invoice_id, company_id, customer_name, payment_mode, payment_date,
        currency, reference, amount_minor, created_by)
      values (${invoice}, 1, 'Old Haul', 'cheque', ${day}, 'CAD', 'R', ${amount}, ${by})`.execute(
      db,
    );
  }
  await sql`insert into transactions (id, txn_number, authentication_id, card_id, company_id)
    values (1000000000001, 'T', 'A', 4711, 1)`.execute(db);
  for (const [id, amounts] of [
    [1_000_000_000_002, [6_000, 4_000]],
    [1_000_000_000_003, []],
  ] as const) {
    await sql`insert into transactions (id, txn_number, authentication_id, company_id, invoice_id, txn_date,
      amount_minor) values (${id}, 'T', ${`B${id}`}, 1, 1, '2026-09-03T08:00:00', 10000)`.execute(
      db,
    );
    for (const [position, amount] of amounts.entries()) {
      await sql`insert into transaction_lines (transaction_id, position, amount_minor)
        values (${id}, ${position}, ${amount})`.execute(db);
    }
  }
  await sql`create index kept_by_others on invoices (status, due_date)`.execute(db);
}

const { sandbox, store, log } = await openOldData('0008', addRows);

describe('old data under the new rules', () => {
  it('WIRE-06 INV-12 every row is carried over; what can be only one value is corrected', async () => {
    const rows = await store.read
      .selectFrom('invoices')
      .select(['invoice_number', 'due_minor', 'paid_minor'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { invoice_number: 'FINE', due_minor: 60_000, paid_minor: 40_000 },
      { invoice_number: 'UNDONE', due_minor: 60_000, paid_minor: 40_000 },
      { invoice_number: 'OVERPAID', due_minor: 0, paid_minor: 140_000 },
      { invoice_number: 'NEGATIVE', due_minor: -500, paid_minor: 0 },
      { invoice_number: 'STILL-DUE', due_minor: 151_052, paid_minor: 0 },
    ]);
    const payments = await store.read.selectFrom('payments').select('id').execute();
    expect(payments).toHaveLength(5);
  });

  it('WIRE-06 lists each row that breaks a rule, and says so at the start', async () => {
    const findings = await store.read
      .selectFrom('migration_findings')
      .select(['table_name', 'row_key', 'rule', 'row_values', 'correction'])
      .orderBy('rule')
      .orderBy('row_key')
      .execute();
    const lines = findings.map((each) => Object.values(each).join(' | '));
    expect(lines).toEqual([
      'invoices | 2 | invoices_rule_amounts | total_minor 100000, due_minor 100000, paid_minor 40000 | due_minor is now 60000',
      'invoices | 3 | invoices_rule_amounts | total_minor 100000, due_minor 0, paid_minor 140000 | ',
      'invoices | 4 | invoices_rule_amounts | total_minor 100000, due_minor -500, paid_minor 0 | ',
      'invoices | 5 | invoices_rule_paid | status Fully Paid, due_minor 151052 | ',
      'payments | 3 | payments_ref_created_by | created_by 777 | created_by is now null',
      'payments | 5 | payments_ref_invoice_id | invoice_id 99 | ',
      'payments | 4 | payments_rule_amount | amount_minor 0, reverses_id null, reason  | ',
      'payments | 4 | payments_rule_day | payment_date 1990-01-01 | ',
      'transactions | 1000000000001 | transactions_ref_card_id | card_id 4711 | card_id is now null',
    ]);
    expect(log).toEqual([
      'Migration 0008-constraints found 9 breaches of a rule in old rows and corrected 3 of them. The rows are kept; see the table migration_findings.',
    ]);
  });

  it('INV-14 INV-07 what a transaction was billed by bills its lines, else still the transaction', async () => {
    const lines = await store.read
      .selectFrom('transaction_lines')
      .innerJoin('transactions', 'transactions.id', 'transaction_lines.transaction_id')
      .select(['transaction_lines.invoice_id as line', 'transactions.invoice_id as whole'])
      .execute();
    expect(lines).toEqual([
      { line: 1, whole: null },
      { line: 1, whole: null },
    ]);
    const admin = await signIn(sandbox, ADMIN);
    const { fuel_transaction_dto_list } = await admin.json('spol/invoices/FINE');
    const amounts = fuel_transaction_dto_list.map(({ amount }: { amount: number }) => amount);
    expect(amounts).toEqual([60, 40, 100]);
  });

  it('WIRE-06 the schema refuses new rows that break a rule, and old ones at their next change', async () => {
    const write = (statement: ReturnType<typeof sql>) => store.write((tx) => statement.execute(tx));
    for (const [name, statement] of [
      ['invoices_rule_amounts', sql`update invoices set due_minor = 60001 where id = 1`],
      ['invoices_rule_days', sql`update invoices set due_date = '2026-09-30' where id = 1`],
      ['invoices_rule_status', sql`update invoices set status = 'Lost' where id = 1`],
      ['invoices_rule_paid', sql`update invoices set due_minor = 151000 where id = 5`],
      ['payments_rule_amount', sql`update payments set amount_minor = -1 where id = 1`],
    ] as const) {
      await expect(write(statement)).rejects.toThrow(name);
    }
    await expect(write(sql`delete from companies where id = 1`)).rejects.toThrow(/foreign key/i);
    await expect(write(sql`update payments set invoice_id = 98 where id = 1`)).rejects.toThrow(
      /foreign key/i,
    );
    await write(sql`update invoices set due_minor = 0 where id = 5`);
  });

  it('WIRE-06 keeps what others defined on the tables, and serves', async () => {
    const from = ON_POSTGRES
      ? sql<{
          name: string;
        }>`select indexname as name from pg_indexes where indexname = 'kept_by_others'`
      : sql<{ name: string }>`select name from sqlite_master where name = 'kept_by_others'`;
    expect((await from.execute(store.read)).rows).toHaveLength(1);
    const admin = await signIn(sandbox, ADMIN);
    expect((await admin.json('spol/invoices/?size=10')).total_elements).toBe(5);
    expect((await admin.json('invoice-payments?size=10')).total_elements).toBe(4);
  });

  it('WIRE-06 a call that only the schema stops is a 422', async () => {
    const admin = await signIn(sandbox, ADMIN);
    const broken = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = await admin.call('fuel-payment/4/reverse', { body: { reason: 'Wrong' } });
    broken.mockRestore();
    expect(answer.status).toBe(422);
    expect((await answer.json()).detail).toContain('Nothing was changed.');
  });
});
