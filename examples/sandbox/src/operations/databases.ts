import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { doneMigrations, MIGRATIONS } from '../db/migrate.ts';
import { PARTS_TABLE } from '../db/purchase-parts.ts';
import type { Schema } from '../db/schema.ts';
import { SqliteConnection } from '../db/sqlite/connection.ts';
import { isTrouble, OperationError } from './trouble.ts';

/** Where the data is, by the settings. */
export interface DataLocation {
  readonly dataDir?: string;
  readonly databaseUrl?: string;
}

/** A database opened next to the servers that use it, on a connection of its own. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Kysely<Schema>;
  /** The connection of an embedded one. */
  readonly sqlite?: SqliteConnection;
  readonly close: () => Promise<void>;
}

function connectionTo(path: string, readOnly: boolean): SqliteConnection {
  try {
    return new SqliteConnection(path, { readOnly, synchronous: 'full' });
  } catch (error) {
    if (isTrouble(error)) throw error;
    // SQLite doesn't say why it can't open a file, but the folder does.
    if (!readOnly) accessSync(dirname(path), constants.W_OK);
    throw new OperationError(`${path} can't be read: ${(error as Error).message}.`);
  }
}

/** Opens an SQLite file: the embedded database, or a backup of either engine. Without `create`, it must exist. */
export function openFile(
  path: string,
  how: { readonly readOnly?: boolean; readonly create?: boolean } = {},
): Database & { readonly sqlite: SqliteConnection } {
  if (!how.create && !existsSync(path))
    throw new OperationError(`There is no database at ${path}.`);
  const { readOnly = false } = how;
  const sqlite = connectionTo(path, readOnly);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  const close = async () => {
    await db.destroy();
    sqlite.close();
  };
  return { engine: 'sqlite', db, sqlite, close };
}

export const fileIn = (dataDir: string): string => join(dataDir, 'forecourt.sqlite');

/** Opens the database of the settings. Throws with what to do if it doesn't exist or doesn't answer. */
export async function openDatabase({
  databaseUrl,
  dataDir = '.',
}: DataLocation): Promise<Database> {
  if (databaseUrl === undefined) return openFile(fileIn(dataDir));
  const { connect } = await import('../db/postgres/pool.ts');
  const db = connect(databaseUrl, 0);
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    const { code, message } = error as { code?: string; message?: string };
    throw new OperationError(`The database at DATABASE_URL can't be used: ${message || code}.`);
  }
  return { engine: 'postgres', db, close: () => db.destroy() };
}

/** Returns the migrations that a database lacks. Throws if it has unknown ones, or none at all. */
export async function pendingMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  const done = await doneMigrations(db);
  if (done.length === 0) throw new OperationError('It holds no data of this service.');
  const unknown = done.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length > 0) {
    throw new OperationError(
      `It was made by a later version, which this one can't read: ${unknown.join(', ')}.`,
    );
  }
  return Object.keys(MIGRATIONS).filter((name) => !done.includes(name));
}

/** Returns the tables of the service, without those of the migrator and of what searches use. */
export async function tablesOf(db: Kysely<Schema>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ isView, name }) => !isView && !/^(sqlite_|kysely_)/.test(name))
    .filter(({ name }) => !name.startsWith(PARTS_TABLE))
    .map(({ name }) => name)
    .sort();
}

export async function columnsOf(db: Kysely<Schema>, table: string): Promise<readonly string[]> {
  const tables = await db.introspection.getTables();
  return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
}

/** Returns the number of rows of each table. */
export async function countRows(db: Kysely<Schema>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of await tablesOf(db)) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    counts.set(table, Number(rows[0]?.n ?? 0));
  }
  return counts;
}
