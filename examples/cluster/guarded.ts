import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

// Ends the program when its standard input closes, which happens however this process ends.
const guardBy = (signal: string): string =>
  `"$0" "$@" </dev/null & program=$!; cat >/dev/null; kill -${signal} $program; wait $program`;

/** Starts a program that ends with this process or with `end`, at once, as at a power cut: by the given signal. */
export function startGuarded(
  program: string,
  args: readonly string[],
  signal: 'QUIT' | 'KILL',
  options: { readonly cwd: string; readonly uid?: number; readonly gid?: number },
): { readonly ended: () => boolean; readonly end: () => Promise<void> } {
  const guard: ChildProcess = spawn('sh', ['-c', guardBy(signal), program, ...args], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
    // Terminal signals are for the program that started it.
    detached: true,
  });
  const ended = () => guard.exitCode !== null || guard.signalCode !== null;
  return {
    ended,
    end: async () => {
      if (ended()) return;
      const exited = once(guard, 'exit');
      guard.stdin?.end();
      await exited;
    },
  };
}
