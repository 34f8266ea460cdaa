import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Which process works on an import, so that another one sees at once that it is gone. The id of a process is its own
 * within one boot of a machine, and one container there; a later one with the same id has another start.
 */

const SEPARATOR = '|';
/** States of a process that has ended and whose parent hasn't noticed. */
const ENDED = ['Z', 'X'];

/** Where ids of processes are this process's own; '' on a system that doesn't say. */
function idSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** State and start of a process. Throws if they can't be read. */
function statusOf(pid: number): { readonly state: string; readonly start: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may have blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}

function nameOfThisProcess(): string {
  const here = idSpace();
  if (here === '') return '';
  try {
    return [here, process.pid, statusOf(process.pid).start].join(SEPARATOR);
  } catch {
    return '';
  }
}

/** The name of this process; '' on a system that gives it none, where only its lease says that an import is alive. */
export const OWN_PROCESS = nameOfThisProcess();

function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Any other error is about a process that exists.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  try {
    const status = statusOf(pid);
    return status.start === start && !ENDED.includes(status.state);
  } catch {
    return true;
  }
}

/** Whether a process is certainly gone; never true for one of another machine or container, which can't be seen. */
export function isGone(name: string): boolean {
  const [here, pid, start = ''] = name.split(SEPARATOR);
  const [own] = OWN_PROCESS.split(SEPARATOR);
  return own !== '' && here === own && !isRunning(Number(pid), start);
}
