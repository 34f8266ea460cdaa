import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Tells one process from all others, also from a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it was started, as its system counts; undefined where the system does not tell. */
  readonly started: string | undefined;
  /** Its host, and where the system tells, the host's start and its own space of process numbers. */
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

/** State and start of a process, from the 3rd and the 22nd field; its name, the 2nd, may hold anything. */
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

/** 'untold': it runs on another machine, or its system does not tell processes of one number apart. */
export function lifeOf({
  pid,
  started,
  machine: on,
}: ProcessIdentity): 'alive' | 'dead' | 'untold' {
  if (on !== machine()) return 'untold';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'dead';
  }
  const stat = statOf(pid);
  if (stat === undefined || started === undefined) return 'untold';
  // A zombie has ended; only its parent has not looked yet.
  return stat.started === started && !/^[ZX]/.test(stat.state) ? 'alive' : 'dead';
}
