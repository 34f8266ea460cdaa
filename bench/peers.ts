import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('peers', import.meta.url));
const STAMP = join(FOLDER, 'node_modules', '.forecourt-stamp');

/** Installs the compared programs from their own lockfile when a row needs them. */
function install(): void {
  const lock = readFileSync(join(FOLDER, 'pnpm-lock.yaml'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  console.error('Installing what is compared with …');
  const args = ['--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile'];
  const options = { cwd: FOLDER, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('npx', args, options);
  if (status !== 0) throw new Error(`Installing the peers failed: ${stdout}${stderr}`);
  writeFileSync(STAMP, wanted);
}

/** Returns a file of `peers/` with its dependencies installed. */
export function peer(...parts: readonly string[]): string {
  install();
  return join(FOLDER, ...parts);
}

/** Returns the version of an installed peer, for the table. */
export function peerVersion(name: string): string {
  const text = readFileSync(peer('node_modules', ...name.split('/'), 'package.json'), 'utf8');
  return String(JSON.parse(text).version);
}
