import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cached } from './cache.ts';
import type { Run } from './pairs.ts';

const SERVE = fileURLToPath(new URL('../examples/sandbox/dist/serve.js', import.meta.url));

export interface SandboxProcess {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
  /** Stops it immediately, with everything it is doing. */
  readonly kill: () => Promise<void>;
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

const running = new Set<ChildProcess>();

// However a benchmark ends, its servers end too.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code));
}

/** Starts a server as its own process; it is ready once it prints its address. */
export async function startServer(
  program: string,
  settings: Readonly<Record<string, string>>,
): Promise<SandboxProcess> {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = / is at (http\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      child.stdout.resume();
      const pid = child.pid as number;
      return { url, pid, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') };
    }
  }
  throw new Error(`${program} ended before it listened.`);
}

/** Starts the built sandbox, by default on the benchmarks' own demo data. */
export const startSandbox = (
  settings: Readonly<Record<string, string>> = {},
): Promise<SandboxProcess> =>
  startServer(SERVE, { PORT: '0', SEED: 'demo', DATA_DIR: cached('sandbox-data'), ...settings });

/** Returns the administrator's authorization. */
export async function signedIn(url: string): Promise<string> {
  const { PASSWORD } = await import('@forecourt/sandbox');
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin@forecourt.test', password: PASSWORD }),
  });
  return answer.headers.get('authorization') ?? '';
}

/** Measures from the start of the process to its first answer, without stopping it. */
export async function firstAnswer(): Promise<Run> {
  const started = performance.now();
  const { url, stop } = await startSandbox();
  const request = get(`${url}/api/v1/fuel-transaction/authcode`);
  const [answer] = await once(request, 'response');
  answer.resume();
  await once(answer, 'end');
  const ms = performance.now() - started;
  await stop();
  if (answer.statusCode !== 401) throw new Error(`The sandbox answered ${answer.statusCode}.`);
  return { ms };
}
