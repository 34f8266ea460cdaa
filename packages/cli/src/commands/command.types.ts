import type { Handler } from '../invocation.ts';

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

/** A command as the entry knows it: names, options and help; its handler loads when it is called. */
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
  readonly handler: () => Promise<{ readonly run: Handler }>;
}

export interface GroupSpec {
  readonly name: string;
  readonly summary: string;
  readonly commands: () => readonly CommandSpec[];
}
