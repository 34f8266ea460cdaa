import { createHash, randomBytes } from 'node:crypto';
import {
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { aboutFile, disk, writeAllSync } from './disk.ts';

/** Rights of what only its owner may read. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_DIR = 0o700;
const SHARED_FILE = 0o644;

/** Makes a folder that only its owner can enter, also where it was there with wider rights. */
export function privateDir(path: string): void {
  makeDir(path, PRIVATE_DIR);
  disk.chmodSync(path, PRIVATE_DIR);
}

/** Makes a folder and those above it. Throws the error of the folder that could not be made. */
export function makeDir(path: string, mode?: number): void {
  const how = mode === undefined ? {} : { mode };
  try {
    disk.mkdirSync(path, { recursive: true, ...how });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // On a read-only disk Node calls the folder missing that it was to make: asked for alone it is plain.
    let first = path;
    while (!existsSync(dirname(first))) first = dirname(first);
    disk.mkdirSync(first, how);
    disk.mkdirSync(path, { recursive: true, ...how });
  }
}

/** Bytes that common disks take for one name. */
export const LONGEST_NAME = 255;
/** Leaves room for ' (2)' and the like. */
const LONGEST_STEM = 240;
const MARK = 12;

/** A name of a part that may be long, and its ending: where both are too long for a disk, a hash ends the part. */
export function fitName(stem: string, ending: string, most = LONGEST_STEM): string {
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

/** Takes away what killed processes left half-written in a folder a day ago or longer. */
export function clearDrafts(dir: string): void {
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => DRAFT.test(name)) : [];
  for (const name of names) {
    const path = join(dir, name);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > DRAFTS_LAST_MS) removeIfPossible(path);
  }
}

/** Clears up; where that fails the next run does it. */
export function removeIfPossible(path: string): void {
  try {
    disk.rmSync(path, { force: true });
  } catch {
    // What matters is told by whoever could not write.
  }
}

/** Makes a rename last through a power cut, where the platform can (Windows cannot open folders). */
export function syncDir(path: string): void {
  if (process.platform === 'win32') return;
  const handle = disk.openSync(path, 'r');
  try {
    disk.fsyncSync(handle);
  } finally {
    disk.closeSync(handle);
  }
}

/** Writes a private file whole or not at all: a reader sees the former content or the new one. */
export function writePrivateFile(path: string, content: string): void {
  privateDir(dirname(path));
  writeWhole(path, content);
}

/** As `writePrivateFile`, into a folder whose rights are somebody else's business. */
export function writeWhole(path: string, content: string): void {
  fromDraft(path, content, (draft) => disk.renameSync(draft, path));
}

/**
 * As `writeWhole`, to a path that somebody chose: a link keeps its place and leads to the file that is replaced, and
 * what is no file (a device, a pipe) takes the text as it is. Throws where nobody reads from the pipe.
 */
export function writeChosen(path: string, content: string): void {
  writeTo(chosenGoal(path), content);
}

/** As `writeChosen`, for programs of other users to read, whatever the umask is. */
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

/** What a path that somebody chose leads to. */
export interface Goal {
  readonly path: string;
  /** False: it is written into, for a rename would put a file in its place. */
  readonly isFile: boolean;
}

/** What a process has open already, be it a file: whoever opened it keeps it. */
const OPEN_ALREADY = /^\/(?:proc\/|dev\/(?:fd\/|stdout$|stderr$))/;
const MOST_LINKS = 40;

export function chosenGoal(path: string): Goal {
  const found = statSync(path, { throwIfNoEntry: false });
  const isFile = found === undefined || found.isDirectory() || found.isFile();
  if (!isFile || (found && OPEN_ALREADY.test(path))) return { path, isFile: false };
  // One by one: the last link may lead to a file that is yet to be made.
  let end = path;
  for (let links = 0; links < MOST_LINKS && isLink(end); links += 1) {
    end = resolve(realpathSync(dirname(end)), readlinkSync(end));
  }
  return { path: end, isFile: true };
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const { O_APPEND, O_NONBLOCK = 0, O_WRONLY } = constants;
/** With this a pipe that nobody reads from fails at once, where it would wait for ever. */
export const INTO_AT_ONCE: number = O_WRONLY | O_APPEND | O_NONBLOCK;
/** For the writing itself, while it is known to be read. */
export const INTO: number = O_WRONLY | O_APPEND;

function writeInto(path: string, content: string): void {
  const handles: number[] = [];
  try {
    handles.push(disk.openSync(path, INTO_AT_ONCE));
    handles.push(disk.openSync(path, INTO));
    writeAllSync(handles[1] as number, content);
  } catch (error) {
    throw aboutFile(aboutPipe(error, path), path);
  } finally {
    for (const handle of handles) disk.closeSync(handle);
  }
}

/** What the system calls 'no such device or address' of a pipe that is there. */
export function aboutPipe(error: unknown, path: string): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENXIO') return error;
  return Object.assign(new Error(`Nobody reads from it: ${path}`, { cause: error }), { path });
}

/** As `writePrivateFile`, and never in place of another: false where the name is taken. */
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

/** A link fails where the name is taken; a disk without links has the name looked at first. */
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

/** What disks answer that know no hard links. */
export const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

function fromDraft(path: string, content: string, name: (draft: string) => void): void {
  // Named by chance: a killed process of the same number may have left its own.
  const ending = `.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  const draft = join(dirname(path), fitName(basename(path), ending, LONGEST_NAME));
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
