/** What the storage can't do at the moment, whoever asks: no space, no database, or too much at once. */
export type StorageFailure = 'full' | 'unreachable' | 'slow';

const SQLITE_FULL = 13;
/** SQLITE_IOERR_SHMSIZE: the shared index of the journal can't grow. */
const SQLITE_NO_SHARED_INDEX = 4874;
/** No space, a quota, a file-size limit; PostgreSQL's disk_full. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);
/** The server is away, goes down, comes up, or has no connection left. */
const UNREACHABLE = /^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/;
/** PostgreSQL ended a statement that took too long; SQLite waited in vain for another process. */
const CANCELED = '57014';
const SQLITE_BUSY = 5;
/** What pg says without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

/** Says what an error, or the cause of one, means for the storage; undefined for every other error. */
export function storageFailure(error: unknown): StorageFailure | undefined {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const { code, errcode } = one as { readonly code?: unknown; readonly errcode?: unknown };
    if (errcode === SQLITE_FULL || errcode === SQLITE_NO_SHARED_INDEX) return 'full';
    if (code === CANCELED || errcode === SQLITE_BUSY) return 'slow';
    if (typeof code === 'string' && FULL.has(code)) return 'full';
    if (typeof code === 'string' && UNREACHABLE.test(code)) return 'unreachable';
    if (LOST.test(one.message)) return 'unreachable';
  }
  return undefined;
}
