import type { Call } from '../http/http.types.ts';
import type { Filter } from '../http/list-dialects.ts';
import type { FormFields } from '../http/transfer.ts';
import type { Action, MenuAccess } from '../permissions/index.ts';
import type { Option } from './resource.types.ts';

/** What is wrong with one thing a person gave; stands at the field (FORM-06). */
export interface FieldIssue {
  readonly code: string;
  readonly message: string;
}

export type Issues = Readonly<Record<string, readonly FieldIssue[]>>;

/** What a form is open for. */
export type FormMode = 'create' | 'edit' | 'view';

/** How a value is given. Typed values stay the text that was typed, until they are sent. */
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
export type DraftValue = string | boolean | Flags;

/**
 * What is being edited, by field name; plain JSON. Values within repeated groups have dotted names:
 * 'lines.0.dtl_qty'. A choice holds its key.
 */
export type Draft = Readonly<Record<string, DraftValue>>;

/** A list of choices that the service has; `countries` and the like, by name. */
export type ReferenceName =
  | 'countries'
  | 'provinces'
  | 'cities'
  | 'customerCountries'
  | 'currencies'
  | 'roles'
  | 'taxTypes'
  | 'revenueTypes'
  | 'invoiceStatuses'
  | 'paymentModes'
  | 'cardCompanies'
  | 'markupCompanies'
  | 'fuelProviders'
  | 'markupProviders'
  | 'userCompanies'
  | 'switchAccounts';

/** Choices that are fetched; `by` names the fields whose values the list depends on, in order. */
export interface OptionSource {
  readonly reference: ReferenceName;
  readonly by?: readonly string[];
}

/** An address that a search for places found (WIRE-02); country, state and city by key. */
export interface Place {
  readonly id: string;
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly postal_code: string;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
}

/** One field of a form, for this mode, record and draft. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  /** Heading it stands under; fields of one section stand together. */
  readonly section: string;
  /** Which of a section's repeated groups it belongs to: 'lines.0'. */
  readonly group?: string;
  /** Heading of that group, where it has one. */
  readonly groupTitle?: string;
  readonly input: FieldInput;
  readonly required?: boolean;
  /** In place of '{Label} is required'. */
  readonly requiredText?: string;
  /** Names of the flags of a `flags`-like input (`days`), with their labels. */
  readonly options?: readonly Option[] | OptionSource;
  /** Why it can't be changed now; absent: it can. */
  readonly locked?: string;
  /** Never shown again, stored or logged: a password. */
  readonly secret?: boolean;
  /** What a browser may fill in, as HTML's `autocomplete` names it; default: nothing, or a new password. */
  readonly autocomplete?: 'current-password';
  /** Digits behind the point of a decimal at the most; default 2. */
  readonly places?: number;
  /** Digits behind the point that a loaded decimal is shown with at the least; of money 2. */
  readonly shownPlaces?: number;
  /** Least value of a number, as text: '0'. */
  readonly min?: string;
  /** A value that one press, or one option of a command, gives: 'Pay in full'. '' while it is not known. */
  readonly offer?: { readonly name: string; readonly label: string; readonly value: string };
  /** Currency or unit that the value counts in, where it is known. */
  readonly unit?: string;
  /** Stands apart above the others while it is locked: what they are about. */
  readonly lead?: boolean;
}

export interface FormState<Detail> {
  readonly mode: FormMode;
  readonly draft: Draft;
  /** The record as loaded; undefined while creating. */
  readonly detail: Detail | undefined;
  /** The day it is, YYYY-MM-DD; by default the device's own. A service sets its own (PAY-05). */
  readonly today?: string;
  /** What is fetched of a list that depends on nothing; none before it is there. */
  readonly choices?: (reference: ReferenceName) => readonly Option[];
  /** What whoever fills it in may do, where that is known. */
  readonly access?: MenuAccess | undefined;
}

/** What saving brings about beyond the fields themselves: rights that a user gains or loses (USER-07). */
export interface FormEffect {
  /** In documents: 'rights_gained'. */
  readonly name: string;
  /** Above its lines: 'Rights gained'. */
  readonly title: string;
  /** None: nothing of the kind happens. */
  readonly lines: readonly {
    /** In documents: 'FCM'. */
    readonly key: string;
    readonly label: string;
    readonly values: readonly string[];
  }[];
}

/** One call a form ends in. */
export interface FormCall<Detail> {
  /** The action that it is, where that is not `{name}.create` or `{name}.update`. */
  readonly action?: Action;
  readonly method: 'POST' | 'PUT';
  readonly path: (state: FormState<Detail>) => string;
  /** Draft → wire; secrets come apart from the draft, by field name. */
  readonly body: (
    state: FormState<Detail>,
    secrets: Readonly<Record<string, string>>,
  ) => NonNullable<Call['json']>;
}

/** Where the values come from that a form of another resource was begun with: a payment's invoice. */
export interface FormOpener {
  /** Name of the resource; its `rowForms` say which values the form takes. */
  readonly resource: string;
  /** Id of the record; '' where the draft does not say. */
  readonly id: (draft: Draft) => string;
  /** What became of the values since, in one sentence at `field`; undefined where that needs no words. */
  readonly changed: (before: Draft, now: Draft) => string | undefined;
  readonly field: string;
}

/** Rows of the form's own resource that a person should know of before another one is made. */
export interface FormWarning<Detail> {
  readonly filters: (state: FormState<Detail>) => readonly Filter[];
  /** The question, where one of these rows asks for it. */
  readonly question: (rows: readonly unknown[], state: FormState<Detail>) => string | undefined;
  readonly title: string;
  /** Labels of the two answers. */
  readonly accept: string;
  readonly reject: string;
}

/** A step of a wizard: the sections it shows; Next only when they are fine (USER-03). */
export interface FormStep {
  readonly name: string;
  readonly title: string;
  readonly sections: readonly string[];
}

/**
 * How a record is created and changed, as data and pure functions: the one source that portal forms,
 * commands, the sandbox's answers and the docs read.
 */
export interface FormDefinition<Detail> {
  /** Heading by mode. */
  readonly titles: Readonly<Partial<Record<FormMode, string>>>;
  /** Label of the button that submits, by mode: 'Save', 'Update'. */
  readonly submitLabels: Readonly<Partial<Record<FormMode, string>>>;
  /** What saving brings about that the fields don't say; stands above them. */
  readonly note?: string;
  readonly fields: (state: FormState<Detail>) => readonly FormField[];
  /** The draft to begin with; `given` are values handed in (a payment's invoice). */
  readonly draft: (detail: Detail | undefined, provided?: Draft) => Draft;
  /**
   * What follows from a change: clears city when the province changed (USER-05). `before` is the draft
   * as it was, `draft` has the new value of `name` in it; `detail` is the record as loaded.
   */
  readonly changed?: (draft: Draft, name: string, before: Draft, detail?: Detail) => Draft;
  /** The draft with the place that was chosen in the field `name`, a `place` input (COMP-05). */
  readonly applyPlace?: (draft: Draft, name: string, place: Place) => Draft;
  /** Rules beyond required and the inputs' own forms: across fields, or against the record. */
  readonly check?: (state: FormState<Detail>, secrets: Readonly<Record<string, string>>) => Issues;
  /** What saving the draft would bring about; a review shows it, a command says it. */
  readonly effects?: (state: FormState<Detail>) => readonly FormEffect[];
  /**
   * The field that an error of the service stands at, by its JSON pointer into what was sent
   * ('/txn_attr/0/dtl_qty'); absent: the pointer's own path with dots.
   */
  readonly fieldAt?: (pointer: string, state: FormState<Detail>) => string | undefined;
  readonly create?: FormCall<Detail>;
  readonly update?: FormCall<Detail>;
  /** Fields that `fields` has for some drafts only: a reason. Commands have options for them too. */
  readonly sometimes?: readonly FormField[];
  /** Of a new record begun with values of another one: loads these again when the service refuses it (PAY-02). */
  readonly opener?: FormOpener;
  /** Looks before a new record is sent; what it finds is a question, never a refusal (PAY-04). */
  readonly warn?: FormWarning<Detail>;
  /** Modes whose page has no Cancel: the way back serves (CARD-08, COMP-02). */
  readonly noCancel?: readonly FormMode[];
  /** Sent only when something was changed (INV-06, PAY-02). */
  readonly onlyIfChanged?: boolean;
  readonly texts: {
    readonly created?: string;
    readonly updated?: string;
    readonly createFailed?: string;
    readonly updateFailed?: string;
    /** In place of the page-level error, when the record can't be loaded. */
    readonly loadFailed?: string;
  };
  /** Where it leads after success: back to the previous page after 3 s, nowhere (a dialog that closes), or a route (FORM-04). */
  readonly after: 'back' | 'close' | { readonly route: string };
  /** A wizard, in order; its last step may show no section (a review). */
  readonly steps?: readonly FormStep[];
}

/** What an action would do: to whom, with what, and what speaks against it. */
export interface ActionPreview {
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly warning?: string;
}

/** Something to do with one record or several, that is neither a form of the record nor an import. */
export interface ActionDefinition {
  /** Verb, the command's name: 'assign', 'email', 'template'. */
  readonly name: string;
  readonly action: Action;
  readonly label: string;
  /** On one row, on the chosen rows, or on none. */
  readonly on: 'row' | 'selection' | 'list';
  /** What names the row before something is done with it: whose payment, of how much, from when. */
  readonly about?: (row: Readonly<Record<string, unknown>>) => ActionPreview['facts'];
  /** Is it offered for that row? By default for each. */
  readonly offered?: (row: Readonly<Record<string, unknown>>) => boolean;
  /**
   * Asks first, with what the service says the action would do (INV-13). Of a service without that call
   * nothing is known, and it is asked all the same.
   */
  readonly preview?: {
    readonly call: (ids: readonly string[]) => Pick<Call, 'path' | 'query'>;
    readonly facts: (answer: unknown) => ActionPreview;
    /** The question, where nothing is known. */
    readonly question: string;
  };
  /** What it asks for first: the assign dialog's company. */
  readonly fields: readonly FormField[];
  readonly title?: string;
  readonly submitLabel?: string;
  /** Ids, and what was asked for → the call. */
  readonly call: (
    ids: readonly string[],
    draft: Draft,
  ) => Pick<Call, 'method' | 'path' | 'query' | 'json'>;
  /** The answer is a file to keep, of this name where it brings none. */
  readonly file?: (draft: Draft) => string;
  readonly texts: {
    /** Nothing was chosen. */
    readonly none?: string;
    readonly success: string;
    readonly failure: string;
    /** Follows what the service says where somebody did it before (409); surfaces then load the rows again. */
    readonly settled?: string;
    /** In place of `failure` where no answer came: a lost connection, a time-out. */
    readonly unanswered?: string;
    /** In place of `failure` where the answer had a status: 'Failed to download file. Status: 500'. */
    readonly failureStatus?: (status: number) => string;
  };
}

/** A file to hand in with nothing checked beforehand but its kind and size: cards, daily rates. */
export interface UploadDefinition {
  readonly action: Action;
  readonly label: string;
  readonly submitLabel: string;
  readonly path: string;
  /** Asked for beside the file: the provider of rates. */
  readonly fields: readonly FormField[];
  readonly query?: (draft: Draft) => NonNullable<Call['query']>;
  /** Sent in the form beside the file: guards that were accepted. */
  readonly also?: (draft: Draft) => FormFields;
  /** Extensions, in small letters: '.xlsx'. */
  readonly accept: readonly string[];
  /** Bytes at the most. */
  readonly maxBytes: number;
  readonly texts: {
    /** No file was given. */
    readonly required: string;
    readonly wrongType: string;
    readonly tooLarge: string;
    readonly success: string;
    readonly failure: string;
  };
}

/** Files of records to keep: one by itself, several as one ZIP made here (INV-10). */
export interface BundleDefinition<Row> {
  /** For one row, from the row; and for the chosen rows (LIST-11). */
  readonly action: Action;
  readonly selectionAction: Action;
  readonly label: string;
  readonly title: string;
  readonly warning: string;
  readonly submitLabel: string;
  readonly closeLabel: string;
  /** File types; the value stands in the texts. */
  readonly types: readonly Option[];
  /** What of a row the paths take. */
  readonly key: (row: Row) => string;
  readonly path: (key: string, type: string) => string;
  /** Name of a file alone, and of one among several in the ZIP. */
  readonly fileName: (type: string) => string;
  readonly entryName: (key: string, type: string) => string;
  readonly bundleName: string;
  readonly texts: {
    /** Nothing was chosen. */
    readonly none: string;
    readonly success: (type: string) => string;
    readonly failure: (type: string) => string;
  };
}

/** A form of another resource that a row opens, begun with the row's values: 'Payment Offline'. */
export interface RowForm<Row> {
  readonly label: string;
  readonly action: Action;
  /** Name of the resource whose form it is, for creating. */
  readonly resource: string;
  readonly provided: (row: Row) => Draft;
  /** Why the form would be of no use for that row; undefined where it is (PAY-05). */
  readonly refuse?: (row: Row) => string | undefined;
}
