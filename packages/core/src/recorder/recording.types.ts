import type { Trace } from '../http/http.types.ts';
import type { MenuAccess } from '../permissions/index.ts';

/** Any JSON value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** What a workflow did at one moment. `at` is in ms since the recording began. */
export type RecordedStep =
  /** An event from a surface, or from a call under way: its progress (`from` names that call). */
  | {
      readonly kind: 'event';
      readonly at: number;
      readonly event: RecordedEvent;
      readonly from?: string;
    }
  /** A delay of the machine passed. */
  | { readonly kind: 'timer'; readonly at: number; readonly event: RecordedEvent }
  /** The machine began a call to a port. `cut`: the input was too large and is summarised. */
  | {
      readonly kind: 'call';
      readonly at: number;
      readonly id: string;
      readonly name: string;
      readonly input?: Json;
      readonly cut?: boolean;
    }
  /** A port's answer: an output or an error. `cut`: it was too large and is summarised. */
  | {
      readonly kind: 'answer';
      readonly at: number;
      readonly id: string;
      readonly output?: Json;
      readonly error?: Json;
      readonly cut?: boolean;
    }
  /** The machine no longer waits for this call: it was cancelled. */
  | { readonly kind: 'dropped'; readonly at: number; readonly id: string }
  /** What surfaces saw from then on. `cut`: parts of it are summarised. */
  | {
      readonly kind: 'view';
      readonly at: number;
      readonly view: RecordedView;
      readonly cut?: boolean;
    };

/** An event as recorded: its type, and what it carries. */
export type RecordedEvent = { readonly type: string } & { readonly [name: string]: Json };

/** A view as recorded; see `View`. */
export type RecordedView = { readonly [name: string]: Json };

/** One run of a workflow in a recording. */
export interface RecordedRun {
  /** 1 for the first run of the recording. */
  readonly number: number;
  /** The workflow's id and version. */
  readonly workflow: string;
  /** The workflow's version when it was recorded. */
  readonly version: number;
  /** Begin in ms since the recording began. */
  readonly at: number;
  /** What the account was allowed to do, if the recorder knows it. */
  readonly access: MenuAccess | undefined;
  /** The machine's snapshot at the begin; undefined if it can't be kept, and nothing can be replayed then. */
  readonly snapshot: Json | undefined;
  /** The first view is the one at the begin. */
  readonly steps: readonly RecordedStep[];
}

/** One attempt of an HTTP call in a recording, at its end. */
export interface RecordedRequest extends Trace {
  /** End in ms since the recording began. */
  readonly at: number;
}

/** How the recorded program ended. */
export interface RecordedEnd {
  /** In ms since the recording began. */
  readonly at: number;
  /** The command's exit code. */
  readonly exitCode?: number;
  /** What the command reported, as on standard error. */
  readonly message?: string;
}

/** A recording, read from its text by `readRecording`. */
export interface Recording {
  /** Version of the format that it was written in; it is read as the present one. */
  readonly version: number;
  /** Begin as an ISO instant. */
  readonly startedAt: string;
  /** The program that recorded: 'forecourt/0.1.0'. */
  readonly by: string | undefined;
  /** The command that ran: 'transactions.import'. */
  readonly command: string | undefined;
  readonly runs: readonly RecordedRun[];
  readonly requests: readonly RecordedRequest[];
  /** Undefined if the program was killed, or is still running. */
  readonly end: RecordedEnd | undefined;
  /** What is missing, as sentences: the end, a line cut off, details beyond the limit. */
  readonly remarks: readonly string[];
}
