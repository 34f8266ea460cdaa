import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Ran } from './fixture.ts';

const PACKAGE = join(import.meta.dirname, '..');
// Inside the package, so that its dependencies resolve.
const BUILDS = '.cache';
const BUILD = 'test-build';

/** `npm test` has built the packages. */
const IS_BUILT = process.env.TEST_BUILDS === 'current';

export const BINARY = IS_BUILT
  ? join(PACKAGE, 'dist', 'forecourt.js')
  : join(PACKAGE, BUILDS, BUILD, 'forecourt.js');
/** Created by the process that builds; holds the build's error, or is empty on success. */
export const CLAIM = join(PACKAGE, BUILDS, `${BUILD}.claim`);
export const BUILT = join(PACKAGE, BUILDS, `${BUILD}.built`);

/** Cache folder for commands that tests start: with their modules compiled, they take two thirds of the time. */
export const CACHE = join(PACKAGE, BUILDS, 'of-commands');

/**
 * Returns the entry of the published command line. Unless `npm test` has built it, the first test file that
 * needs it does, once a run, into a separate folder; `global-setup.ts` removes the build of the previous run.
 */
export function buildBinary(): string {
  if (IS_BUILT) return BINARY;
  mkdirSync(join(PACKAGE, BUILDS), { recursive: true });
  if (!isFirst()) {
    while (!existsSync(BUILT)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    if (readFileSync(BUILT, 'utf8') !== '')
      throw new Error('Another test file could not build the command.');
    return BINARY;
  }
  let failure = 'failed';
  try {
    const tsup = join(dirname(createRequire(import.meta.url).resolve('tsup')), 'cli-default.js');
    const env = { ...process.env, FORECOURT_BUILD_DIR: join(BUILDS, BUILD) };
    execFileSync(process.execPath, [tsup], { cwd: PACKAGE, env, stdio: 'pipe' });
    failure = '';
  } finally {
    writeFileSync(BUILT, failure);
  }
  return BINARY;
}

function isFirst(): boolean {
  try {
    mkdirSync(CLAIM);
    return true;
  } catch {
    return false;
  }
}

export const entryText = (): string => readFileSync(BINARY, 'utf8');

export type Env = Readonly<Record<string, string>>;

/** Starts a program with only the part of this environment that it needs to be found. */
export function start(
  command: string,
  argv: readonly string[],
  env: Env,
): ChildProcessWithoutNullStreams {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(command, argv, { env: { PATH, HOME, ...env } });
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = await new Promise<number>((resolve) => {
    child.on('close', (status, signal) => resolve(status ?? (signal === 'SIGKILL' ? 137 : -1)));
  });
  return { code, stdout, stderr };
}

/** Runs the binary with standard input closed. */
export function runBinary(argv: readonly string[], env: Env): Promise<Ran> {
  const child = start(process.execPath, [BINARY, ...argv], env);
  child.stdin.end();
  return ended(child);
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

export const commandLine = (argv: readonly string[]): string =>
  [process.execPath, BINARY, ...argv].map(quoted).join(' ');

/** Runs a line of bash. */
export function runShell(line: string, env: Env): Promise<Ran> {
  const child = start('bash', ['-c', line], env);
  child.stdin.end();
  return ended(child);
}

/** Runs the binary in a pseudo-terminal and types each answer when its question appears. */
export async function onTerminal(
  argv: readonly string[],
  env: Env,
  answers: readonly (readonly [question: string, typed: string])[] = [],
  columns = 100,
): Promise<Ran> {
  const line = `stty cols ${columns}; ${commandLine(argv)}`;
  const child = start('script', ['-qec', line, '/dev/null'], {
    TERM: 'xterm',
    ...env,
  });
  const open = [...answers];
  let seen = '';
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString('utf8');
    const [next] = open;
    if (next === undefined || !seen.includes(next[0])) return;
    open.shift();
    seen = '';
    child.stdin.write(next[1]);
  });
  return ended(child);
}
