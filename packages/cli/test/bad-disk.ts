import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { disk } from '../src/files/disk.ts';

type Disk = typeof disk;
type AnyCall = (...args: never[]) => unknown;

/** Called before each call that writes; an error it throws becomes that call's error. */
type Before = (call: {
  readonly name: string;
  readonly path: string;
  readonly index: number;
}) => void;

/** Calls that only release or delete, and need no space. */
const FREE: readonly string[] = ['closeSync', 'rm', 'rmSync', 'chmodSync'];

export const diskError = (code: string, name: string, path: string): Error =>
  Object.assign(new Error(`${code}: the disk says no, ${name} '${path}'`), {
    code,
    ...(path.startsWith('/') && { path }),
  });

/** Calls `before` ahead of each write while `work` runs; resolves to the number of writes. */
export async function withDisk(before: Before, work: () => Promise<void>): Promise<number> {
  let count = 0;
  const watched =
    (name: string, call: AnyCall): AnyCall =>
    (...args) => {
      const reads = name === 'openSync' && (args[1] as unknown) === 'r';
      if (!FREE.includes(name) && !reads) {
        before({ name, path: String(args[0]), index: count });
        count += 1;
      }
      return call(...args);
    };
  const former = { ...disk };
  const handles = async (...args: Parameters<Disk['open']>): Promise<FileHandle> => {
    const handle = await (watched('open', former.open as AnyCall) as unknown as Disk['open'])(
      ...args,
    );
    return new Proxy(handle, {
      get(target, name) {
        const value = Reflect.get(target, name, target) as unknown;
        if (typeof value !== 'function') return value;
        const bound = value.bind(target) as AnyCall;
        if (name !== 'writev' && name !== 'sync' && name !== 'datasync') return bound;
        const call = watched(name, bound);
        return async (...args: never[]) => call(...args);
      },
    });
  };
  for (const [name, call] of Object.entries(former)) {
    const sync = name.endsWith('Sync');
    const wrapped = watched(name, call as AnyCall);
    const port = sync ? wrapped : async (...args: never[]) => wrapped(...args);
    Object.assign(disk, { [name]: name === 'open' ? handles : port });
  }
  try {
    await work();
  } finally {
    Object.assign(disk, former);
  }
  return count;
}

export interface SmallDisk {
  /** Remounts it read-only. */
  readOnly(): void;
  release(): void;
}

/** Mounts a small disk under a folder; undefined when this account may not mount. */
export function mountDisk(path: string, bytes: number): SmallDisk | undefined {
  mkdirSync(path, { recursive: true });
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'pipe' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', path);
  } catch {
    return undefined;
  }
  return {
    readOnly: () => void mount('-o', 'remount,ro', path),
    release: () => void execFileSync('umount', ['-l', path], { stdio: 'pipe' }),
  };
}
