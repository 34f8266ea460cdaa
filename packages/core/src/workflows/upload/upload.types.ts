import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { ProviderFile } from '../../provider-files/types.ts';
import type { Draft, DraftOf, UploadDefinition } from '../../resource/form.types.ts';
import type { AnswerEvent, View } from '../view.ts';

/** A row that the service refused, and why. */
export interface RefusedRow {
  /** The row's number in the sheet, as counted by the service. */
  readonly row: number | undefined;
  readonly column: string;
  readonly value: string;
  readonly message: string;
}

/** The service's response to an upload. */
export interface UploadAnswer {
  /** Number of accepted rows. */
  readonly accepted: number;
  /** Number of these that are new records; undefined if the service doesn't say. */
  readonly created?: number;
  /** Number of these that changed a record; undefined if the service doesn't say. */
  readonly changed?: number;
  /** What the definition's `leadsTo` filters by, of the first accepted rows. */
  readonly records?: readonly string[];
  readonly rejected: readonly RefusedRow[];
}

/** A file to upload, and the key under which it is entered only once. */
export interface UploadRequest {
  readonly file: ProviderFile;
  readonly draft: Draft;
  readonly key: string;
}

/**
 * Checks a file before it is sent. Returns the rows that hold it back, with the reasons; none to send it. If it throws,
 * nothing is sent either. A cancelled upload aborts its signal.
 */
export type UploadCheck = (
  file: ProviderFile,
  draft: Draft,
  signal: AbortSignal,
) => Promise<readonly RefusedRow[]>;

/** Effects of an upload. */
export interface UploadPorts<Name extends string = string> {
  readonly definition: UploadDefinition<Name>;
  /** Runs before the file is sent, and not before it is asked whether a lost answer was a success. */
  readonly check?: UploadCheck;
  /** Sends the file under its key. Rejects with an ApiError. */
  send(request: UploadRequest, signal: AbortSignal): Promise<UploadAnswer>;
  /** Returns random text for a key. */
  nonce(): string;
  access(): MenuAccess | undefined;
}

/** Input of an upload. */
export interface UploadInput<Name extends string = string> {
  readonly provided?: DraftOf<Name>;
}

/** Events of an upload. */
export type UploadEvent<Name extends string = string> =
  /** `file`: a ProviderFile; any other name is a field of the definition. */
  | AnswerEvent<Name | 'file'>
  | { readonly type: 'submit' }
  | { readonly type: 'cancel' }
  | { readonly type: 'retry' }
  /** Starts over with another file. */
  | { readonly type: 'restart' };

/** What an upload shows. */
export interface UploadData<Name extends string = string> {
  readonly title: string;
  readonly submitLabel: string;
  readonly draft: DraftOf<Name>;
  readonly file: { readonly name: string; readonly size: number } | undefined;
  /** Refused rows, whether or not others were accepted (FORM-08). */
  readonly rejected: readonly RefusedRow[];
  /** What a finished upload has done: '3 cards were created, 1 was changed and 2 rows were refused.' */
  readonly summary: string;
  readonly permission: Decision;
}

/** Result of a finished upload. */
export interface UploadOutput extends UploadAnswer {
  readonly message: string;
}

/** Fails with 'nothing_accepted' if every row was refused; `data.rejected` says why. */
export type UploadView<Name extends string = string> = View<
  'collecting' | 'checking' | 'sending' | 'resolving',
  'submit' | 'cancel' | 'retry' | 'restart',
  UploadData<Name>,
  UploadOutput,
  Name | 'file'
>;
