import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleOf, sampleSeed } from '../../../scripts/sample.ts';
import { hashPassword } from '../src/auth/passwords.ts';
import { doneMigrations, MIGRATIONS, migrateTo } from '../src/db/migrate.ts';
import type { Schema } from '../src/db/schema.ts';
import { createSandbox, PASSWORD } from '../src/index.ts';
import { checkDatabase } from '../src/operations/check.ts';
import { fileIn, openDatabase, openFile } from '../src/operations/databases.ts';
import { upgrade } from '../src/operations/upgrade.ts';
import { createDatabase, ON_POSTGRES } from './database.ts';
import { IN_TESTS, signIn } from './helpers.ts';

const folder = await mkdtemp(join(tmpdir(), 'forecourt-upgrades-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const NAMES = Object.keys(MIGRATIONS);

/** The first release goes through all migrations, the last one meets the newest; of the others, one in four. */
const OLD = NAMES.slice(0, -1);
const RELEASES = [...OLD.slice(0, 1), ...sampleOf(OLD.slice(1, -1), 4), ...OLD.slice(-1)];
const EMAIL = 'old@forecourt.test';
const password = await hashPassword(PASSWORD, IN_TESTS.passwordCost);

/** What a company had in the first release: users, cards, purchases, an invoice half paid. */
const ROWS: readonly (readonly [table: string, rows: readonly Record<string, unknown>[]])[] = [
  ['companies', [{ id: 1, name: 'Old Haul', currency: 'CAD', status: 'Active' }]],
  ['customers', [{ id: 1, name: 'Old Haul', company_id: 1 }]],
  [
    'users',
    [
      {
        id: 1,
        email: EMAIL,
        profileid: 'p-1',
        role: 'Admin',
        password_hash: password,
        may_switch: 1,
      },
    ],
  ],
  [
    'screens',
    [
      { code: 'FI', name: 'Invoices', position: 1 },
      { code: 'FT', name: 'Transactions', position: 2 },
    ],
  ],
  [
    'user_rights',
    [
      { user_id: 1, screen_code: 'FI', can_read: 1 },
      { user_id: 1, screen_code: 'FT', can_read: 1 },
    ],
  ],
  ['cards', [{ id: 5, card_number: '7001', company_id: 1, company_name: 'Old Haul' }]],
  [
    'invoices',
    [
      {
        id: 3,
        invoice_number: 'INV-3',
        company_id: 1,
        company_name: 'Old Haul',
        currency: 'CAD',
        status: 'Partially Paid',
        issued_date: '2026-10-01',
        due_date: '2026-10-31',
        start_date: '2026-09-01T00:00',
        end_date: '2026-09-30T23:59',
        total_minor: 10_000,
        due_minor: 6_000,
      },
    ],
  ],
  [
    'payments',
    [
      {
        id: 2,
        invoice_id: 3,
        company_id: 1,
        customer_name: 'Old Haul',
        currency: 'CAD',
        reference: 'C-1',
        payment_mode: 'cheque',
        payment_date: '2026-10-15',
        amount_minor: 4_000,
        created_by: 1,
      },
    ],
  ],
  [
    'transactions',
    [
      {
        id: 1_000_000_000_777,
        authentication_id: 'A-777',
        txn_date: '2026-09-10T08:30',
        company_id: 1,
        company_name: 'Old Haul',
        card_id: 5,
        card_number: '7001',
        currency: 'CAD',
        amount_minor: 10_000,
        invoice_id: 3,
      },
    ],
  ],
  [
    'transaction_lines',
    [
      {
        id: 1,
        transaction_id: 1_000_000_000_777,
        position: 0,
        product: 'Diesel',
        amount_minor: 7_500,
      },
      {
        id: 2,
        transaction_id: 1_000_000_000_777,
        position: 1,
        product: 'DEF',
        amount_minor: 2_500,
      },
    ],
  ],
  [
    'audit',
    [
      {
        id: 1,
        at: '2026-10-15T12:00:00.000Z',
        actor: EMAIL,
        action: 'payments.create',
        resource: 'payments',
        record_id: '2',
      },
    ],
  ],
];

async function insertRows(db: Kysely<Schema>): Promise<void> {
  for (const [table, rows] of ROWS) {
    for (const row of rows) {
      const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      const values = sql.join(Object.values(row));
      await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
    }
  }
}

/** A database as a release left it whose last migration that was. */
async function databaseOf(migration: string) {
  const location = ON_POSTGRES
    ? { databaseUrl: await createDatabase(), dataDir: join(folder, migration) }
    : { dataDir: join(folder, migration) };
  if (!ON_POSTGRES) {
    const { mkdir } = await import('node:fs/promises');
    await mkdir(location.dataDir, { recursive: true });
  }
  const open = () =>
    ON_POSTGRES
      ? openDatabase(location)
      : Promise.resolve(openFile(fileIn(location.dataDir), { create: true }));
  const old = await open();
  await migrateTo(old.db, migration);
  await insertRows(old.db);
  // What the server of that day noted.
  old.sqlite?.raw.exec(`pragma user_version = ${NAMES.indexOf(migration) + 1}`);
  await old.close();
  return { location, open };
}

const counted = async (db: Kysely<Schema>, table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    db,
  );
  return Number(rows[0]?.n);
};

describe(`a database of an older release, those of TEST_SEED=${sampleSeed()}`, () => {
  it.each(RELEASES)(
    'made by migrations up to %s is rehearsed, upgraded and sound',
    async (name) => {
      const { open, location } = await databaseOf(name);
      const later = NAMES.slice(NAMES.indexOf(name) + 1);

      const before = await open();
      expect(await upgrade(before, { dryRun: true })).toEqual({ pending: later, findings: [] });
      expect(await doneMigrations(before.db)).toEqual(NAMES.slice(0, NAMES.indexOf(name) + 1));
      await before.close();

      // A server that starts brings it up to date by itself.
      const sandbox = await createSandbox({ ...IN_TESTS, ...location });
      const client = await signIn(sandbox, EMAIL);
      const { invoice_dto } = await client.json('spol/invoices/INV-3');
      expect(invoice_dto).toMatchObject({ invoice_number: 'INV-3', status: 'Partially Paid' });
      const list = await client.json('fuel-transaction/authcode?size=5');
      expect(list.metadata.total_count).toBe(1);
      expect(list.transactions[0].authentication_id).toBe('A-777');
      await sandbox.close();

      const after = await open();
      try {
        const { findings, pending } = await checkDatabase(after);
        expect({ findings, pending }).toEqual({ findings: [], pending: [] });
        for (const [table, rows] of ROWS) {
          if (table !== 'audit') expect(await counted(after.db, table), table).toBe(rows.length);
        }
        const [invoice] = await after.db
          .selectFrom('invoices')
          .select(['total_minor', 'due_minor'])
          .execute();
        expect(invoice).toEqual({ total_minor: 10_000, due_minor: 6_000 });
        const [payment] = await after.db.selectFrom('payments').select('amount_minor').execute();
        expect(payment).toEqual({ amount_minor: 4_000 });
      } finally {
        await after.close();
      }
    },
  );

  it('of a later release is refused, and left as it is', async () => {
    const { open } = await databaseOf(NAMES.at(-1) ?? '');
    const database = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')`.execute(
      database.db,
    );
    await expect(upgrade(database, { dryRun: true })).rejects.toThrow(
      "It was made by a later version, which this one can't read: 9999-later.",
    );
    await database.close();
  });
});
