import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Ran } from './desk.ts';

const PACKAGE = join(import.meta.dirname, '..');
// Within the package, so that its dependencies are found from there.
const BUILDS = '.cache';
const BUILD = 'test-build';

export const BINARY = join(PACKAGE, BUILDS, BUILD, 'forecourt.js');

/** Builds the command line as it is published, into a folder of its own; gives its entry. */
export function buildBinary(name = BUILD): string {
  const tsup = join(dirname(createRequire(import.meta.url).resolve('tsup')), 'cli-default.js');
  const env = { ...process.env, FORECOURT_BUILD_DIR: join(BUILDS, name) };
  execFileSync(process.execPath, [tsup], { cwd: PACKAGE, env, stdio: 'pipe' });
  return join(PACKAGE, BUILDS, name, 'forecourt.js');
}

export const entryText = (): string => readFileSync(BINARY, 'utf8');

export type Env = Readonly<Record<string, string>>;

/** Starts a program with nothing of this environment but what it needs to be found. */
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

/** Runs the binary with its input at its end. */
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

/** Runs the binary on a terminal of its own, and types each answer when its question is there. */
export async function onTerminal(
  argv: readonly string[],
  env: Env,
  answers: readonly (readonly [question: string, typed: string])[] = [],
): Promise<Ran> {
  const child = start('script', ['-qec', `stty cols 100; ${commandLine(argv)}`, '/dev/null'], {
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
