/**
 * Every write of this program goes through here. This folder reads and writes files safely: whole
 * or not at all, private where needed, never over somebody else's file. What a file contains is the
 * caller's business.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, link, open, rename, rm, unlink } from 'node:fs/promises';

/** All file system calls of code that writes. Tests make each of them fail in turn. */
export const disk = {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
  link,
  open,
  rename,
  rm,
  unlink,
};

/** Without this error, a disk that accepts no bytes and reports no error would cause an endless loop. */
const nothingTaken = (): NodeJS.ErrnoException =>
  Object.assign(new Error('ENOSPC: the disk accepted no bytes, write'), { code: 'ENOSPC' });

/** Writes everything: a nearly full disk accepts part of it without an error. */
export function writeAllSync(handle: number, content: string | Uint8Array): void {
  let left = typeof content === 'string' ? Buffer.from(content) : content;
  while (left.length > 0) {
    const taken = disk.writeSync(handle, left);
    if (taken === 0) throw nothingTaken();
    left = left.subarray(taken);
  }
}

/** Like `writeAllSync`, for several chunks at once. */
export async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let left = pieces.filter((piece) => piece.length > 0);
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left);
    if (bytesWritten === 0) throw nothingTaken();
    left = behind(left, bytesWritten);
  }
}

function behind(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let taken = bytes;
  return pieces.flatMap((piece) => {
    const cut = Math.min(taken, piece.length);
    taken -= cut;
    return cut === piece.length ? [] : [piece.subarray(cut)];
  });
}

/** Adds the path to a disk error: errors of calls on an open file lack it. */
export function aboutFile(error: unknown, path: string): unknown {
  const { code = '', message, path: known } = error as NodeJS.ErrnoException;
  // A download that breaks off fails with the connection's own error.
  if (!(error instanceof Error) || !/^E[A-Z]+$/.test(code) || known === path) return error;
  // The name of a temporary file means nothing to people.
  const text = message.replace(/ '[^']*'(?: -> '[^']*')?$/, '');
  return Object.assign(new Error(`${text} '${path}'`, { cause: error }), { code, path });
}
