import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type {
  ActionDefinition,
  ActionPreview,
  Draft,
  FormField,
} from '../../resource/form.types.ts';
import type { SavedFile } from '../download/download.types.ts';
import type { ReadOptions } from '../record/record.types.ts';
import type { View } from '../view.ts';

/** What an action was asked to do, with the key under which it is done once. */
export interface ActionRequest {
  readonly ids: readonly string[];
  readonly draft: Draft;
  readonly key: string;
}

export interface ActionPorts {
  readonly definition: ActionDefinition;
  /** Does it; keeps the file where the answer is one. Rejects with an ApiError. */
  run(request: ActionRequest, signal: AbortSignal): Promise<SavedFile | undefined>;
  readonly options: ReadOptions;
  /** Random text for a key. */
  nonce(): string;
  access(): MenuAccess | undefined;
  /** A further reason against it, beyond rights: not eligible to switch. */
  refuse?(): Decision;
}

export interface ActionInput {
  /** Of the chosen rows; none for an action on a list. */
  readonly ids?: readonly string[];
  /** Values to begin with. */
  readonly provided?: Draft;
  /** What names the row, by the definition's `about`. */
  readonly facts?: ActionPreview['facts'];
}

export interface ActionData {
  readonly ids: readonly string[];
  readonly title: string;
  readonly submitLabel: string;
  readonly draft: Draft;
  readonly fields: readonly FormField[];
  /** What names the row; none where the action does not say. */
  readonly facts: ActionPreview['facts'];
  /** Something was typed that leaving would lose. */
  readonly dirty: boolean;
  /** May this account do it? */
  readonly permission: Decision;
}

export interface ActionOutput {
  readonly message: string;
  readonly file: SavedFile | undefined;
}

/** Asks for its fields, where it has any; else it runs at once. */
export type ActionView = View<
  'collecting' | 'running' | 'resolving',
  'submit' | 'cancel' | 'retry',
  ActionData,
  ActionOutput
>;
