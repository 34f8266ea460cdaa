import type { Expression, Kysely, Transaction } from 'kysely';
import type { Schema, TableName } from './schema.ts';

export type Reader = Kysely<Schema>;
export type Writer = Transaction<Schema>;
export type Row = Readonly<Record<string, string | number | bigint | null>>;

export interface WriteOptions {
  /** One at a time among all processes, and each sees all that the one before it wrote. */
  readonly turn?: 'imports' | 'signIns' | 'sessions';
}

/** What only reads needs of the storage. */
export interface Reads {
  readonly read: Reader;
  /** Changes whenever anything was committed: what was counted before may be stale then. */
  dataVersion(): Promise<string>;
  /** Bytes that the slowest search reads on the thread that asks; 0 where a server searches. */
  scanned(): number;
  /** These values, any number of them, as the right side of `in`; as a table, its column is `value`. */
  among(values: readonly number[] | readonly string[]): Expression<unknown>;
  /** A connection of its own for a long read; it sees the data as they were when it began. */
  stream<T>(query: (reader: Reader) => AsyncIterable<T>): AsyncGenerator<T>;
  close(): Promise<void>;
}

/** The storage, on either engine: long reads, short reads and writes never wait for each other. */
export interface Store extends Reads {
  /** Where files are kept. */
  readonly directory: string;
  /** Where uploads lie while they are worked on; this process's own. */
  readonly uploads: string;
  /** For threads that read the same data. */
  readonly readsAt: ReadsAt;
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

/** What SQLite searches in some 20 ms, by one condition. */
const SEARCHED_SOON = 64_000_000;

/** Whether a search by so many conditions may take longer than other calls should wait for. */
export const searchesLong = (store: Reads, conditions = 1): boolean =>
  store.scanned() * conditions > SEARCHED_SOON;

/** Where a thread finds the data of the process that it belongs to. */
export type ReadsAt =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres'; readonly databaseUrl: string };

/** Opens data that a store of this process has set up, for reading beside it. */
export async function openReads(at: ReadsAt): Promise<Reads> {
  if (at.engine === 'postgres') {
    const { PostgresReads } = await import('./postgres-reads.ts');
    return new PostgresReads(at.databaseUrl);
  }
  const { SqliteReads } = await import('./sqlite-reads.ts');
  const { stopsWhenUnwanted } = await import('./stops-when-unwanted.ts');
  return new SqliteReads(at.path, (connection) => [stopsWhenUnwanted(connection)]);
}
