import type { Call } from '../../http/http.types.ts';
import type { Filter } from '../../http/list-dialects.ts';
import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type {
  ActionPreview,
  Draft,
  DraftValue,
  FormEffect,
  FormField,
  FormMode,
  FormOpener,
  FormStep,
  Place,
  ReferenceName,
} from '../../resource/form.types.ts';
import type { AnyResource, Option } from '../../resource/resource.types.ts';
import type { AnswerEvent, View } from '../view.ts';

/** Fetches the choices of a reference; `params` are the values that the list depends on, in order. */
export type ReadOptions = (
  reference: ReferenceName,
  params: readonly string[],
  signal: AbortSignal,
) => Promise<readonly Option[]>;

/** One call that changes something, with the key under which it is done once. */
export type RecordCall = Pick<Call, 'method' | 'path' | 'json'> & {
  readonly operation: string;
  readonly idempotencyKey: string;
  /** The version that is changed or deleted, where it is known, and the record's id (WIRE-05). */
  readonly ifMatch?: string;
  readonly id?: string;
};

export interface RecordPorts<Detail> {
  readonly definition: AnyResource;
  fetchRecord(id: string, signal: AbortSignal): Promise<Detail>;
  /**
   * Creates, changes or deletes; gives the record as the answer tells it. Rejects with an ApiError;
   * where the record has another version by now, with the code 'conflict' and the present record.
   */
  send(call: RecordCall, signal: AbortSignal): Promise<unknown>;
  readonly options: ReadOptions;
  /** Rows of the resource's list, for what a form looks at first (`FormDefinition.warn`); absent: it does not. */
  rows?(filters: readonly Filter[], signal: AbortSignal): Promise<readonly unknown[]>;
  /** The values that the form's opener gives it now (`FormDefinition.opener`); absent: they are not loaded again. */
  provided?(opener: FormOpener, id: string, signal: AbortSignal): Promise<Draft>;
  /** Random text for a key. */
  nonce(): string;
  access(): MenuAccess | undefined;
}

export interface RecordInput {
  /** Default 'view'. 'remove' asks for the confirmation at once, and loads nothing. */
  readonly mode?: FormMode | 'remove';
  /** Of the record; absent while creating. */
  readonly id?: string;
  /** What an action is done with, where there is no one record. */
  readonly ids?: readonly string[];
  /** What names the row of an action. */
  readonly facts?: ActionPreview['facts'];
  /** The version to delete in mode 'remove', as `etagOf` told it of what was seen (WIRE-05). */
  readonly etag?: string;
  /** Values to begin with: a payment's invoice. */
  readonly provided?: Draft;
  /** No steps and no wait after success: the command line. */
  readonly unattended?: boolean;
}

export type RecordEvent =
  /** A field of the form; or 'leave' or 'confirm', true or false, where these are asked. */
  | AnswerEvent
  /** A place was chosen in a field that takes one: its address fills the form (COMP-05). */
  | { readonly type: 'place.chosen'; readonly name: string; readonly place: Place }
  /** The field was left: what is wrong with it may be shown. */
  | { readonly type: 'field.left'; readonly name: string }
  /** First shows what is wrong, if anything is; else sends. */
  | { readonly type: 'submit' }
  | { readonly type: 'next' }
  | { readonly type: 'back' }
  /** Away from here: asks first where something would be lost (FORM-01). */
  | { readonly type: 'leave' }
  /** Away at once, whatever was typed: an interrupt, a dialog's Cancel. */
  | { readonly type: 'cancel' }
  /** Not away, and nothing deleted. */
  | { readonly type: 'stay' }
  | { readonly type: 'remove' }
  | { readonly type: 'confirm' }
  /** Back to the loaded values. */
  | { readonly type: 'reset' }
  /** From viewing; of a conflict: back to the form, with my changes on top of theirs. */
  | { readonly type: 'edit' }
  /** Of a conflict: saves as chosen; back to the form where nothing of mine is left to save (WIRE-05). */
  | { readonly type: 'saveChoices' }
  /** Of a conflict: chooses mine wherever both changed a field, and saves. */
  | { readonly type: 'keepMine' }
  /** Of a conflict: chooses theirs wherever both changed a field; the form with what I alone changed. */
  | { readonly type: 'takeTheirs' }
  | { readonly type: 'retry' }
  | { readonly type: 'reload' };

export type Side = 'mine' | 'theirs';

/** A value as the draft holds it, and as it is shown. */
export interface ConflictValue {
  readonly value: DraftValue;
  readonly shown: string;
}

/** A field that was changed since the record was loaded, by me, by somebody else, or by both. */
export interface ConflictField {
  readonly name: string;
  readonly label: string;
  readonly section: string;
  readonly groupTitle?: string;
  readonly loaded: ConflictValue;
  readonly mine: ConflictValue;
  readonly theirs: ConflictValue;
  /** By both only where they differ, or where fields depend on one another and each side changed some. */
  readonly changed: Side | 'both';
  /** Whose value is kept as it stands. */
  readonly take: Side;
  /** Name of the need that asks whose value to keep: 'keep.{name}', the first field's of dependent ones. */
  readonly choice?: string;
  /** Labels of the fields that are chosen together with it, itself included: country, province, city. */
  readonly together?: readonly string[];
  /** Why my value can't be kept: the present record has the field locked. */
  readonly locked?: string;
}

/** Somebody else changed the record while it was edited (WIRE-05). */
export interface RecordConflict {
  readonly title: string;
  readonly message: string;
  readonly fields: readonly ConflictField[];
}

/** What somebody else changed while the record was edited, as a surface shows it. */
export interface MeanwhileChange {
  readonly name: string;
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

/** What was achieved, shown for a while (FORM-02). */
export interface RecordResult {
  readonly message: string;
  /** What others changed meanwhile and is kept, in one sentence; undefined where nothing was (WIRE-05). */
  readonly meanwhile: string | undefined;
  /** As the answer told it: a row of the resource. */
  readonly record: unknown;
}

export interface RecordData<Detail> {
  readonly id: string | undefined;
  readonly mode: FormMode | 'remove';
  /** Heading and label of the button that submits, for this mode; '' without a form. */
  readonly title: string;
  readonly submitLabel: string;
  readonly record: Detail | undefined;
  /** What is being edited, secrets left out. */
  readonly draft: Draft;
  /** Names of the secrets that were given in this run. */
  readonly secretsProvided: readonly string[];
  /** Something would be lost by leaving. */
  readonly dirty: boolean;
  /** All fields of the form for this mode, locked ones included; none without a form. */
  readonly fields: readonly FormField[];
  /** What saving would bring about beyond the fields; none where the form has nothing to say. */
  readonly effects: readonly FormEffect[];
  /** Headings with the names of their fields, in the form's order; of a wizard, those of this step. */
  readonly sections: readonly { readonly title: string; readonly fields: readonly string[] }[];
  readonly steps: readonly FormStep[] | undefined;
  /** Name of the present step. */
  readonly step: string | undefined;
  readonly actions: Readonly<Record<string, Decision>>;
  /** What each side changed, in the step 'conflict'. */
  readonly conflict: RecordConflict | undefined;
  /** Of the last success; gone after a while. */
  readonly result: RecordResult | undefined;
}

export interface RecordOutput {
  readonly removed: boolean;
  /** What others changed meanwhile and is kept, in one sentence (WIRE-05). */
  readonly meanwhile: string | undefined;
  readonly id: string | undefined;
  readonly record: unknown;
  readonly message: string;
  readonly leadTo: 'back' | 'close' | { readonly route: string };
}

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

export type RecordCommand = Exclude<
  RecordEvent['type'],
  'field.changed' | 'field.left' | 'place.chosen'
>;

export type RecordView<Detail> = View<RecordStep, RecordCommand, RecordData<Detail>, RecordOutput>;
