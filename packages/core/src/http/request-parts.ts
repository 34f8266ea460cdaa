import { ApiError } from './api-error.ts';
import type { Call, HttpOptions } from './http.types.ts';
import { multipartBlob } from './upload.ts';

/** A call, ready to be sent; made anew for each attempt. */
export interface RequestParts {
  readonly url: string;
  readonly method: Call['method'];
  readonly headers: Headers;
  readonly body?: string | Blob;
}

const unsendable = (call: Call, code: string, message: string): ApiError =>
  new ApiError({ kind: 'http', operation: call.operation, code, message });

/** ':' and ',' stay as they are: they part a filter's and a sort's pieces (LIST-07), and a query allows them. */
const encodeQuery = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%3A/g, ':').replace(/%2C/g, ',');

const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

/** Base address + path + query. An id of '..' must never turn a call on a record into one on its list. */
function addressOf(baseUrl: string, call: Call): string {
  const path = call.path.replace(/^\/+/, '');
  if (path.split(/[/\\]/).some(isDotSegment)) {
    const message = `A path can't hold '.' or '..' (${call.operation}). Nothing was sent.`;
    throw unsendable(call, 'invalid_path', message);
  }
  const query = (call.query ?? [])
    .map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`)
    .join('&');
  return `${baseUrl.replace(/\/+$/, '')}/${path}${query === '' ? '' : `?${query}`}`;
}

function withAuthorization(headers: Headers, call: Call, authorization: string): void {
  try {
    headers.set('authorization', authorization);
  } catch {
    // The platform's own error quotes the value.
    const message = 'The stored authorization holds what no header can carry. Sign in again.';
    throw unsendable(call, 'invalid_authorization', message);
  }
}

/**
 * Writes a call down. The authorization is a header, and stands nowhere else (WIRE-03). Throws an
 * `ApiError` where it can't be written; nothing was sent then.
 */
export function requestParts(
  call: Call,
  accept: string,
  authorization: string | undefined,
  options: Pick<HttpOptions, 'baseUrl' | 'userAgent'>,
): RequestParts {
  try {
    const headers = new Headers({ accept });
    if (call.json !== undefined) headers.set('content-type', 'application/json');
    if (call.idempotencyKey !== undefined) headers.set('idempotency-key', call.idempotencyKey);
    if (call.ifMatch !== undefined) headers.set('if-match', call.ifMatch);
    if (options.userAgent !== undefined) headers.set('user-agent', options.userAgent);
    if (authorization !== undefined) withAuthorization(headers, call, authorization);
    const body =
      call.json === undefined ? call.form && multipartBlob(call.form) : JSON.stringify(call.json);
    return {
      url: addressOf(options.baseUrl, call),
      method: call.method,
      headers,
      ...(body !== undefined && { body }),
    };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const message = `This call can't be written as a request (${call.operation}). Nothing was sent.`;
    throw unsendable(call, 'invalid_call', message);
  }
}
