import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, SqliteDialect, type Transaction } from 'kysely';
import type { Schema, TableName } from './schema.ts';
import { SCHEMA_VERSION } from './schema-version.ts';
import { SqliteConnection } from './sqlite-connection.ts';

export type Reader = Kysely<Schema>;
export type Writer = Transaction<Schema>;
type Row = Readonly<Record<string, string | number | bigint | null>>;

/**
 * The storage: one connection that writes, one that reads, and one more for each export, because a
 * connection that is busy with a transaction or a stream serves nobody else.
 */
export class Store {
  /** Where uploads and the database lie. */
  readonly directory: string;
  readonly read: Reader;
  readonly #path: string;
  readonly #durable: boolean;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #write: Kysely<Schema>;

  private constructor(directory: string, durable: boolean) {
    this.directory = directory;
    this.#path = join(directory, 'forecourt.sqlite');
    this.#durable = durable;
    this.#writer = new SqliteConnection(this.#path, { durable });
    this.#reader = new SqliteConnection(this.#path, { readOnly: true, durable });
    this.#write = new Kysely<Schema>({ dialect: new SqliteDialect({ database: this.#writer }) });
    this.read = new Kysely<Schema>({ dialect: new SqliteDialect({ database: this.#reader }) });
  }

  /** Opens and brings the schema up to date. Without a directory the data live as long as the store. */
  static async open(directory: string | undefined): Promise<Store> {
    const place = directory ?? mkdtempSync(join(tmpdir(), 'forecourt-sandbox-'));
    mkdirSync(place, { recursive: true });
    const store = new Store(place, directory !== undefined);
    if (store.schemaVersion < SCHEMA_VERSION) {
      const { migrate } = await import('./migrate.ts');
      await migrate(store.#write);
      store.#writer.raw.exec(`pragma user_version = ${SCHEMA_VERSION}`);
    }
    return store;
  }

  private get schemaVersion(): number {
    return Number(this.#writer.statement('pragma user_version').get()?.user_version ?? 0);
  }

  /** Changes whenever anything was committed: what was counted before may be stale then. */
  get dataVersion(): number {
    return Number(this.#reader.statement('pragma data_version').get()?.data_version ?? 0);
  }

  /** All or nothing; one after the other. */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return this.#write.transaction().execute(work);
  }

  /** As `write`, for filling a new database: a crash may cost the whole of it, so nothing waits for the disk. */
  async fill(work: () => Promise<void>): Promise<void> {
    const { raw } = this.#writer;
    raw.exec('pragma synchronous = off; pragma cache_size = -400000');
    await this.write(work);
    raw.exec('pragma analysis_limit = 1000; analyze');
    raw.exec('pragma wal_checkpoint(truncate); pragma cache_size = -32000');
    if (this.#durable) raw.exec('pragma synchronous = normal');
  }

  /** Many rows of one table, fast. Only inside `write`, whose transaction they then belong to. */
  insertMany(table: TableName, rows: readonly Row[]): void {
    const first = rows[0];
    if (!first) return;
    const columns = Object.keys(first);
    const sql = `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`;
    const statement = this.#writer.statement(sql);
    for (const row of rows) statement.run(...columns.map((name) => row[name] ?? null));
  }

  /** Sets one column by id, many times, fast: pairs of value and id. Only inside `write`. */
  updateMany(
    table: TableName,
    column: string,
    values: readonly (readonly [value: string | number | null, id: number])[],
  ): void {
    const statement = this.#writer.statement(`update "${table}" set "${column}" = ? where id = ?`);
    for (const [value, id] of values) statement.run(value, id);
  }

  /** A connection of its own for a long read; it sees the data as they were when it began. */
  async *stream<T>(query: (reader: Reader) => AsyncIterable<T>): AsyncGenerator<T> {
    const connection = new SqliteConnection(this.#path, { readOnly: true, durable: this.#durable });
    const reader = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
    try {
      yield* query(reader);
    } finally {
      connection.close();
    }
  }

  async close(): Promise<void> {
    await this.read.destroy();
    await this.#write.destroy();
    this.#reader.close();
    this.#writer.close();
    if (!this.#durable) rmSync(this.directory, { recursive: true, force: true });
  }
}
