import type { WorkflowRun } from '../workflows/workflow.ts';

/** Options of a recording. */
export interface RecordOptions {
  /**
   * Takes each line as it is made, without its line break; the recording then keeps none in memory. Must not throw.
   */
  readonly write?: (line: string) => void;
  /** The program that records: 'forecourt/0.1.0'. */
  readonly by?: string;
  /** The command that runs: 'transactions.import'. */
  readonly command?: string;
  /** Texts that must not be in the recording, besides what it recognises itself: tokens, passwords. */
  readonly secrets?: readonly string[];
  /** Applied to every text before it is masked, for secrets that become known later. */
  readonly mask?: (text: string) => string;
  /** Size in bytes from which on details are left out; default 8 MiB. Steps and views' ends are still kept. */
  readonly maxBytes?: number;
  /** The present time in ms since 1970; default `Date.now`. */
  readonly now?: () => number;
}

/** What a recording needs of a run; every `WorkflowRun` has it. */
export type RecordableRun = Pick<
  WorkflowRun<unknown, never>,
  'actor' | 'subscribe' | 'view' | 'workflow'
>;
