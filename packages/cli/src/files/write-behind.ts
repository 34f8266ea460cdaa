import type { FileHandle } from 'node:fs/promises';
import { writeAll } from './disk.ts';

/** Bytes to gather before a write: one write for each chunk takes half as long again. */
const BLOCK = 512 * 1024;

/** Bytes after which a file is flushed while more arrives: flushed at its end alone, a large one waits as long again. */
const FLUSH_AFTER = 64 * 1024 * 1024;

/** Writes to an open file behind the caller's back. The first error rejects the next `write` or `end`. */
export interface WriteBehind {
  /** Takes a chunk. Resolves at once unless it fills a block while the last one is still written. */
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when all is written; a file's last flush is the caller's. */
  end(): Promise<void>;
}

/**
 * Writes each block while the next one is gathered.
 *
 * @param isFile a pipe or a device can't be flushed
 */
export function writeBehind(file: FileHandle, isFile: boolean): WriteBehind {
  let gathered: Uint8Array[] = [];
  let size = 0;
  let unflushed = 0;
  let written = Promise.resolve();
  let flushed = Promise.resolve();
  const handled = (work: Promise<void>): Promise<void> => {
    // Whoever awaits it next gets the error; nobody does if the chunks end with an error of their own.
    work.catch(() => undefined);
    return work;
  };
  const next = async () => {
    await written;
    written = handled(writeAll(file, gathered));
    unflushed += size;
    gathered = [];
    size = 0;
    if (!isFile || unflushed < FLUSH_AFTER) return;
    unflushed = 0;
    flushed = handled(flushed.then(() => file.datasync()));
  };
  return {
    write: async (chunk) => {
      gathered.push(chunk);
      size += chunk.byteLength;
      if (size >= BLOCK) await next();
    },
    end: async () => {
      await next();
      await Promise.all([written, flushed]);
    },
  };
}
