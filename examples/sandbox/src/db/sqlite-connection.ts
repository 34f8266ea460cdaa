import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const STATEMENTS_KEPT = 300;
/** In kB, taken as it is needed: an import enters rows all over a dozen indexes, which spill over from a smaller one. */
export const WRITER_CACHE = 256_000;

/** What kysely hands over and SQLite cannot bind as it is. */
function bindable(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
}

const bindAll = (values: readonly unknown[]): SQLInputValue[] => values.map(bindable);

/** One connection to an SQLite file, in the shape kysely's dialect expects, with its statements kept. */
export class SqliteConnection implements SqliteDatabase {
  readonly raw: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, options: { readonly readOnly?: boolean; readonly durable: boolean }) {
    this.raw = new DatabaseSync(path, { readOnly: options.readOnly === true, timeout: 5_000 });
    if (options.readOnly !== true) this.raw.exec('pragma journal_mode = wal');
    this.raw.exec(
      `pragma synchronous = ${options.durable ? 'normal' : 'off'};
       pragma foreign_keys = on; pragma temp_store = memory;
       pragma cache_size = -${options.readOnly ? 32_000 : WRITER_CACHE}; pragma mmap_size = 2147418112;`,
    );
  }

  prepare(sql: string): SqliteStatement {
    const statement = this.statement(sql);
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...bindAll(values)) as unknown[],
      run: (values) => statement.run(...bindAll(values)),
      // A statement that is being stepped through cannot be shared.
      iterate: (values) => this.raw.prepare(sql).iterate(...bindAll(values)),
    };
  }

  /** The prepared statement for this text; prepared once. */
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
