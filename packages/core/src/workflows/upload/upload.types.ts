import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { ProviderFile } from '../../provider-files/types.ts';
import type { Draft, UploadDefinition } from '../../resource/form.types.ts';
import type { AnswerEvent, View } from '../view.ts';

/** A row that the service refused, and why. */
export interface RefusedRow {
  /** The row's number in the sheet, as counted by the service. */
  readonly row: number | undefined;
  readonly column: string;
  readonly value: string;
  readonly message: string;
}

export interface UploadAnswer {
  /** Number of accepted rows. */
  readonly accepted: number;
  readonly rejected: readonly RefusedRow[];
}

export interface UploadRequest {
  readonly file: ProviderFile;
  readonly draft: Draft;
  readonly key: string;
}

export interface UploadPorts {
  readonly definition: UploadDefinition;
  /** Sends the file under its key. Rejects with an ApiError. */
  send(request: UploadRequest, signal: AbortSignal): Promise<UploadAnswer>;
  /** Returns random text for a key. */
  nonce(): string;
  access(): MenuAccess | undefined;
}

export interface UploadInput {
  readonly provided?: Draft;
}

export type UploadEvent =
  /** `file`: a ProviderFile; any other name is a field of the definition. */
  | AnswerEvent
  | { readonly type: 'submit' }
  | { readonly type: 'cancel' }
  | { readonly type: 'retry' }
  /** Starts over with another file. */
  | { readonly type: 'restart' };

export interface UploadData {
  readonly title: string;
  readonly submitLabel: string;
  readonly draft: Draft;
  readonly file: { readonly name: string; readonly size: number } | undefined;
  /** Refused rows, whether or not others were accepted (FORM-08). */
  readonly rejected: readonly RefusedRow[];
  readonly permission: Decision;
}

export interface UploadOutput extends UploadAnswer {
  readonly message: string;
}

/** Fails with 'nothing_accepted' if every row was refused; `data.rejected` says why. */
export type UploadView = View<
  'collecting' | 'sending' | 'resolving',
  'submit' | 'cancel' | 'retry' | 'restart',
  UploadData,
  UploadOutput
>;
