import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isPostgres } from './is-postgres.ts';
import { groundFloor } from './migrations/0001-ground-floor.ts';
import { wholeContract } from './migrations/0002-whole-contract.ts';
import { paymentsAndRates } from './migrations/0003-payments-and-rates.ts';
import { claimedSignIns } from './migrations/0004-claimed-sign-ins.ts';
import { quickLists } from './migrations/0005-quick-lists.ts';
import { versions } from './migrations/0006-versions.ts';
import { signIns } from './migrations/0007-sign-ins.ts';
import { constraints } from './migrations/0008-constraints.ts';
import { storedRates } from './migrations/0011-stored-rates.ts';
import { brands } from './migrations/0012-brands.ts';
import { billedLines } from './migrations/0013-billed-lines.ts';
import { sentEmails } from './migrations/0014-sent-emails.ts';
import { invoiceChanges } from './migrations/0015-invoice-changes.ts';
import { sessionFamilies } from './migrations/0016-session-families.ts';
import { nameKeys } from './migrations/0017-name-keys.ts';
import { numberCase } from './migrations/0018-number-case.ts';
import { coveredSums } from './migrations/0019-covered-sums.ts';
import { importCorrections } from './migrations/0020-import-corrections.ts';
import { views } from './migrations/0021-views.ts';
import { listedTypes } from './migrations/0022-listed-types.ts';
import { exceptions } from './migrations/0023-exceptions.ts';
import { tidyValues } from './migrations/0025-tidy-values.ts';
import { purchaseSums } from './migrations/0026-purchase-sums.ts';
import { trailOfRecords } from './migrations/0028-trail-of-records.ts';
import { nights } from './migrations/0033-nights.ts';
import { trailOfInvoices } from './migrations/0034-trail-of-invoices.ts';
import { trailOfRuns } from './migrations/0035-trail-of-runs.ts';
import { judgedPurchases } from './migrations/0036-judged-purchases.ts';
import { salesSums } from './migrations/0037-sales-sums.ts';
import { truckCarePurchases } from './migrations/0038-truck-care-purchases.ts';
import { ratesByDay } from './migrations/0039-rates-by-day.ts';
import { codesWithIds } from './migrations/0040-codes-with-ids.ts';
import { purchaseParts } from './migrations/0041-purchase-parts.ts';
import { codePartsApart } from './migrations/0042-code-parts-apart.ts';
import { customersCompanies } from './migrations/0043-customers-companies.ts';
import type { Schema } from './schema.ts';
import { SCHEMA_VERSION } from './schema-version.ts';

/** By name, in their order. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-ground-floor': groundFloor,
  '0002-whole-contract': wholeContract,
  '0003-payments-and-rates': paymentsAndRates,
  '0004-claimed-sign-ins': claimedSignIns,
  '0005-quick-lists': quickLists,
  '0006-versions': versions,
  '0007-sign-ins': signIns,
  '0008-constraints': constraints,
  '0011-stored-rates': storedRates,
  '0012-brands': brands,
  '0013-billed-lines': billedLines,
  '0014-sent-emails': sentEmails,
  '0015-invoice-changes': invoiceChanges,
  '0016-session-families': sessionFamilies,
  '0017-name-keys': nameKeys,
  '0018-number-case': numberCase,
  '0019-covered-sums': coveredSums,
  '0020-import-corrections': importCorrections,
  '0021-views': views,
  '0022-listed-types': listedTypes,
  '0023-exceptions': exceptions,
  '0025-tidy-values': tidyValues,
  '0026-purchase-sums': purchaseSums,
  '0028-trail-of-records': trailOfRecords,
  '0033-nights': nights,
  '0034-trail-of-invoices': trailOfInvoices,
  '0035-trail-of-runs': trailOfRuns,
  '0036-judged-purchases': judgedPurchases,
  '0037-sales-sums': salesSums,
  '0038-truck-care-purchases': truckCarePurchases,
  '0039-rates-by-day': ratesByDay,
  '0040-codes-with-ids': codesWithIds,
  '0041-purchase-parts': purchaseParts,
  '0042-code-parts-apart': codePartsApart,
  '0043-customers-companies': customersCompanies,
};

const LATEST = Object.keys(MIGRATIONS).at(-1) ?? '';

/** Brings the schema up to date. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const count = Object.keys(MIGRATIONS).length;
  if (count !== SCHEMA_VERSION) throw new Error(`SCHEMA_VERSION must be ${count}.`);
  await migrateTo(db, LATEST);
}

/** Brings the schema to its state after that migration. */
export async function migrateTo(db: Kysely<Schema>, name: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
    // A migration may be added after another one with a higher number.
    allowUnorderedMigrations: true,
  });
  // SQLite adds no column to a table with rows that break a rule, unless checks are off.
  const lenient = (state: 'on' | 'off') =>
    isPostgres(db) || sql`pragma ignore_check_constraints = ${sql.raw(state)}`.execute(db);
  await lenient('on');
  // All of them, including earlier ones that were skipped.
  const { error } =
    name === LATEST ? await migrator.migrateToLatest() : await migrator.migrateTo(name);
  await lenient('off');
  if (error) throw error;
}

/** Returns the names of a database's completed migrations, in order; none for any other database. */
export async function doneMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows.map(({ name }) => name);
}
