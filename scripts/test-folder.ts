import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'forecourt-tests-';
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Whether files in memory can be used: there is room, and the programs that tests write there may run. */
function isUsable(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, path]) => path === MEMORY);
    const [, , kind, options = ''] = mount ?? [];
    return (
      kind === 'tmpfs' && !options.split(',').includes('noexec') && bavail * bsize > NEEDED_BYTES
    );
  } catch {
    return false;
  }
}

const remove = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A disk that a test of a killed run mounted there stays until the machine restarts.
  }
};

/** Removes what killed runs left. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^forecourt-tests-(\d+)-/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) remove(join(MEMORY, name));
  }
}

/**
 * Creates a folder in memory for the temporary files of this run, which goes with the process. Returns undefined where
 * memory has no folder or too little room (other systems, small containers). The code under test syncs what it writes;
 * on a disk, tests would wait for that a third of their time.
 */
export function folderInMemory(): string | undefined {
  if (!isUsable()) return undefined;
  removeAbandoned();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // As in /tmp: PostgreSQL runs as another user and writes here too.
  chmodSync(folder, 0o1777);
  process.on('exit', () => remove(folder));
  return folder;
}
