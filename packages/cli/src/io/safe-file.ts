import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Rights of what only its owner may read. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_DIR = 0o700;

/** Makes a folder that only its owner can enter, also where it was there with wider rights. */
export function privateDir(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_DIR });
  chmodSync(path, PRIVATE_DIR);
}

const DRAFT = /\.(?:tmp|part)$/;
const DRAFTS_LAST_MS = 24 * 3_600_000;

/** Takes away what killed processes left half-written in a folder a day ago or longer. */
export function clearDrafts(dir: string): void {
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => DRAFT.test(name)) : [];
  for (const name of names) {
    const path = join(dir, name);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > DRAFTS_LAST_MS) rmSync(path, { force: true });
  }
}

/** Makes a rename last through a power cut, where the platform can (Windows cannot open folders). */
export function syncDir(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a private file whole or not at all: a reader sees the former content or the new one. */
export function writePrivateFile(path: string, content: string): void {
  privateDir(dirname(path));
  writeWhole(path, content);
}

/** As `writePrivateFile`, into a folder whose rights are somebody else's business. */
export function writeWhole(path: string, content: string): void {
  // Named by chance: a killed process of the same number may have left its own.
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = openSync(draft, 'wx', PRIVATE_FILE);
    try {
      writeSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, path);
    syncDir(dirname(path));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
