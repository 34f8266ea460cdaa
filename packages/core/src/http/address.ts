import { ApiError } from './api-error.ts';
import type { Call } from './http.types.ts';

/** ':' and ',' stay as they are: they part a filter's and a sort's pieces (LIST-07), and a query allows them. */
const encodeQuery = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%3A/g, ':').replace(/%2C/g, ',');

const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

/** Base address + path + query. An id of '..' must never turn a call on a record into one on its list. */
export function addressOf(baseUrl: string, call: Call): string {
  const path = call.path.replace(/^\/+/, '');
  if (path.split(/[/\\]/).some(isDotSegment)) {
    throw new ApiError({
      kind: 'http',
      operation: call.operation,
      code: 'invalid_path',
      message: `A path can't hold '.' or '..' (${call.operation}). Nothing was sent.`,
    });
  }
  const query = (call.query ?? [])
    .map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`)
    .join('&');
  return `${baseUrl.replace(/\/+$/, '')}/${path}${query === '' ? '' : `?${query}`}`;
}
