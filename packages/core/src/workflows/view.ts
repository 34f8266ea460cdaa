import type { Outcome } from '../http/http.types.ts';
import type { Decision } from '../permissions/index.ts';
import type { FieldInput, FieldIssue, Flags, RecordSource } from '../resource/form.types.ts';
import type { Option } from '../resource/resource.types.ts';
import type { BulkReport } from './bulk/bulk.types.ts';

export type { FieldIssue } from '../resource/form.types.ts';

/** What needs of every kind have. */
export interface NeedBase<Name extends string = string> {
  /** Name to answer with: `{ type: 'field.changed', name, value }`. */
  readonly name: Name;
  readonly label: string;
  readonly required: boolean;
  /** The current answer is valid; an unanswered need stays listed. */
  readonly answered: boolean;
  readonly issues: readonly FieldIssue[];
  /** Why it can't be answered now; absent if it can. */
  readonly locked?: string;
  /** Heading above it, and the repeated group it belongs to. */
  readonly section?: string;
  readonly group?: string;
  readonly groupTitle?: string;
  /** A value to answer with one click: 'Pay in full'. */
  readonly offer?: { readonly name: string; readonly label: string; readonly value: string };
  /** Currency or unit of the value. */
  readonly unit?: string;
  /** Shown above the other needs, because it says what they refer to. */
  readonly lead?: boolean;
}

/**
 * An answer that is needed from the user, as data: the portal draws it, the command line takes it from
 * flags or prompts.
 */
export type Need<Name extends string = string> =
  | (NeedBase<Name> & {
      readonly kind: 'field';
      readonly input: Exclude<FieldInput, 'choice' | 'flag' | 'days'>;
      /** Never shown, stored or logged; `value` is then absent. */
      readonly secret: boolean;
      /** A secret that was given in an earlier step. */
      readonly provided?: boolean;
      /** An HTML `autocomplete` value. */
      readonly autocomplete?: 'current-password';
      readonly value?: string;
      /** The records that it is chosen from. */
      readonly record?: RecordSource;
      /** A locked field's value as text: '1,841.10', '7076 8500 0000 0012'. */
      readonly reads?: string;
    })
  | (NeedBase<Name> & {
      readonly kind: 'choice';
      readonly options: readonly Option[];
      /** What must be answered first: 'Choose Country first.' */
      readonly waits?: string;
      /** What it reads as while nothing is chosen: 'All'; by default 'None'. */
      readonly unchosen?: string | undefined;
      /** Its options are loading: wait before prompting. */
      readonly loading?: boolean;
      /** Why its options could not be loaded. */
      readonly failure?: Failure;
      readonly value?: string;
    })
  | (NeedBase<Name> & { readonly kind: 'flag'; readonly value: boolean })
  | (NeedBase<Name> & {
      /**
       * Several flags under one name (weekdays). Answer with all of them, or with the names that are on.
       */
      readonly kind: 'flags';
      readonly options: readonly Option[];
      readonly value: Flags;
    })
  | (NeedBase<Name> & {
      readonly kind: 'file';
      /** Extensions that a file picker offers; the content decides, not the name. */
      readonly accept: readonly string[];
      readonly maxBytes: number;
      readonly value?: { readonly name: string; readonly size: number };
    })
  | (NeedBase<Name> & {
      readonly kind: 'confirmation';
      readonly message: string;
      readonly accept: string;
      readonly reject: string;
      readonly value?: boolean;
    });

/** A failure as shown by surfaces and read by scripts; plain JSON. */
export interface Failure {
  /** lower_snake: 'missing_right', 'network', 'outcome_unknown', 'http_422', 'file_refused' … */
  readonly code: string;
  /** The literal text of the specification, if there is one. */
  readonly message: string;
  /** Further explanation, for a second line. */
  readonly detail?: string;
  readonly outcome: Outcome;
  readonly retryable: boolean;
  /** The HTTP status, if there was an answer. */
  readonly status?: number;
  /** The refusal came from a proxy or a network on the way, not from the service. */
  readonly foreign?: boolean;
  readonly requestId?: string;
  /** Issues that the service found, by field (FORM-06). */
  readonly fields?: Readonly<Record<string, readonly FieldIssue[]>>;
  /** Why each record was left, where nothing could be done for any of several (INV-10). */
  readonly report?: BulkReport;
}

/**
 * What a surface may show and offer at any moment, in any workflow. `commands` are the events without
 * payload, each allowed or refused with a reason; `data` is what to show. A `failed` view can continue if a
 * command (retry) is allowed.
 */
export type View<
  Step extends string,
  Command extends string,
  Data,
  Output,
  Name extends string = string,
> =
  | {
      readonly status: 'pending';
      readonly step: Step;
      /** Waiting for the service or a computation, not for the user. */
      readonly busy: boolean;
      readonly needs: readonly Need<Name>[];
      readonly commands: Readonly<Record<Command, Decision>>;
      readonly data: Data;
    }
  | {
      readonly status: 'done';
      readonly output: Output;
      readonly commands: Readonly<Record<Command, Decision>>;
      readonly data: Data;
    }
  | {
      readonly status: 'failed';
      readonly error: Failure;
      /** Answers that can be corrected before continuing; usually empty. */
      readonly needs: readonly Need<Name>[];
      readonly commands: Readonly<Record<Command, Decision>>;
      readonly data: Data;
    }
  | {
      readonly status: 'cancelled';
      readonly commands: Readonly<Record<Command, Decision>>;
      readonly data: Data;
    };

/** A view of any workflow, for code that looks only at what all views have in common. */
// biome-ignore lint/suspicious/noExplicitAny: each workflow has commands, data and output of its own
export type AnyView = View<string, any, any, any>;

/**
 * The part of a running workflow that a driver uses, whatever the workflow: it answers the needs of each view from options,
 * prompts or a model, and submits. A `WorkflowRun` is one.
 */
export interface Drivable<V extends AnyView> {
  readonly view: V;
  send(event: { readonly type: string }): void;
  subscribe(listener: (view: V) => void): () => void;
  stop(): void;
}

/** The event with which every workflow takes answers. */
export type AnswerEvent<Name extends string = string> = {
  readonly type: 'field.changed';
  readonly name: Name;
  readonly value: unknown;
};
