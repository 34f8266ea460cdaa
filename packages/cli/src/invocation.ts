import type { Runtime } from './runtime.ts';

/** What a command's handler is called with. */
export interface Invocation {
  /** Names the command in results and errors: 'cards.list'. */
  readonly operation: string;
  /** The resource of a generic command. */
  readonly resource: string | undefined;
  /** The resource whose record begins the form: a payment's invoice. */
  readonly from?: string | undefined;
  readonly args: readonly unknown[];
  /** Own and global options, camelCase. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly runtime: Runtime;
}

/** Does the work; answers with the exit code, or throws a CommandError. */
export type Handler = (invocation: Invocation) => Promise<number>;
