import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { migrate } from '../db/migrate.ts';
import { rowsAsJson } from '../db/postgres/values.ts';
import { ALL_PARTS } from '../db/purchase-parts.ts';
import { DERIVED_TABLES, recomputeSums } from '../db/purchase-sums.ts';
import type { Schema } from '../db/schema.ts';
import { SCHEMA_VERSION } from '../db/schema-version.ts';
import { withoutTriggers } from '../db/sqlite/without-triggers.ts';
import { removeFile } from './backup.ts';
import { type CheckReport, checkDatabase } from './check.ts';
import {
  columnsOf,
  countRows,
  type Database,
  type DataLocation,
  fileIn,
  openDatabase,
  openFile,
  pendingMigrations,
  tablesOf,
} from './databases.ts';
import { OperationError, operationError } from './trouble.ts';

const ROWS_SENT = 2_000;
/** Ends all sessions, so that one that was ended since the backup doesn't come back. */
const LEFT_OUT = new Set(['sessions', 'login_attempts']);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Copies the backup, to upgrade it from whatever version it has. */
async function copyOf(path: string, folder: string): Promise<ReturnType<typeof openFile>> {
  const original = openFile(path, { readOnly: true });
  try {
    const { findings } = await checkDatabase(original).catch((error: Error) => {
      if (error instanceof OperationError) throw error;
      throw new OperationError(`${path} can't be read: ${error.message}.`);
    });
    const damage = findings.filter((text) => text.startsWith('The file: '));
    if (damage.length > 0) throw new OperationError(`${path} is damaged. ${damage.join(' ')}`);
  } finally {
    await original.close();
  }
  const copy = join(folder, 'backup.sqlite');
  copyFileSync(path, copy);
  const backup = openFile(copy);
  try {
    if ((await pendingMigrations(backup.db)).length > 0) await migrate(backup.db);
    return backup;
  } catch (error) {
    await backup.close();
    throw error;
  }
}

/** Replaces all tables of the embedded database in one transaction: servers see either the old data or the new. */
async function intoFile(target: Database, backup: string, tables: readonly Table[]) {
  const raw = target.sqlite?.raw;
  if (!raw) throw new Error('The target is no file.');
  raw.prepare('attach ? as backup').run(backup);
  raw.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on; begin immediate');
  try {
    // The backup has sums of its own, which triggers would add to.
    await withoutTriggers(raw, () => {
      for (const { name } of tables) raw.exec(`delete from main.${quoted(name)}`);
      for (const { columns, name } of tables) {
        if (LEFT_OUT.has(name)) continue;
        const list = columns.map(quoted).join(', ');
        raw.exec(
          `insert into main.${quoted(name)} (${list}) select ${list} from backup.${quoted(name)}`,
        );
      }
      for (const text of ALL_PARTS) raw.exec(text);
    });
    raw.exec(
      'delete from main.sqlite_sequence; insert into main.sqlite_sequence select * from backup.sqlite_sequence',
    );
    raw.exec('pragma analysis_limit = 1000; analyze main');
    raw.exec(`pragma user_version = ${SCHEMA_VERSION}; commit`);
  } catch (error) {
    if (raw.isTransaction) raw.exec('rollback');
    throw error;
  } finally {
    raw.exec('detach backup');
  }
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}
type Raw = ReturnType<typeof openFile>['sqlite']['raw'];

async function sendRows(tx: Kysely<Schema>, raw: Raw, { columns, name }: Table): Promise<void> {
  const list = columns.map(quoted).join(', ');
  const text = `insert into ${quoted(name)} (${list}) select ${list} from json_populate_recordset(null::${quoted(name)}, $1)`;
  let rows: object[] = [];
  const send = async () => {
    if (rows.length > 0) await tx.executeQuery(CompiledQuery.raw(text, [rowsAsJson(rows)]));
    rows = [];
  };
  for (const row of raw.prepare(`select ${list} from ${quoted(name)}`).iterate()) {
    rows.push(row);
    if (rows.length >= ROWS_SENT) await send();
  }
  await send();
}

interface Constraint {
  readonly name: string;
  readonly relation: string;
  readonly definition: string;
}

/**
 * Replaces all tables of a server in one transaction. Drops constraints meanwhile, so that rows can be sent in any
 * order. If old rows break a rule, it applies only to later changes, as after the migration that added it.
 */
async function intoServer(target: Database, raw: Raw, tables: readonly Table[]): Promise<void> {
  await target.db.transaction().execute(async (tx) => {
    const { rows: constraints } = await sql<Constraint>`
      select conname as name, conrelid::regclass::text as relation, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype in ('c', 'f') and connamespace = current_schema()::regnamespace
      order by contype`.execute(tx);
    for (const { name, relation } of constraints) {
      await sql`alter table ${sql.table(relation)} drop constraint ${sql.id(name)}`.execute(tx);
    }
    // Triggers keep the sums of days, which the rows are added up for at once below.
    for (const { name } of tables) {
      await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
    }
    await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(tx);
    for (const table of tables) {
      if (!LEFT_OUT.has(table.name) && !DERIVED_TABLES.has(table.name)) {
        await sendRows(tx, raw, table);
      }
    }
    await recomputeSums(tx);
    for (const { name } of tables) {
      await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
    }
    for (const { definition, name, relation } of constraints) {
      const rule = sql.raw(definition.replace(/ NOT VALID$/, ''));
      const table = sql.table(relation);
      await sql`alter table ${table} add constraint ${sql.id(name)} ${rule} not valid`.execute(tx);
      await sql`savepoint validated`.execute(tx);
      await sql`alter table ${table} validate constraint ${sql.id(name)}`
        .execute(tx)
        .catch(() => sql`rollback to savepoint validated`.execute(tx));
    }
    for (const row of raw.prepare('select name, seq from sqlite_sequence').all()) {
      const last = Math.max(1, Number(row.seq));
      await sql`select setval(pg_get_serial_sequence(${String(row.name)}, 'id'), ${last}::bigint, ${Number(row.seq) >= 1}::boolean)`.execute(
        tx,
      );
    }
  });
  await sql`analyze`.execute(target.db);
}

async function openTarget(location: DataLocation): Promise<Database> {
  if (location.databaseUrl !== undefined) return openDatabase(location);
  const folder = location.dataDir ?? '.';
  mkdirSync(folder, { recursive: true });
  return openFile(fileIn(folder), { create: true });
}

/**
 * Replaces all data with a backup of either engine, in one transaction, and verifies it by a check and the number of
 * rows. Throws an `OperationError`, and changes nothing, if the file isn't a backup, is damaged, or was created by a
 * later version.
 */
export async function restore(location: DataLocation, path: string): Promise<CheckReport> {
  const parent = tmpdir();
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(parent, 'forecourt-restore-'));
    const backup = await copyOf(path, folder);
    try {
      return await intoLocation(location, backup, join(folder, 'backup.sqlite'));
    } finally {
      await backup.close();
    }
  } catch (error) {
    const failed = `A copy of ${path} could not be made in ${parent}`;
    throw operationError(error, failed, 'The data are as they were. TMPDIR names another folder.');
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function intoLocation(
  location: DataLocation,
  backup: ReturnType<typeof openFile>,
  path: string,
): Promise<CheckReport> {
  const file = location.databaseUrl === undefined ? fileIn(location.dataDir ?? '.') : undefined;
  const isNew = file !== undefined && !existsSync(file);
  let isRestored = false;
  try {
    const target = await openTarget(location);
    try {
      await migrate(target.db);
      const names = await tablesOf(backup.db);
      const tables: Table[] = [];
      for (const name of names) tables.push({ name, columns: await columnsOf(backup.db, name) });
      if (target.engine === 'sqlite') {
        await backup.close();
        await intoFile(target, path, tables);
      } else await intoServer(target, backup.sqlite.raw, tables);
      isRestored = true;
      return await proved(target, path);
    } finally {
      await target.close();
    }
  } catch (error) {
    const where = file === undefined ? 'at DATABASE_URL' : `in ${location.dataDir ?? '.'}`;
    if (isRestored)
      throw operationError(
        error,
        `The data ${where} are restored, but could not be checked`,
        'Run `admin.js check`.',
      );
    if (isNew) removeFile(file);
    throw operationError(
      error,
      `The data ${where} could not be restored`,
      'They are as they were.',
    );
  }
}

async function proved(target: Database, path: string): Promise<CheckReport> {
  const report = await checkDatabase(target);
  const backup = openFile(path, { readOnly: true });
  try {
    const wanted = await countRows(backup.db);
    const missing = [...wanted].flatMap(([table, count]) => {
      const found = report.rows.get(table) ?? 0;
      return LEFT_OUT.has(table) || DERIVED_TABLES.has(table) || found === count
        ? []
        : [`${table} has ${found} rows, and the backup ${count}.`];
    });
    return { ...report, findings: [...report.findings, ...missing] };
  } finally {
    await backup.close();
  }
}
