import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usageError } from '../command-error.ts';
import { aboutFile, disk, writeAllSync } from './disk.ts';
import { fitName, makeDir, PRIVATE_FILE } from './safe-file.ts';

/** A new file that grows by lines. */
export interface RecordFile {
  readonly path: string;
  /** Appends a line at once, so that a killed process leaves what it had written. Throws the disk's error. */
  write(line: string): void;
  close(): void;
}

const isFolder = (path: string): boolean =>
  /[\\/]$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** '2026-11-23T02-00-00Z cards.list 4711.jsonl': sorts by time, and two processes never share one. */
const nameOf = (operation: string): string => {
  const at = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return fitName(`${at}Z-${operation}-${process.pid}`, '.jsonl');
};

/**
 * Creates the file of a recording, or one with a name of its own in a folder. An existing file is never
 * replaced, nor is one that another process records to. Missing folders are made, as `--out` makes them. Throws a `CommandError`, or the disk's error.
 */
export function openRecordFile(chosen: string, operation: string): RecordFile {
  if (chosen === '' || chosen === '-') {
    throw usageError('--record needs a file or a folder: standard output is for the result.');
  }
  const path = isFolder(chosen) ? join(chosen, nameOf(operation)) : chosen;
  if (!existsSync(dirname(path))) makeDir(dirname(path));
  const handle = openNew(path);
  return {
    path,
    write: (line) => writeAllSync(handle, `${line}\n`),
    close: () => disk.closeSync(handle),
  };
}

function openNew(path: string): number {
  try {
    return disk.openSync(path, 'wx', PRIVATE_FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw aboutFile(error, path);
    throw usageError(
      `${path} exists already, and a recording never replaces a file (--record). Nothing was done.`,
      'Give another name, or a folder: each run then gets a file of its own in it.',
    );
  }
}
