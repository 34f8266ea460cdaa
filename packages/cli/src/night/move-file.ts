import { link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { syncDir } from '../io/safe-file.ts';
import type { Arrival, Inbox } from './inbox.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Moves a file into a folder of its inbox, under its own name or, where that is taken, 'name (2).xlsx':
 * nothing is ever written over. Resolves with its new name within the inbox.
 */
export async function moveTo({ dir }: Inbox, folder: string, file: Arrival): Promise<string> {
  const extension = extname(file.name);
  const stem = file.name.slice(0, file.name.length - extension.length);
  for (let count = 1; ; count += 1) {
    const name = join(folder, count === 1 ? file.name : `${stem} (${count})${extension}`);
    const target = join(dir, name);
    await mkdir(dirname(target), { recursive: true });
    if (!(await moved(file.path, target))) continue;
    syncDir(dirname(target));
    return name;
  }
}

/** False where the name is taken by another file. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return movedWithoutLinks(from, to);
    // A run that was killed half-way had moved this very file.
    const [there, here] = await Promise.all([lstat(to), lstat(from)]);
    if (there.ino !== here.ino || there.dev !== here.dev || here.ino === 0) return false;
  }
  await unlink(from);
  return true;
}

/** For disks without hard links: an empty file takes the name first, and gives way to the file. */
async function movedWithoutLinks(from: string, to: string): Promise<boolean> {
  try {
    await (await open(to, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await rename(from, to);
  } catch (error) {
    await unlink(to);
    throw error;
  }
  return true;
}
