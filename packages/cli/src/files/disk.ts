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

/** The one way to the disk for everything that writes. Tests make each of its calls fail in turn. */
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

/** A disk that takes no byte and reports no error would be asked for ever. */
const nothingTaken = (): NodeJS.ErrnoException =>
  Object.assign(new Error('ENOSPC: the disk took none of the bytes, write'), { code: 'ENOSPC' });

/** Writes all of it: a disk that is nearly full takes a part, and reports no error. */
export function writeAllSync(handle: number, content: string | Uint8Array): void {
  let left = typeof content === 'string' ? Buffer.from(content) : content;
  while (left.length > 0) {
    const taken = disk.writeSync(handle, left);
    if (taken === 0) throw nothingTaken();
    left = left.subarray(taken);
  }
}

/** As `writeAllSync`, of several pieces at once. */
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

/** An error of the disk with the file that it is about: calls on an open file leave that out. */
export function aboutFile(error: unknown, path: string): unknown {
  const { code = '', message, path: known } = error as NodeJS.ErrnoException;
  // A file that breaks off on its way fails with the connection's own error.
  if (!(error instanceof Error) || !/^E[A-Z]+$/.test(code) || known === path) return error;
  // A draft's name means nothing to people.
  const text = message.replace(/ '[^']*'(?: -> '[^']*')?$/, '');
  return Object.assign(new Error(`${text} '${path}'`, { cause: error }), { code, path });
}
