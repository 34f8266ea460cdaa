import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { MIGRATIONS, migrate } from '../db/migrate.ts';
import { SCHEMA_VERSION } from '../db/schema-version.ts';
import { type CheckReport, checkDatabase } from './check.ts';
import { type Database, openFile, pendingMigrations } from './databases.ts';

/** Thrown to roll back a dry run. */
class Rehearsed extends Error {}

/** Upgrades a copy of the embedded database, checks it and deletes it. */
async function rehearseOnCopy(database: Database): Promise<CheckReport> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-upgrade-'));
  try {
    const path = join(folder, 'copy.sqlite');
    database.sqlite?.statement('vacuum into ?').run(path);
    const copy = openFile(path);
    try {
      await migrate(copy.db);
      return await checkDatabase(copy);
    } finally {
      await copy.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Upgrades a server in a transaction that is rolled back; waits up to five seconds for a table in use. */
async function rehearseInTransaction({ db }: Database, pending: readonly string[]): Promise<void> {
  const rehearsal = db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '5s'`.execute(tx);
    for (const name of pending) await MIGRATIONS[name]?.up(tx);
    throw new Rehearsed();
  });
  await rehearsal.catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error;
  });
}

/**
 * Upgrades a database to this version's schema, or with `dryRun` only tries it on the existing data. Returns the names
 * of the migrations. Throws the error of a failed migration, with nothing changed.
 */
export async function upgrade(
  database: Database,
  { dryRun }: { readonly dryRun: boolean },
): Promise<{ readonly pending: readonly string[]; readonly findings: readonly string[] }> {
  const pending = await pendingMigrations(database.db);
  if (pending.length === 0) return { pending, findings: [] };
  if (!dryRun) {
    await migrate(database.db);
    if (database.sqlite) {
      database.sqlite.raw.exec('pragma analysis_limit = 1000; analyze');
      database.sqlite.raw.exec(`pragma user_version = ${SCHEMA_VERSION}`);
    }
    return { pending, findings: (await checkDatabase(database)).findings };
  }
  if (database.engine === 'sqlite') {
    return { pending, findings: (await rehearseOnCopy(database)).findings };
  }
  await rehearseInTransaction(database, pending);
  return { pending, findings: [] };
}
