import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { FILLED } from '../filled-tables.ts';
import { recomputeSums } from '../purchase-sums.ts';
import type { Schema, TableName } from '../schema.ts';
import { SCHEMA_VERSION } from '../schema-version.ts';
import type { ReadsAt, Row, Store, StoreAt, Writer } from '../store.ts';
import { raisesVersions } from '../versions.ts';
import { BATCH_SUMS, NEW_ROW_TRIGGERS } from './batch-sums.ts';
import { SqliteConnection, WRITER_CACHE } from './connection.ts';
import { SqliteReads } from './reads.ts';

/**
 * The embedded database: one connection that writes, one that reads, and one more for each export, because
 * a connection that is busy with a transaction or a stream serves nobody else.
 */
export class SqliteStore extends SqliteReads implements Store {
  readonly directory: string;
  readonly uploads: string;
  readonly readsAt: ReadsAt;
  readonly storeAt: StoreAt & Required<Pick<StoreAt, 'synchronous'>>;
  readonly #kept: boolean;
  readonly #writer: SqliteConnection;
  readonly #write: Kysely<Schema>;
  /** Whether `insertMany` adds to the sums, in place of triggers. */
  #addsByBatch = false;

  /** `synchronous` applies to a given directory; without one, nothing waits for the disk. */
  constructor({ dataDir: directory, lent = false, synchronous = 'full' }: StoreAt) {
    const folder = directory ?? mkdtempSync(join(tmpdir(), 'forecourt-sandbox-'));
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'forecourt.sqlite');
    const waitsFor = directory === undefined ? 'off' : synchronous;
    const writer = new SqliteConnection(path, { synchronous: waitsFor });
    super(path);
    this.directory = folder;
    this.readsAt = { engine: 'sqlite', path };
    this.storeAt = { dataDir: folder, synchronous: waitsFor, lent: true };
    this.uploads = join(this.directory, 'uploads');
    // Left behind by a killed server; its imports fail when their lease ends.
    if (!lent) rmSync(this.uploads, { recursive: true, force: true });
    this.#kept = directory !== undefined;
    this.#writer = writer;
    this.#write = new Kysely<Schema>({
      dialect: new SqliteDialect({ database: this.#writer }),
      plugins: [raisesVersions],
    });
  }

  async setUp(work: () => Promise<void>): Promise<void> {
    if (this.#schemaVersion < SCHEMA_VERSION) {
      const { migrate } = await import('../migrate.ts');
      await migrate(this.#write);
      // Without statistics, the planner prefers the old indexes to new ones.
      this.#writer.raw.exec('pragma analysis_limit = 1000; analyze');
      this.#writer.raw.exec(`pragma user_version = ${SCHEMA_VERSION}`);
    }
    await work();
  }

  get #schemaVersion(): number {
    return Number(this.#writer.statement('pragma user_version').get()?.user_version ?? 0);
  }

  /**
   * First reads the schema anew if another connection changed it: a statement whose trigger uses the table of parts would
   * otherwise be refused with 'no such table', because SQLite connects to that table while it prepares the statement.
   */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return this.#write.connection().execute((db) => {
      this.#writer.statement('select 1 from sqlite_master limit 1').get();
      return db.transaction().execute(work);
    });
  }

  lend<T>(work: () => Promise<T>): Promise<T> {
    return this.#write.connection().execute(work);
  }

  /**
   * SQLite copies every page that a row changes, in all of its indexes, before a trigger may run: that took a fifth of
   * an import's time. A transaction that fails restores the triggers.
   */
  async addingByBatch<T>(work: () => Promise<T>): Promise<T> {
    const triggers = this.#madeFor('trigger', FILLED).filter(({ name }) =>
      NEW_ROW_TRIGGERS.includes(name),
    );
    for (const { name } of triggers) this.#writer.raw.exec(`drop trigger "${name}"`);
    this.#addsByBatch = true;
    try {
      return await work();
    } finally {
      this.#addsByBatch = false;
      // A full disk may have ended the transaction already, which restored them.
      if (this.#writer.raw.isTransaction)
        for (const { sql } of triggers) this.#writer.raw.exec(sql);
    }
  }

  async fill(work: () => Promise<void>): Promise<void> {
    const { raw } = this.#writer;
    raw.exec('pragma synchronous = off; pragma cache_size = -400000');
    await this.write(async (tx) => {
      // Builds each index once, in order, instead of inserting into all of them.
      // Filling looks up lines by their transaction; that index grows in order anyway.
      const indexes = this.#madeFor('index', FILLED).filter(
        ({ sql }) => !sql.includes('("transaction_id"'),
      );
      for (const { name } of indexes) raw.exec(`drop index "${name}"`);
      const triggers = this.#madeFor('trigger', FILLED);
      for (const { name } of triggers) raw.exec(`drop trigger "${name}"`);
      await work();
      for (const index of indexes) raw.exec(index.sql);
      await recomputeSums(tx);
      for (const trigger of triggers) raw.exec(trigger.sql);
    });
    raw.exec('pragma analysis_limit = 1000; analyze');
    raw.exec(`pragma wal_checkpoint(truncate); pragma cache_size = -${WRITER_CACHE}`);
    raw.exec(`pragma synchronous = ${this.storeAt.synchronous}`);
  }

  #madeFor(
    type: 'index' | 'trigger',
    tables: readonly TableName[],
  ): { name: string; sql: string }[] {
    const all = this.#writer.statement(
      'select name, sql, tbl_name from sqlite_master where type = ? and sql is not null',
    );
    return (all.all(type) as { name: string; sql: string; tbl_name: TableName }[]).filter(
      ({ tbl_name }) => tables.includes(tbl_name),
    );
  }

  // Synchronous: it has finished when it returns, and throws immediately even if it isn't awaited.
  insertMany(table: TableName, rows: readonly Row[]): Promise<void> {
    const first = rows[0];
    if (!first) return Promise.resolve();
    const columns = Object.keys(first);
    const sql = `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`;
    const statement = this.#writer.statement(sql);
    const sums = (this.#addsByBatch && BATCH_SUMS[table]) || [];
    const last = sums.length > 0 ? this.#lastId(table) : 0;
    for (const row of rows) statement.run(...columns.map((name) => row[name] ?? null));
    for (const text of sums) this.#writer.statement(text).run(last);
    return Promise.resolve();
  }

  #lastId(table: TableName): number {
    const { last } = this.#writer.statement(`select max(id) as last from "${table}"`).get() ?? {};
    return Number(last ?? 0);
  }

  updateMany(
    table: TableName,
    column: string,
    values: readonly (readonly [value: string | number | null, key: number])[],
    by = 'id',
  ): Promise<void> {
    const text = `update "${table}" set "${column}" = ? where "${by}" = ?`;
    const statement = this.#writer.statement(text);
    for (const [value, key] of values) statement.run(value, key);
    return Promise.resolve();
  }

  async reserveTransactionIds(tx: Writer, count: number): Promise<number[]> {
    const { rows } = await sql<{ last: number }>`
      update sqlite_sequence set seq = seq + ${count} where name = 'transactions'
      returning seq as last`.execute(tx);
    const first = (rows[0]?.last ?? 0) - count + 1;
    return Array.from({ length: count }, (_, index) => first + index);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#write.destroy();
    this.#writer.close();
    if (!this.#kept) rmSync(this.directory, { recursive: true, force: true });
  }
}
