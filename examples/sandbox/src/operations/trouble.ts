/** For the person who called the command to fix. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
}

interface Trouble {
  /** Codes of the file system, of SQLite and of PostgreSQL. */
  readonly codes: readonly (string | number)[];
  readonly cause: string;
  readonly advice: string;
}

/** What an operator can fix. */
const TROUBLES: readonly Trouble[] = [
  {
    // 4874: no room for the index of the write-ahead log, which SQLite reports as an error of the disk.
    codes: ['ENOSPC', 13, 4874, '53100'],
    cause: 'the disk is full',
    advice: 'Make room there, or choose another disk.',
  },
  {
    codes: ['EDQUOT'],
    cause: 'the quota of the disk is used up',
    advice: 'Make room there, or choose another disk.',
  },
  {
    codes: ['EFBIG'],
    cause: 'a file may not be that large there',
    advice: 'Raise the limit (ulimit -f), or choose another disk.',
  },
  {
    codes: ['EROFS', 8, '25006'],
    cause: 'it is read-only there',
    advice: 'Make it writable, or choose another place.',
  },
  {
    codes: ['EACCES', 'EPERM'],
    cause: 'this account has no right to write there',
    advice: 'Give it the right, or choose another place.',
  },
  {
    codes: ['ENOENT'],
    cause: 'there is no such folder',
    advice: 'Make the folder first, or choose another one.',
  },
  {
    codes: ['ENOTDIR'],
    cause: 'a file is where a folder should be',
    advice: 'Choose another place.',
  },
  {
    codes: ['EIO', 10],
    cause: 'the disk failed to read or write',
    advice: 'Look at the disk and its limits, or choose another one.',
  },
  {
    codes: ['EBUSY', 5],
    cause: 'another program holds it',
    advice: 'Wait until that one is done, then try again.',
  },
];

/** SQLite's codes have the reason in their upper bits. */
const PRIMARY = 0xff;

function troubleOf(error: unknown): Trouble | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  const known = typeof errcode === 'number' ? [errcode, errcode & PRIMARY] : [code];
  return known
    .map((own) => TROUBLES.find(({ codes }) => codes.includes(own as string | number)))
    .find((trouble) => trouble !== undefined);
}

/** Whether an operator can fix it. */
export const isTrouble = (error: unknown): boolean => troubleOf(error) !== undefined;

/**
 * Returns an error that an operator can act on: what failed and where, why, the resulting state, and what
 * to do. Returns anything unrelated to a disk unchanged.
 */
export function operationError(error: unknown, failed: string, left: string): unknown {
  const trouble = error instanceof OperationError ? undefined : troubleOf(error);
  if (trouble === undefined) return error;
  const { advice, cause } = trouble;
  return new OperationError(`${failed}: ${cause}. ${left} ${advice}`, { cause: error });
}
