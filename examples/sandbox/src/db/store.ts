import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';
import type { PartColumn } from './purchase-parts.ts';
import type { Schema, TableName } from './schema.ts';

export type Reader = Kysely<Schema>;
export type Writer = Transaction<Schema>;
export type Row = Readonly<Record<string, string | number | bigint | null>>;

/** Runs several reads that see the data of one moment. */
export async function inOneMoment<T>(
  reads: Pick<Reads, 'stream'>,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const found = reads.stream(async function* only(reader) {
    yield await work(reader);
  });
  for await (const one of found) return one;
  throw new Error('Nothing was read.');
}

export interface WriteOptions {
  /** One at a time among all processes; each sees everything that the previous one wrote. */
  readonly turn?: 'imports' | 'signIns' | 'sessions' | 'sums';
}

/** The storage, for whoever only reads. */
export interface Reads {
  readonly read: Reader;
  /** Changes with every commit, after which earlier counts may be stale. */
  dataVersion(): Promise<string>;
  /** Bytes that the slowest search reads on the calling thread; 0 if a server searches. */
  scanned(): number;
  /** Returns any number of values as the right side of `in`; as a table, its column is `value`. */
  among(values: readonly number[] | readonly string[]): Expression<unknown>;
  /** Returns a condition that rows whose value has this part fulfil, and few others; undefined if no index knows. */
  havingPart(column: PartColumn, part: string): Promise<Expression<SqlBool> | undefined>;
  /** Returns how many rows have this part in the column; undefined if no index knows exactly. */
  countOfPart(column: PartColumn, part: string): Promise<number | undefined>;
  /** Runs a long read on a connection of its own, which sees the data as of its start. */
  stream<T>(query: (reader: Reader) => AsyncIterable<T>): AsyncGenerator<T>;
  /** Returns who should answer a long read: a replica once it has all that is written by now, otherwise this. */
  forLongReads(): Promise<Reads>;
  close(): Promise<void>;
}

/** The storage, on either engine: long reads, short reads and writes never wait for each other. */
export interface Store extends Reads {
  /** Where files are kept. */
  readonly directory: string;
  /** Directory of uploads in progress; this process's own. */
  readonly uploads: string;
  /** For threads that read the same data. */
  readonly readsAt: ReadsAt;
  /** For a thread that writes, whom this store lets write by `lend`. */
  readonly storeAt: StoreAt;
  /** Brings the schema up to date and runs `work`, while no other process does. */
  setUp(work: () => Promise<void>): Promise<void>;
  /**
   * Runs a serializable transaction. `work` runs again if it met another process, so it must have no effects
   * beyond the database.
   */
  write<T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs work that writes through another thread's store. Where only one can write, this store's writes wait. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** Like `write`, for filling a new database. Doesn't wait for the disk: a crash may lose all of it. */
  fill(work: () => Promise<void>): Promise<void>;
  /**
   * Inserts many rows of one table, fast. Only inside `write`, whose transaction waits for them and fails
   * with them. Awaiting limits what is queued.
   */
  insertMany(table: TableName, rows: readonly Row[]): Promise<void>;
  /**
   * Runs work that inserts many purchases by `insertMany`, with ids above all others: what is added up of them is added
   * after each call rather than after each row. Only inside `write`.
   */
  addingByBatch<T>(work: () => Promise<T>): Promise<T>;
  /** Sets one column in many rows, fast: pairs of value and id, or another key. Like `insertMany`. */
  updateMany(
    table: TableName,
    column: string,
    values: readonly (readonly [value: string | number | null, key: number])[],
    by?: string,
  ): Promise<void>;
  /** Reserves ids of transactions for the caller alone, in ascending order. */
  reserveTransactionIds(tx: Writer, count: number): Promise<number[]>;
}

/** Bytes that SQLite searches in about 20 ms, by one condition. */
const SEARCHED_SOON = 64_000_000;

/** Whether a search by that many conditions may take longer than other calls should wait. */
export const searchesLong = (store: Reads, conditions = 1): boolean =>
  store.scanned() * conditions > SEARCHED_SOON;

/** Where a thread finds the data of its process. */
export type ReadsAt =
  | { readonly engine: 'sqlite'; readonly path: string }
  | {
      readonly engine: 'postgres';
      readonly databaseUrl: string;
      readonly replicaUrl?: string | undefined;
    };

/** Which database to open. */
export interface StoreAt {
  /** Directory of the embedded database and of uploads; without it, the data lives as long as the store. */
  readonly dataDir?: string | undefined;
  /** Address of a PostgreSQL server, in place of the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Address of a standby of that server, for long reads. */
  readonly replicaUrl?: string | undefined;
  /** What a commit waits for in the embedded database; default 'full', 'off' without a directory. */
  readonly synchronous?: 'full' | 'normal' | 'off' | undefined;
  /** For a thread of the process that has opened it: leaves that one's uploads alone. */
  readonly lent?: boolean | undefined;
}

/** What the storage can't do at the moment, whoever asks: no space, no database, or too much at once. */
export type StorageFailure = 'full' | 'unreachable' | 'slow';

/** What differs between the engines; each has its folder. Their code loads when they are opened. */
export interface Engine<E extends ReadsAt['engine']> {
  /** Throws with what to do when the database can't be used. */
  readonly openStore: (at: StoreAt) => Promise<Store>;
  readonly openReads: (at: Extract<ReadsAt, { readonly engine: E }>) => Promise<Reads>;
  /** What one of its errors means for the storage; undefined for any other error. */
  readonly failureOf: (error: Error) => StorageFailure | undefined;
  /** Name of the CHECK or foreign key that a row would break, '' if the error has none; undefined for any other error. */
  readonly brokenRule: (error: Error) => string | undefined;
}
