import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A service in a process of its own. */
export interface Service {
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

// However this process ends, its services end too.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
/** Starts a service as its own process; it is ready once it prints its address. */
export async function startService(
  program: string,
  settings: Readonly<Record<string, string>>,
): Promise<Service> {
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
