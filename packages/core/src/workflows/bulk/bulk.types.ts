import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { BulkDefinition, Draft } from '../../resource/form.types.ts';
import type { View } from '../view.ts';

/** A picked row: what a list knows of it. */
export interface PickedRow {
  readonly id: string;
  /** Its number, for reports; the run learns it from the record if the list doesn't know it. */
  readonly label?: string;
  /** The version that was on screen when it was picked: another one is left alone (WIRE-05). */
  readonly etag?: string;
  /** Values to set for this row instead of the definition's: an undo sets what was there before. */
  readonly set?: Draft;
}

/**
 * Why a row was left as it is: changed by somebody else, no right, deleted, or refused by the service in its
 * own words, such as a company without an e-mail address; or why it wasn't tried: session over, service out of reach, stopped.
 */
export type BulkReason =
  | 'changed'
  | 'not_permitted'
  | 'gone'
  | 'refused'
  | 'unknown'
  | 'session_ended'
  | 'unreachable'
  | 'stopped'
  | 'waits';

/** What became of a row. `already`: it was in that state before; `waiting`: it wasn't tried. */
export type BulkOutcome =
  | { readonly state: 'done' }
  | { readonly state: 'already'; readonly message: string }
  | {
      readonly state: 'failed' | 'unknown' | 'waiting';
      readonly reason: BulkReason;
      readonly message: string;
      /** The service's own words, if it gave any. */
      readonly detail?: string;
      readonly requestId?: string;
    };

/** A row and its outcome; without one it is still to be done. */
export interface ReportRow extends PickedRow {
  readonly outcome?: BulkOutcome;
  /** The row to pick so that its change is taken back, in the version that the change made. */
  readonly undo?: PickedRow;
}

/** A row of a run. */
export interface BulkRow extends ReportRow {
  /** The idempotency key of its change; a repeated try uses it again while the outcome is unknown. */
  readonly key: string;
}

/** What was done for several records and what not (LIST-15, INV-10). */
export interface BulkReport<Row extends ReportRow = ReportRow> {
  /** Number of picked rows. */
  readonly total: number;
  /** Rows changed now, and rows that were already in that state. */
  readonly done: readonly Row[];
  readonly already: readonly Row[];
  /** Rows that were not done, or may not have been. */
  readonly left: readonly Row[];
  /** Those of `left` that another try can do; they stay picked. A deleted row isn't one of them. */
  readonly toTry: readonly Row[];
  /** Rows to pick for the opposite change, so that what was done is taken back; empty where it can't be. */
  readonly undo: readonly PickedRow[];
  /** Label of the command that tries them again: 'Try the 3 that failed'; '' if there are none. */
  readonly againLabel: string;
  /** '2 cards put on hold, 1 not done.' */
  readonly summary: string;
}

/** What a row's change resolves to. */
export interface BulkAnswer {
  readonly label?: string;
  /** Why nothing was sent: 'already on hold'. */
  readonly already?: string;
  /** The row to pick so that the change is taken back. */
  readonly undo?: PickedRow;
}

/** Effects of a run over picked rows. */
export interface BulkPorts {
  readonly definition: BulkDefinition;
  /** Singular and plural for sentences: 'card', 'cards'. */
  readonly noun: readonly [singular: string, plural: string];
  /**
   * Changes one row under its key, or finds that nothing is left to do. Sends the same call when it is
   * called again with the same key. `draft` has the values of the definition's fields. Rejects with an ApiError.
   */
  run(row: BulkRow, signal: AbortSignal, draft?: Draft): Promise<BulkAnswer>;
  /**
   * Returns what to know before the run: which of the rows were e-mailed before, and when (INV-13). Undefined
   * where nothing is known. Never rejects because of a row.
   */
  lookBack?(rows: readonly BulkRow[], signal: AbortSignal): Promise<string | undefined>;
  /** Returns random text for a key. */
  nonce(): string;
  access(): MenuAccess | undefined;
}

/** Input of a run. */
export interface BulkInput {
  readonly rows: readonly PickedRow[];
  /** Values of the definition's fields that are known already. */
  readonly draft?: Draft;
}

/** Events of a run. */
export type BulkEvent =
  | { readonly type: 'field.changed'; readonly name: string; readonly value: unknown }
  | { readonly type: 'field.left'; readonly name: string }
  | { readonly type: 'confirm' }
  | { readonly type: 'cancel' }
  /** Ends the run after the row that is being changed. */
  | { readonly type: 'stop' }
  /** Retries the rows that were not done and still exist. */
  | { readonly type: 'again' }
  | { readonly type: 'close' };

/** What a run shows, before, during and after. */
export interface BulkData extends BulkReport<BulkRow> {
  readonly rows: readonly BulkRow[];
  /** 'Hold 3 cards'. */
  readonly title: string;
  /** 'Hold 3 cards: 7076 …12, 7076 …13 and 1 more?' */
  readonly question: string;
  /** '2 of 5 were e-mailed before: INV-10021 on Nov 20, 2026, …'; known once `busy` is over. */
  readonly warning?: string;
  readonly submitLabel: string;
  /** Number of rows with an outcome. */
  readonly tried: number;
  readonly stopping: boolean;
  /** A reason was typed that would be lost by leaving; once the run has started nothing is (FORM-01). */
  readonly dirty: boolean;
  readonly permission: Decision;
}

/** View of a run over selected rows (LIST-15). */
export type BulkView = View<
  'confirming' | 'running' | 'reporting',
  'confirm' | 'cancel' | 'stop' | 'again' | 'close',
  BulkData,
  BulkData
>;
