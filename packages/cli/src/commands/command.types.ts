import type { CommandError } from '../command-error.ts';
import type { Handler } from '../invocation.ts';

export interface OptionSpec {
  /** In commander's syntax: '--page <number>'. */
  readonly flags: string;
  readonly description: string;
  /** May be passed several times. */
  readonly repeat?: boolean;
  /** The heading it appears under in the help. */
  readonly section?: string;
  /** Parsed only to be refused with a reason; left out of the help. */
  readonly hidden?: boolean;
}

/** Details that only a call or its help needs. */
export interface CommandDetails {
  readonly options?: readonly OptionSpec[];
  readonly examples: readonly string[];
  readonly notes?: string;
}

/** A command as the entry point knows it: names, options and help. Its handler loads when it runs. */
export interface CommandSpec extends CommandDetails {
  readonly name: string;
  readonly summary: string;
  /** In commander's syntax ('<file...>'), each with its description. */
  readonly args?: readonly (readonly [name: string, description: string])[];
  readonly resource?: string;
  readonly from?: string;
  /** Further options, examples and notes, such as the fields of a form; loaded on demand. */
  readonly more?: () => Promise<CommandDetails>;
  /** When `more` is loaded; default 'call', which includes its help. */
  readonly moreFor?: 'call' | 'help';
  readonly handler: () => Promise<{ readonly run: Handler }>;
}

export interface GroupSpec {
  readonly name: string;
  readonly summary: string;
  readonly commands: () => readonly CommandSpec[];
}

/** What a run has of its plugins. */
export interface LoadedPlugins {
  readonly groups: readonly GroupSpec[];
  /** Why files could not be used, one error each. */
  readonly failures: readonly CommandError[];
  /** Makes their resources unknown again. */
  readonly takeBack: () => void;
}
