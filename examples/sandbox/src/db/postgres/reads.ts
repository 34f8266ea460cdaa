import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { hasParts, hasPostgresParts, type PartColumn, postgresPart } from '../purchase-parts.ts';
import type { Schema } from '../schema.ts';
import type { Reader, Reads } from '../store.ts';
import { connect } from './pool.ts';

/** A process or thread that is idle for this long in a transaction has died with its machine. */
export const STALLED_MS = 60_000;
/** A search or report that takes longer is refused with a 503. */
const MAX_READ_MS = 20_000;

/** A PostgreSQL server, read by a process or one of its threads. */
export class PostgresReads implements Reads {
  readonly read: Reader;
  readonly #streams: Kysely<Schema>;
  #keepsParts: Promise<boolean | undefined> | undefined;

  constructor(databaseUrl: string) {
    this.read = connect(databaseUrl, STALLED_MS, MAX_READ_MS);
    // The reader of an export may take any time, and a statement's limit would include it.
    this.#streams = connect(databaseUrl, 0);
  }

  /** Identifies the finished transactions of all processes. */
  async dataVersion(): Promise<string> {
    const { rows } = await sql<{ version: string }>`
      select pg_current_snapshot()::text as version`.execute(this.read);
    return rows[0]?.version ?? '';
  }

  scanned(): number {
    return 0;
  }

  among(values: readonly number[] | readonly string[]): Expression<unknown> {
    const type = sql.raw(typeof values[0] === 'string' ? 'text' : 'bigint');
    return sql`(select unnest(${values}::${type}[]) as value)`;
  }

  async havingPart(column: PartColumn, part: string): Promise<Expression<SqlBool> | undefined> {
    if (!hasParts(column, part)) return undefined;
    this.#keepsParts ??= hasPostgresParts.execute(this.read).then(({ rows }) => rows[0]?.found);
    return (await this.#keepsParts) ? postgresPart(column, part) : undefined;
  }

  /** Its index only knows which rows may have the part. */
  countOfPart(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async *stream<T>(query: (reader: Reader) => AsyncIterable<T>): AsyncGenerator<T> {
    const reader = await this.#streams
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute();
    try {
      yield* query(reader);
    } finally {
      // It only read, so that nothing depends on how it ends: a connection that is lost now has given all its rows.
      await reader
        .rollback()
        .execute()
        .catch(() => undefined);
    }
  }

  forLongReads(): Promise<Reads> {
    return Promise.resolve(this);
  }

  async close(): Promise<void> {
    await Promise.all([this.read.destroy(), this.#streams.destroy()]);
  }
}
