import type { Runtime } from './runtime.ts';

/** The argument of every command handler. */
export interface Invocation {
  /** The command's name in results and errors: 'cards.list'. */
  readonly operation: string;
  /** The resource of a generic command. */
  readonly resource: string | undefined;
  /** The resource whose record opens the form: a payment's invoice. */
  readonly from?: string | undefined;
  readonly args: readonly unknown[];
  /** The command's and the global options, in camelCase. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly runtime: Runtime;
}

/** Runs the command. Returns the exit code, or throws a CommandError. */
export type Handler = (invocation: Invocation) => Promise<number>;
