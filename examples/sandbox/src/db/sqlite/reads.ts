import {
  type Expression,
  Kysely,
  type KyselyPlugin,
  type SqlBool,
  SqliteDialect,
  sql,
} from 'kysely';
import { countOfPart, hasParts, type PartColumn, sqlitePart } from '../purchase-parts.ts';
import type { Schema } from '../schema.ts';
import type { Reader, Reads } from '../store.ts';
import { SqliteConnection } from './connection.ts';

type Plugins = (connection: SqliteConnection) => readonly KyselyPlugin[];

/** The embedded database, read by its process or one of its threads. */
export class SqliteReads implements Reads {
  readonly read: Reader;
  readonly #path: string;
  readonly #plugins: Plugins;
  readonly #reader: SqliteConnection;

  constructor(path: string, plugins: Plugins = () => []) {
    this.#path = path;
    this.#plugins = plugins;
    this.#reader = this.#open();
    this.read = this.#on(this.#reader);
  }

  #open(): SqliteConnection {
    return new SqliteConnection(this.#path, { readOnly: true, synchronous: 'off' });
  }

  #on(database: SqliteConnection): Reader {
    const plugins = [...this.#plugins(database)];
    return new Kysely<Schema>({ dialect: new SqliteDialect({ database }), plugins });
  }

  async dataVersion(): Promise<string> {
    return String(this.#reader.statement('pragma data_version').get()?.data_version);
  }

  scanned(): number {
    const pages = Number(this.#reader.statement('pragma page_count').get()?.page_count);
    return pages * Number(this.#reader.statement('pragma page_size').get()?.page_size);
  }

  /** As one JSON text: the number of bound values is limited. */
  among(values: readonly number[] | readonly string[]): Expression<unknown> {
    return sql`(select value from json_each(${JSON.stringify(values)}))`;
  }

  havingPart(column: PartColumn, part: string): Promise<Expression<SqlBool> | undefined> {
    return Promise.resolve(hasParts(column, part) ? sqlitePart(column, part) : undefined);
  }

  async countOfPart(column: PartColumn, part: string): Promise<number | undefined> {
    return countOfPart(this.read, column, part);
  }

  async *stream<T>(query: (reader: Reader) => AsyncIterable<T>): AsyncGenerator<T> {
    const connection = this.#open();
    try {
      // Several statements see the same data.
      connection.raw.exec('begin');
      yield* query(this.#on(connection));
    } finally {
      connection.close();
    }
  }

  forLongReads(): Promise<Reads> {
    return Promise.resolve(this);
  }

  async close(): Promise<void> {
    await this.read.destroy();
    this.#reader.close();
  }
}
