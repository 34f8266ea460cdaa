import type { Client } from '@forecourt/core';
import type { RecordableRun, Recorder } from '@forecourt/core/recorder';
import type { CommandError } from './command-error.ts';
import type { Runtime } from './runtime.ts';

/** What `--record` keeps of a command. */
export interface CommandRecording {
  readonly path: string;
  /** Records a workflow's run until it ends. Returns a function that stops. */
  run(this: void, run: RecordableRun): () => void;
  readonly trace: Recorder['trace'];
  /** Passes on the account's rights, which a replay needs. */
  signedIn(this: void, session: Pick<Client['session'], 'access'>): void;
  /** Ends it. Returns false if there was nothing to record, and its file is gone. */
  end(this: void, facts: NonNullable<Parameters<Recorder['end']>[0]>): boolean;
}

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
  /** What the options alone show to be wrong; `handler` throws it, unless the command has an alarm to raise first. */
  readonly fault?: CommandError | undefined;
  readonly runtime: Runtime;
  /** With `--record`. */
  readonly recording?: CommandRecording;
}

/** Runs the command. Returns the exit code, or throws a CommandError. */
export type Handler = (invocation: Invocation) => Promise<number>;
