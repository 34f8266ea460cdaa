import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type {
  ActionDefinition,
  ActionPreview,
  Draft,
  DraftOf,
  FormField,
} from '../../resource/form.types.ts';
import type { SavedFile } from '../download/download.types.ts';
import type { ReadOptions } from '../record/record.types.ts';
import type { View } from '../view.ts';

/** What an action is to do, and the key that makes it happen only once. */
export interface ActionRequest {
  readonly ids: readonly string[];
  readonly draft: Draft;
  readonly key: string;
}

/** Effects of an action. */
export interface ActionPorts<Name extends string = string> {
  readonly definition: ActionDefinition<Name>;
  /** Performs the action; saves the file if the response is one. Rejects with an ApiError. */
  run(request: ActionRequest, signal: AbortSignal): Promise<ActionResult | undefined>;
  readonly options: ReadOptions;
  /** Returns random text for a key. */
  nonce(): string;
  access(): MenuAccess | undefined;
  /** A reason against the action other than missing rights: not eligible to switch. */
  refuse?(): Decision;
}

/** Input of an action. */
export interface ActionInput<Name extends string = string> {
  /** Ids of the selected rows; none for an action on a list. */
  readonly ids?: readonly string[];
  /** Initial values. */
  readonly provided?: DraftOf<Name>;
  /** Facts that identify the row, from the definition's `about`. */
  readonly facts?: ActionPreview['facts'];
}

/** What an action shows. */
export interface ActionData<Name extends string = string> {
  readonly ids: readonly string[];
  readonly title: string;
  readonly submitLabel: string;
  readonly draft: DraftOf<Name>;
  readonly fields: readonly FormField<Name>[];
  /** Facts that identify the row; empty if the action defines none. */
  readonly facts: ActionPreview['facts'];
  /** Something was typed that would be lost by leaving. */
  readonly dirty: boolean;
  /** Why the last try failed, until something is typed. */
  readonly notice: string | undefined;
  /** Whether this account may perform the action. */
  readonly permission: Decision;
}

/** The file that an action made, or what the service did in words. */
export type ActionResult = SavedFile | { readonly message: string };

/** Result of a finished action; `file` is set if it produced one. */
export interface ActionOutput {
  readonly message: string;
  readonly file: SavedFile | undefined;
}

/** Collects the fields if it has any; otherwise runs at once. */
export type ActionView<Name extends string = string> = View<
  'collecting' | 'running' | 'resolving',
  'submit' | 'cancel' | 'retry',
  ActionData<Name>,
  ActionOutput,
  Name
>;
