import type { Surroundings } from '../surroundings.ts';

/** What a command's body is called with. */
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
  readonly surroundings: Surroundings;
}

/** Does the work; answers with the exit code, or throws a CommandError. */
export type Body = (invocation: Invocation) => Promise<number>;

export interface OptionSpec {
  /** As commander writes them: '--page <number>'. */
  readonly flags: string;
  readonly description: string;
  /** May be given several times. */
  readonly repeat?: boolean;
  /** Heading it stands under in the help. */
  readonly section?: string;
  /** Understood, so that it can be refused with its reason, and not offered. */
  readonly hidden?: boolean;
}

/** What only whoever calls a command has to know of it. */
export interface CommandDetails {
  readonly options?: readonly OptionSpec[];
  readonly examples: readonly string[];
  readonly notes?: string;
}

/** A command as the entry knows it: names, options and help; its body loads when it is called. */
export interface CommandSpec extends CommandDetails {
  readonly name: string;
  readonly summary: string;
  /** As commander writes them ('<file...>'), each with its meaning. */
  readonly args?: readonly (readonly [name: string, description: string])[];
  readonly resource?: string;
  readonly from?: string;
  /** Options, examples and notes behind its own: a form's many fields, loaded when it is called. */
  readonly more?: () => Promise<CommandDetails>;
  /** Default 'call': its help is a call too. */
  readonly moreFor?: 'call' | 'help';
  readonly body: () => Promise<{ readonly run: Body }>;
}

export interface GroupSpec {
  readonly name: string;
  readonly summary: string;
  readonly commands: () => readonly CommandSpec[];
}
