import type { Call } from '../http/http.types.ts';
import type { Filter } from '../http/list-dialects.ts';
import type { FormFields } from '../http/transfer.ts';
import type { Action, MenuAccess } from '../permissions/index.ts';
import type { ReferenceName } from './reference-name.ts';
import type { Option } from './resource.types.ts';

export type * from './reference-name.ts';

/** A problem with one answer of the user, shown at its field (FORM-06). */
export interface FieldIssue {
  readonly code: string;
  readonly message: string;
}

/** Issues by field name; a valid form has none. */
export type Issues = Readonly<Record<string, readonly FieldIssue[]>>;

/** What a form is open for. */
export type FormMode = 'create' | 'edit' | 'view';

/** How a value is entered. Typed values remain text until they are sent. */
export type FieldInput =
  | 'text'
  | 'multiline'
  | 'email'
  | 'phone'
  | 'password'
  | 'decimal'
  | 'integer'
  | 'card'
  | 'day'
  | 'instant'
  | 'choice'
  | 'flag'
  | 'days'
  | 'place';

/** A day map or a set of flags, by name. */
export type Flags = Readonly<Record<string, boolean>>;
/** A field's value while it is being edited: text, a flag, or several flags. */
export type DraftValue = string | boolean | Flags;

/**
 * The values being edited, by field name; plain JSON. Values in repeated groups have dotted names:
 * 'lines.0.dtl_qty'. A choice holds its key.
 */
export type Draft = Readonly<Record<string, DraftValue>>;

/** The draft of a form whose fields are known by name. */
export type DraftOf<Name extends string> = string extends Name
  ? Draft
  : Readonly<Partial<Record<Name, DraftValue>>>;

/** Choices that are loaded on demand; `by` names the fields that the list depends on, in order. */
export interface OptionSource {
  readonly reference: ReferenceName;
  readonly by?: readonly string[];
  /**
   * A service may have no such list: while it names no choices, the field takes any text, and nothing is refused for it.
   */
  readonly optional?: true;
}

/** An address found by a search for places (WIRE-02); country, state and city are keys. */
export interface Place {
  readonly id: string;
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly postal_code: string;
  /** In degrees north. */
  readonly lat?: number | undefined;
  /** In degrees east. */
  readonly lng?: number | undefined;
}

/** Records that a field chooses from (TXN-14). */
export interface RecordSource {
  /** Name of the resource, whose list is searched. */
  readonly resource: string;
  /** The column of the field's value. */
  readonly field: string;
  /** Columns shown beside it, to distinguish records. */
  readonly shown: readonly string[];
  /** Fields of the form that take a value of the chosen record, by the column: a card's company. */
  readonly fills?: Readonly<Record<string, string>>;
  /** Returns why no record is meant by a text. */
  readonly missing: (text: string) => string;
}

/** One field of a form, for the current mode, record and draft. */
export interface FormField<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** Heading above the field; fields of one section are adjacent. */
  readonly section: string;
  /** The section's repeated group that it belongs to: 'lines.0'. */
  readonly group?: string;
  /** Heading of that group, if it has one. */
  readonly groupTitle?: string;
  readonly input: FieldInput;
  readonly required?: boolean;
  /** Replaces '{Label} is required'. */
  readonly requiredText?: string;
  /** Options of a choice, or the flags of a `days` input with their labels. */
  readonly options?: readonly Option[] | OptionSource;
  /** What a choice reads as while nothing is chosen: 'All'; by default 'None'. */
  readonly unchosen?: string;
  /** Why the field can't be changed now; absent if it can. */
  readonly locked?: string;
  /** So much depends on it, like a status, that a change by somebody else is never merged without asking (WIRE-05). */
  readonly guarded?: boolean;
  /** Never shown again, stored or logged: a password. */
  readonly secret?: boolean;
  /** What a browser may fill in, as an HTML `autocomplete` value; by default nothing, or a new password. */
  readonly autocomplete?: 'current-password';
  /** Most digits after the decimal point; default 2. */
  readonly places?: number;
  /** Digits after the point that a loaded decimal is padded to; 2 for money. */
  readonly shownPlaces?: number;
  /** Smallest value of a number, as text: '0'. */
  readonly min?: string;
  /** Largest value of a number, as text: '999999999'. */
  readonly max?: string;
  /** A whole number that identifies (a trip): shown as it is, without separators of thousands. */
  readonly plain?: boolean;
  /**
   * A value to enter with one click, or with one option of a command: 'Pay in full'. '' until it is known.
   */
  readonly offer?: { readonly name: string; readonly label: string; readonly value: string };
  /** Currency or unit of the value, if known. */
  readonly unit?: string;
  /** The record that the value names: it is searched and chosen, and looked up before the form is sent. */
  readonly record?: RecordSource;
  /** Shown above the other fields while it is locked, because it says what they refer to. */
  readonly lead?: boolean;
}

/** What a form's functions depend on: mode, draft, loaded record and environment. */
export interface FormState<Detail> {
  readonly mode: FormMode;
  readonly draft: Draft;
  /** The record as loaded; undefined while creating. */
  readonly detail: Detail | undefined;
  /** The current day, YYYY-MM-DD; defaults to the device's. A service sets its own (PAY-05). */
  readonly today?: string;
  /** Returns the choices of a list that depends on nothing; none until it is loaded. */
  readonly choices?: (reference: ReferenceName) => readonly Option[];
  /** Access of the user who fills in the form, if known. */
  readonly access?: MenuAccess | undefined;
}

/** A consequence of saving beyond the fields themselves: rights that a user gains or loses (USER-07). */
export interface FormEffect {
  /** Name in documents: 'rights_gained'. */
  readonly name: string;
  /** Heading above its lines: 'Rights gained'. */
  readonly title: string;
  /** Empty if saving has no such consequence. */
  readonly lines: readonly {
    /** Name in documents: 'FCM'. */
    readonly key: string;
    readonly label: string;
    readonly values: readonly string[];
  }[];
  /** Says all of its lines in plain text: 'Sees the records of all companies.' */
  readonly sentence?: string;
}

/** The call that submits a form. */
export interface FormCall<Detail> {
  /** The action that it performs, if that isn't `{name}.create` or `{name}.update`. */
  readonly action?: Action;
  readonly method: 'POST' | 'PUT';
  readonly path: (state: FormState<Detail>) => string;
  /** Converts the draft to a request body; secrets are passed separately, by field name. */
  readonly body: (
    state: FormState<Detail>,
    secrets: Readonly<Record<string, string>>,
  ) => NonNullable<Call['json']>;
}

/** The record of another resource that a form is opened from, and its values: a payment's invoice. */
export interface FormOpener {
  /** Name of the resource; its `rowForms` define which values the form receives. */
  readonly resource: string;
  /** Returns the record's id, or '' if the draft doesn't contain it. */
  readonly id: (draft: Draft) => string;
  /** Its values that are no fields of the form, which only its questions use. */
  readonly carried?: readonly string[];
  /**
   * Describes in one sentence at `field` how the values have changed since; undefined if there is nothing
   * to say.
   */
  readonly changed: (before: Draft, now: Draft) => string | undefined;
  readonly field: string;
}

/** What the user should confirm before a record is sent: plausible input that may be a mistake. */
export interface FormWarning<Detail> {
  /** Default: only when a record is created. */
  readonly modes?: readonly ('create' | 'edit')[];
  /** Existing rows of the form's own resource that the question is about; absent: none are looked up. */
  readonly filters?: (state: FormState<Detail>) => readonly Filter[];
  /** Returns the question, if any of these rows calls for one. */
  readonly question: (rows: readonly unknown[], state: FormState<Detail>) => string | undefined;
  readonly title: string;
  /** Labels of the two answers. */
  readonly accept: string;
  readonly reject: string;
}

/** A step of a wizard and the sections it shows; Next requires them to be valid (USER-03). */
export interface FormStep {
  readonly name: string;
  readonly title: string;
  readonly sections: readonly string[];
}

/**
 * How a record is created and changed, as data and pure functions. Portal forms, commands, the sandbox's
 * responses and the docs all derive from it.
 */
export interface FormDefinition<Detail, Name extends string = string> {
  /** Heading by mode. */
  readonly titles: Readonly<Partial<Record<FormMode, string>>>;
  /** Label of the submit button by mode: 'Save', 'Update'. */
  readonly submitLabels: Readonly<Partial<Record<FormMode, string>>>;
  /** A consequence of saving that the fields don't show; displayed above them. */
  readonly note?: string;
  readonly fields: (state: FormState<Detail>) => readonly FormField<Name>[];
  /** Returns the initial draft; `provided` are values from elsewhere (a payment's invoice). */
  readonly draft: (detail: Detail | undefined, provided?: Draft) => Draft;
  /** Values with which a new record begins: a new card's balances. The service has no such values. */
  readonly starts?: Draft;
  /**
   * Returns the draft with the consequences of a change: a new province clears the city (USER-05). `before`
   * is the draft before the change, `draft` includes the new value of `name`; `detail` is the record as
   * loaded.
   */
  readonly changed?: (draft: Draft, name: string, before: Draft, detail?: Detail) => Draft;
  /** Returns the draft with the place chosen in `name`, a `place` input (COMP-05). */
  readonly applyPlace?: (draft: Draft, name: string, place: Place) => Draft;
  /**
   * Rules beyond required fields and input formats: across fields, or against the record. A field without issues may be
   * left out or undefined.
   */
  readonly check?: (
    state: FormState<Detail>,
    secrets: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, readonly FieldIssue[] | undefined>>;
  /** Returns the consequences of saving the draft, which a review shows and a command prints. */
  readonly effects?: (state: FormState<Detail>) => readonly FormEffect[];
  /**
   * Maps the JSON pointer of a service error ('/txn_attr/0/dtl_qty') to a field name. By default, the
   * pointer's path with dots.
   */
  readonly fieldAt?: (pointer: string, state: FormState<Detail>) => string | undefined;
  /**
   * Returns the fields whose typed value no longer applies because someone else changed the record, by name with the
   * reason (WIRE-05): an amount due after a payment. `loaded` and `now` are the drafts of the record as it was loaded
   * and as it is now. The form then shows the current value and the reason instead.
   */
  readonly moved?: (loaded: Draft, now: Draft) => Readonly<Record<string, string>>;
  readonly create?: FormCall<Detail>;
  readonly update?: FormCall<Detail>;
  /**
   * Fields that `fields` returns only for some drafts (a reason); commands have options for them as well.
   */
  readonly sometimes?: readonly FormField<Name>[];
  /**
   * For a new record that starts with another record's values: reloads these when the service refuses it
   * (PAY-02).
   */
  readonly opener?: FormOpener;
  /**
   * Checks before a record is sent, also against existing rows; a finding leads to a question, never a refusal
   * (PAY-04, TXN-06).
   */
  readonly warn?: FormWarning<Detail>;
  /** Modes whose page has no Cancel button, because its back link does the same (CARD-08, COMP-02). */
  readonly noCancel?: readonly FormMode[];
  /** Send only if something was changed (INV-06, PAY-02). */
  readonly onlyIfChanged?: boolean;
  readonly texts: {
    readonly created?: string;
    readonly updated?: string;
    readonly createFailed?: string;
    readonly updateFailed?: string;
    /** Replaces the page-level error if the record can't be loaded. */
    readonly loadFailed?: string;
  };
  /**
   * What happens after success: back to the previous page after 3 s, close the dialog, or go to a route
   * (FORM-04).
   */
  readonly after: 'back' | 'close' | { readonly route: string };
  /** Steps of a wizard, in order; the last one may have no sections (a review). */
  readonly steps?: readonly FormStep[];
}

/** What an action would do: recipient and content, and any reason against it. */
export interface ActionPreview {
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly warning?: string;
  /** The instant at which the same was last done before. */
  readonly doneBefore?: string;
}

/** An operation on one record or several that is neither a form of the record nor an import. */
export interface ActionDefinition<Name extends string = string> {
  /** A verb, also the command's name: 'assign', 'email', 'template'. */
  readonly name: string;
  readonly action: Action;
  readonly label: string;
  /** Applies to one row, to the selected rows, or to none. */
  readonly on: 'row' | 'selection' | 'list';
  /**
   * Facts that identify the row before something is done with it: whose payment, how much, when; or, on the list, what
   * it is done with. Without a row it is given an empty one.
   */
  readonly about?: (row: Readonly<Record<string, unknown>>) => ActionPreview['facts'];
  /** Returns whether it is offered for the row; by default for every row. */
  readonly offered?: (row: Readonly<Record<string, unknown>>) => boolean;
  /**
   * Asks for confirmation first, showing what the service says the action would do (INV-13). If the service
   * lacks that call, asks without facts.
   */
  readonly preview?: {
    readonly call: (ids: readonly string[]) => Pick<Call, 'path' | 'query'>;
    readonly facts: (answer: unknown) => ActionPreview;
    /** The question if there are no facts. */
    readonly question: string;
  };
  /** Fields to fill in first: the assign dialog's company. Without any, a run of the action sends its call at once. */
  readonly fields: readonly FormField<Name>[];
  /** Values with which they begin. */
  readonly starts?: Draft;
  /** Whether its period is of the past: relative days, such as this month, then end today at the latest. */
  readonly endsToday?: boolean;
  readonly title?: string;
  readonly submitLabel?: string;
  /** Returns the call for the ids and the fields' values. */
  readonly call: (
    ids: readonly string[],
    draft: Draft,
  ) => Pick<Call, 'method' | 'path' | 'query' | 'json'>;
  /** Present if the response is a file to keep; returns its name in case the response has none. */
  readonly file?: (draft: Draft) => string;
  readonly texts: {
    /** Nothing was selected. */
    readonly none?: string;
    readonly success: string;
    /** Says what the service did, in place of `success`. The answer is passed unchecked. */
    readonly report?: (answer: unknown) => string;
    readonly failure: string;
    /**
     * Appended to the service's message if somebody else did it first (409); surfaces then reload the rows.
     */
    readonly settled?: string;
    /** Replaces `failure` if there was no response: a lost connection, a timeout. */
    readonly unanswered?: string;
    /** Replaces `failure` if the response had a status: 'Failed to download file. Status: 500'. */
    readonly failureStatus?: (status: number) => string;
  };
}

/** The same change of each picked row, one after another (LIST-15). */
export interface BulkDefinition {
  /** A verb, also the command's name: 'hold'. */
  readonly name: string;
  readonly action: Action;
  readonly label: string;
  /** Values to set in each record's form. */
  readonly set?: Draft;
  /**
   * How a change by `set` is taken back: the name of the resource's bulk change that does the opposite, and the values
   * that this one sets for a record so that it is as it was. `before` is the record as it was loaded.
   */
  readonly undo?: {
    readonly by: string;
    readonly set: (before: Readonly<Record<string, unknown>>) => Draft;
  };
  /** Name of the resource's action to run for each row, instead of `set`. */
  readonly runs?: string;
  /** Fields to fill in once for all rows, which the action of `runs`, or the update, takes: a reason. */
  readonly fields?: readonly FormField[];
  /** Returns why nothing is left to do for a record: 'It is on hold already.' */
  readonly already?: (record: Readonly<Record<string, unknown>>) => string | undefined;
  /**
   * `done` completes '3 cards …': 'put on hold'; `already` completes '1 was …', for records with nothing left to do:
   * 'settled already'. Default: 'so already'.
   */
  readonly texts: { readonly done: string; readonly already?: string };
}

/** A file to upload that is checked only for type and size beforehand: cards, daily rates. */
export interface UploadDefinition<Name extends string = string> {
  readonly action: Action;
  readonly label: string;
  /** What a row becomes, in singular and plural; default 'row', 'rows'. */
  readonly noun?: readonly [one: string, many: string];
  /** The column of the resource's list by which the accepted rows are found again. */
  readonly leadsTo?: string;
  readonly submitLabel: string;
  readonly path: string;
  /** Fields to fill in along with the file: the provider of rates. */
  readonly fields: readonly FormField<Name>[];
  readonly query?: (draft: Draft) => NonNullable<Call['query']>;
  /** Form fields to send along with the file: accepted guards. */
  readonly also?: (draft: Draft) => FormFields;
  /** Lower-case extensions: '.xlsx'. */
  readonly accept: readonly string[];
  /** Largest size in bytes. */
  readonly maxBytes: number;
  readonly texts: {
    /** No file was chosen. */
    readonly required: string;
    readonly wrongType: string;
    readonly tooLarge: string;
    readonly success: string;
    readonly failure: string;
  };
}

/** Files of records to download: a single one as it is, several as one ZIP built locally (INV-10). */
export interface BundleDefinition<Row> {
  /** The action for a single row, from the row; and the one for the selected rows (LIST-11). */
  readonly action: Action;
  readonly selectionAction: Action;
  readonly label: string;
  readonly title: string;
  readonly warning: string;
  readonly submitLabel: string;
  readonly closeLabel: string;
  /** File types; their values appear in the texts. */
  readonly types: readonly Option[];
  /** Returns the part of a row that the paths contain. */
  readonly key: (row: Row) => string;
  readonly path: (key: string, type: string) => string;
  /** Name of a single file, and its name within a ZIP. */
  readonly fileName: (type: string) => string;
  readonly entryName: (key: string, type: string) => string;
  readonly bundleName: string;
  readonly texts: {
    /** Nothing was selected. */
    readonly none: string;
    readonly success: (type: string) => string;
    readonly failure: (type: string) => string;
  };
}

/** A form of another resource that a row opens, with values from the row: 'Payment Offline'. */
export interface RowForm<Row> {
  readonly label: string;
  readonly action: Action;
  /** Name of the resource to create. */
  readonly resource: string;
  readonly provided: (row: Row) => Draft;
  /** Returns why the form makes no sense for the row; undefined if it does (PAY-05). */
  readonly refuse?: (row: Row) => string | undefined;
}
