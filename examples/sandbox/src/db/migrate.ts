import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { groundFloor } from './migrations/0001-ground-floor.ts';
import { wholeContract } from './migrations/0002-whole-contract.ts';
import { paymentsAndRates } from './migrations/0003-payments-and-rates.ts';
import { claimedSignIns } from './migrations/0004-claimed-sign-ins.ts';
import { quickLists } from './migrations/0005-quick-lists.ts';
import type { Schema } from './schema.ts';
import { SCHEMA_VERSION } from './schema-version.ts';

const MIGRATIONS: Record<string, Migration> = {
  '0001-ground-floor': groundFloor,
  '0002-whole-contract': wholeContract,
  '0003-payments-and-rates': paymentsAndRates,
  '0004-claimed-sign-ins': claimedSignIns,
  '0005-quick-lists': quickLists,
};

/** Brings the schema up to date. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const count = Object.keys(MIGRATIONS).length;
  if (count !== SCHEMA_VERSION) throw new Error(`SCHEMA_VERSION must be ${count}.`);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
