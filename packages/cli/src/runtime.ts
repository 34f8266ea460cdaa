import type { Crashes } from './crashes.ts';

export interface Clock {
  setTimeout(done: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** What a run has around it; the process in production, streams of a test otherwise. */
export interface Runtime {
  /** Behind the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  /** By which retries and look-ups wait; the system's where there is none. */
  readonly clock?: Clock;
  /** What nobody caught; a test's own process looks after that itself. */
  readonly crashes?: Crashes;
}

/** The clock as the options of a workflow take it. */
export const clockOf = ({ clock }: Runtime): { readonly clock?: Clock } =>
  clock === undefined ? {} : { clock };

/** Waits by the run's own clock, or until the signal aborts; undefined where that is the system's. */
export function sleepOf({ clock }: Runtime) {
  if (clock === undefined) return undefined;
  return (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const finish = () => {
        clock.clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = clock.setTimeout(finish, ms);
      if (signal?.aborted) return finish();
      signal?.addEventListener('abort', finish);
    });
}
