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
  readonly stop: () => Promise<void>;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The built sandbox as a process of its own, on the benchmarks' own demo data. */
export async function startSandbox(): Promise<SandboxProcess> {
  const env = { ...process.env, PORT: '0', SEED: 'demo', DATA_DIR: cached('sandbox-data') };
  const child = spawn(process.execPath, [SERVE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = / is at (http\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      child.stdout.resume();
      return { url, stop: () => stop(child) };
    }
  }
  throw new Error('The sandbox ended before it listened.');
}

/** From the start of the process to its first answer; its stopping is not counted. */
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
