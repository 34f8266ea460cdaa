import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Folders of this process; an earlier process may have had the same id. */
const own = new Set<string>();

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but running.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Creates a folder for the uploads of this process, next to those of others in the same directory. Deletes what
 * killed processes of this machine left behind.
 */
export function openUploads(directory: string): { readonly path: string; close(): void } {
  const ofMachine = `uploads-${hostname().replaceAll(/[^\w.]/g, '_')}-`;
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) {
    const pid = name.startsWith(ofMachine)
      ? /^(\d+)-/.exec(name.slice(ofMachine.length))?.[1]
      : undefined;
    const left = join(directory, name);
    if (pid === undefined || own.has(left)) continue;
    if (Number(pid) === process.pid || !isRunning(Number(pid))) {
      rmSync(left, { recursive: true, force: true });
    }
  }
  const path = mkdtempSync(join(directory, `${ofMachine}${process.pid}-`));
  own.add(path);
  return {
    path,
    close() {
      own.delete(path);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
