import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** As `writeWhole`, for programs of other users to read, whatever the umask is. */
export function writeShared(path: string, content: string): void {
  fromDraft(path, content, (draft) => {
    disk.chmodSync(draft, SHARED_FILE);
    disk.renameSync(draft, path);
  });
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
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
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
