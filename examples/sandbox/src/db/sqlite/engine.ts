import type { Engine } from '../store.ts';

const FULL = 13;
/** SQLITE_IOERR_SHMSIZE: the shared index of the journal can't grow. */
const NO_SHARED_INDEX = 4874;
/** Waited in vain for another process. */
const BUSY = 5;
/** A CHECK or a foreign key, at once or at the end of the transaction. */
const CONSTRAINTS = [275, 787, 1811];

const errcodeOf = (error: Error): unknown => (error as { errcode?: unknown }).errcode;

/** The embedded database: one file in a directory. */
export const sqlite: Engine<'sqlite'> = {
  async openStore(at) {
    const { SqliteStore } = await import('./store.ts');
    return new SqliteStore(at);
  },
  async openReads({ path }) {
    const { SqliteReads } = await import('./reads.ts');
    const { stopsWhenUnwanted } = await import('./stops-when-unwanted.ts');
    return new SqliteReads(path, (connection) => [stopsWhenUnwanted(connection)]);
  },
  failureOf(error) {
    const errcode = errcodeOf(error);
    if (errcode === FULL || errcode === NO_SHARED_INDEX) return 'full';
    return errcode === BUSY ? 'slow' : undefined;
  },
  brokenRule(error) {
    if (!CONSTRAINTS.includes(Number(errcodeOf(error)))) return undefined;
    return /constraint failed: (\w+)/.exec(error.message)?.[1] ?? '';
  },
};
