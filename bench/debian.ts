import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
// @ts-expect-error plain JavaScript, for the machine's own Node.
import { aptInstall } from '../scripts/tasks.mjs';

/** Returns a Debian program that a benchmark needs; installs it if it is missing. */
export function debianProgram(path: string, name: string): string {
  if (!existsSync(path)) {
    console.error(`Installing ${name} …`);
    aptInstall(name);
  }
  if (existsSync(path)) return path;
  throw new Error(`This row needs ${path}. Install it (Debian: apt-get install ${name}).`);
}

/** Returns the first line of a program's version output. */
export const versionOf = (path: string, flag: string): string => {
  const { stdout, stderr } = spawnSync(path, [flag], { encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n')[0]?.trim() ?? '';
};
