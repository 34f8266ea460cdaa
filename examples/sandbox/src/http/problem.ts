import type { Action } from '@forecourt/core';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export interface FieldError {
  /** JSON pointer to the field: '/amount_paid'. */
  readonly pointer: string;
  readonly detail: string;
}

/** What a refusal answers to an account that may not read what its detail is about (ACC-04). */
export interface Unread {
  /** The actions that read it; an account needs all of them. */
  readonly readBy: readonly Action[];
  /** The detail without content of what it is about. */
  readonly detail: string;
}

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  408: 'Too slow',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not acceptable as it is',
  429: 'Too many attempts',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Not available',
  507: 'No space left',
};

const titleOf = (status: number): string => TITLES[status] ?? `Status ${status}`;

/** A refused call: thrown anywhere, answered as `application/problem+json`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ContentfulStatusCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The current record, if it has another version than the call expects. */
  readonly current: unknown;
  /** Replaces the detail for an account that may not read what it is about. */
  readonly unread: Unread | undefined;

  constructor(
    status: ContentfulStatusCode,
    detail: string,
    more: {
      readonly errors?: readonly FieldError[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly current?: unknown;
      readonly unread?: Unread;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.status = status;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.current = more.current;
    this.unread = more.unread;
  }
}

export const badRequest = (detail: string, pointer?: string): Problem =>
  new Problem(400, detail, pointer === undefined ? {} : { errors: [{ pointer, detail }] });

export const methodNotAllowed = (method: string, allowed: readonly string[]): Problem =>
  new Problem(405, `${method} is not a method of this path. It has ${allowed.join(', ')}.`, {
    headers: { allow: allowed.join(', ') },
  });

export const notFound = (what: string): Problem => new Problem(404, `${what} was not found.`);

/** Returns the answer's body (RFC 9457). */
export function problemBody(status: number, detail: string, requestId: string, problem?: Problem) {
  return {
    type: 'about:blank',
    title: titleOf(status),
    status,
    detail,
    ...(problem?.errors ? { errors: problem.errors } : {}),
    ...(problem?.current === undefined ? {} : { current: problem.current }),
    requestId,
  };
}
