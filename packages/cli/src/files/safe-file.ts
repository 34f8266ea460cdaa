import { createHash, randomBytes } from 'node:crypto';
import {
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { aboutFile, disk, writeAllSync } from './disk.ts';

/** Mode of files that only their owner may read. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_DIR = 0o700;
const SHARED_FILE = 0o644;

/**
 * Creates a folder that only its owner can enter, and narrows the mode of an existing one. Throws the error of the disk.
 *
 * @param path the folder; its parents are created, too
 */
export function privateDir(path: string): void {
  makeDir(path, PRIVATE_DIR);
  disk.chmodSync(path, PRIVATE_DIR);
}

/**
 * Creates a folder and its parents. Throws the error of the folder that failed. One by one: where no folder can be made
 * (/proc), Node's own `recursive` never ends, and on a read-only disk it reports the new folder as missing.
 */
export function makeDir(path: string, mode?: number): void {
  const how = mode === undefined ? {} : { mode };
  const missing = [path];
  for (let dir = dirname(path); !existsSync(dir); dir = dirname(dir)) missing.unshift(dir);
  for (const dir of missing) {
    try {
      disk.mkdirSync(dir, how);
    } catch (error) {
      // It was there, or another process has made it meanwhile.
      if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
}

/** Longest file name in bytes on common disks. */
export const MAX_NAME_LENGTH = 255;
/** Leaves room for ' (2)' and similar suffixes. */
const MAX_STEM_LENGTH = 240;
const MARK = 12;

/** Joins a long part and its ending into a file name; if too long for a disk, a hash shortens the part. */
export function fitName(stem: string, ending: string, most = MAX_STEM_LENGTH): string {
  const name = stem + ending;
  if (Buffer.byteLength(name) <= most) return name;
  const mark = `~${createHash('sha256').update(stem).digest('hex').slice(0, MARK)}`;
  let left = most - Buffer.byteLength(mark + ending);
  let kept = '';
  for (const letter of stem) {
    left -= Buffer.byteLength(letter);
    if (left < 0) break;
    kept += letter;
  }
  return kept + mark + ending;
}

const DRAFT = /\.(?:tmp|part)$/;
const DRAFTS_LAST_MS = 24 * 3_600_000;

/** Removes files that killed processes left half-written a day ago or earlier. */
export function clearDrafts(dir: string): void {
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => DRAFT.test(name)) : [];
  for (const name of names) {
    const path = join(dir, name);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > DRAFTS_LAST_MS) removeIfPossible(path);
  }
}

/**
 * Deletes a file; if that fails, the next run does it.
 *
 * @param path the file
 */
export function removeIfPossible(path: string): void {
  try {
    disk.rmSync(path, { force: true });
  } catch {
    // A failure that matters shows when something is written.
  }
}

/** Makes a rename survive a power cut where the platform supports it (Windows can't open folders). */
export function syncDir(path: string): void {
  if (process.platform === 'win32') return;
  const handle = disk.openSync(path, 'r');
  try {
    disk.fsyncSync(handle);
  } finally {
    disk.closeSync(handle);
  }
}

/**
 * Writes a private file atomically: a reader sees either the old content or the new. Throws the error of the disk, and
 * then the old content is still there.
 *
 * @param path the file, whose folder becomes private
 * @param content its whole text
 */
export function writePrivateFile(path: string, content: string): void {
  privateDir(dirname(path));
  writeWhole(path, content);
}

/** Like `writePrivateFile`, but leaves the folder's mode alone. */
export function writeWhole(path: string, content: string): void {
  fromDraft(path, content, (draft) => disk.renameSync(draft, path));
}

/**
 * Like `writeWhole`, to a path that the user chose: a link is followed and its target replaced; a
 * device or a pipe gets the text directly. Throws when nobody reads from the pipe.
 */
export function writeChosen(path: string, content: string): void {
  writeTo(chosenGoal(path), content);
}

/** Like `writeChosen`, but readable for other users' programs, whatever the umask. */
export function writeShared(path: string, content: string): void {
  writeTo(chosenGoal(path), content, SHARED_FILE);
}

function writeTo({ isFile, path }: Goal, content: string, mode?: number): void {
  if (!isFile) {
    writeInto(path, content);
    return;
  }
  fromDraft(path, content, (draft) => {
    if (mode !== undefined) disk.chmodSync(draft, mode);
    disk.renameSync(draft, path);
  });
}

/** What a user's path resolves to. */
export interface Goal {
  readonly path: string;
  /**
   * False for a device or a pipe: it is written in place, because a rename would replace it with a
   * file.
   */
  readonly isFile: boolean;
}

/** Already open in a process; even when it is a file, it must not be replaced. */
const OPEN_ALREADY = /^\/(?:proc\/|dev\/(?:fd\/|stdout$|stderr$))/;
const MAX_LINKS = 40;

export function chosenGoal(path: string): Goal {
  const found = statSync(path, { throwIfNoEntry: false });
  const isFile = found === undefined || found.isDirectory() || found.isFile();
  if (!isFile || (found && OPEN_ALREADY.test(path))) return { path, isFile: false };
  // Follows links one by one: the last may point to a file that doesn't exist yet.
  let end = path;
  for (let links = 0; links < MAX_LINKS && isLink(end); links += 1) {
    end = resolve(realpathSync(dirname(end)), readlinkSync(end));
  }
  return { path: end, isFile: true };
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const { O_APPEND, O_NONBLOCK = 0, O_WRONLY } = constants;
/** Opening a pipe without a reader then fails at once instead of blocking forever. */
export const INTO_AT_ONCE: number = O_WRONLY | O_APPEND | O_NONBLOCK;
/** For the writes themselves, once a reader is known. */
export const INTO: number = O_WRONLY | O_APPEND;

/**
 * The handle of this process that a path names, if it is a file: opened anew, it would have a position of its own, and what
 * this process writes to it later would overwrite the text.
 */
function ownHandle(path: string): number | undefined {
  const [, name] = /^\/(?:dev|proc\/self)\/(?:fd\/)?(\d+|stdout|stderr)$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  const handle = { stdout: 1, stderr: 2 }[name] ?? Number(name);
  return fstatSync(handle).isFile() ? handle : undefined;
}

function writeInto(path: string, content: string): void {
  const handles: number[] = [];
  try {
    const own = ownHandle(path);
    if (own !== undefined) {
      writeAllSync(own, content);
      return;
    }
    handles.push(disk.openSync(path, INTO_AT_ONCE));
    handles.push(disk.openSync(path, INTO));
    writeAllSync(handles[1] as number, content);
  } catch (error) {
    throw aboutFile(aboutPipe(error, path), path);
  } finally {
    for (const handle of handles) disk.closeSync(handle);
  }
}

/** Explains the system's 'no such device or address' for an existing pipe without a reader. */
export function aboutPipe(error: unknown, path: string): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENXIO') return error;
  return Object.assign(new Error(`Nobody reads from it: ${path}`, { cause: error }), { path });
}

/**
 * Writes a private file as `writePrivateFile` does, but never replaces one. Returns false when the name is taken. Throws
 * the error of the disk.
 *
 * @param path the file, whose folder exists
 * @param content its whole text
 */
export function writeFresh(path: string, content: string): boolean {
  try {
    fromDraft(path, content, (draft) => {
      linkOrRename(draft, path);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A link fails when the name is taken; on a disk without links, checks the name first. */
function linkOrRename(draft: string, path: string): void {
  try {
    disk.linkSync(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(path)) throw Object.assign(new Error(), { code: 'EEXIST' });
    if (!NO_LINKS.includes(code ?? '')) throw error;
    disk.renameSync(draft, path);
  }
  removeIfPossible(draft);
}

/** Error codes of disks without hard links. */
export const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

function fromDraft(path: string, content: string, name: (draft: string) => void): void {
  // Random: a killed process with the same id may have left its own.
  const ending = `.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  const draft = join(dirname(path), fitName(basename(path), ending, MAX_NAME_LENGTH));
  try {
    const handle = disk.openSync(draft, 'wx', PRIVATE_FILE);
    try {
      writeAllSync(handle, content);
      disk.fsyncSync(handle);
    } finally {
      disk.closeSync(handle);
    }
    name(draft);
    syncDir(dirname(path));
  } catch (error) {
    removeIfPossible(draft);
    throw aboutFile(error, path);
  }
}
