import type { Call } from '../../http/http.types.ts';
import type { Filter } from '../../http/list-dialects.ts';
import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type {
  ActionPreview,
  Draft,
  DraftOf,
  DraftValue,
  FormEffect,
  FormField,
  FormMode,
  FormOpener,
  FormStep,
  Place,
  RecordSource,
  ReferenceName,
} from '../../resource/form.types.ts';
import type { AnyResource, Option } from '../../resource/resource.types.ts';
import type { AnswerEvent, View } from '../view.ts';

/** Loads the choices of a reference; `params` are the values that the list depends on, in order. */
export type ReadOptions = (
  reference: ReferenceName,
  params: readonly string[],
  signal: AbortSignal,
) => Promise<readonly Option[]>;

/** A call that changes something, and the key that makes it take effect only once. */
export type RecordCall = Pick<Call, 'method' | 'path' | 'json'> & {
  readonly operation: string;
  readonly idempotencyKey: string;
  /** The version being changed or deleted, if known, and the record's id (WIRE-05). */
  readonly ifMatch?: string;
  readonly id?: string;
};

/** Effects of a record. */
export interface RecordPorts<Detail, Row = unknown, Name extends string = string> {
  readonly definition: AnyResource<Name>;
  fetchRecord(id: string, signal: AbortSignal): Promise<Detail>;
  /**
   * Creates, changes or deletes; resolves to the record as returned by the service. Rejects with an
   * ApiError; if the record has a newer version, with the code 'conflict' and the current record.
   */
  send(call: RecordCall, signal: AbortSignal): Promise<Row | undefined>;
  readonly options: ReadOptions;
  /** Loads rows of the resource's list for `FormDefinition.warn`; absent: no lookup. */
  rows?(filters: readonly Filter[], signal: AbortSignal): Promise<readonly unknown[]>;
  /** Finds the records that a field may mean by a text (TXN-14); absent: none are looked up. */
  found?(source: RecordSource, text: string, signal: AbortSignal): Promise<readonly unknown[]>;
  /** Loads the opener's current values for `FormDefinition.opener`; absent: not reloaded. */
  provided?(opener: FormOpener, id: string, signal: AbortSignal): Promise<Draft>;
  /** Returns random text for a key. */
  nonce(): string;
  access(): MenuAccess | undefined;
}

/** Input of a record. */
export interface RecordInput<Name extends string = string> {
  /** Default 'view'. 'remove' asks for confirmation at once, without loading the record. */
  readonly mode?: FormMode | 'remove';
  /** Id of the record; absent while creating. */
  readonly id?: string;
  /** Ids an action applies to, instead of a single record. */
  readonly ids?: readonly string[];
  /** Facts that identify the row of an action. */
  readonly facts?: ActionPreview['facts'];
  /** The version to delete in mode 'remove', as returned by `etagOf` when it was loaded (WIRE-05). */
  readonly etag?: string;
  /** Says what stays when the record is deleted, for the question of mode 'remove'; see `KeptRows`. */
  readonly note?: string;
  /** Initial values: a payment's invoice. */
  readonly provided?: DraftOf<Name>;
  /** No wizard steps and no pause after success: the command line. */
  readonly unattended?: boolean;
}

/** What a record asks besides its fields: whether to leave, to save or to delete, and whose side of a conflict to take. */
export type RecordQuestion = 'leave' | 'confirm' | `keep.${string}`;

/** Events of a record. */
export type RecordEvent<Name extends string = string> =
  /** A field of the form; or 'leave' or 'confirm', true or false, when asked. */
  | AnswerEvent<Name | RecordQuestion>
  /** A place was chosen: its address is copied to the form (COMP-05). */
  | { readonly type: 'place.chosen'; readonly name: Name; readonly place: Place }
  /** The user left the field, so its issues may be shown. */
  | { readonly type: 'field.left'; readonly name: Name }
  /** Shows issues if there are any, otherwise sends. */
  | { readonly type: 'submit' }
  | { readonly type: 'next' }
  | { readonly type: 'back' }
  /** Leaves; asks first if something would be lost (FORM-01). */
  | { readonly type: 'leave' }
  /** Leaves at once and discards what was typed: an interrupt, a dialog's Cancel. */
  | { readonly type: 'cancel' }
  /** Doesn't leave, or doesn't delete. */
  | { readonly type: 'stay' }
  | { readonly type: 'remove' }
  | { readonly type: 'confirm' }
  /** Restores the loaded values. */
  | { readonly type: 'reset' }
  /** From viewing, opens the form. In a conflict, returns to the form with my changes on top of theirs. */
  | { readonly type: 'edit' }
  /** In a conflict: saves the choices, or returns to the form if none of my changes remain (WIRE-05). */
  | { readonly type: 'saveChoices' }
  /** In a conflict: chooses mine for every field that both changed, and saves. */
  | { readonly type: 'keepMine' }
  /** In a conflict: drops all of my changes; `notice` names them. */
  | { readonly type: 'takeTheirs' }
  | { readonly type: 'retry' }
  | { readonly type: 'reload' };

/** A side of a conflict: the user's own changes, or somebody else's. */
export type Side = 'mine' | 'theirs';

/** A value as the draft holds it, and as shown. */
export interface ConflictValue {
  readonly value: DraftValue;
  readonly shown: string;
}

/** A field that I, somebody else, or both changed since the record was loaded. */
export interface ConflictField {
  readonly name: string;
  readonly label: string;
  readonly section: string;
  readonly groupTitle?: string;
  readonly loaded: ConflictValue;
  readonly mine: ConflictValue;
  readonly theirs: ConflictValue;
  /**
   * 'both' only if the values differ, or if dependent fields were changed on both sides. Also where somebody else alone
   * changed a guarded field, because that is asked as well.
   */
  readonly changed: Side | 'both';
  /** Which side's value is currently chosen. */
  readonly take: Side;
  /** Name of the need that asks for the side, 'keep.{name}'; dependent fields use the first one's name. */
  readonly choice?: string;
  /** Labels of the fields chosen together, including this one: country, province, city. */
  readonly together?: readonly string[];
  /** Why my value can't be kept: the field is locked in the current record. */
  readonly locked?: string;
}

/** Somebody else changed the record while it was being edited (WIRE-05). */
export interface RecordConflict {
  readonly title: string;
  readonly message: string;
  readonly fields: readonly ConflictField[];
}

/** What somebody else changed while the record was being edited, for display. */
export interface MeanwhileChange {
  readonly name: string;
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

/** Result of the last success, shown for a while (FORM-02). */
export interface RecordResult {
  readonly message: string;
  /** Others' changes that were kept, in one sentence; undefined if there were none (WIRE-05). */
  readonly meanwhile: string | undefined;
  /** The record as returned by the service: a row of the resource. */
  readonly record: unknown;
}

/** What a record shows. */
export interface RecordData<Detail, Name extends string = string> {
  readonly id: string | undefined;
  readonly mode: FormMode | 'remove';
  /** Heading and submit label for the current mode; '' without a form. */
  readonly title: string;
  readonly submitLabel: string;
  readonly record: Detail | undefined;
  /** The values being edited, without secrets. */
  readonly draft: DraftOf<Name>;
  /** Names of the secrets given in this run. */
  readonly secretsProvided: readonly string[];
  /** Leaving would lose something. */
  readonly dirty: boolean;
  /** All fields of the form for the current mode, including locked ones; empty without a form. */
  readonly fields: readonly FormField<Name>[];
  /** Consequences of saving beyond the fields; empty if the form defines none. */
  readonly effects: readonly FormEffect[];
  /** Headings with their fields' names, in the form's order; in a wizard, those of the current step. */
  readonly sections: readonly { readonly title: string; readonly fields: readonly string[] }[];
  readonly steps: readonly FormStep[] | undefined;
  /** Name of the wizard's current step. */
  readonly step: string | undefined;
  readonly actions: Readonly<Record<string, Decision>>;
  /** Both sides' changes, in the step 'conflict'. */
  readonly conflict: RecordConflict | undefined;
  /** Set for a while after a success. */
  readonly result: RecordResult | undefined;
  /**
   * Until something is typed: changes of mine that were dropped for those of others, or that replace theirs (WIRE-05), or
   * why the last try failed.
   */
  readonly notice: string | undefined;
}

/** Result of a finished record. */
export interface RecordOutput<Row = unknown> {
  readonly removed: boolean;
  /** Others' changes that were kept, in one sentence (WIRE-05). */
  readonly meanwhile: string | undefined;
  readonly id: string | undefined;
  /** As the service answered; undefined if it answered none, as after a deletion. */
  readonly record: Row | undefined;
  readonly message: string;
  readonly leadTo: 'back' | 'close' | { readonly route: string };
}

/** Steps of a record's view. */
export type RecordStep =
  | 'loading'
  | 'viewing'
  | 'editing'
  | 'conflict'
  | 'submitting'
  | 'resolving'
  | 'saved'
  | 'leaving'
  | 'confirmingSave'
  | 'confirmingRemove'
  | 'removing';

/** Commands of a record's view: its events without payload. */
export type RecordCommand = Exclude<
  RecordEvent['type'],
  'field.changed' | 'field.left' | 'place.chosen'
>;

/** View of a record. */
export type RecordView<Detail, Row = unknown, Name extends string = string> = View<
  RecordStep,
  RecordCommand,
  RecordData<Detail, Name>,
  RecordOutput<Row>,
  Name | RecordQuestion
>;
