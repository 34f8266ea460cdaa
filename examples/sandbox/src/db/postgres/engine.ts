import type { Engine } from '../store.ts';

const DISK_FULL = '53100';
/** The server is away, shuts down, starts up, or has no connection left. */
const UNREACHABLE = /^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/;
/** The server ended a statement that took too long. */
const CANCELED = '57014';
/** What pg reports without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;
/** SQLSTATEs of a CHECK and a foreign key. */
const CONSTRAINTS = ['23514', '23503'];

/** A PostgreSQL server, which any number of processes share. */
export const postgres: Engine<'postgres'> = {
  async openStore(at) {
    const { PostgresStore } = await import('./store.ts');
    return PostgresStore.open(at);
  },
  async openReads({ databaseUrl, replicaUrl }) {
    if (replicaUrl !== undefined) {
      const { ReplicatedReads } = await import('./replica.ts');
      return new ReplicatedReads(databaseUrl, replicaUrl);
    }
    const { PostgresReads } = await import('./reads.ts');
    return new PostgresReads(databaseUrl);
  },
  failureOf(error) {
    const code = String((error as { code?: unknown }).code);
    if (code === CANCELED) return 'slow';
    if (code === DISK_FULL) return 'full';
    return UNREACHABLE.test(code) || LOST.test(error.message) ? 'unreachable' : undefined;
  },
  brokenRule(error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    return CONSTRAINTS.includes(String(code)) ? String(constraint ?? '') : undefined;
  },
};
