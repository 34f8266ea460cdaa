import type { Outcome } from '../http/http.types.ts';
import type { FieldError } from '../http/outcome.ts';
import type { Failure, FieldIssue } from './view.ts';

/**
 * The fields that are read from an error. Recognised by shape, so that this module doesn't load the HTTP
 * client.
 */
type ErrorLike = Partial<Record<keyof Failure | 'fieldErrors', unknown>>;

const OUTCOMES: readonly unknown[] = ['none', 'done', 'unknown'] satisfies Outcome[];

const isOutcome = (value: unknown): value is Outcome => OUTCOMES.includes(value);

/** Maps [{ pointer: '/amount_paid', detail }] to { amount_paid: [issue] } (FORM-06). */
function fieldsOf(errors: readonly FieldError[]): NonNullable<Failure['fields']> {
  const fields: Record<string, FieldIssue[]> = {};
  for (const { pointer, detail } of errors) {
    const name = pointer.replace(/^\//, '');
    fields[name] = [...(fields[name] ?? []), { code: 'refused_by_service', message: detail }];
  }
  return fields;
}

/**
 * Converts any error to a failure for surfaces and scripts; a failure stays unchanged. An `ApiError` keeps
 * its code, outcome, status, request id and field errors, a `ProviderFileError` its code; anything else
 * becomes 'unexpected'.
 *
 * @param error what was thrown
 * @param message the operation's literal text; the error's own message then becomes the detail
 * @returns the failure
 */
export function toFailure(error: unknown, message?: string): Failure {
  const thrown: ErrorLike =
    typeof error === 'object' && error !== null ? error : { message: error };
  const own = String(thrown.message ?? 'Something went wrong.');
  const text = message ?? own;
  const detail = thrown.detail ?? (own === text ? undefined : own);
  return {
    code: typeof thrown.code === 'string' ? thrown.code : 'unexpected',
    message: text,
    ...(typeof detail === 'string' ? { detail } : {}),
    outcome: isOutcome(thrown.outcome) ? thrown.outcome : 'none',
    retryable: thrown.retryable === true,
    ...(typeof thrown.status === 'number' ? { status: thrown.status } : {}),
    ...(thrown.foreign === true ? { foreign: true } : {}),
    ...(typeof thrown.requestId === 'string' ? { requestId: thrown.requestId } : {}),
    ...(Array.isArray(thrown.fieldErrors) && thrown.fieldErrors.length > 0
      ? { fields: fieldsOf(thrown.fieldErrors) }
      : {}),
    ...(thrown.report ? { report: thrown.report as NonNullable<Failure['report']> } : {}),
    ...(thrown.fields ? { fields: thrown.fields as NonNullable<Failure['fields']> } : {}),
  };
}

/** Converts the error of a call that changes something, using that text. A 401 becomes 'session_ended'. */
export function sendFailure(error: unknown, text: string): Failure {
  const failure = toFailure(error, text);
  if (failure.status !== 401) return failure;
  return { ...failure, code: 'session_ended', detail: 'Your session has ended. Sign in again.' };
}

/** Returns whether the change was refused because the record has a newer version (WIRE-05). */
export const isConflict = (error: unknown): boolean =>
  (error as ErrorLike | undefined)?.code === 'conflict';

/** Returns whether there is no such record, or not any more. */
export const isGone = (error: unknown): boolean => {
  const { status } = (error ?? {}) as ErrorLike;
  return status === 404 || status === 410;
};

/** Returns the current record, if a conflict includes it. */
export const currentOf = (error: unknown): unknown =>
  (error as { readonly current?: unknown } | undefined)?.current;

/**
 * Returns whether the call is known to have had no effect. An error without an outcome leaves that open.
 */
export const didNothing = (error: unknown): boolean =>
  (error as ErrorLike | undefined)?.outcome === 'none';

/** Returns whether the file as a whole was refused, so that only another file can help. */
export const isFileRefusal = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && error.name === 'ProviderFileError';

/** A file's handle belongs to its run; another process knows only its name. */
export const FILE_GONE: Failure = {
  code: 'file_gone',
  message: 'The file is no longer at hand. Choose it again.',
  outcome: 'none',
  retryable: false,
};
