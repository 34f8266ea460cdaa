import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process, also against a later one that reuses its id. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time on its system's clock; undefined where the system doesn't provide it. */
  readonly started: string | undefined;
  /** The host and, where available, its boot and its namespace of process ids. */
  readonly machine: string;
}

function read<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const machine = (): string =>
  [
    hostname(),
    read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    read(() => readlinkSync('/proc/self/ns/pid')),
  ]
    .filter((part) => part !== undefined)
    .join(' ');

/** State and start time of a process: fields 3 and 22. Field 2, its name, may contain anything. */
function statOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0] ?? '', started: fields[19] ?? '' };
}

export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  started: statOf(process.pid)?.started,
  machine: machine(),
});

/**
 * Returns 'unknown' for a process on another machine, or where the system can't distinguish
 * processes that reuse an id.
 */
export function lifeOf({
  pid,
  started,
  machine: on,
}: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  if (on !== machine()) return 'unknown';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'dead';
  }
  const stat = statOf(pid);
  if (stat === undefined || started === undefined) return 'unknown';
  // A zombie has ended; its parent hasn't collected it yet.
  return stat.started === started && !/^[ZX]/.test(stat.state) ? 'alive' : 'dead';
}
