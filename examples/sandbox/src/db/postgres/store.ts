import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { FILLED } from '../filled-tables.ts';
import { migrate } from '../migrate.ts';
import { recomputeSums } from '../purchase-sums.ts';
import type { Schema, TableName } from '../schema.ts';
import type { ReadsAt, Row, Store, StoreAt, WriteOptions, Writer } from '../store.ts';
import { raisesVersions } from '../versions.ts';
import { Growth } from './growth.ts';
import { openUploads } from './own-uploads.ts';
import { connect } from './pool.ts';
import { PostgresReads, STALLED_MS } from './reads.ts';
import { retried } from './retry.ts';
import { rowsAsJson } from './values.ts';

/** A running transaction, and the first of its statements that failed without being awaited. */
interface Writing {
  tx: Writer | undefined;
  last: Promise<unknown>;
  failure: { readonly error: unknown } | undefined;
  readonly growth: Growth;
}

/** Advisory locks of the processes on one database. */
const LOCKS = {
  setUp: 7_301_001,
  imports: 7_301_002,
  signIns: 7_301_003,
  sessions: 7_301_004,
  sums: 7_301_005,
} as const;
const ROWS_SENT = 5_000;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A PostgreSQL server, which any number of processes share. */
export class PostgresStore extends PostgresReads implements Store {
  readonly directory: string;
  readonly readsAt: ReadsAt;
  readonly storeAt: StoreAt;
  readonly #kept: boolean;
  readonly #uploads: ReturnType<typeof openUploads> | undefined;
  readonly #write: Kysely<Schema>;
  readonly #writing = new AsyncLocalStorage<Writing>();

  private constructor({ databaseUrl = '', dataDir: directory, lent = false, replicaUrl }: StoreAt) {
    super(databaseUrl);
    this.readsAt = { engine: 'postgres', databaseUrl, replicaUrl };
    this.directory = directory ?? mkdtempSync(join(tmpdir(), 'forecourt-sandbox-'));
    this.#kept = directory !== undefined;
    this.storeAt = { databaseUrl, dataDir: this.directory, lent: true };
    this.#uploads = lent ? undefined : openUploads(this.directory);
    this.#write = connect(databaseUrl, STALLED_MS).withPlugin(raisesVersions);
  }

  /** Throws with what to do if the server doesn't answer or refuses this user. */
  static async open(at: StoreAt): Promise<PostgresStore> {
    const store = new PostgresStore(at);
    if (at.lent) return store;
    try {
      await sql`select 1`.execute(store.read);
    } catch (error) {
      await store.close();
      const { code, message } = error as { code?: string; message?: string };
      throw new Error(
        `The database at DATABASE_URL cannot be used: ${message || code}. Check that the server runs, and the address, user and password.`,
      );
    }
    return store;
  }

  get uploads(): string {
    if (this.#uploads) return this.#uploads.path;
    throw new Error('A thread receives no uploads.');
  }

  async setUp(work: () => Promise<void>): Promise<void> {
    await this.#write.connection().execute(async (held) => {
      await sql`select pg_advisory_lock(${LOCKS.setUp}::bigint)`.execute(held);
      try {
        await migrate(this.#write);
        await work();
      } finally {
        await sql`select pg_advisory_unlock(${LOCKS.setUp}::bigint)`.execute(held);
      }
    });
  }

  write<T>(work: (tx: Writer) => Promise<T>, { turn }: WriteOptions = {}): Promise<T> {
    return retried(() => this.#attempt(work, turn && LOCKS[turn]));
  }

  async #attempt<T>(work: (tx: Writer) => Promise<T>, lock: number | undefined): Promise<T> {
    const writing: Writing = {
      tx: undefined,
      last: Promise.resolve(),
      failure: undefined,
      growth: new Growth(),
    };
    try {
      return await this.#write
        .transaction()
        // After waiting for a lock it must see what was written meanwhile, which a serializable one would not.
        .setIsolationLevel(lock === undefined ? 'serializable' : 'read committed')
        .execute(async (tx) => {
          if (lock !== undefined)
            await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(tx);
          writing.tx = tx;
          const result = await this.#writing.run(writing, () => work(tx));
          await writing.last;
          if (writing.failure) throw writing.failure.error;
          return result;
        });
    } catch (error) {
      // After a failed statement, all later ones fail without a reason.
      throw writing.failure ? writing.failure.error : error;
    }
  }

  lend<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  async fill(work: () => Promise<void>): Promise<void> {
    await this.#attempt(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx);
      await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
      const { rows } = await sql<{ indexname: string; indexdef: string }>`
        select indexname, indexdef from pg_indexes where tablename in (${sql.join(FILLED)})
        and schemaname = current_schema() and indexname not like '%pkey'`.execute(tx);
      for (const { indexname } of rows) await sql`drop index ${sql.id(indexname)}`.execute(tx);
      const triggers = async (state: 'disable' | 'enable') => {
        for (const table of FILLED) {
          await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger user`.execute(tx);
        }
      };
      await triggers('disable');
      await work();
      await recomputeSums(tx);
      await triggers('enable');
      for (const { indexdef } of rows) await sql.raw(indexdef).execute(tx);
    }, LOCKS.imports);
    // After a vacuum, counts and distant pages are read from indexes only.
    await sql`vacuum (analyze) ${sql.join(FILLED.map((table) => sql.table(table)))}`.execute(
      this.#write,
    );
    await sql`analyze`.execute(this.#write);
  }

  /** Its triggers run once for each statement anyway. */
  addingByBatch<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  insertMany(table: TableName, rows: readonly Row[]): Promise<void> {
    const [first] = rows;
    if (!first) return Promise.resolve();
    const columns = Object.keys(first).map(quoted).join(', ');
    const text = `insert into ${quoted(table)} (${columns}) select ${columns} from json_populate_recordset(null::${quoted(table)}, $1)`;
    let sent = Promise.resolve();
    for (let at = 0; at < rows.length; at += ROWS_SENT) {
      sent = this.#send(text, [rowsAsJson(rows.slice(at, at + ROWS_SENT))]);
    }
    const analyzing = this.#writing.getStore()?.growth.add(table, rows.length);
    if (analyzing !== undefined) sent = this.#send(analyzing);
    return 'id' in first ? this.#countOnFrom(table, rows) : sent;
  }

  /** Moves the sequence past the ids of these rows. */
  #countOnFrom(table: TableName, rows: readonly Row[]): Promise<void> {
    const last = rows.reduce((highest, { id }) => Math.max(highest, Number(id)), 0);
    const sequence = `${table}_id_seq`;
    const text = `select setval('${sequence}', $1::bigint) from ${quoted(sequence)} where last_value <= $1::bigint`;
    return this.#send(text, [last]);
  }

  updateMany(
    table: TableName,
    column: string,
    values: readonly (readonly [value: string | number | null, key: number])[],
    by = 'id',
  ): Promise<void> {
    const rows = values.map(([value, key]) => ({ [by]: key, [column]: value }));
    const [name, match] = [quoted(column), quoted(by)];
    const text = `update ${quoted(table)} as old set ${name} = new.${name} from json_populate_recordset(null::${quoted(table)}, $1) as new where old.${match} = new.${match}`;
    return this.#send(text, [rowsAsJson(rows)]);
  }

  /** Queues a statement in the transaction, which fails at its end if this isn't awaited and fails. */
  #send(text: string, values: readonly (string | number)[] = []): Promise<void> {
    const writing = this.#writing.getStore();
    if (!writing?.tx) throw new Error('insertMany and updateMany work inside write only.');
    const sent = writing.tx
      .executeQuery(CompiledQuery.raw(text, [...values]))
      .then(() => undefined);
    writing.last = sent.catch((error: unknown) => {
      writing.failure ??= { error };
    });
    return sent;
  }

  async reserveTransactionIds(tx: Writer, count: number): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select nextval('transactions_id_seq') as id from generate_series(1, ${count}::int)`.execute(
      tx,
    );
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.#write.destroy()]);
    this.#uploads?.close();
    if (!this.#kept) rmSync(this.directory, { recursive: true, force: true });
  }
}
