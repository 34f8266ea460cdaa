import { ApiError, type FieldError } from './api-error.ts';
import { readAtMost } from './body.ts';
import { withEtag } from './etag.ts';
import type { Call } from './http.types.ts';
import { refusalOutcome } from './outcome.ts';
import { isWorthRetrying, retryAfterMs } from './retry.ts';

/** Bytes of an error's body that are looked at; the rest is let go. */
const MAX_PROBLEM_BYTES = 65_536;
/** As above, where the present record stands in it. */
const MAX_CONFLICT_BYTES = 4_194_304;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function fieldErrorsOf(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error) => {
    const pointer = textOf(error?.pointer);
    const detail = textOf(error?.detail);
    return pointer === undefined || detail === undefined ? [] : [{ pointer, detail }];
  });
}

/** A body as an object, whatever was sent: HTML, half a JSON and nothing at all give {}. */
function parseProblem(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Where redirects aren't followed, browsers hide even their status: it reads 0. */
const isRedirect = (status: number): boolean => status < 400;

function codeOf(status: number, conflict: boolean): string {
  if (conflict) return 'conflict';
  return isRedirect(status) ? 'redirected' : `http_${status}`;
}

/** An answer outside 2xx → its error (ERR-01). Only RFC 9457 members are told on, never raw bodies. */
export async function readProblem(
  call: Call,
  response: Response,
  idleMs: number,
): Promise<ApiError> {
  const { status, headers } = response;
  const conflict = status === 412 && call.ifMatch !== undefined;
  const most = conflict ? MAX_CONFLICT_BYTES : MAX_PROBLEM_BYTES;
  const problem = parseProblem(await readAtMost(response.body, most, idleMs));
  const redirected = isRedirect(status);
  return new ApiError({
    kind: 'http',
    operation: call.operation,
    status: status === 0 ? undefined : status,
    code: codeOf(status, conflict),
    message:
      textOf(problem.detail) ??
      textOf(problem.title) ??
      `The service ${redirected ? 'redirected elsewhere' : `answered ${status}`} (${call.operation})`,
    requestId: headers.get('x-request-id') ?? textOf(problem.requestId),
    fieldErrors: fieldErrorsOf(problem.errors),
    retryable: isWorthRetrying(status),
    outcome: refusalOutcome(call, status, problem.outcome),
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
    ...(conflict && { current: withEtag(problem.current, headers.get('etag')) }),
  });
}
