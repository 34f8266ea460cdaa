import { type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { KeepFile, SavedFile } from '@forecourt/core';
import { syncDir } from './safe-file.ts';

/** Where a file is to be kept. */
export interface Target {
  readonly dir: string;
  readonly name: string;
  /** Another name is found where this one is taken; false: the former file is replaced. */
  readonly fresh: boolean;
}

/** Bytes gathered before they are written: one write a chunk costs half as much again. */
const WRITE_SIZE = 1024 * 1024;

/**
 * Streams a file into a draft beside its target, and gives it its name only when all of it is on disk.
 * The door counts the bytes against the length that the service told; a shorter file rejects.
 */
export const keepFile =
  (target: (fileName: string | undefined) => Promise<Target>): KeepFile =>
  async ({ body, fileName, length }, { signal, onProgress }) => {
    const place = await target(fileName);
    await mkdir(place.dir, { recursive: true });
    const draft = join(place.dir, `.${place.name}.${process.pid}-${Date.now()}.part`);
    try {
      const file = await open(draft, 'wx');
      let bytes: number;
      try {
        bytes = await writeAll(file, body, signal, (bytes) => onProgress({ bytes, total: length }));
        await file.sync();
      } finally {
        await file.close();
      }
      const location = place.fresh
        ? await nameFresh(draft, place)
        : await nameOver(draft, join(place.dir, place.name));
      syncDir(place.dir);
      return { name: basename(location), location, bytes } satisfies SavedFile;
    } finally {
      await rm(draft, { force: true });
    }
  };

async function writeAll(
  file: FileHandle,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<number> {
  let bytes = 0;
  let held: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    if (size > 0) await file.writev(held);
    held = [];
    size = 0;
  };
  for await (const chunk of body) {
    signal.throwIfAborted();
    held.push(chunk);
    size += chunk.byteLength;
    bytes += chunk.byteLength;
    if (size >= WRITE_SIZE) await flush();
    onBytes(bytes);
  }
  await flush();
  return bytes;
}

async function nameOver(draft: string, path: string): Promise<string> {
  await rename(draft, path);
  return path;
}

/** 'a.csv', else 'a (2).csv' …: a link fails where the name is taken, so no file is ever replaced. */
async function nameFresh(draft: string, { dir, name }: Target): Promise<string> {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let count = 1; ; count += 1) {
    const path = join(dir, count === 1 ? name : `${stem} (${count})${extension}`);
    try {
      await link(draft, path);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** For runs that never get a file: a dry run ends before there is one. */
export const keepNothing: KeepFile = async () => {
  throw new TypeError('A dry run was sent a file to keep.');
};

/** `--out`: a folder that is there keeps the service's name in it; anything else is the file's path. */
export async function outTarget(out: string | undefined, name: string): Promise<Target> {
  if (out === undefined) return { dir: process.cwd(), name, fresh: true };
  const path = resolve(out);
  const isFolder = /[\\/]$/.test(out) || (await stat(path).catch(() => undefined))?.isDirectory();
  if (isFolder) return { dir: path, name, fresh: false };
  return { dir: dirname(path), name: basename(path), fresh: false };
}
