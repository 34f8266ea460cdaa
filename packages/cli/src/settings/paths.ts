import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Runtime } from '../runtime.ts';

/** Paths of the command line's own files, all in one folder that only its owner can enter. */
export interface Paths {
  readonly dir: string;
  readonly config: string;
  readonly credentials: string;
  readonly journal: string;
  /** Changes that were sent and have no known outcome. */
  readonly changes: string;
}

function baseDir(env: Runtime['env']): string {
  if (env.FORECOURT_CONFIG_DIR) return env.FORECOURT_CONFIG_DIR;
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'forecourt');
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'forecourt');
}

export function pathsOf(env: Runtime['env']): Paths {
  const dir = baseDir(env);
  return {
    dir,
    config: join(dir, 'config.json'),
    credentials: join(dir, 'credentials'),
    journal: join(dir, 'imports'),
    changes: join(dir, 'changes'),
  };
}
