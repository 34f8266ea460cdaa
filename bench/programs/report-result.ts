import { existsSync, readFileSync } from 'node:fs';

/** What a reader found; two readers of one file have to agree. */
export interface Found {
  readonly rows: number;
  readonly cells: number;
  readonly sum?: number;
}

const STATUS = '/proc/self/status';

/** Peak of this process, in MB. Linux counts the parent's into `maxRSS`, not into its own status file. */
function peak(): number {
  const status = existsSync(STATUS) ? readFileSync(STATUS, 'utf8') : '';
  const kilobytes = /VmHWM:\s*(\d+)/.exec(status)?.[1];
  return Math.round(Number(kilobytes ?? process.resourceUsage().maxRSS) / 1024);
}

/**
 * Last words of a program to the one that measures it. `found` is compared where both sides tell it; `ms` stands for
 * the whole program's time, where only a part of it is meant.
 */
export function reportResult(found?: Found, ms?: number): void {
  console.log(
    JSON.stringify({ memory: peak(), ...(found && { found }), ...(ms !== undefined && { ms }) }),
  );
}
