import type { Outcome } from '../http/http.types.ts';
import type { FieldError } from '../http/outcome.ts';
import type { Failure, FieldIssue } from './view.ts';

/** What is read of an error, whichever door threw it: told by shape, so that no door is loaded here. */
type Reported = Partial<Record<keyof Failure | 'fieldErrors', unknown>>;

const OUTCOMES: readonly unknown[] = ['none', 'done', 'unknown'] satisfies Outcome[];

const isOutcome = (value: unknown): value is Outcome => OUTCOMES.includes(value);

/** [{ pointer: '/amount_paid', detail }] → { amount_paid: [issue] } (FORM-06). */
function fieldsOf(errors: readonly FieldError[]): NonNullable<Failure['fields']> {
  const fields: Record<string, FieldIssue[]> = {};
  for (const { pointer, detail } of errors) {
    const name = pointer.replace(/^\//, '');
    fields[name] = [...(fields[name] ?? []), { code: 'refused_by_service', message: detail }];
  }
  return fields;
}

/**
 * Any error as a failure that surfaces show and scripts read; a failure stays what it is. An `ApiError`
 * keeps its code, outcome, status, request id and field errors, a `ProviderFileError` its code;
 * anything else becomes 'unexpected'.
 * @param message the literal text of the operation; the error's own words are then the detail
 */
export function toFailure(error: unknown, message?: string): Failure {
  const reported: Reported =
    typeof error === 'object' && error !== null ? error : { message: error };
  const own = String(reported.message ?? 'Something went wrong.');
  const text = message ?? own;
  const detail = reported.detail ?? (own === text ? undefined : own);
  return {
    code: typeof reported.code === 'string' ? reported.code : 'unexpected',
    message: text,
    ...(typeof detail === 'string' ? { detail } : {}),
    outcome: isOutcome(reported.outcome) ? reported.outcome : 'none',
    retryable: reported.retryable === true,
    ...(typeof reported.status === 'number' ? { status: reported.status } : {}),
    ...(typeof reported.requestId === 'string' ? { requestId: reported.requestId } : {}),
    ...(Array.isArray(reported.fieldErrors) && reported.fieldErrors.length > 0
      ? { fields: fieldsOf(reported.fieldErrors) }
      : {}),
    ...(reported.fields ? { fields: reported.fields as NonNullable<Failure['fields']> } : {}),
  };
}

/** An error of a call that changes something, under that text; a session that ended is told as such. */
export function sendFailure(error: unknown, text: string): Failure {
  const reported = toFailure(error, text);
  if (reported.status !== 401) return reported;
  return { ...reported, code: 'session_ended', detail: 'Your session has ended. Sign in again.' };
}

/** Was it refused because the record has another version by now (WIRE-05)? */
export const isConflict = (error: unknown): boolean =>
  (error as Reported | undefined)?.code === 'conflict';

/** The record as it is now, where a conflict shows it. */
export const currentOf = (error: unknown): unknown =>
  (error as { readonly current?: unknown } | undefined)?.current;

/** Is it known that nothing happened? An error that does not say so leaves it open. */
export const didNothing = (error: unknown): boolean =>
  (error as Reported | undefined)?.outcome === 'none';

/** Was the file itself refused, as a whole? Then another file helps, and nothing else does. */
export const isFileRefusal = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && error.name === 'ProviderFileError';

/** A file's handle stays with its run: another process has only its name. */
export const FILE_GONE: Failure = {
  code: 'file_gone',
  message: 'The file is no longer at hand. Choose it again.',
  outcome: 'none',
  retryable: false,
};
