import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export const EXAMPLES = import.meta.dirname;

export interface Ended {
  readonly code: number;
  readonly output: string;
}

type Env = Readonly<Record<string, string>>;

const start = (folder: string, args: readonly string[], env: Env): ChildProcess =>
  spawn(process.execPath, ['--conditions=source', ...args], {
    cwd: join(EXAMPLES, folder),
    env: { ...process.env, ...env },
  });

/** Runs an example's program and waits for its end. */
export async function runExample(
  folder: string,
  args: readonly string[],
  env: Env,
): Promise<Ended> {
  const child = start(folder, args, env);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      output += piece;
    });
  }
  const code = await new Promise<number>((resolve) =>
    child.on('close', (ended) => resolve(ended ?? 1)),
  );
  return { code, output };
}

/** Starts an example that serves; returns its first output, and a function that stops it. */
export async function serveExample(
  folder: string,
  args: readonly string[],
  env: Env,
): Promise<{ readonly said: string; stop(): Promise<void> }> {
  const child = start(folder, args, env);
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (piece) => resolve(String(piece)));
    child.stderr?.on('data', (piece) => reject(new Error(String(piece))));
    child.on('close', () => reject(new Error(`${folder} ended before it served.`)));
  });
  return {
    said,
    stop: () => {
      child.kill();
      return closed;
    },
  };
}
