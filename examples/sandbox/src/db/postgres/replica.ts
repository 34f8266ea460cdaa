import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reader, Reads } from '../store.ts';
import { PostgresReads } from './reads.ts';

/** How long a read waits for the replica to catch up; after that, the primary answers it. */
const PATIENCE_MS = 2_000;
const ASK_AGAIN_MS = 20;
/** How long a replica that couldn't be used isn't asked again. */
const REST_MS = 10_000;

/** Identifies a database in its cluster, which a physical replica shares with its primary. */
const DATABASE = sql<string>`(select system_identifier::text || ' ' || current_database() from pg_control_system())`;

interface Written {
  readonly database: string;
  /** How far the write-ahead log is written. */
  readonly at: string;
}

/** Everything that anybody can know to be committed: where commits don't wait for the disk, the log is ahead of it. */
async function writtenAt(primary: Reader): Promise<Written | undefined> {
  const { rows } = await sql<Written>`
    select ${DATABASE} as database, case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as at`.execute(
    primary,
  );
  return rows[0];
}

/**
 * Whether a replica has replayed that much. Rejects if it is no replica of this database: a promoted one has a history
 * of its own.
 */
async function hasReplayed(replica: Reader, { at, database }: Written): Promise<boolean> {
  const { rows } = await sql<{ reached: boolean; same: boolean }>`
    select coalesce(pg_last_wal_replay_lsn() >= ${at}::pg_lsn, false) as reached,
      pg_is_in_recovery() and ${DATABASE} = ${database} as same`.execute(replica);
  if (!rows[0]?.same) throw new Error('This is not a replica of the database at DATABASE_URL.');
  return rows[0].reached;
}

/** A PostgreSQL server with a replica, which answers long reads: files and reports. */
export class ReplicatedReads extends PostgresReads {
  readonly #replica: PostgresReads;
  #restsUntil = 0;

  constructor(databaseUrl: string, replicaUrl: string) {
    super(databaseUrl);
    this.#replica = new PostgresReads(replicaUrl);
  }

  /**
   * Returns the replica once it has everything that was written before this call, so that whoever has just changed
   * something finds it in an export. A replica that is away, paused or too far behind fails no call and delays none for
   * more than two seconds.
   */
  override async forLongReads(): Promise<Reads> {
    if (performance.now() < this.#restsUntil) return this;
    const ended = new AbortController();
    try {
      const caughtUp = this.#catchUp(ended.signal).catch(() => false);
      const late = delay(PATIENCE_MS, false, { signal: ended.signal }).catch(() => false);
      if (await Promise.race([caughtUp, late])) return this.#replica;
    } finally {
      ended.abort();
    }
    this.#restsUntil = performance.now() + REST_MS;
    return this;
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.#replica.close()]);
  }

  async #catchUp(ended: AbortSignal): Promise<boolean> {
    const written = await writtenAt(this.read);
    if (!written) return false;
    while (!ended.aborted) {
      if (await hasReplayed(this.#replica.read, written)) return true;
      await delay(ASK_AGAIN_MS, undefined, { signal: ended });
    }
    return false;
  }
}
