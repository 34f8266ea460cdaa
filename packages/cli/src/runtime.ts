import { setTimeout } from 'node:timers/promises';
import type { Crashes } from './crashes.ts';

export interface Clock {
  setTimeout(done: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The environment of a run: the process in production, streams of a test otherwise. */
export interface Runtime {
  /** The arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  /** The clock of retries and lookups; undefined for the system's. */
  readonly clock?: Clock;
  /** The process's uncaught errors; undefined in tests that run in-process. */
  readonly crashes?: Crashes;
}

/** The clock as an option of a workflow. */
export const clockOf = ({ clock }: Runtime): { readonly clock?: Clock } =>
  clock === undefined ? {} : { clock };

/** Waits on the system's clock. Resolves early, without an error, when it is aborted. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  setTimeout(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined);

/** Returns a sleep on the run's own clock that ends early on abort; undefined for the system's clock. */
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
