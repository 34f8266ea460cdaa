import type { Outcome } from '../http/http.types.ts';
import type { Decision } from '../permissions/index.ts';
import type { FieldInput, FieldIssue, Flags } from '../resource/form.types.ts';
import type { Option } from '../resource/resource.types.ts';

export type { FieldIssue } from '../resource/form.types.ts';

interface NeedBase {
  /** Name to answer with: `{ type: 'field.changed', name, value }`. */
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** Given so far is fine; a need that is not answered is listed until it is. */
  readonly answered: boolean;
  readonly issues: readonly FieldIssue[];
  /** Why it can't be given now; absent: it can. */
  readonly locked?: string;
  /** Heading it stands under, and which of its repeated groups it belongs to. */
  readonly section?: string;
  readonly group?: string;
  readonly groupTitle?: string;
  /** A value to answer with at one press: 'Pay in full'. */
  readonly offer?: { readonly name: string; readonly label: string; readonly value: string };
  /** Currency or unit that it counts in. */
  readonly unit?: string;
  /** Stands apart above the others: what they are about. */
  readonly lead?: boolean;
}

/** Something wanted from a person, as data: the portal draws it, the command line takes it from flags or asks. */
export type Need =
  | (NeedBase & {
      readonly kind: 'field';
      readonly input: Exclude<FieldInput, 'choice' | 'flag' | 'days'>;
      /** Never shown, stored or logged; `value` is then left out. */
      readonly secret: boolean;
      /** A secret that was given before, in an earlier step. */
      readonly provided?: boolean;
      /** As HTML's `autocomplete` names it. */
      readonly autocomplete?: 'current-password';
      readonly value?: string;
      /** The value of a locked field as it reads: '1,841.10', '7076 8500 0000 0012'. */
      readonly reads?: string;
    })
  | (NeedBase & {
      readonly kind: 'choice';
      readonly options: readonly Option[];
      /** What has to be there before it can be chosen: 'Choose Country first.' */
      readonly waits?: string;
      /** Its options are on their way: wait for them before you ask. */
      readonly loading?: boolean;
      /** Why its options could not be fetched. */
      readonly failure?: Failure;
      readonly value?: string;
    })
  | (NeedBase & { readonly kind: 'flag'; readonly value: boolean })
  | (NeedBase & {
      /** Several flags under one name: weekdays. Answered with all of them, or with the names that are on. */
      readonly kind: 'flags';
      readonly options: readonly Option[];
      readonly value: Flags;
    })
  | (NeedBase & {
      readonly kind: 'file';
      /** Extensions offered by a picker; the content decides, not the name. */
      readonly accept: readonly string[];
      readonly maxBytes: number;
      readonly value?: { readonly name: string; readonly size: number };
    })
  | (NeedBase & {
      readonly kind: 'confirmation';
      readonly message: string;
      readonly accept: string;
      readonly reject: string;
      readonly value?: boolean;
    });

/** A failure as surfaces and scripts see it; plain JSON. */
export interface Failure {
  /** lower_snake: 'missing_right', 'network', 'outcome_unknown', 'http_422', 'file_refused' … */
  readonly code: string;
  /** The literal text of the specification where there is one. */
  readonly message: string;
  /** What lies behind it, for a second line. */
  readonly detail?: string;
  readonly outcome: Outcome;
  readonly retryable: boolean;
  readonly status?: number;
  readonly requestId?: string;
  /** Field → issues the service found there (FORM-06). */
  readonly fields?: Readonly<Record<string, readonly FieldIssue[]>>;
}

type Commands<Command extends string> = Readonly<Record<Command, Decision>>;

/**
 * What a surface may show and do, at any moment, in any workflow. `commands` are the events without
 * payload that make sense now, each allowed or refused with its reason; `data` is what there is to see.
 * `failed` can be left again where a command (retry) is allowed.
 */
export type View<Step extends string, Command extends string, Data, Output> =
  | {
      readonly status: 'pending';
      readonly step: Step;
      /** Waiting for the service or the machine, not for a person. */
      readonly busy: boolean;
      readonly needs: readonly Need[];
      readonly commands: Commands<Command>;
      readonly data: Data;
    }
  | {
      readonly status: 'done';
      readonly output: Output;
      readonly commands: Commands<Command>;
      readonly data: Data;
    }
  | {
      readonly status: 'failed';
      readonly error: Failure;
      /** What can be answered anew before going on; mostly empty. */
      readonly needs: readonly Need[];
      readonly commands: Commands<Command>;
      readonly data: Data;
    }
  | { readonly status: 'cancelled'; readonly commands: Commands<Command>; readonly data: Data };

/** Events that every workflow which asks for something understands. */
export type AnswerEvent = {
  readonly type: 'field.changed';
  readonly name: string;
  readonly value: unknown;
};
