import { postgres } from './postgres/engine.ts';
import { sqlite } from './sqlite/engine.ts';
import type { Reads, ReadsAt, StorageFailure, Store, StoreAt } from './store.ts';

/** Reported by the file system: no space, a quota, a file-size limit. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** An error of the storage may be the cause of another one, this deep. */
const CAUSES = 5;

/** Opens the database: a PostgreSQL server when an address is given, else the embedded one. */
export const openStore = (at: StoreAt = {}): Promise<Store> =>
  (at.databaseUrl === undefined ? sqlite : postgres).openStore(at);

/** Opens data that a store of this process has set up, for reading from a thread. */
export const openReads = (at: ReadsAt): Promise<Reads> =>
  at.engine === 'sqlite' ? sqlite.openReads(at) : postgres.openReads(at);

/** Returns what an error, or the cause of one, means for the storage; undefined for any other error. */
export function storageFailure(error: unknown): StorageFailure | undefined {
  for (let one = error, at = 0; one instanceof Error && at < CAUSES; one = one.cause, at += 1) {
    if (FULL.includes(String((one as NodeJS.ErrnoException).code))) return 'full';
    const failure = sqlite.failureOf(one) ?? postgres.failureOf(one);
    if (failure) return failure;
  }
  return undefined;
}

/** Returns the name of the schema's rule that a statement would have broken (WIRE-06), '' if the engine gives none. */
export const brokenRule = (error: unknown): string | undefined =>
  error instanceof Error ? (sqlite.brokenRule(error) ?? postgres.brokenRule(error)) : undefined;
