import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const STATEMENTS_KEPT = 300;
/** What a commit waits for: the disk, the disk occasionally (a power cut may lose the last commits), nothing. */
export type Synchronous = 'full' | 'normal' | 'off';

/** In kB, allocated on demand: an import inserts all over a dozen indexes, which don't fit into a smaller cache. */
export const WRITER_CACHE = 256_000;

/** Converts values that SQLite can't bind. */
function bindable(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
}

const bindAll = (values: readonly unknown[]): SQLInputValue[] => values.map(bindable);

const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/** A connection to an SQLite file, in the shape that Kysely's dialect expects; caches its statements. */
export class SqliteConnection implements SqliteDatabase {
  readonly raw: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #readers = new WeakMap<StatementSync, boolean>();

  constructor(
    path: string,
    options: { readonly readOnly?: boolean; readonly synchronous: Synchronous },
  ) {
    this.raw = new DatabaseSync(path, { readOnly: options.readOnly === true, timeout: 5_000 });
    if (options.readOnly !== true) {
      // A migration writes definitions, see 0008.
      this.raw.enableDefensive(false);
      this.raw.exec('pragma journal_mode = wal');
    }
    this.raw.exec(
      `pragma synchronous = ${options.synchronous};
       pragma foreign_keys = on; pragma temp_store = memory;
       pragma cache_size = -${options.readOnly ? 32_000 : WRITER_CACHE}; pragma mmap_size = 2147418112;`,
    );
  }

  prepare(sql: string): SqliteStatement {
    // A full disk ends the transaction by itself; report its error, not this one.
    if (sql === 'rollback' && !this.raw.isTransaction) return NOTHING;
    const statement = this.statement(sql);
    return {
      reader: this.#reads(statement),
      all: (values) => statement.all(...bindAll(values)) as unknown[],
      run: (values) => statement.run(...bindAll(values)),
      // A statement can't be shared while it is iterated.
      iterate: (values) => this.raw.prepare(sql).iterate(...bindAll(values)),
    };
  }

  /** Returns whether a statement gives rows. SQLite lists the columns anew each time, so the answer is kept. */
  #reads(statement: StatementSync): boolean {
    const known = this.#readers.get(statement);
    if (known !== undefined) return known;
    const reads = statement.columns().length > 0;
    this.#readers.set(statement, reads);
    return reads;
  }

  /** Returns the prepared statement for this text, from the cache. */
  statement(sql: string): StatementSync {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear();
    const statement = this.raw.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    if (this.raw.isOpen) this.raw.close();
  }
}
