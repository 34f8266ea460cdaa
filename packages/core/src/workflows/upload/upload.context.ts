import type { Draft, FieldIssue, Issues, UploadDefinition } from '../../resource/form.types.ts';
import { checkFields } from '../../resource/form-rules.ts';
import { isProviderFile } from '../provider-file.ts';
import type { Failure } from '../view.ts';
import type { UploadAnswer } from './upload.types.ts';

/** Plain JSON. It holds only the file's name and size, not the file. */
export interface UploadContext {
  readonly draft: Draft;
  readonly file: { readonly name: string; readonly size: number } | undefined;
  readonly touched: readonly string[];
  readonly shown: boolean;
  readonly key: string | undefined;
  readonly answer: UploadAnswer | undefined;
  readonly failure: Failure | undefined;
}

/** Returns what the context keeps of a chosen file. */
export const factsOf = (value: unknown): UploadContext['file'] =>
  isProviderFile(value) ? { name: value.name, size: value.blob.size } : undefined;

const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';

/** Checks the file's type and size (RATE-01). */
export function fileIssue(
  { accept, maxBytes, texts }: UploadDefinition,
  { file }: UploadContext,
): FieldIssue | undefined {
  if (file === undefined) return { code: 'required', message: texts.required };
  if (!accept.includes(extensionOf(file.name))) {
    return { code: 'wrong_type', message: texts.wrongType };
  }
  return file.size > maxBytes ? { code: 'too_large', message: texts.tooLarge } : undefined;
}

/** Returns everything that prevents the file from being sent. */
export function uploadIssues(definition: UploadDefinition, context: UploadContext): Issues {
  const file = fileIssue(definition, context);
  const found = checkFields(definition.fields, context.draft);
  return file ? { ...found, file: [file] } : found;
}

/** Returns the context after an answer. */
export function answered(
  context: UploadContext,
  { name, value }: { readonly name: string; readonly value: unknown },
): Partial<UploadContext> {
  const change = {
    touched: [...new Set([...context.touched, name])],
    key: undefined,
    answer: undefined,
    failure: undefined,
  };
  if (name !== 'file') {
    return { ...change, draft: { ...context.draft, [name]: String(value ?? '') } };
  }
  return { ...change, file: factsOf(value) };
}

/**
 * No row of the file was accepted: that is a failure, not a success with an empty table (FORM-08). A file without rows
 * has none that was refused.
 */
export const nothingAccepted = (
  { texts }: UploadDefinition,
  { rejected }: UploadAnswer,
): Failure => ({
  code: 'nothing_accepted',
  message: texts.failure,
  detail:
    rejected.length > 0
      ? 'No row of the file was accepted.'
      : 'The file has no rows. Fill in one for each record, below the names of the columns.',
  outcome: 'none',
  retryable: false,
});

export const NO_FILE = { file: undefined, key: undefined, answer: undefined, failure: undefined };

/** The file may have been sent, and this process doesn't have it. */
export const FILE_IN_DOUBT: Failure = {
  code: 'outcome_unknown',
  message: 'It is not known whether the file was accepted.',
  detail:
    'Choose the same file again and try again: it is asked for under its key, and never entered twice.',
  outcome: 'unknown',
  retryable: true,
};
