import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../node_modules/.cache/forecourt/bench', import.meta.url));

/** The folder in which benchmarks keep files between runs. */
export function cached(...parts: readonly string[]): string {
  mkdirSync(CACHE, { recursive: true });
  return join(CACHE, ...parts);
}

/** Returns a file by name and creates it on the first call; an incomplete one is created again. */
export function makeOnce(name: string, make: (path: string) => void): string {
  const path = cached(name);
  if (!existsSync(path)) {
    console.error(`Making ${name} …`);
    make(`${path}.part`);
    renameSync(`${path}.part`, path);
  }
  return path;
}
