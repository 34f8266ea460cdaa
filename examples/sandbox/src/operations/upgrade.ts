import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { MIGRATIONS, migrate } from '../db/migrate.ts';
import { SCHEMA_VERSION } from '../db/schema-version.ts';
import { type CheckReport, checkDatabase } from './check.ts';
import { type Database, openFile, pendingMigrations } from './databases.ts';

/** Thrown to undo a rehearsal. */
class Rehearsed extends Error {}

/** The embedded database is upgraded as a copy; the copy is then checked and thrown away. */
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

/** A server is upgraded in a transaction that is undone; it waits five seconds at most for a table in use. */
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
 * Brings a database to this version's schema, or with `dryRun` only tries it on the data there are. Gives the names
 * of what was (or would be) done. Throws what a migration fails with; nothing is changed then.
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
