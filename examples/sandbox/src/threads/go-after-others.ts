import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of threads whose answers people wait for at a screen, and of all others. */
export const PRIORITY = { screens: 2, others: 5 } as const;

/**
 * Lets threads of a higher priority go first where this one wants the same processor; the serving thread has 0, and
 * a lower priority is a higher number. Linux has a priority for each thread;
 * elsewhere it would be that of the whole process.
 */
export function goAfterOthers(priority: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), priority);
  } catch {
    // A container may refuse it: then all threads take turns.
  }
}
