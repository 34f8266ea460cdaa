import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { disk, writeAll } from '../files/disk.ts';
import {
  fitName,
  MAX_NAME_LENGTH,
  makeDir,
  NO_LINKS,
  removeIfPossible,
  syncDir,
  writeWhole,
} from '../files/safe-file.ts';
import type { Arrival, Inbox } from './inbox.ts';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Path of the report written beside a moved file. */
const reasonsPath = (target: string): string =>
  join(dirname(target), fitName(basename(target), '.report.json'));

/**
 * Moves a file into a folder of its inbox under its own name or, if that is taken, 'name (2).xlsx';
 * never overwrites. Its reasons are on disk before it moves, so no file is archived without them;
 * completes what a killed run left half done. Resolves to its new name within the inbox.
 */
export async function moveTo(
  { dir }: Inbox,
  folder: string,
  file: Arrival,
  reasons: ((target: string) => string) | undefined,
): Promise<string> {
  const extension = extname(file.name);
  const stem = basename(file.name, extension);
  for (let count = 1; ; count += 1) {
    const ending = `${count === 1 ? '' : ` (${count})`}${extension}`;
    const name = join(folder, dirname(file.name), fitName(stem, ending, MAX_NAME_LENGTH));
    const target = join(dir, name);
    if (existsSync(target) && !(await isSame(file.path, target))) continue;
    const why = reasons?.(target);
    if (why !== undefined && isTaken(target, why)) continue;
    makeDir(dirname(target));
    if (why !== undefined) writeWhole(reasonsPath(target), why);
    try {
      if (!(await moved(file.path, target))) continue;
    } catch (error) {
      if (reasons !== undefined && !existsSync(target)) removeIfPossible(reasonsPath(target));
      throw error;
    }
    syncDir(dirname(target));
    return name;
  }
}

/** Whether the reasons of a file that somebody has taken away lie there; its own are those of a killed run. */
function isTaken(target: string, why: string): boolean {
  const path = reasonsPath(target);
  return !existsSync(target) && existsSync(path) && readFileSync(path, 'utf8') !== why;
}

/** The same file under both names: a run killed half-way had linked it, or copied it to another disk. */
async function isSame(from: string, to: string): Promise<boolean> {
  const [there, here] = await Promise.all([lstat(to), lstat(from)]);
  if (there.dev === here.dev) return there.ino === here.ino && here.ino !== 0;
  if (!there.isFile() || there.size !== here.size) return false;
  const [copy, original] = await Promise.all([readFile(to), readFile(from)]);
  return copy.equals(original);
}

/** Returns false when another file has the name. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await disk.link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      if (!(await isSame(from, to))) return false;
    } else if (codeOf(error) === 'EXDEV') {
      if (!(await copied(from, to))) return false;
    } else if (NO_LINKS.includes(codeOf(error))) return movedWithoutLinks(from, to);
    else throw error;
  }
  await disk.unlink(from);
  return true;
}

/**
 * For an archive on another disk: copies to a temporary name there, and gives it the name once it is whole
 * and on the disk. Returns false when another file has the name.
 */
async function copied(from: string, to: string): Promise<boolean> {
  const draft = join(dirname(to), `.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  const { atime, mode, mtime } = await stat(from);
  try {
    const file = await disk.open(draft, 'wx', mode & 0o777);
    try {
      for await (const piece of createReadStream(from)) await writeAll(file, [piece as Buffer]);
      await file.utimes(atime, mtime);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await moved(draft, to))) return false;
  } finally {
    removeIfPossible(draft);
  }
  // The copy has its name for good before the original goes.
  syncDir(dirname(to));
  return true;
}

/** For disks without hard links: reserves the name with an empty file, then renames over it. */
async function movedWithoutLinks(from: string, to: string): Promise<boolean> {
  try {
    await (await disk.open(to, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await disk.rename(from, to);
  } catch (error) {
    await disk.unlink(to);
    throw error;
  }
  return true;
}
