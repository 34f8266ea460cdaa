import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { doneMigrations, migrateTo } from '../db/migrate.ts';
import { DERIVED_TABLES, recomputeSums } from '../db/purchase-sums.ts';
import type { Schema } from '../db/schema.ts';
import { withoutTriggers } from '../db/sqlite/without-triggers.ts';
import { columnsOf, countRows, type Database, openFile, tablesOf } from './databases.ts';
import { OperationError, operationError } from './trouble.ts';

const ROWS_READ = 2_000;

/** The file system calls that write a backup. Tests make each of them fail in turn. */
export const disk = { closeSync, fsyncSync, openSync, renameSync };

/** Deletes an SQLite file and the files beside it. */
export function removeFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/** Syncs the folder of a path: only then is its name on the disk. */
function flush(path: string): void {
  for (const each of [path, dirname(path)]) {
    const file = disk.openSync(each, 'r');
    try {
      disk.fsyncSync(file);
    } finally {
      disk.closeSync(file);
    }
  }
}

/** Fills an SQLite file with the same schema from one snapshot of a server. */
async function exportServer(db: Kysely<Schema>, path: string): Promise<void> {
  // Opened first: a snapshot left open by a full disk would keep its connection, and the process, forever.
  const file = openFile(path, { create: true });
  try {
    const snapshot = await db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute();
    try {
      await copyRows(snapshot, file);
    } finally {
      await snapshot.rollback().execute();
    }
  } finally {
    await file.close();
  }
}

async function copyRows(
  snapshot: Kysely<Schema>,
  file: ReturnType<typeof openFile>,
): Promise<void> {
  const last = (await doneMigrations(snapshot)).at(-1);
  if (last === undefined) throw new OperationError('It holds no data of this service.');
  await migrateTo(file.db, last);
  const { raw } = file.sqlite;
  // Rows that are older than a rule may break it; a backup contains them unchanged.
  raw.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on; begin');
  await withoutTriggers(raw, () => copyTables(snapshot, file));
  await copySequences(snapshot, raw);
  raw.exec('commit');
  raw.exec(`pragma user_version = 0; pragma journal_mode = delete`);
}

/** Copies the rows of all tables. Those of sums are computed: a server has several rows for each sum. */
async function copyTables(
  snapshot: Kysely<Schema>,
  file: ReturnType<typeof openFile>,
): Promise<void> {
  const { raw } = file.sqlite;
  const tables = await tablesOf(file.db);
  for (const table of tables.filter((name) => !DERIVED_TABLES.has(name))) {
    const columns = await columnsOf(file.db, table);
    raw.exec(`delete from "${table}"`);
    const names = columns.map((name) => `"${name}"`).join(', ');
    const insert = raw.prepare(
      `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
    );
    const rows = (snapshot as unknown as Kysely<Record<string, Record<string, unknown>>>)
      .selectFrom(table)
      .selectAll()
      .stream(ROWS_READ);
    for await (const row of rows) {
      insert.run(...columns.map((name) => (row[name] ?? null) as string | number | bigint | null));
    }
  }
  if (tables.some((name) => DERIVED_TABLES.has(name))) await recomputeSums(file.db);
}

/** Copies the highest id that each table has used, so that none is used twice, not even of deleted rows. */
async function copySequences(
  db: Kysely<Schema>,
  raw: ReturnType<typeof openFile>['sqlite']['raw'],
): Promise<void> {
  const { rows } = await sql<{ name: string; last: number }>`
    select regexp_replace(sequencename, '_id_seq$', '') as name, coalesce(last_value, start_value - 1) as last
    from pg_sequences where schemaname = current_schema()`.execute(db);
  const update = raw.prepare('update sqlite_sequence set seq = ? where name = ?');
  const insert = raw.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
  for (const { last, name } of rows) {
    if (Number(update.run(last, name).changes) === 0) insert.run(name, last);
  }
}

/**
 * Writes a backup while servers keep working: one SQLite file, of either engine, with the data of one moment. It
 * appears under its name when it is complete and on the disk. Returns the number of rows of each table. Throws if the
 * file exists.
 */
export async function backUp(
  database: Database,
  path: string,
): Promise<ReadonlyMap<string, number>> {
  if (existsSync(path)) throw new OperationError(`${path} is there already; name another file.`);
  const part = `${path}.part`;
  try {
    removeFile(part);
    // SQLite reports a folder it can't write to as 'unable to open database file', whatever the cause.
    disk.closeSync(disk.openSync(part, 'wx'));
    if (database.sqlite) database.sqlite.statement('vacuum into ?').run(part);
    else await exportServer(database.db, part);
    flush(part);
    const rows = await rowsIn(part);
    disk.renameSync(part, path);
    try {
      flush(path);
    } catch (error) {
      removeFile(path);
      throw error;
    }
    return rows;
  } catch (error) {
    if (existsSync(part)) removeFile(part);
    throw operationError(
      error,
      `The backup could not be written to ${path}`,
      'Nothing of it is left there.',
    );
  }
}

async function rowsIn(path: string): Promise<ReadonlyMap<string, number>> {
  const written = openFile(path, { readOnly: true });
  try {
    return await countRows(written.db);
  } finally {
    await written.close();
  }
}
