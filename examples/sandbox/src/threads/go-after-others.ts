import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

const LATER = 5;

/**
 * Lets the serving thread go first where this thread wants the same processor. Linux has a priority for each thread;
 * elsewhere it would be that of the whole process.
 */
export function goAfterOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), LATER);
  } catch {
    // A container may refuse it: then all threads take turns.
  }
}
