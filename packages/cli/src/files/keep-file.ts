import { existsSync } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { KeepFile, SavedFile } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { aboutFile, disk } from './disk.ts';
import {
  aboutPipe,
  chosenGoal,
  fitName,
  INTO,
  INTO_AT_ONCE,
  MAX_NAME_LENGTH,
  makeDir,
  NO_LINKS,
  removeIfPossible,
  syncDir,
} from './safe-file.ts';
import { type WriteBehind, writeBehind } from './write-behind.ts';

/** Where to save a file. */
export interface Target {
  readonly dir: string;
  readonly name: string;
  /** True: uses the next free name when this one is taken; false: replaces the existing file. */
  readonly fresh: boolean;
  /** Creates the folder if it is missing; otherwise it has to exist. */
  readonly makeDir: boolean;
}

/**
 * Streams a file into a temporary file next to its target and renames it only when all of it is on
 * disk. A device or a pipe gets the bytes as they arrive. Core compares the byte count with the
 * length that the service declared; a shorter file rejects.
 */
export const keepFile =
  (target: (fileName: string | undefined) => Promise<Target>): KeepFile =>
  async ({ body, fileName, length }, { signal, onProgress }) => {
    const chosen = await target(fileName);
    if (chosen.makeDir) makeDir(chosen.dir);
    const path = join(chosen.dir, chosen.name);
    const goal = chosen.fresh ? { path, isFile: true } : chosenGoal(path);
    const write = (file: FileHandle) =>
      writeBody(writeBehind(file, goal.isFile), body, signal, (bytes) =>
        onProgress({ bytes, total: length }),
      );
    if (!goal.isFile) {
      return { name: chosen.name, location: path, bytes: await streamInto(path, write) };
    }
    const dir = dirname(goal.path);
    const ending = `.${process.pid}-${Date.now()}.part`;
    const draft = join(dir, fitName(`.${basename(goal.path)}`, ending, MAX_NAME_LENGTH));
    const settled = removedAtExit(draft);
    try {
      const file = await disk.open(draft, 'wx');
      let bytes: number;
      try {
        bytes = await write(file);
        await file.sync();
      } finally {
        await file.close();
      }
      if (!chosen.fresh) await disk.rename(draft, goal.path);
      const location = chosen.fresh ? await nameFresh(draft, chosen) : path;
      syncDir(dir);
      return { name: basename(location), location, bytes } satisfies SavedFile;
    } catch (error) {
      throw aboutFile(error, path);
    } finally {
      // A leftover temporary file is cleaned up later and is no reason to fail.
      await disk.rm(draft, { force: true }).catch(() => undefined);
      settled();
    }
  };

/** Half-written files of this process. */
const drafts = new Set<string>();
const removeDrafts = () => drafts.forEach(removeIfPossible);

/** Has a draft removed if a signal ends the process while it is written. Returns what to call afterwards. */
function removedAtExit(draft: string): () => void {
  if (drafts.size === 0) process.once('exit', removeDrafts);
  drafts.add(draft);
  return () => {
    drafts.delete(draft);
    if (drafts.size === 0) process.off('exit', removeDrafts);
  };
}

async function streamInto(
  path: string,
  write: (file: FileHandle) => Promise<number>,
): Promise<number> {
  const handles: FileHandle[] = [];
  try {
    handles.push(await disk.open(path, INTO_AT_ONCE));
    const file = await disk.open(path, INTO);
    handles.push(file);
    return await write(file);
  } catch (error) {
    throw aboutFile(aboutPipe(error, path), path);
  } finally {
    for (const handle of handles) await handle.close();
  }
}

async function writeBody(
  { write, end }: WriteBehind,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    bytes += chunk.byteLength;
    await write(chunk);
    onBytes(bytes);
  }
  await end();
  return bytes;
}

/** 'a.csv', 'a (2).csv' … */
export function numbered(name: string, count: number): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  return count === 1 ? name : `${stem} (${count})${extension}`;
}

/** Takes 'a.csv', else 'a (2).csv' …: a link fails when the name is taken, so no file is ever replaced. */
async function nameFresh(draft: string, { dir, name }: Target): Promise<string> {
  for (let count = 1; ; count += 1) {
    const path = join(dir, numbered(name, count));
    try {
      await disk.link(draft, path);
      return path;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' || existsSync(path)) continue;
      if (!NO_LINKS.includes(code)) throw error;
      await disk.rename(draft, path);
      return path;
    }
  }
}

/** For runs that never receive a file: a dry run ends first. */
export const keepNothing: KeepFile = async () => {
  throw new TypeError('A dry run received a file.');
};

const KINDS: Readonly<Record<string, string>> = {
  '.csv': 'CSV',
  '.xlsx': 'an Excel workbook',
  '.pdf': 'a PDF',
  '.zip': 'a ZIP',
};

/** Endings of files that no command writes, or only by `--format`. */
const OTHERS = '.7z .bz2 .doc .docx .gz .htm .html .json .ndjson .ods .xls .xml .xz .zst'.split(
  ' ',
);

/** Refuses a name whose ending belongs to another kind of file: no program would open it. */
function refuseOtherKind(out: string, name: string): void {
  const [asked, sent] = [extname(out).toLowerCase(), extname(name).toLowerCase()];
  const kind = KINDS[sent];
  const isKnown = KINDS[asked] !== undefined || OTHERS.includes(asked);
  if (!isKnown || kind === undefined || asked === sent) return;
  throw usageError(
    `The file is ${kind}, and --out '${out}' ends with ${asked}. Give a name that ends with ${sent}, or the other format by --format, if the command has one.`,
  );
}

/**
 * Resolves `--out`. An existing folder, or a path that ends with a slash, keeps the service's file
 * name; anything else is the file's path. Creates only the folder that was named, never the parents
 * of a file: a typo in a path is an error, not a file in an unexpected chosen.
 */
export async function outTarget(out: string | undefined, name: string): Promise<Target> {
  if (out === undefined) return { dir: process.cwd(), name, fresh: true, makeDir: false };
  const path = resolve(out);
  const named = /[\\/]$/.test(out);
  const isFolder = named || (await stat(path).catch(() => undefined))?.isDirectory();
  if (isFolder) return { dir: path, name, fresh: false, makeDir: named };
  refuseOtherKind(out, name);
  return { dir: dirname(path), name: basename(path), fresh: false, makeDir: false };
}
