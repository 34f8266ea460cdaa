import type { Crashes } from './crashes.ts';

/** What a run has around it; the process in production, streams of a test otherwise. */
export interface Surroundings {
  /** Behind the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  /** What nobody caught; a test's own process looks after that itself. */
  readonly crashes?: Crashes;
}
