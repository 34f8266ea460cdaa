import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A disk of its own that can be filled: a tmpfs of that size. Throws where nobody may mount one. */
export function smallDisk(megabytes: number) {
  const path = mkdtempSync(join(tmpdir(), 'forecourt-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  } catch (cause) {
    throw new Error(
      'This test fills a disk of its own, a tmpfs, which takes the right to mount. Run it as root.',
      { cause },
    );
  }
  afterAll(() => {
    execFileSync('umount', ['--lazy', path]);
    rmSync(path, { recursive: true, force: true });
  });
  const ballast = join(path, 'ballast');
  return {
    path,
    /** Takes all the space that is left. */
    fill(): void {
      const { bavail, bsize } = statfsSync(path);
      try {
        if (bavail > 0) appendFileSync(ballast, Buffer.alloc(bavail * bsize));
      } catch (error) {
        // The server took some of it in the meantime: what is left was written before this.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    /** Makes room for that many bytes. */
    leave(bytes: number): void {
      truncateSync(ballast, Math.max(0, statSync(ballast).size - bytes));
    },
    free(): void {
      rmSync(ballast, { force: true });
    },
  };
}
