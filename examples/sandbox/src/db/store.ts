import type { Expression, Kysely, Transaction } from 'kysely';
import type { Schema, TableName } from './schema.ts';

export type Reader = Kysely<Schema>;
export type Writer = Transaction<Schema>;
export type Row = Readonly<Record<string, string | number | bigint | null>>;

export interface WriteOptions {
  /** One at a time among all processes, and each sees all that the one before it wrote. */
  readonly turn?: 'imports' | 'signIns';
}

/** The storage, on either engine: long reads, short reads and writes never wait for each other. */
export interface Store {
  /** Where files are kept. */
  readonly directory: string;
  /** Where uploads lie while they are worked on; this process's own. */
  readonly uploads: string;
  readonly read: Reader;
  /** Changes whenever anything was committed: what was counted before may be stale then. */
  dataVersion(): Promise<string>;
  /** Brings the schema up to date and does `work`, while no other process does. */
  setUp(work: () => Promise<void>): Promise<void>;
  /**
   * All or nothing, as if one came after the other. `work` may be done again when it met another process,
   * so it must have no effects but on the database.
   */
  write<T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** As `write`, for filling a new database: a crash may cost the whole of it, so nothing waits for the disk. */
  fill(work: () => Promise<void>): Promise<void>;
  /**
   * Many rows of one table, fast. Only inside `write`, whose transaction they then belong to: it waits for
   * them and fails with them. Awaiting keeps what is still to be sent small.
   */
  insertMany(table: TableName, rows: readonly Row[]): Promise<void>;
  /** Sets one column by id, or by another key, many times, fast: pairs of value and key. As `insertMany`. */
  updateMany(
    table: TableName,
    column: string,
    values: readonly (readonly [value: string | number | null, key: number])[],
    by?: string,
  ): Promise<void>;
  /** Ids of transactions that nobody else gets, in ascending order. */
  reserveTransactionIds(tx: Writer, count: number): Promise<number[]>;
  /** These values, any number of them, as the right side of `in`; as a table, its column is `value`. */
  among(values: readonly number[] | readonly string[]): Expression<unknown>;
  /** A connection of its own for a long read; it sees the data as they were when it began. */
  stream<T>(query: (reader: Reader) => AsyncIterable<T>): AsyncGenerator<T>;
  close(): Promise<void>;
}

/**
 * Opens the database: a PostgreSQL server when an address is given, else the embedded one in a directory.
 * Without a directory its data live as long as the store.
 */
export async function openStore(
  at: {
    readonly dataDir?: string | undefined;
    readonly databaseUrl?: string | undefined;
    /** What a commit waits for in the embedded database; default 'full'. */
    readonly synchronous?: 'full' | 'normal' | undefined;
  } = {},
): Promise<Store> {
  if (at.databaseUrl !== undefined) {
    const { PostgresStore } = await import('./postgres-store.ts');
    return PostgresStore.open(at.databaseUrl, at.dataDir);
  }
  const { SqliteStore } = await import('./sqlite-store.ts');
  return new SqliteStore(at.dataDir, at.synchronous);
}
